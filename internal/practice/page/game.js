// Game is one board being played: its marks, their history, and what the
// player does with pointer and keys. It draws through a Board and says what
// happens through the callbacks in `on`.

import { Brush } from "./brush.js";
import { EMPTY, CROSS, QUEEN, queens, clashing, attacked, marksText, solved } from "./rules.js";

export class Game {
  marks; auto; locked; over = false; autoX = false;
  #board; #puzzle; #on; #history = []; #step = null; #press = null; #trouble; #brush;

  // brush shows what is painted; on: mark(cell, from, to, cause), changed(), won(), clicked()
  constructor(board, puzzle, { marks, auto = [], locked = [], trouble, brush = new Brush(0), on }) {
    this.#board = board;
    this.#puzzle = puzzle;
    this.marks = marks;
    this.auto = new Set(auto);
    this.locked = new Set(locked);
    this.#trouble = trouble;
    this.#brush = brush;
    this.#on = on;
    this.#show(this.marks);
  }

  get board() { return this.#board; }
  get brush() { return this.#brush; }
  get canUndo() { return !this.over && this.#history.length > 0; }
  get canClear() { return !this.over && this.marks.some((m, cell) => m !== EMPTY && !this.locked.has(cell)); }

  // final is what is reported of a board that is solved.
  get final() { return { marks: marksText(this.marks) }; }
  listen() { return listen(this); }

  paint() { this.#brush.draw(() => this.#show(this.marks)); }

  #show(marks) { this.#board.paint(marks, clashing(this.#puzzle, marks), [...this.locked]); }

  // act runs one step of the player's that undo takes back as a whole.
  #act(step) {
    if (this.over) return;
    const before = { marks: [...this.marks], auto: new Set(this.auto) };
    step();
    if (before.marks.every((m, cell) => m === this.marks[cell])) return;
    this.#history.push(before);
    this.#settle();
  }

  #settle() {
    this.paint();
    this.#on.changed();
    if (!this.over && solved(this.#puzzle, this.marks)) {
      this.over = true;
      this.#press = null;
      this.#on.won();
    }
  }

  #set(cell, to, cause) {
    const from = this.marks[cell];
    if (from === to || this.locked.has(cell)) return;
    this.marks[cell] = to;
    if (cause === "auto" && to === CROSS) this.auto.add(cell); else this.auto.delete(cell);
    this.#on.mark(cell, from, to, cause);
    if (to === QUEEN && this.autoX) this.#crossAround(cell);
    if (from === QUEEN) this.#uncross();
  }

  #crossAround(queen) {
    this.marks.forEach((m, cell) => {
      if (m === EMPTY && attacked(this.#puzzle, [queen], cell)) this.#set(cell, CROSS, "auto");
    });
  }

  // uncross takes back the page's own crosses that no queen asks for any more.
  #uncross() {
    const all = queens(this.marks);
    for (const cell of [...this.auto]) {
      if (!attacked(this.#puzzle, all, cell)) this.#set(cell, EMPTY, "auto");
    }
  }

  turn(cell, cause) { this.put(cell, (this.marks[cell] + 1) % 3, cause); }
  put(cell, mark, cause) { this.#act(() => this.#set(cell, mark, cause)); }

  clear() {
    this.#act(() => this.marks.forEach((_, cell) => this.#set(cell, EMPTY, "clear")));
  }

  undo() {
    if (!this.canUndo) return;
    const before = this.#history.pop();
    before.marks.forEach((to, cell) => {
      const from = this.marks[cell];
      if (from === to) return;
      this.marks[cell] = to;
      this.#on.mark(cell, from, to, to === CROSS && before.auto.has(cell) ? "auto" : "undo");
    });
    this.auto = before.auto;
    this.#settle();
  }

  // A press and a release on the same cell turn it; what lies between decides
  // nothing. A press that moves on to other cells draws crosses.

  press(cell) {
    if (this.over || cell < 0) return;
    this.#press = { cell, drawn: null };
    this.#trouble?.pressed();
  }

  drag(cell) {
    const press = this.#press;
    if (!press || cell < 0 || (!press.drawn && cell === press.cell)) return;
    if (!press.drawn) {
      press.drawn = { marks: [...this.marks], auto: new Set(this.auto) };
      this.#draw(press.cell);
    }
    this.#draw(cell);
  }

  #draw(cell) {
    if (this.marks[cell] !== EMPTY) return;
    this.#set(cell, CROSS, "drag");
    this.paint();
    this.#on.changed();
  }

  release(cell) {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    if (press.drawn) {
      if (press.drawn.marks.some((m, at) => m !== this.marks[at])) this.#history.push(press.drawn);
      this.#on.changed();
    } else if (cell === press.cell) {
      if (this.#trouble?.takes(cell) ?? true) this.turn(cell, "click");
      this.#on.clicked();
    }
  }

  cancel() { this.release(-1); }

  // key follows a key on a cell; it returns true if the key was for the game.
  key(event, cell) {
    const { size } = this.#puzzle;
    const row = Math.floor(cell / size), col = cell % size;
    const go = (r, c) => {
      if (r < 0 || c < 0 || r >= size || c >= size) return;
      this.#board.cells[cell].tabIndex = -1;
      this.#board.cells[r * size + c].tabIndex = 0;
      this.#board.cells[r * size + c].focus();
    };
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { this.undo(); return true; }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case "ArrowUp": go(row - 1, col); break;
      case "ArrowDown": go(row + 1, col); break;
      case "ArrowLeft": go(row, col - 1); break;
      case "ArrowRight": go(row, col + 1); break;
      case "Home": go(row, 0); break;
      case "End": go(row, size - 1); break;
      case " ": case "Enter": this.turn(cell, "key"); break;
      case "x": case "X": this.put(cell, CROSS, "key"); break;
      case "q": case "Q": this.put(cell, QUEEN, "key"); break;
      case "Delete": case "Backspace": this.put(cell, EMPTY, "key"); break;
      default: return false;
    }
    return true;
  }
}

// listen lets a player play on the board.
export function listen(game) {
  const { board } = game, { root } = board;
  const primary = (event) => event.isPrimary && event.button === 0;
  root.onpointerdown = (event) => {
    if (!primary(event)) return;
    // A touch keeps to the cell it began on; drawing needs the cell it is over.
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    game.press(board.cellAt(event.target));
  };
  root.onpointermove = (event) => {
    if (!event.isPrimary || !(event.buttons & 1)) return;
    // A fast drag skips cells; the browser keeps the places in between.
    for (const e of event.getCoalescedEvents?.() ?? [event]) game.drag(board.cellUnder(e.clientX, e.clientY));
    game.drag(board.cellAt(event.target));
  };
  // A finger leaves no pointer behind, so what it touched is not darkened.
  const { brush } = game;
  // A page that paints slowly shows late where the pointer is as well.
  const point = (cell) => brush.draw(() => {
    root.querySelector(".cell.over")?.classList.remove("over");
    cell?.classList.add("over");
  });
  root.onpointerover = (event) => {
    const mouse = event.pointerType === "mouse";
    root.classList.toggle("mouse", mouse && !brush.slow);
    if (mouse && brush.slow) point(board.cells[board.cellAt(event.target)]);
  };
  root.onpointerleave = () => { if (brush.slow) point(null); };
  root.oncontextmenu = (event) => event.preventDefault();
  root.ondragstart = (event) => event.preventDefault();
  root.onkeydown = (event) => {
    const cell = board.cellAt(event.target);
    if (cell >= 0 && game.key(event, cell)) event.preventDefault();
  };
  root.onclick = (event) => {
    // Screen readers click without a pointer.
    const cell = board.cellAt(event.target);
    if (event.detail === 0 && cell >= 0) game.turn(cell, "key");
  };
  const up = (event) => { if (primary(event)) game.release(board.cellAt(event.target)); };
  const cancel = () => game.cancel();
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  return () => {
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  };
}
