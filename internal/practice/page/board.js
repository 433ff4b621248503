// Board draws a board and tells which cell is where. It knows nothing of
// clicks: the game paints on it.

import { CROSS, QUEEN } from "./rules.js";

const copy = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

export const crown = () => copy("crown");

const WORDS = ["empty", "cross", "queen"];

export class Board {
  cells = [];
  #marks = []; #root; #puzzle;

  // puzzle is {size, regions, colors, names}.
  constructor(root, puzzle, label) {
    this.#root = root;
    this.#puzzle = puzzle;
    const { size, regions, colors } = puzzle;
    root.replaceChildren();
    root.classList.remove("gold", "instant");
    root.classList.add("board");
    root.style.setProperty("--size", size);
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", label);
    for (let row = 0; row < size; row++) {
      const line = document.createElement("div");
      line.className = "line";
      line.setAttribute("role", "row");
      for (let col = 0; col < size; col++) {
        const at = row * size + col;
        const cell = document.createElement("div");
        cell.className = "cell";
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = at;
        cell.tabIndex = -1;
        cell.style.setProperty("--ground", colors[regions[at]]);
        const other = (r, c) => r >= 0 && c >= 0 && r < size && c < size && regions[r * size + c] !== regions[at];
        cell.classList.toggle("top", other(row - 1, col));
        cell.classList.toggle("bottom", other(row + 1, col));
        cell.classList.toggle("left", other(row, col - 1));
        cell.classList.toggle("right", other(row, col + 1));
        line.append(cell);
        this.cells.push(cell);
      }
      root.append(line);
    }
    if (this.cells.length) this.cells[0].tabIndex = 0;
    this.#marks = this.cells.map(() => -1);
  }

  get root() { return this.#root; }

  // paint shows the marks; clash is the set of cells to show in red.
  paint(marks, clash = new Set(), locked = []) {
    const { size, regions, names } = this.#puzzle;
    this.cells.forEach((cell, at) => {
      const mark = marks[at];
      cell.classList.toggle("clash", clash.has(at));
      if (mark === this.#marks[at]) return;
      this.#marks[at] = mark;
      cell.replaceChildren(...(mark === QUEEN ? [copy("crown")] : mark === CROSS ? [copy("cross")] : []));
      cell.classList.toggle("queen", mark === QUEEN);
      const given = locked.includes(at) ? ", given" : "";
      cell.setAttribute("aria-label",
        `Row ${Math.floor(at / size) + 1}, column ${at % size + 1}, ${names?.[regions[at]] ?? "colour"}: ${WORDS[mark]}${given}`);
    });
  }

  // cellAt returns the cell an event's target belongs to, or -1.
  cellAt(element) {
    const cell = element instanceof Element ? element.closest(".cell") : null;
    return cell && this.#root.contains(cell) ? Number(cell.dataset.cell) : -1;
  }

  // cellUnder returns the cell at a place in the viewport, or -1.
  cellUnder(x, y) { return this.cellAt(document.elementFromPoint(x, y)); }

  // turnGold turns the crowns gold one after the other, row by row, and returns
  // the ms until the last one has turned.
  turnGold(instant) {
    const stagger = 70, turn = 600;
    let n = 0;
    for (const cell of this.cells) {
      if (cell.classList.contains("queen")) cell.style.setProperty("--delay", `${stagger * n++}ms`);
    }
    this.#root.classList.toggle("instant", instant);
    this.#root.classList.add("gold");
    return instant ? 0 : stagger * n + turn;
  }

  // geometry returns where the board and its lattice are in the viewport.
  geometry() {
    const plain = ({ x, y, width, height }) => ({ x, y, width, height });
    const first = this.cells[0].getBoundingClientRect(), last = this.cells.at(-1).getBoundingClientRect();
    return {
      board: plain(this.#root.getBoundingClientRect()),
      lattice: { x: first.left, y: first.top, width: last.right - first.left, height: last.bottom - first.top },
    };
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
