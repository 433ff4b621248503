// The dialog that explains the game as a board is opened. Its board plays by
// itself: a ring pulses on a cell, then the cell gets its mark.

import { Board } from "./board.js";
import { TRY } from "./lessons.js";
import { CROSS, EMPTY, QUEEN } from "./rules.js";

const STEP_MS = 700, RING_MS = 350;

const STEPS = [
  [0, CROSS, "Click a cell once for a cross."],
  [0, QUEEN, "Click it again for a crown."],
  [1, CROSS, "No other crown fits in its row."],
  [6, CROSS, "Nor does one fit where it touches."],
  [8, CROSS, "The next row has room here."],
  [8, QUEEN, "So a crown goes here."],
  [13, CROSS, "Its column is taken now."],
  [11, QUEEN, "Every colour holds one crown."],
  [6, EMPTY, "Crosses are for you: take back what you like."],
  [19, QUEEN, "Two rows are left."],
  [13, EMPTY, "A third click empties a cell."],
  [22, QUEEN, "Every row, column and colour has its crown!"],
];

const $ = (id) => document.getElementById(id);

export class Tutorial {
  #board; #marks; #next; #timer = 0; #left = 0;

  constructor() {
    this.#board = new Board($("tutorial-board"), TRY, "Example that plays by itself");
    this.#board.cells.forEach((cell) => cell.removeAttribute("tabindex"));
    $("tutorial").onclose = () => this.#rest();
    $("tutorial-start").onclick = () => this.#play();
    for (const id of ["tutorial-x", "tutorial-close"]) $(id).onclick = () => this.close();
  }

  // open shows the dialog until it is closed, or for that long.
  open(ms) {
    $("tutorial").showModal();
    this.#left = setTimeout(() => this.close(), ms);
    this.#play();
  }

  close() { $("tutorial").close(); }

  #play() {
    this.#rest();
    this.#marks = Array(this.#board.cells.length).fill(EMPTY);
    this.#board.paint(this.#marks);
    this.#next = 0;
    $("tutorial-words").textContent = "Crown every row, column and colour once.";
    this.#timer = setTimeout(() => this.#ring(), STEP_MS - RING_MS);
  }

  #ring() {
    if (this.#next === STEPS.length) {
      this.#play();
      return;
    }
    const [cell, mark, words] = STEPS[this.#next++];
    this.#board.cells[cell].classList.add("ringed");
    $("tutorial-words").textContent = words;
    this.#timer = setTimeout(() => {
      this.#still();
      this.#marks[cell] = mark;
      this.#board.paint(this.#marks);
      this.#timer = setTimeout(() => this.#ring(), STEP_MS - RING_MS);
    }, RING_MS);
  }

  #still() { this.#board.root.querySelector(".ringed")?.classList.remove("ringed"); }

  #rest() {
    clearTimeout(this.#timer);
    if (!$("tutorial").open) clearTimeout(this.#left);
    this.#still();
  }
}
