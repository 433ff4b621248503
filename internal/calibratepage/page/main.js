// The flow of the page:
//
//   pictures, candidates -> rectangle -> reading -> test of the corners -> name -> saved
//
// The server keeps the pictures and reads them; this page shows and asks.

import { get, post, listen, Refused } from "./api.js";
import { Shot, stepOf } from "./shot.js";
import { Floating } from "./floating.js";
import { html, candidateRow, lookWords, nothingWords, outline } from "./panel.js";
import { Settings } from "./settings.js";
import { boxOf, sameBox, near, inside, clampTo } from "./svg.js";

const $ = (id) => document.getElementById(id);
// painted waits until what was changed is on the screen. A page that is hidden is
// not painted at all, and needs no longer wait.
const painted = () => new Promise((done) => {
  setTimeout(done, 1000);
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)));
});
const TITLE = document.title;

let state;       // what the server has
let shots = [];  // by display; null where there is no picture
let place = null; // what is chosen: {display, rect, look, candidate}; look is null while it is read
let accepted = false;
let zoomed = false;
let testing = null; // {zones, done} while the corners are tried
let counting = null; // ends the countdown
let over = false;
const small = new Floating();

const say = (words) => { $("said").textContent = words; };
const shotOf = () => place && shots[place.display];
const asked = () => ({ shot: state.shot, display: place.display, ...place.rect });
const picture = (display) => `picture/${state.shot}/${display}`;

const settings = new Settings({
  changed: buttonMark,
  // aim lets the person show a start button on the picture.
  aim: (on) => {
    for (const s of shots) if (s) s.aiming = on;
    if (on) shotOf()?.root.scrollIntoView({ block: "nearest" });
  },
  check: (at) => post("button", { ...asked(), at }),
  start: () => shotOf() && clampTo({ x: place.rect.x + place.rect.width / 2, y: place.rect.y + place.rect.height + 40 }, shotOf().bounds),
  bounds: () => shotOf()?.bounds,
  save,
});

// show puts the server's state on the page.
function show(next) {
  state = next;
  place = null;
  shots = state.displays.map((d, i) => (d.problem ? null : new Shot(d, i, picture(i), {
    rect: (shot, rect, done) => setRect(shot.number, rect, done),
    choose,
    point: (_, p) => settings.pointed(p),
  })));
  $("shots").replaceChildren(...state.displays.map((d, i) => {
    const name = `Display ${d.index}${d.name ? ` (${d.name})` : ""}`;
    if (d.problem) return html("p", { className: "black", textContent: `${name} cannot be shown: ${d.problem}` });
    const size = `${d.bounds.width} × ${d.bounds.height} at ${d.bounds.x}, ${d.bounds.y}`;
    const figure = html("figure", {}, shots[i].root, html("figcaption", {}, html("span", { textContent: `${name}, as it was at ${state.taken}` }), html("span", { textContent: size })));
    figure.style.setProperty("--aspect", d.bounds.width / d.bounds.height);
    return figure;
  }));
  $("candidates").replaceChildren(...state.candidates.map((c, i) => candidateRow(c, i, state.displays, choose)));
  $("choices").hidden = state.candidates.length === 0;
  $("zoom").disabled = !shots.some(Boolean);
  settings.show(state);
  setTest(null);
  setAccepted(false);
  if (state.chosen >= 0) choose(state.chosen);
  else nothing();
}

// choose takes a candidate.
function choose(i) {
  const c = state.candidates[i];
  if (!c) return;
  setPlace({ display: c.display, rect: boxOf(c.region), look: c, candidate: i });
  say(c.read ? `${c.title} chosen` : "");
}

// setRect takes a rectangle of the person's, and asks what is in it.
function setRect(display, rect, done) {
  say("");
  const keep = place?.display === display && place.look;
  setPlace({ display, rect, look: keep || null, candidate: -1, stale: true });
  if (done) $("look").classList.add("busy");
  readSoon();
}

function setPlace(next) {
  const before = place;
  if (before && before.display === next.display && sameBox(before.rect, next.rect) && before.look === next.look) return;
  place = next;
  const moved = !before || before.display !== place.display || !sameBox(before.rect, place.rect);
  if (moved) {
    setTest(null);
    setAccepted(false);
  }
  shots.forEach((s, i) => s?.show(i === place.display ? place.rect : null, i === place.display ? place.look : null));
  drawOthers();
  for (const radio of document.querySelectorAll('[name="candidate"]')) radio.checked = Number(radio.value) === place.candidate;
  for (const [key, value] of Object.entries(place.rect)) if (document.activeElement !== $(`rect-${key}`)) $(`rect-${key}`).value = value;
  showLook();
  if (zoomed && before?.display !== place.display) zoom(true);
  buttonMark();
}

// drawOthers outlines the candidates that are not what is chosen.
function drawOthers() {
  const shown = (c) => place?.display === c.display && place.look?.board && near(place.look.board, c.board);
  shots.forEach((s, display) => s?.others(state.candidates
    .map((c, id) => ({ c, id }))
    .filter(({ c, id }) => c.display === display && c.board && id !== place?.candidate && !shown(c))
    .map(({ c, id }) => outline(c, id))));
}

