// Patches: the grid is cut into rectangles. Its state is the rectangles, four letters each: their
// first row and column and their last ones, as digits of base 36.

import { draw, Grid } from "./grid.js";
import { Play } from "./play.js";

const COLORS = [
  "#ef6c00", "#e40101", "#00a651", "#00afff", "#c49000", "#7c4dff", "#0097a7", "#e91e63", "#546e7a", "#3949ab",
  "#00897b", "#6d4c41", "#ad1457", "#aa00a2", "#2e7d32", "#b87333", "#e64a19",
];
const SIZES = { square: [60, 60], tall: [50, 74], wide: [74, 50] };
const ALLOWS = { any: () => true, square: (h, w) => h === w, tall: (h, w) => h > w, wide: (h, w) => h < w };

const code = (n) => n.toString(36);
const size = ([r0, c0, r1, c1]) => (r1 - r0 + 1) * (c1 - c0 + 1);
const holds = ([r0, c0, r1, c1], row, col) => r0 <= row && row <= r1 && c0 <= col && col <= c1;
const apart = (a, b) => a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];

class Board extends Grid {
  #under; #over;

  constructor(root, puzzle) {
    super(root, puzzle, `Patches board of ${puzzle.rows} by ${puzzle.cols} cells`, "patches");
    this.clues = puzzle.clues;
    this.#under = this.layer("under");
    this.#over = this.layer("over");
    const markers = this.layer("markers");
    puzzle.clues.forEach(({ r, c, size, shape }, nth) => {
      const colour = this.colour(nth), at = r * puzzle.cols + c, [x, y] = this.middle(at);
      if (puzzle.skin === 1) this.cells[at].style.setProperty("--ground", `color-mix(in srgb, ${colour} 27%, var(--paper))`);
      const box = (kind, more) => {
        const [w, h] = SIZES[kind];
        return draw("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 6, fill: colour, ...more });
      };
      const dashed = { "fill-opacity": 0.4, stroke: colour, "stroke-width": 1.5, "stroke-dasharray": "5 4" };
      markers.append(...(shape === "any" ? [box("tall", dashed), box("wide", dashed)] : [box(shape, { class: "solid" })]));
      if (size > 0) markers.append(draw("text", { class: "number", x, y }, String(size)));
    });
  }

  colour(nth) { return COLORS[nth % COLORS.length]; }

  // clueIn returns the one clue in a rectangle, or -1.
  clueIn(rect) {
    const inside = this.clues.flatMap(({ r, c }, nth) => (holds(rect, r, c) ? [nth] : []));
    return inside.length === 1 ? inside[0] : -1;
  }

  paint(rects, live) {
    this.#under.replaceChildren();
    this.#over.replaceChildren();
    const drawn = live ? [...rects, live] : rects;
    this.cells.forEach((cell, at) => cell.classList.toggle("drawn", drawn.some((rect) => holds(rect, this.row(at), this.col(at)))));
    for (const rect of drawn) {
      const [r0, c0, r1, c1] = rect, nth = this.clueIn(rect), colour = nth < 0 ? "#8f8f8f" : this.colour(nth);
      const w = 100 * (c1 - c0 + 1), h = 100 * (r1 - r0 + 1), x = 100 * c0, y = 100 * r0;
      this.#under.append(draw("rect", {
        x: x + 7, y: y + 7, width: w - 14, height: h - 14, rx: 9, fill: colour, "fill-opacity": 0.37, stroke: colour, "stroke-width": 7,
      }));
      const clue = this.clues[nth];
      if (clue && r0 + r1 === 2 * clue.r && c0 + c1 === 2 * clue.c) continue; // its marker stands there
      this.#over.append(
        draw("rect", { class: "badge", x: x + w / 2 - 9, y: y + h / 2 - 9, width: 18, height: 18, rx: 5, stroke: colour }),
        draw("text", { class: "count", x: x + w / 2, y: y + h / 2, fill: colour }, String(size(rect))));
    }
  }
}

class Game extends Play {
  #rects = []; #anchor = -1; #live = null;
  get state() { return this.#rects.map((rect) => rect.map(code).join("")).join(""); }
  set state(text) { this.#rects = text.match(/..../g)?.map((r) => [...r].map((c) => parseInt(c, 36))) ?? []; }
  draw() { this.board.paint(this.#rects.filter((rect) => !this.#live || apart(rect, this.#live)), this.#live); }

  #to(cell) {
    const { board } = this, [a, b] = [this.#anchor, cell];
    return [Math.min(board.row(a), board.row(b)), Math.min(board.col(a), board.col(b)), Math.max(board.row(a), board.row(b)), Math.max(board.col(a), board.col(b))];
  }

  down(cell) { this.#anchor = cell; }

  move(cell) {
    this.#live = this.#to(cell);
    this.paint();
  }

  up(cell, from) {
    const rect = this.#live;
    this.#live = null;
    if (cell >= 0 && this.takes(cell)) {
      if (rect && (cell !== from.cell || size(rect) > 1)) this.#commit(this.#to(cell), cell);
      else if (cell === from.cell) this.#click(cell);
    }
    this.paint();
    this.clicked();
  }

  // commit puts a rectangle with one clue where others give way.
  #commit(rect, cell) {
    if (this.board.clueIn(rect) < 0) return;
    this.act(cell, "drag", () => { this.#rects = [...this.#rects.filter((other) => apart(other, rect)), rect]; });
  }

  #click(cell) {
    const row = this.board.row(cell), col = this.board.col(cell);
    this.act(cell, "click", () => {
      const left = this.#rects.filter((rect) => !holds(rect, row, col));
      const single = [row, col, row, col];
      if (left.length === this.#rects.length && this.board.clueIn(single) >= 0) left.push(single);
      this.#rects = left;
    });
  }

  solved() {
    return this.#rects.reduce((sum, rect) => sum + size(rect), 0) === this.board.cells.length && this.#wrong().length === 0;
  }

  #wrong() {
    return this.#rects.filter((rect) => {
      const [r0, c0, r1, c1] = rect, clue = this.board.clues[this.board.clueIn(rect)];
      return !clue || (clue.size > 0 && clue.size !== size(rect)) || !ALLOWS[clue.shape](r1 - r0 + 1, c1 - c0 + 1);
    });
  }

  mistakes() {
    const wrong = this.#wrong(), { board } = this;
    return new Set(board.cells.flatMap((_, cell) => (wrong.some((rect) => holds(rect, board.row(cell), board.col(cell))) ? [cell] : [])));
  }
}

export const patches = {
  title: "Patches", lead: "Piece the grid together", clear: "Reset", Board, Game,
  rules: ["Cover the grid with rectangles, each with one clue in it.", "A clue tells the shape of its rectangle, and may tell how many cells it has."],
  keys: "Drag from a corner to the opposite one. A click on a rectangle takes it away, Ctrl+Z takes back.",
  legend: ["Square", "Tall", "Wide", "Any"],
};
