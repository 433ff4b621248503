// The how-to-play boards: one to try things on, in the page and in the dialog,
// and four examples. They are drawn like the real board, smaller.

import { Board } from "./board.js";
import { Game, listen } from "./game.js";
import { CROSS, EMPTY, QUEEN } from "./rules.js";

const COLORS = ["#bba3e2", "#ffc992", "#96beff", "#b3dfa0", "#dfdfdf"];
const NAMES = ["lilac", "peach", "blue", "green", "grey"];

const puzzle = (rows) => ({
  rows: 5,
  cols: 5,
  size: 5,
  regions: [...rows.join("")].map((c) => c.charCodeAt(0) - 97),
  colors: COLORS,
  names: NAMES,
});

export const TRY = puzzle(["aabcc", "abbcc", "abccd", "bbecd", "beecd"]);
export const SHOWN = puzzle(["aabbb", "ccbdd", "ccbde", "cccee", "cceee"]);

// Each example is a queen and what it rules out, or two queens that clash.
const EXAMPLES = [
  { marks: ["Qxxxx", ".....", ".....", ".....", "....."], words: "A row holds one crown." },
  { marks: ["Q....", "x....", "x....", "x....", "x...."], words: "A column holds one crown." },
  { marks: ["..xxx", "..Q..", "..x..", ".....", "....."], words: "A colour holds one crown." },
  { marks: [".....", ".xxx.", ".xQx.", ".xxx.", "....."], words: "Crowns do not touch, not even at a corner." },
];

const MARKS = { ".": EMPTY, x: CROSS, Q: QUEEN };

export function showLessons() {
  for (const id of ["demo", "how-demo"]) {
    const place = document.getElementById(id);
    const board = new Board(place, TRY, "Board to try things on");
    listen(new Game(board, TRY, {
      marks: Array(25).fill(EMPTY),
      on: { mark() {}, changed() {}, clicked() {}, won: () => board.turnGold(false) },
    }));
  }
  for (const { marks, words } of EXAMPLES) {
    const figure = document.createElement("figure"), place = document.createElement("div");
    const caption = document.createElement("figcaption");
    place.className = "small fine";
    caption.textContent = words;
    figure.append(place, caption);
    document.getElementById("examples").append(figure);
    const board = new Board(place, SHOWN, `Example: ${words}`);
    board.paint([...marks.join("")].map((c) => MARKS[c]));
    board.cells.forEach((cell) => cell.removeAttribute("tabindex"));
  }
}