let reading = false, again = false;

// readSoon has the rectangle read; while that lasts, only the latest of further
// rectangles is kept.
async function readSoon() {
  again = true;
  if (reading) return;
  reading = true;
  while (again) {
    again = false;
    const { display, rect } = place, shot = state.shot;
    try {
      const look = await post("read", { shot, display, ...rect });
      if (place.stale && place.display === display && state.shot === shot) {
        setPlace({ ...place, look, stale: !sameBox(place.rect, rect) });
      }
    } catch (error) {
      if (!(error instanceof Refused)) gone();
      else if (error.status === 409) await attempt(async () => show(await get("state"))); // another page has captured
      else say(error.words);
    }
  }
  reading = false;
  if (!over) $("look").classList.remove("busy");
}

// showLook tells what was read, in words.
function showLook() {
  const look = place.look;
  $("accept").disabled = accepted || !look;
  $("fit").disabled = !look?.board || !look.read;
  $("look").replaceChildren(...lookWords(look));
}

// nothing is shown where no board was found and no place is chosen.
function nothing() {
  $("look").replaceChildren(...nothingWords());
  $("accept").disabled = $("fit").disabled = true;
  for (const s of shots) {
    s?.show(null, null);
  }
  drawOthers();
}

// fit draws the rectangle as calibrate itself would: with a cell's room around.
function fit() {
  const look = place?.look;
  if (!look?.read) return;
  const { x, y, width, height } = look.board, px = width / look.size, py = height / look.size;
  const left = Math.floor(x - px), top = Math.floor(y - py);
  setRect(place.display, inside({ x: left, y: top, width: Math.ceil(x + width + px) - left, height: Math.ceil(y + height + py) - top }, shotOf().bounds), true);
}

function setAccepted(on) {
  accepted = on;
  $("accept").firstChild.data = on ? "In use " : "Use this ";
  $("accept").disabled = on || !place?.look;
  $("step-place").classList.toggle("done", on);
  for (const id of ["step-test", "step-save"]) $(id).classList.toggle("later", !on);
}

function accept() {
  if (!place?.look || accepted) return;
  setAccepted(true);
  say(place.look.read ? `${place.look.title} it is` : "The place is taken as it is");
  // Not to the button in it, which an Enter that is held down would press.
  $("step-test").focus();
}

function zoom(on) {
  zoomed = on;
  $("zoom").setAttribute("aria-pressed", on);
  shots.forEach((s, i) => s?.zoom(on && place?.display === i ? place.look?.board ?? place.rect : null));
}

// The test of the corners.

function setTest(next) {
  testing = next;
  const done = next?.done ?? [];
  $("test").firstChild.data = next && !next.over ? "Stop the test " : "Start the test ";
  [...$("ticks").children].forEach((li, i) => {
    li.classList.toggle("done", Boolean(done[i]));
    li.setAttribute("aria-label", `${li.textContent}${done[i] ? ", done" : ""}`);
  });
  $("step-test").classList.toggle("done", Boolean(next?.over && next.passed));
  for (const s of shots) {
    s?.corners([]);
    s?.pointer(null);
  }
  if (!next) {
    document.title = TITLE;
    return;
  }
  const n = done.filter(Boolean).length;
  document.title = next.over ? TITLE : `${n} of 4 corners – autoqueens`;
  shotOf()?.corners(next.zones, done);
  if (next.pointer) shots[next.pointer.display]?.pointer(next.pointer);
  small.corners(next.zones, done, next.pointer?.display === place?.display ? next.pointer : null,
    next.over ? (next.passed ? "All four corners. Done." : "") : `${n} of 4 corners`);
}

async function test() {
  if (testing && !testing.over) {
    setTest(null);
    await post("test", { on: false });
    return;
  }
  if (!place?.look) return;
  // The first corner may be told of before the answer is here.
  setTest({ zones: [], done: [false, false, false, false] });
  const mine = place.rect;
  const zones = await post("test", { ...asked(), on: true });
  if (testing && sameBox(mine, place.rect)) setTest({ ...testing, zones });
  say("Now move the mouse over the four corners of the board, in the game itself. No click is needed.");
}

async function float() {
  if (!place) return;
  await small.show(shotOf().display, place.display, picture(place.display), place.rect, place.look);
  if (!testing || testing.over) await test();
  else setTest(testing);
}

function pointed(event) {
  if (!testing || testing.over) return;
  const pointer = event.display >= 0 ? { x: event.x, y: event.y, display: event.display } : null;
  const passed = event.done.every(Boolean);
  setTest({ ...testing, done: event.done, pointer, over: event.over, passed });
  if (event.words) say(passed ? "All four corners: the mouse is where the picture has it." : event.words);
}

// Capturing again.

