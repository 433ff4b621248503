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
    this.#due.push({ what, at: (Math.floor(performance.now() / this.#every) + 1) * this.#every });
    this.#wait();
  }

  #wait() {
    if (this.#due.length === 0) return;
    // Rounded up: a timer drops what is less than a millisecond, and would come before its time.
    this.#timer ||= setTimeout(() => this.#paint(), Math.max(0, Math.ceil(this.#due[0].at - performance.now())));
  }

  // paint draws what is due. On a busy machine it comes late, when there may be more that
  // has yet to wait.
  #paint() {
    this.#timer = 0;
    const now = performance.now();
    while (this.#due.length > 0 && this.#due[0].at <= now) this.#due.shift().what();
    this.#wait();
  }

  // stop forgets what was not drawn yet.
  stop() {
    clearTimeout(this.#timer);
    this.#due = [];
  }
}
