// Tango: suns and moons. Its state is a letter a cell: . S M.

import { draw, Grid } from "./grid.js";
import { Play } from "./play.js";

const NEXT = { ".": "S", S: "M", M: "." };
const WORDS = { ".": "empty", S: "sun", M: "moon" };

const symbol = {
  S: () => draw("svg", { class: "symbol", viewBox: "0 0 100 100" }, draw("circle", { cx: 50, cy: 50, r: 20, class: "sun" })),
  M: () => draw("svg", { class: "symbol", viewBox: "0 0 100 100" },
    draw("path", { class: "moon", d: "M52 31 A19.5 19.5 0 1 1 31 52 A16 16 0 0 0 52 31 Z" })),
};

class Board extends Grid {
  #shown = [];

  constructor(root, puzzle) {
    super(root, puzzle, `Tango board of ${puzzle.rows} by ${puzzle.cols} cells`, "tango");
    this.cells.forEach((cell, at) => cell.classList.toggle("locked", puzzle.locked[at] === "#"));
    for (const [r1, c1, r2, , what] of puzzle.signs) {
      const sign = draw("svg", { class: "sign", viewBox: "0 0 28 28", "aria-label": what === "=" ? "Equal" : "Cross" },
        draw("path", { d: what === "=" ? "M6 11h16M6 17h16" : "M7 7l14 14M21 7l-14 14" }));
      sign.classList.add(r1 === r2 ? "beside" : "below");
      this.cells[r1 * puzzle.cols + c1].append(sign);
    }
  }

  paint(state) {
    this.cells.forEach((cell, at) => {
      if (this.#shown[at] === state[at]) return;
      this.#shown[at] = state[at];
      cell.querySelector(".symbol")?.remove();
      if (symbol[state[at]]) cell.prepend(symbol[state[at]]());
      cell.setAttribute("aria-label", `Row ${this.row(at) + 1}, column ${this.col(at) + 1}: ${WORDS[state[at]]}`);
    });
  }
}

class Game extends Play {
  #cells = [];
  get state() { return this.#cells.join(""); }
  set state(text) { this.#cells = [...text]; }
  draw() { this.board.paint(this.#cells); }

  up(cell, from) {
    if (cell !== from.cell) return;
    if (this.takes(cell)) this.#turn(cell, "click");
    this.clicked();
  }

  key(key, cell) {
    if (cell < 0) return false;
    if (key === "Enter" || key === " ") {
      this.#turn(cell, "key");
      return true;
    }
    const next = this.board.neighbour(cell, key);
    if (next >= 0) this.board.cells[next].focus();
    return next >= 0;
  }

  #turn(cell, cause) {
    if (this.puzzle.locked[cell] === "#") return;
    this.act(cell, cause, () => { this.#cells[cell] = NEXT[this.#cells[cell]]; });
  }

  solved() { return !this.#cells.includes(".") && this.mistakes().size === 0; }

  mistakes() {
    const { rows, cols, signs } = this.puzzle, wrong = new Set();
    const lines = [
      ...Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => r * cols + c)),
      ...Array.from({ length: cols }, (_, c) => Array.from({ length: rows }, (_, r) => r * cols + c)),
    ];
    for (const line of lines) {
      const at = line.map((cell) => this.#cells[cell]);
      for (const s of ["S", "M"]) {
        if (at.filter((a) => a === s).length > line.length / 2) line.forEach((cell) => wrong.add(cell));
        for (let i = 2; i < line.length; i++) {
          if (at[i] === s && at[i - 1] === s && at[i - 2] === s) [0, 1, 2].forEach((d) => wrong.add(line[i - d]));
        }
      }
    }
    for (const [r1, c1, r2, c2, what] of signs) {
      const a = r1 * cols + c1, b = r2 * cols + c2, [x, y] = [this.#cells[a], this.#cells[b]];
      if (x !== "." && y !== "." && (x === y) !== (what === "=")) [a, b].forEach((cell) => wrong.add(cell));
    }
    return wrong;
  }
}

export const tango = {
  title: "Tango", lead: "Harmonize the grid", Board, Game,
  rules: [
    "Fill the grid so that each cell holds a sun or a moon.",
    "No more than two of the same may be next to each other, either way.",
    "Each row and column has as many suns as moons.",
    "Cells with = between them are the same, with × they are opposite.",
  ],
  keys: "By keyboard: arrows move, Enter turns the cell, Ctrl+Z takes back.",
};
