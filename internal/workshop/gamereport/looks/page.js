"use strict";
// What all looks share. A look takes what is dealt and returns { board, the page's colours and
// font, paint }: HTML of the board, and what paints it where that is done by a script. Where the
// cells lie is asked of the elements: of those with data-c, one a cell, or of one with data-lattice,
// which is as much larger than the board on each side. Names of looks that are held out begin so.

const looks = { tango: {}, zip: {}, sudoku: {}, patches: {} };

const listed = async () => Object.entries(looks).flatMap(([Game, all]) =>
	Object.keys(all).map(Name => ({ Game, Name, Held: Name.startsWith("held-") })));

const range = n => [...Array(n).keys()];
const each = (s, draw) => range(s.rows * s.cols).map(i => draw(Math.floor(i / s.cols), i % s.cols)).join("");
// picked is one of a look's colours or fonts.
const picked = (s, ...of) => of[s.turn % of.length];

// at is something that is laid over a board: x and y are from the corner of its first cell.
const at = (x, y, width, height, css, inside = "") =>
	`<div style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;${css}">${inside}</div>`;
// middle is something in the middle of a cell.
const middle = (s, r, c, width, height, css, inside = "") =>
	at((c + .5) * s.cell - width / 2, (r + .5) * s.cell - height / 2, width, height, `display:grid;place-items:center;line-height:1;${css}`, inside);

// grid is a CSS grid of cells with gaps. cell gives the style of each, inside what stands there, and over
// is what lies on all of them.
function grid(s, { gap = 0, css = "", cell, inside = () => "", over = "" }) {
	const side = s.cell - gap;
	return `<div style="width:max-content;${css}"><div style="position:relative;display:grid;gap:${gap}px;` +
		`grid-template:repeat(${s.rows},${side}px)/repeat(${s.cols},${side}px)">` +
		each(s, (r, c) => `<div data-c style="position:relative;display:grid;place-items:center;line-height:1;${cell(r, c)}">${inside(r, c)}</div>`) +
		`<div style="position:absolute;left:${-gap / 2}px;top:${-gap / 2}px">${over}</div></div></div>`;
}

// table is an HTML table with collapsed borders.
function table(s, { css = "", cell, inside }) {
	return `<table style="border-collapse:collapse;${css}">` + range(s.rows).map(r => "<tr>" + range(s.cols).map(c =>
		`<td data-c style="position:relative;width:${s.cell}px;height:${s.cell}px;min-width:${s.cell}px;padding:0;text-align:center;vertical-align:middle;line-height:1;${cell(r, c)}">${inside(r, c)}</td>`).join("")).join("") + "</table>";
}

// svg is a vector drawing, with a margin around the board.
const svg = (s, margin, css, inside) => {
	const width = s.cols * s.cell + 2 * margin, height = s.rows * s.cell + 2 * margin;
	return `<svg data-lattice="${margin}" width="${width}" height="${height}" style="display:block;${css}"><g transform="translate(${margin},${margin})">${inside}</g></svg>`;
};
// layer is a vector drawing to be laid over cells.
const layer = (s, inside) => `<svg width="${s.cols * s.cell}" height="${s.rows * s.cell}" style="position:absolute;left:0;top:0;overflow:visible">${inside}</svg>`;
// lines are the paths of the lines between cells.
const lines = (s, attributes) => range(s.rows - 1).map(i => `<path d="M0 ${(i + 1) * s.cell}h${s.cols * s.cell}" ${attributes}/>`).join("") +
	range(s.cols - 1).map(i => `<path d="M${(i + 1) * s.cell} 0v${s.rows * s.cell}" ${attributes}/>`).join("");

