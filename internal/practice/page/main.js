// The page's flow:
//
//   open -> splash -> start -> board painted -> play -> won -> gold -> card -> next
//
// Everything that happens on the way is reported to the server.

import { Board, crown, snapLines } from "./board.js";
import { Game, listen } from "./game.js";
import { Reporter, post } from "./report.js";
import { marksFrom, marksText } from "./rules.js";
import { Trouble } from "./trouble.js";
import { showLessons } from "./lessons.js";
import { Settings } from "./settings.js";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let page; // what the server opened: {session, size, seed, number, regions, ...}
let reporter, game, board, clock;
let mute = () => {}; // stops listening to the player
let lastGeometry = "";

// Clock counts the time a board has been on the page.
class Clock {
  #before; #since = null; #timer = 0;
  constructor(ms) { this.#before = ms; this.show(); }
  get ms() { return this.#before + (this.#since === null ? 0 : performance.now() - this.#since); }
  start() {
    this.#since ??= performance.now();
    this.show();
  }
  stop() {
    this.#before = this.ms;
    this.#since = null;
    clearTimeout(this.#timer);
    this.show();
  }
  show() {
    $("clock").textContent = clockText(this.ms);
    clearTimeout(this.#timer);
    if (this.#since !== null) this.#timer = setTimeout(() => this.show(), 1000 - this.ms % 1000 + 1);
  }
}

function clockText(ms) {
  const s = Math.floor(ms / 1000), two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

const say = (event) => reporter?.add({ time: performance.now(), clock: clock.ms, ...event });

// open gets a board from the server and shows it, or its splash.
async function open(step, size = 0) {
  clock?.stop();
  await reporter?.flush();
  const from = page?.session ?? 0;
  page = await post("open", { step, size, from });
  reporter = new Reporter(page.session, elsewhere);
  clock = new Clock(page.clock);
  lastGeometry = "";
  say({ kind: "open" });
  settings.follow(page);
  mount();
  const title = `Board ${page.number}, ${page.size} × ${page.size}, seed ${page.seed}`;
  $("splash-board").textContent = title;
  $("card-board").textContent = title;
  $("next").hidden = page.last;
  const resumed = page.clock > 0;
  $("start").textContent = page.solved ? "See the result" : resumed ? "Resume" : "Start";
  if (page.autoStart || query.get("autostart") === "1" || from) await start();
  else show("splash");
}

function mount() {
  mute();
  $("stage").style.transform = "";
  $("cover").hidden = $("card").hidden = true;
  board = new Board($("board"), page, `Board of ${page.size} by ${page.size} cells`);
  const trouble = new Trouble(page.trouble, (cause, cell) => {
    say({ kind: "trouble", cause, cell });
    geometry();
  });
  game = new Game(board, page, {
    marks: marksFrom(page.marks),
    auto: [...page.marks].flatMap((c, cell) => (c === "a" ? [cell] : [])),
    locked: page.locked,
    trouble,
    on: {
      mark: (cell, from, to, cause) => say({ kind: "mark", cell, from, to, cause }),
      changed: buttons,
      clicked: () => trouble.clicked($("stage"), $("cover")),
      won,
    },
  });
  game.autoX = settings.autoX;
  game.over = page.solved;
  mute = listen(game);
  buttons();
}

function buttons() {
  $("undo").disabled = !game.canUndo;
  $("clear").disabled = !game.canClear;
  $("hint").hidden = game.over;
  $("results").hidden = !game.over;
  $("said").textContent = "";
}

function show(id) {
  for (const part of ["splash", "play", "elsewhere"]) $(part).hidden = part !== id;
  document.body.dataset.part = id;
}

async function start() {
  say({ kind: "start" });
  show("play");
  if (page.solved) {
    board.turnGold(true);
    await painted();
    geometry();
    say({ kind: "ready" });
    card();
    return;
  }
  clock.start();
  const mine = reporter;
  await painted();
  if (mine !== reporter) return;
  geometry();
  say({ kind: "ready" });
  reporter.flush();
}

async function won() {
  clock.stop();
  const mine = reporter;
  say({ kind: "won", marks: marksText(game.marks) });
  reporter.flush();
  page.solved = true;
  buttons();
  $("said").textContent = `Solved in ${clockText(clock.ms)}.`;
  const gold = board.turnGold(false);
  if (page.autoNext > 0 && !page.last) {
    await pause(page.autoNext);
    if (mine === reporter) go(() => open("next"));
    return;
  }
  await pause(gold);
  if (mine !== reporter) return;
  say({ kind: "gold" });
  reporter.flush();
  await pause(700);
  if (mine === reporter) card();
}

function card() {
  $("card-time").textContent = clockText(clock.ms);
  $("card-exact").textContent = clock.ms < 60_000 ? `${(clock.ms / 1000).toFixed(2)} seconds` : "";
  $("card").hidden = false;
  $(page.last ? "again" : "next").focus({ preventScroll: true });
  geometry();
  say({ kind: "card" });
  reporter.flush();
}

const HINTS = {
  "wrong-queen": "This crown is in the wrong place.",
  "wrong-cross": "This cell should not be crossed out.",
  queen: "A crown belongs on this cell.",
};

// hint asks the server for help, once it knows every mark.
async function hint() {
  await reporter.flush();
  const found = await post("hint", { session: page.session }).catch((error) => {
    if (error.status === 409) return null; // nothing to hint at
    throw error;
  });
  if (!found) return;
  const { cell, cause } = found;
  say({ kind: "hint", cell, cause });
  const shown = board.cells[cell];
  board.root.querySelector(".hinted")?.classList.remove("hinted");
  shown.classList.add("hinted");
  shown.onanimationend = () => shown.classList.remove("hinted");
  $("said").textContent = `${HINTS[cause]} (row ${Math.floor(cell / page.size) + 1}, column ${cell % page.size + 1})`;
}

// elsewhere shows that this page does not count any more, and why.
function elsewhere(why) {
  if (why) $("elsewhere-why").textContent = why;
  clock.stop();
  mute();
  show("elsewhere");
}

// geometry reports where the board is, if that is news.
let geometryDue = 0;
function geometry() {
  geometryDue = 0;
  if ($("play").hidden) return;
  const now = {
    ...board.geometry(),
    dpr: devicePixelRatio, screenX, screenY,
    innerW: innerWidth, innerH: innerHeight, outerW: outerWidth, outerH: outerHeight,
    scrollX, scrollY,
  };
  if (!$("card").hidden && !$("next").hidden) {
    const { x, y, width, height } = $("next").getBoundingClientRect();
    now.next = { x, y, width, height };
  }
  const text = JSON.stringify(now);
  if (text === lastGeometry) return;
  lastGeometry = text;
  say({ kind: "geometry", geometry: now });
}
const geometrySoon = () => { geometryDue ||= requestAnimationFrame(geometry); };

// Every press, release and click is reported, wherever it lands, before the
// game hears of it.
const kinds = { pointerdown: "down", pointerup: "up", click: "click" };
for (const [type, kind] of Object.entries(kinds)) {
  window.addEventListener(type, (event) => {
    const { clientX: x, clientY: y, screenX, screenY, button, buttons, isTrusted: trusted, target } = event;
    const cell = board ? board.cellAt(target) : -1;
    const named = target instanceof Element ? target.closest("[id]")?.id ?? target.localName : "";
    say({ kind, time: event.timeStamp, cell, target: cell < 0 ? named || "page" : "", x, y, screenX, screenY, button, buttons, trusted });
  }, { capture: true });
}
window.addEventListener("keydown", (event) => {
  say({ kind: "key", time: event.timeStamp, key: event.key, trusted: event.isTrusted, cell: board ? board.cellAt(event.target) : -1 });
}, { capture: true });
window.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || $("play").hidden || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  game.undo();
  event.preventDefault();
});
window.addEventListener("pagehide", () => reporter?.leave({ kind: "leave", time: performance.now(), clock: clock.ms }));
window.addEventListener("scroll", geometrySoon, { passive: true, capture: true });
window.addEventListener("resize", () => { snapLines(); geometrySoon(); });
new ResizeObserver(geometrySoon).observe(document.body);

const settings = new Settings({
  autoX: (on) => { if (game) game.autoX = on; },
  size: (size) => go(() => open("", size)),
});

// go runs one step of the flow; a second press on a button does not run it twice.
let going = false;
async function go(step) {
  if (going) return;
  going = true;
  try {
    await step();
  } catch (error) {
    $("elsewhere").querySelector("h2").textContent = "The game cannot go on";
    $("elsewhere-why").textContent = error.status ? error.message : "The program that serves this page has ended. Start it again and load the page.";
    show("elsewhere");
  } finally {
    going = false;
  }
}

$("start").onclick = () => go(start);
$("next").onclick = () => go(() => open("next"));
$("again").onclick = () => go(() => open("again"));
$("look").onclick = () => { $("card").hidden = true; };
$("results").onclick = () => { $("card").hidden = false; };
$("here").onclick = () => location.reload();
$("undo").onclick = () => game.undo();
$("clear").onclick = () => game.clear();
$("hint").onclick = () => go(hint);
$("help").onclick = () => $("how").showModal();

snapLines();
document.querySelectorAll(".crown-here").forEach((place) => place.append(crown()));
showLessons();
// A page that the browser loads ahead of time is not a page anybody sees yet.
if (document.prerendering) await new Promise((seen) => document.addEventListener("prerenderingchange", seen, { once: true }));
await go(() => open(query.get("fresh") === "1" ? "again" : ""));
