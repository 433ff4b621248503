// Zip: one path through all cells. Its state is the path, two letters a cell: its row and its
// column as digits of base 36.

import { draw, Grid } from "./grid.js";
import { Play } from "./play.js";

// What a path is drawn in: the tint of its cells, their lines, and the ends of its gradient.
const THEMES = [
  ["#f5c4bd", "#dd9a90", "#ea3537", "#bf339f"], ["#f6cab5", "#df9f7d", "#f27b0b", "#f69b01"],
  ["#c4dbb9", "#96bb85", "#3f8f2f", "#7cb342"], ["#a9ceba", "#79ad90", "#0b7a4b", "#2aa876"],
  ["#abdeec", "#76bbce", "#0a8fb3", "#2b6fd6"], ["#aec0e5", "#8099cc", "#2f55c9", "#6a5be0"],
  ["#e6bee3", "#ca85c3", "#bf339f", "#ea3537"],
];

const code = (n) => n.toString(36);

class Board extends Grid {
  #line; #fade;

  constructor(root, puzzle) {
    super(root, puzzle, `Zip board of ${puzzle.rows} by ${puzzle.cols} cells`, "zip");
    const [tint, lines, from, to] = THEMES[Number(BigInt(puzzle.seed) % 7n)];
    // On a dark page the tints are dark as well: discs stand out from them as from other cells.
    root.style.setProperty("--tint", `light-dark(${tint}, color-mix(in srgb, ${from} 35%, #1c1f23))`);
    root.style.setProperty("--tint-line", `light-dark(${lines}, color-mix(in srgb, ${from} 55%, #1c1f23))`);
    this.#fade = draw("linearGradient", { id: "path-colour", gradientUnits: "userSpaceOnUse" },
      draw("stop", { offset: 0, "stop-color": from }), draw("stop", { offset: 1, "stop-color": to }));
    this.#line = draw("polyline", { class: "path", stroke: "url(#path-colour)" });
    const layer = this.layer("over");
    layer.append(draw("defs", {}, this.#fade), this.#line);
    for (const [row, col, k] of puzzle.numbers) {
      const [x, y] = this.middle(row * puzzle.cols + col);
      if (k === 1) layer.append(draw("circle", { class: "ring", cx: x, cy: y, r: 34, stroke: from }));
      layer.append(draw("circle", { class: "disc", cx: x, cy: y, r: 31.5 }), draw("text", { class: "number", x, y }, String(k)));
    }
    for (const [r1, c1, r2] of puzzle.walls) {
      const x = 100 * c1, y = 100 * r1;
      layer.append(draw("path", { class: "wall", d: r1 === r2 ? `M${x + 100} ${y}v100` : `M${x} ${y + 100}h100` }));
    }
  }

  paint(path) {
    const on = new Set(path);
    this.cells.forEach((cell, at) => cell.classList.toggle("visited", on.has(at)));
    const places = path.map((cell) => this.middle(cell));
    if (places.length === 1) places.push([places[0][0] + 0.01, places[0][1]]); // a line of no length has no caps
    this.#line.setAttribute("points", places.map((p) => p.join(",")).join(" "));
    const [x1, y1] = places[0] ?? [0, 0], [x2, y2] = places.at(-1) ?? [1, 1];
    const far = Math.hypot(x2 - x1, y2 - y1) < 1;
    for (const [name, value] of Object.entries({ x1, y1, x2: far ? x1 + 100 : x2, y2 })) this.#fade.setAttribute(name, value);
    this.#line.style.display = path.length > 1 ? "" : "none"; // where only its beginning is there, the tint tells
  }
}

class Game extends Play {
  #path = []; #drawing = false; #drawn = false;
  #numbers = new Map(); #walls = new Set(); #last;

  constructor(board, puzzle, more) {
    super(board, puzzle, more);
    for (const [row, col, k] of puzzle.numbers) this.#numbers.set(row * puzzle.cols + col, k);
    this.#last = puzzle.numbers.length;
    for (const [r1, c1, r2, c2] of puzzle.walls) {
      const a = r1 * puzzle.cols + c1, b = r2 * puzzle.cols + c2;
      this.#walls.add(`${a} ${b}`).add(`${b} ${a}`);
    }
  }

  get state() { return this.#path.map((cell) => code(this.board.row(cell)) + code(this.board.col(cell))).join(""); }
  set state(text) { this.#path = text.match(/../g)?.map((c) => parseInt(c[0], 36) * this.puzzle.cols + parseInt(c[1], 36)) ?? []; }
  draw() { this.board.paint(this.#path); }
  get #head() { return this.#path.at(-1); }

  // follows tells whether the path may go on to a cell beside its head.
  #follows(cell) {
    const head = this.#head, { board } = this;
    const beside = Math.abs(board.row(cell) - board.row(head)) + Math.abs(board.col(cell) - board.col(head)) === 1;
    if (!beside || this.#path.includes(cell) || this.#walls.has(`${head} ${cell}`)) return false;
    const next = 1 + this.#path.filter((at) => this.#numbers.has(at)).length, k = this.#numbers.get(cell);
    return k === undefined || k === next;
  }

  // step goes to a cell beside the head, or back to the one before it.
  #step(cell, cause, joins) {
    const back = this.#path.length > 1 && cell === this.#path.at(-2);
    if (!back && !this.#follows(cell)) return false;
    return this.act(cell, cause, () => { if (back) this.#path.pop(); else this.#path.push(cell); }, joins);
  }

  move(cell) {
    if (cell === this.#head || !this.#drawing) return;
    if (!this.takes(cell)) return;
    if (this.#step(cell, "drag", this.#drawn)) {
      this.#drawn = true;
      this.clicked();
    }
  }

  down(cell) {
    this.#drawn = false;
    this.#drawing = cell === this.#head && this.takesDrags;
  }

  up(cell, from) {
    this.#drawing = false;
    if (cell !== from.cell || this.#drawn) return;
    if (this.takes(cell)) this.#click(cell);
    this.clicked();
  }

  // click cuts the path back to a cell on it, or fills the straight way from its head.
  #click(cell) {
    const at = this.#path.indexOf(cell);
    if (at >= 0) {
      this.act(cell, "click", () => { this.#path.length = at + 1; });
      return;
    }
    const { board } = this, head = this.#head;
    const dr = Math.sign(board.row(cell) - board.row(head)), dc = Math.sign(board.col(cell) - board.col(head));
    if (dr && dc) return;
    const before = this.state;
    for (let on = head; on !== cell;) {
      on += dr * board.cols + dc;
      if (!this.#follows(on)) {
        this.state = before;
        return;
      }
      this.#path.push(on);
    }
    const after = this.state;
    this.state = before;
    this.act(cell, "click", () => { this.state = after; });
  }

  key(key) {
    const next = this.board.neighbour(this.#head, key);
    if (next >= 0 && this.#step(next, "key")) this.clicked();
    return key.startsWith("Arrow");
  }

  solved() { return this.#path.length === this.board.cells.length && this.#numbers.get(this.#head) === this.#last; }
  mistakes() { return new Set(); }
}

export const zip = {
  title: "Zip", lead: "Complete the path", Board, Game,
  rules: ["Connect the dots in order.", "Fill every cell.", "The path does not cross walls."],
  keys: "By keyboard: arrows draw the path and take it back, Ctrl+Z undoes.",
};
