// What the panel says of what was found, and how it is outlined on the picture.

import { parse } from "./svg.js";

export function html(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

const KINDS = {
  play: "in play", other: "another board", refused: "seen, but not read", saved: "where the saved profile looks", region: "the region you gave",
};

// candidateRow returns the line of a candidate in the list.
export function candidateRow(c, i, displays, choose) {
  const radio = html("input", { type: "radio", name: "candidate", value: i });
  radio.addEventListener("change", () => choose(i));
  const words = [KINDS[c.kind]];
  if (displays.length > 1) words.push(`display ${displays[c.display].index}`);
  if (c.read) words.push(c.confidence.toFixed(2));
  const row = html("label", { className: "candidate" }, radio);
  if (c.thumb) row.append(...parse(c.thumb));
  row.append(html("span", {}, html("b", { textContent: c.title }), html("small", { textContent: words.join(" · ") })));
  if (i < 9) row.append(html("kbd", { textContent: i + 1 }));
  return row;
}

// outline returns how a candidate that is not chosen is drawn.
export function outline(c, id) {
  const { x, y, width, height } = c.board, side = Math.max(26, Math.min(width, height) / 9);
  const rect = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return {
    id, label: `${id + 1}: ${c.title}, ${KINDS[c.kind]}`, drawing: c.drawing,
    outline: `<rect class="rim" ${rect}/><rect ${rect}/><rect class="tag" x="${x}" y="${y}" width="${side}" height="${side}"/>`
      + `<text x="${x + side / 2}" y="${y + 0.72 * side}" font-size="${0.66 * side}">${id + 1}</text>`,
  };
}

// lookWords returns what was read, in words; null is still being read.
export function lookWords(look) {
  if (!look) return [html("p", { className: "hint", textContent: "Reading …" })];
  if (!look.read) {
    const advice = look.advice[0].toUpperCase() + look.advice.slice(1);
    return [
      html("p", { className: "refused", textContent: `No board is read here: ${look.words}.` }),
      html("p", { className: "advice hint", textContent: `${advice}. You can save the place all the same, and play will look there.` }),
    ];
  }
  const share = Math.round(100 * look.confidence);
  const meter = html("div", { className: "meter" },
    ...parse(`<svg viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="7"/></svg>`),
    html("span", { textContent: `confidence ${look.confidence.toFixed(2)}` }));
  const words = [...parse(look.thumb), html("strong", { textContent: look.title }), meter, html("span", { className: "hint", textContent: look.words })];
  if (look.doubts.length) words.push(html("ul", {}, ...look.doubts.slice(0, 5).map((d) => html("li", { textContent: d }))));
  return words;
}

export const nothingWords = () => [
  html("p", { className: "refused", textContent: "No board was found." }),
  html("p", { className: "advice hint", textContent: "Drag a rectangle around it on the picture. If it is not there: bring the game to the front and capture again." }),
];
