// The page's flow:
//
//   open -> splash -> start -> board painted -> play -> won -> gold -> card -> next
//
// A visit may bring more before and around the board, and another end.
// Everything that happens on the way is reported to the server.

import { crown, snapLines } from "./board.js";
import { Brush } from "./brush.js";
import { confetti } from "./confetti.js";
import { dress, games } from "./games.js";
import { Reporter, post } from "./report.js";
import { Trouble } from "./trouble.js";
import { showLessons } from "./lessons.js";
import { Settings } from "./settings.js";
import { Visit } from "./visit.js";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let page; // what the server opened: {session, game, rows, cols, seed, number, ...}
let reporter, game, board, clock, brush, visit, trouble;
let mute = () => {}; // stops listening to the player
let clear = () => {}; // takes the confetti away
let lastGeometry = "", lastFull = null; // what was reported last, as text and as it is
let lastPlace = null; // where the board was when it was last there
let due = null; // the reporter that has still to hear that the win was shown

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
async function open(step, size = 0, from = page?.session ?? 0) {
  clock?.stop();
  visit?.stop();
  await reporter?.flush();
  adopt(await post("open", { step, size, from }));
  const resumed = page.clock > 0;
  $("start").textContent = page.solved ? "See the result" : resumed ? "Resume" : "Start";
  const byItself = page.autoStart || query.get("autostart") === "1" || from > 0;
  if (page.visit.startPage > 0 && !page.solved) {
    visit.begin(byItself, () => go(start));
    show("begin");
  } else if (byItself) await start();
  else show("splash");
}

// adopt makes what the server opened the board of this page. Nothing is sent of
// it until after, a promise, is kept.
function adopt(opened, after) {
  page = opened;
  const mine = new Reporter(page.session, (why) => { if (mine === reporter) elsewhere(why); }, { after });
  reporter = mine;
  due = null;
  clock = new Clock(page.clock);
  lastGeometry = "";
  say({ kind: "open", origin: performance.timeOrigin });
  settings.follow(page);
  mount();
  const title = `Board ${page.number}, ${page.rows} × ${page.cols}, seed ${page.seed}`;
  $("splash-board").textContent = title;
  $("card-board").textContent = title;
  $("next").hidden = page.last;
}

function mount() {
  mute();
  clear();
  brush?.stop();
  visit?.stop();
  trouble?.stop();
  Object.assign($("stage").style, { left: "", top: "", zIndex: "" });
  $("cover").hidden = $("card").hidden = true;
  brush = new Brush(page.visit.paintEvery);
  visit = new Visit(page.visit);
  const tell = (cause, cell) => {
    say({ kind: "trouble", cause, cell });
    geometry();
  };
  trouble = new Trouble(page.trouble, { stage: $("stage"), cover: $("cover"), say: tell, leave, replace });
  dress(games[page.game]);
  game = games[page.game].make($("board"), page, {
    trouble,
    brush,
    on: {
      mark: (cell, from, to, cause) => say({ kind: "mark", cell, from, to, cause }),
      state: (cell, cause, state) => say({ kind: "mark", cell, cause, state }),
      changed: () => brush.draw(buttons),
      clicked: () => trouble.clicked(),
      won,
    },
  });
  board = game.board;
  $("tools").replaceChildren(...(game.tools?.() ?? []));
  game.autoX = settings.autoX;
  game.over = page.solved;
  mute = game.listen();
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
  for (const part of ["splash", "begin", "loading", "play", "elsewhere"]) $(part).hidden = part !== id;
  document.body.dataset.part = id;
}

async function start() {
  visit.stop();
  say({ kind: "start" });
  const mine = reporter;
  if (page.visit.loader > 0 && !page.solved) {
    show("loading");
    await pause(page.visit.loader);
    if (mine !== reporter) return;
  }
  show("play");
  if (page.solved) {
    board.celebrate(true);
    await painted();
    geometry();
    say({ kind: "ready" });
    card();
    return;
  }
  clock.start();
  if (page.game === "queens") visit.opened(); // the others explain themselves without a dialog
  await ready();
}

// ready waits until the board has been painted, and tells so.
async function ready() {
  const mine = reporter;
  await painted();
  if (mine !== reporter) return;
  geometry();
  say({ kind: "ready" });
  reporter.flush();
  if (!game.over) visit.painted();
}

// leave goes to another page, and the board is lost.
function leave() {
  if (game.over) return;
  say({ kind: "trouble", cause: "left" });
  game.over = true;
  depart({ lost: 1 });
}

// depart goes to the page that is not the game's. It finds back with what is
// in its address.
function depart(more) {
  const to = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries({ ...more, from: page.session, shade: document.documentElement.dataset.theme })) {
    if (value !== "") to.set(name, value);
  }
  location.assign(`/done?${to}`);
}

// replace puts the other board in this one's place, in the same frame.
function replace() {
  if (game.over || !page.instead) return;
  say({ kind: "trouble", cause: "replaced" });
  clock.stop();
  adopt(page.instead, reporter.flush());
  clock.start();
  ready();
}

function won() {
  clock.stop();
  visit.over();
  say({ kind: "won", ...game.final });
  reporter.flush();
  page.solved = true;
  fillCard();
  brush.draw(() => finish());
}

