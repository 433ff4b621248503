// Trouble makes the page behave as badly as its server asked for.

const query = new URLSearchParams(location.search);

export class Trouble {
  #options; #random; #taken = new Map(); #clicks = 0; #page; #pressed = false; #timers = new Set();

  // page: say(what, cell) reports what was done to the player, leave() and
  // replace() take the board away; stage is what to move, cover what to show.
  constructor(options, page) {
    this.#options = options;
    this.#random = generator(options.seed);
    this.#page = page;
    page.cover.classList.toggle("whole", options.coverWhole);
  }

  #say(what, cell) { this.#page.say(what, cell); }

  #after(ms, what) {
    if (ms > 0) this.#timers.add(setTimeout(what, ms));
  }

  // stop ends what is still to come.
  stop() { this.#timers.forEach(clearTimeout); }

  // pressed hears of every press on a cell, before its click.
  pressed() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.#after(this.#options.coverAt, () => this.#cover());
    this.#after(this.#options.leaveAt, () => this.#page.leave());
    this.#after(this.#options.reloadAt, () => {
      if (sessionStorage.getItem("reloaded")) return;
      sessionStorage.setItem("reloaded", "1");
      location.reload();
    });
  }

  // takes tells whether the page takes a click on a cell.
  takes(cell) {
    const { dropClicks, dropFrom, swallowSecond, busyPerClick, eatFirst } = this.#options;
    if (busyPerClick > 0) {
      const end = performance.now() + busyPerClick;
      while (performance.now() < end); // on purpose: nothing else may run
    }
    if (eatFirst && this.#clicks === 0) {
      this.#say("eaten", cell);
      return false;
    }
    // When it was made, not when a busy page comes to it: so a browser counts double clicks too.
    const now = window.event?.timeStamp ?? performance.now(), dropped = dropClicks > 0 && this.#random() < dropClicks;
    if (dropped || (dropFrom > 0 && this.#clicks + 1 >= dropFrom)) {
      this.#say("dropped", cell);
      return false;
    }
    if (swallowSecond > 0 && now - (this.#taken.get(cell) ?? -Infinity) < swallowSecond) {
      this.#say("swallowed", cell);
      return false;
    }
    this.#taken.set(cell, now);
    return true;
  }

  // takesKeys and takesDrags tell whether the page takes keys, and drags along a path.
  get takesKeys() { return !this.#options.noKeys && query.get("keys") !== "0"; }
  get takesDrags() { return !this.#options.noDrags && query.get("drags") !== "0"; }

  // clicked counts a click and moves, covers or takes away the board when it is
  // time.
  clicked() {
    const { coverAfter, coverAt, shiftAfter, shiftX, shiftY, leaveAfter, replaceAfter } = this.#options;
    this.#clicks++;
    if (this.#clicks === shiftAfter) {
      // Not a transform: what lies over the whole page would move with it.
      Object.assign(this.#page.stage.style, { left: `${shiftX}px`, top: `${shiftY}px`, zIndex: 1 }); // over what it comes to lie on
      this.#say("shifted", -1);
    }
    if (this.#clicks === coverAfter && !(coverAt > 0)) this.#cover();
    if (this.#clicks === leaveAfter) this.#page.leave();
    if (this.#clicks === replaceAfter) this.#page.replace();
  }

  #cover() {
    const { cover } = this.#page;
    const uncover = () => {
      if (cover.hidden) return;
      cover.hidden = true;
      this.#say("uncovered", -1);
    };
    cover.hidden = false;
    this.#after(this.#options.coverFor, uncover);
    this.#say("covered", -1);
    requestAnimationFrame(() => requestAnimationFrame((painted) => {
      // A press that was made before anybody could see the button is not meant for it.
      cover.querySelector("button").onclick = (click) => { if (click.timeStamp > painted) uncover(); };
      this.#say("cover-painted", -1);
    }));
  }
}

// generator returns a small seeded source of numbers from 0 to 1 (xorshift).
function generator(seed) {
  let x = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    x ^= x << 13; x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5; x >>>= 0;
    return x / 2 ** 32;
  };
  for (let i = 0; i < 8; i++) next(); // near seeds part ways
  return next;
}
