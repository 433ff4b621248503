// The games that there are: how each is called, explained and made.

import { Board } from "./board.js";
import { Game } from "./game.js";
import { patches } from "./patches.js";
import { marksFrom } from "./rules.js";
import { sudoku } from "./sudoku.js";
import { tango } from "./tango.js";
import { zip } from "./zip.js";

const $ = (id) => document.getElementById(id);

// make opens a board of a game that is told as {Board, Game}.
function make({ Board, Game }, root, page, more) {
  const puzzle = { ...page.puzzle, opening: page.opening, seed: page.seed, skin: Number(BigInt(page.seed) % 2n) };
  puzzle.locked &&= puzzle.locked.join("");
  const game = new Game(new Board(root, puzzle), puzzle, more);
  game.begin(page.state);
  return game;
}

const queens = {
  title: "Queens", lead: "Crown every row, column and colour",
  make: (root, page, more) => new Game(new Board(root, page, `Board of ${page.size} by ${page.size} cells`), page, {
    marks: marksFrom(page.marks),
    auto: [...page.marks].flatMap((c, cell) => (c === "a" ? [cell] : [])),
    locked: page.locked,
    ...more,
  }),
};

export const games = { queens };
for (const [name, game] of Object.entries({ tango, zip, sudoku, patches })) {
  games[name] = { ...game, make: (root, page, more) => make(game, root, page, more) };
}
for (const [name, game] of Object.entries(games)) game.name = name;

// dress has the page speak of a game.
export function dress({ name, title, lead, begin = "Start game", clear = "Clear", rules = [], keys = "", legend = [] }) {
  document.body.dataset.game = name;
  document.title = `${title} practice`;
  for (const place of document.querySelectorAll(".game-name")) place.textContent = `${title} practice`;
  $("begin-title").textContent = title;
  for (const place of document.querySelectorAll(".game-lead")) place.textContent = lead;
  $("begin-start").textContent = begin;
  $("clear").textContent = clear;
  $("tooltip").textContent = `Learn to play ${title}`;
  const item = (text, kind = "li") => Object.assign(document.createElement(kind), { textContent: text });
  for (const place of document.querySelectorAll(".game-rules")) place.replaceChildren(...rules.map((rule) => item(rule)));
  $("game-keys").textContent = keys;
  $("legend").hidden = legend.length === 0;
  $("legend").replaceChildren(...legend.map((shape) => {
    const entry = item(shape, "span");
    entry.className = `shape ${shape.toLowerCase()}`;
    return entry;
  }));
}