// canvas is a picture that a script paints, of CSS pixels or of the display's.
function canvas(s, margin, css, paint, density = 1) {
	const width = Math.ceil(s.cols * s.cell + 2 * margin), height = Math.ceil(s.rows * s.cell + 2 * margin);
	return {
		board: `<canvas data-lattice="${margin}" width="${Math.round(width * density)}" height="${Math.round(height * density)}" style="display:block;width:${width}px;height:${height}px;${css}"></canvas>`,
		paint() {
			const x = document.querySelector("canvas").getContext("2d");
			x.scale(density, density);
			x.translate(margin, margin);
			paint(x);
		},
	};
}
// stroke draws a line through points with a canvas.
function stroke(x, points, width, color) {
	[x.lineWidth, x.strokeStyle] = [width, color];
	x.beginPath();
	points.forEach(([a, b], i) => i ? x.lineTo(a, b) : x.moveTo(a, b));
	x.stroke();
}

// page is the board with what stands around it.
function page(l, s) {
	const dark = l.dark, rim = dark ? "#333a44" : "#d8dbe0", soft = dark ? "#9aa3ad" : "#667";
	const button = text => `<button style="font:inherit;padding:7px 20px;border-radius:16px;border:1px solid ${soft};background:none;color:inherit">${text}</button>`;
	const header = `<header style="display:flex;gap:24px;align-items:center;padding:10px 18px;border-bottom:1px solid ${rim}"><b>Daily puzzle</b><span>1:4${s.turn}</span><span style="margin-left:auto">Archive</span></header>`;
	const aside = `<aside style="width:170px;padding:14px;font-size:14px;line-height:1.6">Archive${range(6).map(i => `<div>Puzzle #${480 - i}</div>`).join("")}</aside>`;
	const keys = `<div style="display:flex;gap:10px;margin:14px 0">${button("Undo")}${button("Hint")}</div>`;
	const rules = `<h3>How to play</h3><p style="max-width:360px">Fill the board by the rules. Each puzzle has exactly one solution.</p>`;
	const shown = (bit, html) => s.around & bit ? html : "";
	return shown(1, header) + `<div style="display:flex">${shown(2, aside)}<main style="padding:${s.pad[1]}px ${s.pad[0]}px">${l.board}${shown(4, keys)}${shown(8, rules)}</main></div>`;
}

// place tells where the cells lie, from the middle of the first to that of the last.
function place() {
	const whole = document.querySelector("[data-lattice]");
	if (whole) {
		const r = whole.getBoundingClientRect(), m = +whole.dataset.lattice;
		// A canvas is of whole pixels: what is beyond the board is right of it and below.
		return { X: r.left + m, Y: r.top + m };
	}
	const cells = [...document.querySelectorAll("[data-c]")].map(e => e.getBoundingClientRect());
	const n = Math.sqrt(cells.length), a = cells[0], z = cells[cells.length - 1];
	const [x0, y0, x1, y1] = [a, z].flatMap(r => [r.left + r.width / 2, r.top + r.height / 2]);
	const [width, height] = [(x1 - x0) / (n - 1), (y1 - y0) / (n - 1)];
	return { X: x0 - width / 2, Y: y0 - height / 2, Width: n * width, Height: n * height };
}

// show draws what is dealt and answers where it lies.
async function show({ Look, Puzzle, Untouched, Cell, Dark, Turn, Around, Pad }) {
	const n = Puzzle.rows ?? Puzzle.cells.length;
	const s = { rows: n, cols: n, ...Puzzle, untouched: Untouched, cell: Cell, unit: Cell / 60, dark: Dark, turn: Turn, around: Around, pad: Pad };
	const l = looks[Look.Game][Look.Name](s);
	document.body.style.cssText = `margin:0;background:${l.ground ?? (l.dark ? "#15171a" : "#fff")};color:${l.dark ? "#ddd" : "#222"};font-family:${l.font ?? "Inter"},sans-serif`;
	const style = document.createElement("style");
	style.textContent = "*{box-sizing:border-box}svg text{font-family:inherit}";
	document.head.append(style);
	document.body.innerHTML = page(l, s);
	await document.fonts.ready;
	l.paint?.();
	for (const _ of range(2)) await new Promise(requestAnimationFrame);
	return { Width: s.cols * s.cell, Height: s.rows * s.cell, ...place(), Scale: devicePixelRatio, Unlocked: !!l.unlocked };
}
