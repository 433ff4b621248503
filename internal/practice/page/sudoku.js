// Mini Sudoku. Its state is a letter a cell: a digit, or a dot.

import { Grid } from "./grid.js";
import { Play } from "./play.js";

class Board extends Grid {
  constructor(root, puzzle) {
    super(root, puzzle, `Sudoku of ${puzzle.rows} by ${puzzle.cols} cells`, "sudoku");
    const { boxrows, boxcols, skin } = puzzle;
    this.box = (cell) => Math.floor(this.row(cell) / boxrows) * this.cols + Math.floor(this.col(cell) / boxcols);
    this.edges((a, b) => this.box(a) !== this.box(b));
    root.dataset.skin = skin;
    this.cells.forEach((cell, at) => cell.classList.toggle("given", puzzle.opening[at] !== "."));
  }

  sees(a, b) {
    return this.row(a) === this.row(b) || this.col(a) === this.col(b) || this.box(a) === this.box(b);
  }

  paint(digits, notes, selected) {
    const same = digits[selected] === "." ? "" : digits[selected];
    this.cells.forEach((cell, at) => {
      cell.classList.toggle("selected", at === selected);
      cell.classList.toggle("seen", selected >= 0 && at !== selected && this.sees(at, selected));
      cell.classList.toggle("same", at !== selected && digits[at] === same);
      const text = digits[at] === "." ? "" : digits[at];
      if (text || !notes[at]?.size) cell.textContent = text;
      else {
        const pencil = document.createElement("div");
        pencil.className = "notes";
        for (let n = 1; n <= this.cols; n++) {
          const note = document.createElement("span");
          note.textContent = notes[at].has(String(n)) ? n : "";
          pencil.append(note);
        }
        cell.replaceChildren(pencil);
      }
      cell.setAttribute("aria-label", `Row ${this.row(at) + 1}, column ${this.col(at) + 1}: ${text || "empty"}`);
    });
  }

  celebrate(instant) {
    this.cells.forEach((cell) => {
      cell.classList.remove("selected", "seen", "same");
      cell.style.setProperty("--delay", `${60 * this.col(Number(cell.dataset.cell))}ms`);
    });
    return super.celebrate(instant) && 600;
  }
}

class Game extends Play {
  #digits = []; #notes = []; #selected = -1; #noting = false;
  get state() { return this.#digits.join(""); }
  set state(text) { this.#digits = [...text]; }
  draw() { this.board.paint(this.#digits, this.#notes, this.#selected); }

  down(cell) {
    if (!this.takes(cell)) return;
    this.#selected = cell;
    this.paint();
  }

  up(cell, from) { if (cell === from.cell) this.clicked(); }

  key(key) {
    if (key >= "1" && key <= String(this.board.cols) && key.length === 1) this.#put(key, "key");
    else if (key === "Backspace" || key === "Delete") this.#put(".", "key");
    else if (key.toLowerCase() === "n") this.#note();
    else {
      const next = this.board.neighbour(this.#selected, key);
      if (next < 0 || this.#selected < 0) return false;
      this.#selected = next;
      this.paint();
    }
    return true;
  }

  #note() {
    this.#noting = !this.#noting;
    document.getElementById("notes").textContent = `Notes ${this.#noting ? "ON" : "OFF"}`;
  }

  #put(digit, cause) {
    const cell = this.#selected;
    if (cell < 0 || this.over || this.puzzle.opening[cell] !== ".") return;
    if (this.#noting && digit !== ".") {
      const notes = this.#notes[cell] ??= new Set();
      if (!notes.delete(digit)) notes.add(digit);
      this.paint();
      return;
    }
    if (this.#notes[cell]) this.#notes[cell].clear();
    this.act(cell, cause, () => { this.#digits[cell] = digit; });
    this.paint();
  }

  // tools are what lies under the board: the pad, and the switch for notes.
  tools() {
    const button = (text, id, press) => {
      const made = document.createElement("button");
      made.textContent = text;
      if (id) made.id = id;
      made.onclick = press;
      return made;
    };
    const half = Math.ceil(this.board.cols / 2), pad = document.createElement("div");
    pad.className = "pad";
    pad.style.setProperty("--half", half + 1);
    for (let n = 1; n <= this.board.cols; n++) {
      pad.append(button(n, "", () => this.#put(String(n), "pad")));
      if (n === half) pad.append(button("⌫", "erase", () => this.#put(".", "pad")));
    }
    const notes = button("Notes OFF", "notes", () => this.#note());
    notes.className = "pill";
    return [notes, pad];
  }

  solved() { return !this.#digits.includes(".") && this.mistakes().size === 0; }

  mistakes() {
    const wrong = new Set();
    this.#digits.forEach((digit, a) => {
      if (digit === ".") return;
      const clash = this.#digits.some((other, b) => a !== b && other === digit && this.board.sees(a, b));
      if (clash && this.puzzle.opening[a] === ".") wrong.add(a);
    });
    return wrong;
  }
}

export const sudoku = {
  title: "Mini Sudoku", lead: "The classic game, made mini", begin: "Solve now", Board, Game,
  rules: ["Fill the grid with the numbers from 1 on.", "Each number is once in every row, every column and every box."],
  keys: "By keyboard: arrows move, digits fill, Backspace empties, N switches notes, Ctrl+Z takes back.",
};
