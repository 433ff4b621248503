// The rules of the puzzle, as plain functions on plain data. A board is
// {size, regions}; marks is an array of EMPTY, CROSS and QUEEN, row-major.

export const EMPTY = 0, CROSS = 1, QUEEN = 2;

// attacks tells whether two different cells may not both hold a queen.
export function attacks({ size, regions }, a, b) {
  if (a === b) return false;
  const dr = Math.abs(Math.floor(a / size) - Math.floor(b / size));
  const dc = Math.abs(a % size - b % size);
  return dr === 0 || dc === 0 || (dr === 1 && dc === 1) || regions[a] === regions[b];
}

export function queens(marks) {
  return marks.flatMap((m, cell) => (m === QUEEN ? [cell] : []));
}

// clashing returns the queens that attack another one.
export function clashing(board, marks) {
  const all = queens(marks);
  return new Set(all.filter((a) => all.some((b) => attacks(board, a, b))));
}

// attacked tells whether any of the queens rules the cell out.
export function attacked(board, all, cell) {
  return all.some((q) => attacks(board, q, cell));
}

// solved: as many queens as rows and none that clash is one in every row,
// column and region.
export function solved(board, marks) {
  return queens(marks).length === board.size && clashing(board, marks).size === 0;
}

const LETTERS = ".xQ";

// marksText and marksFrom turn marks into text and back; "a" in the text is a
// cross that the page placed by itself.
export const marksText = (marks) => marks.map((m) => LETTERS[m]).join("");
export const marksFrom = (text) => [...text].map((c) => (c === "a" ? CROSS : LETTERS.indexOf(c)));
