// Play is one board being played, whatever the game: its state as text, the steps that undo
// takes back, pointer and keys. A game extends it with its rules and its look.

import { Brush } from "./brush.js";

const LATE_MS = 900; // from a mistake to its stripes

export class Play {
  over = false;
  opening; // the state that clear goes back to
  #board; #on; #trouble; #brush; #history = []; #late = 0; #told;

  // on: state(cell, cause, text), changed(), won(), clicked()
  constructor(board, puzzle, { trouble, brush = new Brush(0), on }) {
    this.#board = board;
    this.puzzle = puzzle;
    this.#trouble = trouble;
    this.#brush = brush;
    this.#on = on;
    this.opening = puzzle.opening;
  }

  // A game has: get state(), set state(text), draw(), solved(), and mistakes(), the cells
  // that break a rule. Of down, move, up and key, which follow the player, those it has use for.
  down() {}
  move() {}
  up() {}
  key() { return false; }

  get board() { return this.#board; }
  get brush() { return this.#brush; }
  get canUndo() { return !this.over && this.#history.length > 0; }
  get canClear() { return !this.over && this.state !== this.opening; }

  // final is what is reported of a board that is solved.
  get final() { return { state: this.state }; }

  // begin shows the state that the board is opened with.
  begin(state) {
    this.state = state;
    this.#told = this.state;
    this.draw();
    this.#check();
  }

  paint() { this.#brush.draw(() => this.draw()); }

  // act runs a step of the player's that undo takes back; one that goes on joins the one
  // before. It returns whether that changed anything.
  act(cell, cause, step, joins = false) {
    if (this.over) return false;
    const before = this.state;
    step();
    if (before === this.state) return false;
    if (!joins) this.#history.push(before);
    this.#settle(cell, cause);
    return true;
  }

  undo() {
    if (!this.canUndo) return;
    this.state = this.#history.pop();
    this.#settle(-1, "undo");
  }

  clear() { this.act(-1, "clear", () => { this.state = this.opening; }); }

  #settle(cell, cause) {
    this.paint();
    if (this.state !== this.#told) {
      this.#told = this.state;
      this.#on.state(cell, cause, this.#told);
    }
    this.#on.changed();
    this.#check();
    if (this.over || !this.solved()) return;
    this.over = true;
    this.#on.won();
  }

  // check has mistakes show their stripes when the player has had time to see them.
  #check() {
    clearTimeout(this.#late);
    const show = (wrong) => this.#board.cells.forEach((cell, at) => cell.classList.toggle("wrong", wrong.has(at)));
    show(new Set());
    this.#late = setTimeout(() => { if (!this.over) this.#brush.draw(() => show(this.mistakes())); }, LATE_MS);
  }

  pressed() { this.#trouble?.pressed(); }
  // takes tells whether the page takes a click on a cell; clicked counts it.
  takes(cell) { return this.#trouble?.takes(cell) ?? true; }
  get takesKeys() { return this.#trouble?.takesKeys ?? true; }
  get takesDrags() { return this.#trouble?.takesDrags ?? true; }
  clicked() { this.#on.clicked(); }

  // listen lets a player play, until the function that it returns is called.
  listen() {
    const { board } = this, { root } = board;
    const primary = (event) => event.isPrimary && event.button === 0 && !this.over;
    let at = null; // where the press was
    root.onpointerdown = (event) => {
      if (!primary(event)) return;
      if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      const cell = board.cellAt(event.target);
      if (cell < 0) return;
      at = { cell, x: event.clientX, y: event.clientY, moved: false };
      this.pressed();
      this.down(cell);
    };
    // Of a fast pointer the page sees where it was at each frame, and not the way between.
    const move = (event) => {
      if (!at || !event.isPrimary || !(event.buttons & 1) || this.over) return;
      const cell = board.cellUnder(event.clientX, event.clientY);
      // Until the pointer has moved a little within the first cell, a press is no drag.
      if (!at.moved && cell !== at.cell) return;
      at.moved ||= Math.hypot(event.clientX - at.x, event.clientY - at.y) >= 3;
      if (at.moved && cell >= 0) this.move(cell);
    };
    const up = (event) => {
      if (!at || !event.isPrimary || event.button !== 0) return;
      const from = at;
      at = null;
      if (!this.over) this.up(board.cellUnder(event.clientX, event.clientY), from);
    };
    const cancel = () => {
      const from = at;
      at = null;
      if (from) this.up(-1, from);
    };
    const key = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.over || !this.takesKeys) return;
      if (event.target instanceof Element && event.target.closest("input, select, dialog")) return;
      if (this.key(event.key, board.cellAt(document.activeElement))) event.preventDefault();
    };
    root.onpointermove = root.onpointerover = root.onpointerleave = root.onkeydown = root.onclick = null;
    root.oncontextmenu = root.ondragstart = (event) => event.preventDefault();
    const heard = { pointermove: move, pointerup: up, pointercancel: cancel, keydown: key };
    for (const [type, hear] of Object.entries(heard)) window.addEventListener(type, hear);
    return () => {
      clearTimeout(this.#late);
      root.onpointerdown = null;
      for (const [type, hear] of Object.entries(heard)) window.removeEventListener(type, hear);
    };
  }
}
