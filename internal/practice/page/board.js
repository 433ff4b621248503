// Board draws a Queens board. It knows nothing of clicks: the game paints on it.

import { Grid } from "./grid.js";
import { CROSS, QUEEN } from "./rules.js";

const copy = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

export const crown = () => copy("crown");

const WORDS = ["empty", "cross", "queen"];

export class Board extends Grid {
  #marks; #puzzle;

  // puzzle is {rows, cols, regions, colors, names}.
  constructor(root, puzzle, label) {
    super(root, puzzle, label, "queens");
    this.#puzzle = puzzle;
    const { regions, colors } = puzzle;
    this.cells.forEach((cell, at) => cell.style.setProperty("--ground", colors[regions[at]]));
    this.edges((a, b) => regions[a] !== regions[b]);
    this.#marks = this.cells.map(() => -1);
  }

  // paint shows the marks; clash is the set of cells to show in red.
  paint(marks, clash = new Set(), locked = []) {
    const { regions, names } = this.#puzzle;
    this.cells.forEach((cell, at) => {
      const mark = marks[at];
      cell.classList.toggle("clash", clash.has(at));
      if (mark === this.#marks[at]) return;
      this.#marks[at] = mark;
      cell.replaceChildren(...(mark === QUEEN ? [copy("crown")] : mark === CROSS ? [copy("cross")] : []));
      cell.classList.toggle("queen", mark === QUEEN);
      const given = locked.includes(at) ? ", given" : "";
      cell.setAttribute("aria-label",
        `Row ${this.row(at) + 1}, column ${this.col(at) + 1}, ${names?.[regions[at]] ?? "colour"}: ${WORDS[mark]}${given}`);
    });
  }

  // celebrate turns the crowns gold one after the other, row by row, and returns
  // the ms until the last one has turned.
  celebrate(instant) {
    const stagger = 70, turn = 600;
    let n = 0;
    for (const cell of this.cells) {
      if (cell.classList.contains("queen")) cell.style.setProperty("--delay", `${stagger * n++}ms`);
    }
    return super.celebrate(instant) && stagger * n + turn;
  }
}

// snapLines makes the widths of lines whole device pixels, cut down as browsers
// cut down borders, but keeps thick ones thicker than thin ones at every zoom.
export function snapLines() {
  const whole = (px) => Math.floor(px + 0.01);
  const dpr = window.devicePixelRatio || 1;
  const thin = Math.max(1, whole(dpr)), thick = Math.max(thin + 1, whole(2 * dpr));
  const frame = Math.max(thick, whole(4 * dpr));
  const style = document.documentElement.style;
  // A hair more than whole, for borders are cut down to whole device pixels.
  for (const [name, px] of Object.entries({ thin, thick, frame })) style.setProperty(`--${name}`, `${(px + 0.02) / dpr}px`);
}
