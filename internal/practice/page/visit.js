// What a visit brings around the game itself: a start page and a loader before
// the board, and what comes up around the board once it is there.

import { Board } from "./board.js";
import { SHOWN } from "./lessons.js";
import { CROSS, EMPTY, QUEEN } from "./rules.js";
import { Tutorial } from "./tutorial.js";

const $ = (id) => document.getElementById(id);
const tutorial = new Tutorial();

$("tooltip").onclick = () => { $("tooltip").hidden = true; };
$("prompt-x").onclick = () => { $("prompt").hidden = true; };

// A few marks, as on a game that somebody has begun.
const ORNAMENT = new Map([[1, QUEEN], [0, CROSS], [2, CROSS], [6, CROSS], [9, QUEEN], [8, CROSS]]);

function drawOrnament() {
  const board = new Board($("begin-board"), SHOWN, "Example");
  board.paint(board.cells.map((_, cell) => ORNAMENT.get(cell) ?? EMPTY));
  board.cells.forEach((cell) => cell.removeAttribute("tabindex"));
}

export class Visit {
  #options; #timers = new Set();

  constructor(options) { this.#options = options; }

  #after(ms, what) { this.#timers.add(setTimeout(what, ms)); }

  // begin fills the start page and calls on when it is time to go on: after a
  // press on its button, or by itself.
  begin(byItself, on) {
    const { startPage, startBoard } = this.#options;
    $("begin-board").hidden = !startBoard;
    if (startBoard) drawOrnament();
    $("begin-start").onclick = on;
    if (byItself) this.#after(startPage, on);
  }

  // opened brings up what is there with the first frame of the board.
  opened() {
    const { howTo } = this.#options;
    if (howTo > 0) tutorial.open(howTo);
  }

  // painted brings up what follows the first frame of the board.
  painted() {
    const { tooltip, prompt } = this.#options;
    $("tooltip").hidden = !tooltip;
    if (prompt > 0) this.#after(prompt, () => { $("prompt").hidden = false; });
  }

  // over ends what is still to come; what is there stays.
  over() {
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }

  // stop takes everything away.
  stop() {
    this.over();
    tutorial.close();
    $("tooltip").hidden = $("prompt").hidden = true;
  }
}