async function capture() {
  if (counting) return;
  const seconds = Number($("seconds").value);
  const stop = new AbortController();
  counting = stop;
  small.close();
  // A picture of the board must not be on the screen when it is captured.
  blank(true);
  const end = performance.now() + 1000 * seconds;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    $("count").textContent = left || "…";
    document.title = `${left || "…"} – capture again`;
  };
  tick();
  const ticking = setInterval(tick, 200);
  $("countdown-stop").focus();
  try {
    await painted();
    show(await post("capture", { seconds }, stop.signal));
    say("Captured again.");
  } catch (error) {
    if (error instanceof Refused) say(error.words);
    else if (!stop.signal.aborted) return gone();
    if (state) show(state);
  } finally {
    clearInterval(ticking);
    counting = null;
    document.title = TITLE;
    if (!over) blank(false);
  }
  (shotOf()?.region ?? $("again")).focus({ preventScroll: true });
}

// blank takes the pictures off the page.
function blank(on) {
  if (on) {
    shots = [];
    $("shots").replaceChildren();
  }
  $("main").hidden = document.querySelector(".tools").hidden = on;
  $("countdown").hidden = !on;
}

// The end.

async function save() {
  if (!place?.look) {
    settings.wrong("There is no place to save yet: choose a board, or drag a rectangle around it.");
    return;
  }
  const request = settings.request();
  if (!request) return;
  settings.busy(true);
  setTest(null);
  try {
    await post("save", { ...asked(), ...request }); // the end is told as an event
  } catch (error) {
    if (over) return;
    if (!(error instanceof Refused)) return gone();
    if (error.status === 412) settings.show({ ...state, ...(await get("state")) }); // with the profiles that are there by now
    settings.wrong(error.words);
  } finally {
    if (!over) settings.busy(false);
  }
}

function finish(title, words) {
  if (over) return;
  over = true;
  counting?.abort();
  small.close();
  hush();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  shots = [];
  $("shots").replaceChildren();
  $("main").remove();
  $("countdown").remove();
  document.querySelector(".tools").remove();
  say("");
  document.title = `${title} – autoqueens`;
  $("over-title").textContent = title;
  $("over-words").textContent = words;
  $("over").hidden = false;
  $("over").focus();
}

const gone = () => finish("It has ended", "The program that serves this page is no longer there.");

async function cancel() {
  if ($("leave").open) return;
  $("leave").returnValue = "";
  $("leave").showModal();
}
$("leave").addEventListener("close", () => {
  if ($("leave").returnValue === "stop") attempt(() => post("cancel", {}));
});

function buttonMark() {
  const all = settings.buttons;
  shots.forEach((s, i) => s?.mark(place?.display === i ? all : []));
}

// attempt runs an answer to a press, and tells of what goes wrong.
async function attempt(step) {
  try {
    await step();
  } catch (error) {
    if (over) return;
    if (error instanceof Refused) say(error.words);
    else if (error instanceof TypeError) gone(); // which is how fetch says that nobody answers
    else say(error.message);
  }
}

const actions = {
  z: () => zoom(!zoomed), c: capture, t: test, w: float, f: fit, s: save, b: () => place && settings.toggleAim(),
  r: () => shotOf()?.region.focus(), n: () => $("name").focus(),
  "?": () => $("keys").showModal(),
};
const buttons = { zoom: "z", again: "c", test: "t", float: "w", fit: "f", help: "?", "button-set": "b" };
for (const [id, key] of Object.entries(buttons)) $(id).addEventListener("click", () => attempt(actions[key]));
$("accept").addEventListener("click", accept);
$("cancel").addEventListener("click", cancel);
$("countdown-stop").addEventListener("click", () => counting?.abort());

document.addEventListener("keydown", (event) => {
  if (over || document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  if (key === "Escape") {
    if (counting) counting.abort();
    else if (settings.aiming) settings.toggleAim();
    else if (testing && !testing.over) attempt(test);
    else cancel();
    event.preventDefault();
    return;
  }
  if (counting) return;
  if (settings.aiming) {
    const step = stepOf(event);
    if (step) settings.moveAim(step);
    else if (key === "Enter") settings.takeAim();
    else return;
    event.preventDefault();
    return;
  }
  const typing = target.matches("input:not([type=radio]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[key.toLowerCase()];
  if (action) {
    attempt(action);
    event.preventDefault();
  } else if (/^[1-9]$/.test(key)) {
    choose(Number(key) - 1);
  } else if (key === "Enter" && !target.closest("button")) {
    accept();
    event.preventDefault();
  }
});

for (const key of ["x", "y", "width", "height"]) {
  $(`rect-${key}`).addEventListener("input", (event) => {
    const value = event.target.valueAsNumber;
    if (!place || !Number.isInteger(value)) return;
    const wanted = { ...place.rect, [key]: value }, fits = inside(wanted, shotOf().bounds);
    event.target.setCustomValidity(sameBox(wanted, fits) ? "" : "outside the picture");
    if (sameBox(wanted, fits)) setRect(place.display, fits, true);
  });
  $(`rect-${key}`).addEventListener("blur", (event) => {
    event.target.setCustomValidity("");
    if (place) event.target.value = place.rect[key];
  });
}

const hush = listen({
  pointer: pointed,
  end: ({ words, saved }) => finish(saved ? "Saved" : "Stopped", words),
  gone,
});

await attempt(async () => show(await get("state")));
shotOf()?.region.focus({ preventScroll: true });
