// Trouble makes the page behave as badly as its server asked for.

export class Trouble {
  #options; #random; #taken = new Map(); #clicks = 0; #say;

  // say(what, cell) reports what was done to the player.
  constructor(options, say) {
    this.#options = options;
    this.#random = generator(options.seed);
    this.#say = say;
  }

  // takes tells whether the page takes a click on a cell.
  takes(cell) {
    const { dropClicks, swallowSecond, busyPerClick, eatFirst } = this.#options;
    if (busyPerClick > 0) {
      const end = performance.now() + busyPerClick;
      while (performance.now() < end); // on purpose: nothing else may run
    }
    if (eatFirst && this.#clicks === 0) {
      this.#say("eaten", cell);
      return false;
    }
    const now = performance.now(), dropped = dropClicks > 0 && this.#random() < dropClicks;
    if (dropped) {
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

  // clicked counts a click and moves or covers the board when it is time.
  clicked(stage, cover) {
    const { coverAfter, coverFor, shiftAfter, shiftX, shiftY } = this.#options;
    this.#clicks++;
    if (this.#clicks === shiftAfter) {
      stage.style.transform = `translate(${shiftX}px, ${shiftY}px)`;
      this.#say("shifted", -1);
    }
    if (this.#clicks === coverAfter) {
      const uncover = () => {
        if (cover.hidden) return;
        cover.hidden = true;
        this.#say("uncovered", -1);
      };
      cover.hidden = false;
      cover.querySelector("button").onclick = uncover;
      if (coverFor > 0) setTimeout(uncover, coverFor);
      this.#say("covered", -1);
    }
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