// finish shows the win, as the visit says. What it does before it waits for
// anything is in one frame with the last queen.
async function finish() {
  const { end, endAfter } = page.visit, mine = reporter;
  const byItself = page.autoNext > 0 && !page.last && end !== "elsewhere";
  due = mine;
  tellShown();
  if (byItself) setTimeout(() => { if (mine === reporter) go(() => open("next")); }, page.autoNext);
  if (end === "gold-card") gild();
  if (endAfter > 0) {
    await pause(endAfter);
    if (mine !== reporter) return;
  }
  if (!["nothing", "elsewhere"].includes(end)) {
    buttons();
    $("said").textContent = `Solved in ${clockText(clock.ms)}.`;
  }
  switch (end) {
    case "": return celebrate(byItself);
    case "nothing": return;
    case "elsewhere": return depart({ time: clockText(clock.ms) });
    case "confetti": clear = confetti(); return;
    default: card(end);
  }
}

// tellShown reports when the frame was made that shows what was done just now.
function tellShown() {
  const mine = reporter, { ms } = clock;
  requestAnimationFrame(() => {
    const time = performance.now();
    requestAnimationFrame(() => {
      if (due === mine) due = null;
      mine.add({ kind: "shown", time, clock: ms });
    });
  });
}

function gild() {
  board.celebrate(true);
  say({ kind: "gold" });
}

// celebrate shows the win, as crowns that turn gold, and shows the card after it,
// unless the page goes on by itself.
async function celebrate(byItself) {
  const mine = reporter;
  await pause(board.celebrate(false));
  if (mine !== reporter) return;
  say({ kind: "gold" });
  reporter.flush();
  if (byItself) return;
  await pause(700);
  if (mine === reporter) card();
}

function fillCard() {
  $("card-time").textContent = clockText(clock.ms);
  $("card-exact").textContent = clock.ms < 60_000 ? `${(clock.ms / 1000).toFixed(2)} seconds` : "";
  $("card").dataset.end = "";
}

// card shows the result, as the end of the game says.
function card(end = "") {
  fillCard();
  geometry(); // while the board is there
  $("card").dataset.end = end;
  $("card").querySelector(".card-crown").classList.toggle("instant", end !== "");
  $("card").hidden = false;
  if (end === "page") document.body.dataset.part = "result";
  $(page.last ? "again" : "next").focus({ preventScroll: true });
  geometry();
  say({ kind: "card" });
  reporter.flush();
}

const HINTS = {
  "wrong-queen": "This crown is in the wrong place.",
  "wrong-cross": "This cell should not be crossed out.",
  queen: "A crown belongs on this cell.",
  wrong: "This is not right.",
  next: "Go on here.",
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
  $("said").textContent = `${HINTS[cause]} (row ${board.row(cell) + 1}, column ${board.col(cell) + 1})`;
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
  if (document.body.dataset.part !== "result") lastPlace = board.geometry();
  const now = {
    ...lastPlace,
    dpr: devicePixelRatio, screenX, screenY,
    innerW: innerWidth, innerH: innerHeight, outerW: outerWidth, outerH: outerHeight,
    scrollX, scrollY,
  };
  if (!$("card").hidden && !$("next").hidden) {
    const { x, y, width, height } = $("next").getBoundingClientRect();
    now.next = { x, y, width, height };
  }
  const pad = document.querySelector(".pad");
  if (pad) {
    const { x, y, width, height } = pad.getBoundingClientRect();
    now.pad = { x, y, width, height };
  }
  const text = JSON.stringify(now);
  if (text === lastGeometry) return;
  lastGeometry = text;
  lastFull = now;
  say({ kind: "geometry", geometry: now });
}
const geometrySoon = () => { geometryDue ||= requestAnimationFrame(geometry); };

const WORD = 20; // characters of what was hit, and of a key, that are reported

// Every press, release and click is reported, wherever it lands, before the
// game hears of it.
const kinds = { pointerdown: "down", pointerup: "up", click: "click" };
for (const [type, kind] of Object.entries(kinds)) {
  window.addEventListener(type, (event) => {
    const { clientX: x, clientY: y, screenX, screenY, button, buttons, isTrusted: trusted, target } = event;
    const cell = board ? board.cellAt(target) : -1;
    const named = target instanceof Element ? target.closest("[id]")?.id ?? target.localName : "";
    say({ kind, time: event.timeStamp, cell, target: cell < 0 ? named.slice(0, WORD) || "page" : "", x, y, screenX, screenY, button, buttons, trusted });
  }, { capture: true });
}
window.addEventListener("keydown", (event) => {
  say({ kind: "key", time: event.timeStamp, key: event.key?.slice(0, WORD), trusted: event.isTrusted, cell: board ? board.cellAt(event.target) : -1 });
}, { capture: true });
window.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || $("play").hidden || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  game.undo();
  event.preventDefault();
});
window.addEventListener("pagehide", () => {
  if (!reporter) return;
  reporter.leave({ kind: "leave", time: performance.now(), clock: clock.ms });
  if (page.visit.end !== "elsewhere" || !page.solved) return;
  // The page that comes next reports what this one cannot any more.
  const left = {
    session: page.session, seq: reporter.next, origin: performance.timeOrigin,
    clock: clock.ms, geometry: lastFull, shown: due !== reporter,
  };
  try { sessionStorage.setItem("left", JSON.stringify(left)); } catch { /* a private window may not keep it */ }
});
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
if (query.get("step") === "next") {
  // Back from the page that a game ended on. A reload is not to go on again.
  const from = Number(query.get("from"));
  for (const own of ["step", "from"]) query.delete(own);
  history.replaceState(null, "", query.size ? `/?${query}` : "/");
  await go(() => open("next", 0, from));
} else await go(() => open(query.get("fresh") === "1" ? "again" : ""));
