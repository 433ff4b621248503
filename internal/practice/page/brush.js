// Brush shows what the player did: at once, or, on a page that paints slowly,
// only at multiples of some time. What it draws in one go is in one frame.

export class Brush {
  #every; #due = []; #timer = 0;

  constructor(every) { this.#every = every; }

  // slow tells whether what is drawn has to wait.
  get slow() { return this.#every > 0; }

  draw(what) {
    if (!(this.#every > 0)) {
      what();
      return;
    }
    this.#due.push(what);
    // Rounded up: a timer drops what is less than a millisecond, and would come before its time.
    this.#timer ||= setTimeout(() => this.#all(), Math.ceil(this.#every - performance.now() % this.#every));
  }

  #all() {
    this.#timer = 0;
    for (const what of this.#due.splice(0)) what();
  }

  // stop forgets what was not drawn yet.
  stop() {
    clearTimeout(this.#timer);
    this.#due = [];
  }
}
