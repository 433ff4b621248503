
// Mini Sudoku, and larger.
{
	const given = (s, r, c) => s.untouched.cells[r][c] !== ".";
	const digit = (s, r, c) => s.cells[r][c] === "." ? "" : s.cells[r][c];
	const box = (s, r, c) => Math.floor(r / s.boxrows) * s.rows / s.boxrows + Math.floor(c / s.boxcols);
	const ends = (s, r, c) => [c % s.boxcols === s.boxcols - 1, r % s.boxrows === s.boxrows - 1]; // a box to the right, below
	const last = (s, r, c) => [c === s.cols - 1, r === s.rows - 1];
	// borders are those on the right and below.
	const borders = (s, r, c, thick, thin) => ["right", "bottom"].map((side, i) => last(s, r, c)[i] ? "" : `border-${side}:${ends(s, r, c)[i] ? thick : thin};`).join("");
	const boxLines = (s, attributes) => range(s.rows / s.boxrows + 1).map(i => `<path d="M0 ${i * s.boxrows * s.cell}h${s.cols * s.cell}" ${attributes}/>`).join("") +
		range(s.cols / s.boxcols + 1).map(i => `<path d="M${i * s.boxcols * s.cell} 0v${s.rows * s.cell}" ${attributes}/>`).join("");

	Object.assign(looks.sudoku, {
		"serif-table": s => ({
			board: table(s, {
				css: "border:3px solid #000",
				cell: (r, c) => `font:${given(s, r, c) ? "bold" : "normal"} ${32 * s.unit}px Liberation Serif;color:${given(s, r, c) ? "#000" : "#1d4ed8"};border:1px solid #888;` + borders(s, r, c, "3px solid #000", "1px solid #888"),
				inside: (r, c) => digit(s, r, c),
			}),
			font: "Liberation Serif",
		}),
		"dark-gaps": s => ({
			// Boxes stand apart by whole borders in the ground's colour.
			board: grid(s, {
				css: "background:#0f172a;padding:8px;border-radius:12px",
				cell: (r, c) => `border:1px solid #0f172a;border-radius:5px;background:${given(s, r, c) ? "#334155" : "#1e293b"};font:500 ${28 * s.unit}px Inter;color:${given(s, r, c) ? "#f8fafc" : "#7dd3fc"};` + borders(s, r, c, "5px solid #0f172a", "1px solid #0f172a"),
				inside: (r, c) => digit(s, r, c),
			}),
			dark: true,
		}),
		"shaded-boxes": s => ({
			board: grid(s, {
				css: "border:1px solid #555",
				cell: (r, c) => `background:${(Math.floor(r / s.boxrows) + Math.floor(c / s.boxcols)) % 2 ? "#e7efe0" : "#fff"};border:.5px solid #aaa;font:${given(s, r, c) ? 700 : 400} ${30 * s.unit}px DejaVu Sans Mono;color:${given(s, r, c) ? "#222" : "#557"}`,
				inside: (r, c) => digit(s, r, c),
			}),
			font: "Open Sans",
		}),
		"selected": s => {
			const row = 2, col = 3;
			const fill = (r, c) => r === row && c === col ? "#bbdefb" : r === row || c === col || box(s, r, c) === box(s, row, col) ? "#e3f2fd" : "#fff";
			const cell = (r, c) => `<rect x="${c * s.cell}" y="${r * s.cell}" width="${s.cell}" height="${s.cell}" fill="${fill(r, c)}" stroke="#c3c8cf"/>` +
				`<text x="${(c + .5) * s.cell}" y="${(r + .5) * s.cell + 11 * s.unit}" text-anchor="middle" font-size="${31 * s.unit}" fill="${given(s, r, c) ? "#344861" : "#0072e3"}">${digit(s, r, c)}</text>`;
			const keys = range(s.rows).map(k => `<div style="width:50px;height:56px;background:#eaeef4;border-radius:6px;font-size:28px;color:#325aaf;display:grid;place-items:center">${k + 1}</div>`).join("");
			return { board: svg(s, 2, "", each(s, cell) + boxLines(s, `stroke="#344861" stroke-width="2.5"`)) + `<div style="display:flex;gap:6px;margin-top:12px">${keys}</div>`, font: "Open Sans" };
		},
		"canvas-script": s => ({
			...canvas(s, 4, "background:#fffbe8", x => {
				for (const i of range(s.rows + 1)) {
					stroke(x, [[0, i * s.cell], [s.cols * s.cell, i * s.cell]], i % s.boxrows ? 1 : 4, "#000");
					stroke(x, [[i * s.cell, 0], [i * s.cell, s.rows * s.cell]], i % s.boxcols ? 1 : 4, "#000");
				}
				[x.textAlign, x.textBaseline] = ["center", "middle"];
				each(s, (r, c) => {
					[x.font, x.fillStyle] = given(s, r, c) ? [`${33 * s.unit}px URW Gothic`, "#222"] : [`${37 * s.unit}px Z003`, "#b91c1c"];
					x.fillText(digit(s, r, c), (c + .5) * s.cell, (r + .5) * s.cell + 2);
				});
			}),
			font: "URW Gothic",
		}),
		"notes": s => {
			const notes = (r, c) => (7 * r + 3 * c) % 4 !== 1 ? "" : `<span style="display:grid;grid-template-columns:repeat(3,1fr);font:400 ${11 * s.unit}px Inter;width:${48 * s.unit}px;text-align:center;line-height:${17 * s.unit}px">` +
				range(s.rows).map(k => `<span>${(r + c + k) % 2 ? k + 1 : "&nbsp;"}</span>`).join("") + "</span>";
			return {
				board: grid(s, {
					css: "border:4px solid #444;border-radius:6px",
					cell: (r, c) => `font:600 ${30 * s.unit}px Inter;color:${given(s, r, c) ? "#111" : "#666"};` + borders(s, r, c, "4px solid #444", "1px solid #999"),
					inside: (r, c) => digit(s, r, c) || notes(r, c),
				}),
			};
		},

		// Double lines between boxes, as tables of the first web pages had them.
		"held-double-lines": s => ({
			board: table(s, {
				css: "border:5px double #333",
				cell: (r, c) => `font:${given(s, r, c) ? "" : "italic"} ${28 * s.unit}px Liberation Mono;color:${given(s, r, c) ? "#111" : "#2563eb"};background:${given(s, r, c) ? "#eceff1" : "#fff"};border:1px solid #90a4ae;` + borders(s, r, c, "5px double #333", "1px solid #90a4ae"),
				inside: (r, c) => digit(s, r, c),
			}),
			ground: "#fafafa", font: "Liberation Mono",
		}),
		// Cards in a shadow, one a box, with hairlines and thin digits in them.
		"held-cards": s => {
			const [card, hair, ink, blue, ground] = s.dark ? ["#262a33", "#414856", "#f1f3f5", "#82b1ff", "#14161b"] : ["#ffffff", "#e3e6ea", "#2d3436", "#0984e3", "linear-gradient(135deg,#e0f2f1,#ede7f6)"];
			const round = (r, c) => [[0, 0], [0, 1], [1, 1], [1, 0]].map(([down, right]) =>
				r % s.boxrows === (down ? s.boxrows - 1 : 0) && c % s.boxcols === (right ? s.boxcols - 1 : 0) ? "12px" : "0").join(" ");
			const shadow = [...new Set(range(s.rows * s.cols).map(i => [Math.floor(Math.floor(i / s.cols) / s.boxrows), Math.floor(i % s.cols / s.boxcols)].join()))].map(b => {
				const [i, j] = b.split(",");
				return at(j * s.boxcols * s.cell + 4, i * s.boxrows * s.cell + 4, s.boxcols * s.cell - 8, s.boxrows * s.cell - 8, "border-radius:12px;box-shadow:0 3px 10px #0003");
			}).join("");
			const inset = (r, c) => `margin:${r % s.boxrows ? 0 : 4}px ${ends(s, r, c)[0] ? 4 : 0}px ${ends(s, r, c)[1] ? 4 : 0}px ${c % s.boxcols ? 0 : 4}px`;
			return {
				board: grid(s, {
					cell: () => "",
					inside: (r, c) => `<div style="position:absolute;inset:0;${inset(r, c)};border-radius:${round(r, c)};background:${card};${ends(s, r, c)[0] ? "" : `border-right:1px solid ${hair};`}${ends(s, r, c)[1] ? "" : `border-bottom:1px solid ${hair};`}"></div>` +
						`<span style="position:relative;font:${given(s, r, c) ? 700 : 300} ${30 * s.unit}px Lato;color:${given(s, r, c) ? ink : blue}">${digit(s, r, c)}</span>`,
					over: `<div style="position:relative;z-index:-1">${shadow}</div>`,
				}),
				dark: s.dark, ground, font: "Lato",
			};
		},
		// A terminal: coloured lines on black, and all cells lit that hold the digit of the one in hand.
		"held-terminal": s => {
			const color = picked(s, "#00e5ff", "#69f0ae", "#ffab40"), hand = s.untouched.cells.join("").replace(/\./g, "")[0];
			return {
				board: grid(s, {
					css: `border:2px solid ${color}`,
					cell: (r, c) => `font:${given(s, r, c) ? 700 : 400} ${30 * s.unit}px DejaVu Sans Mono;color:${given(s, r, c) ? "#fff" : color};background:${digit(s, r, c) === hand ? "#26404a" : "#0b0f14"};` + borders(s, r, c, `2px solid ${color}`, "1px solid #25313d"),
					inside: (r, c) => digit(s, r, c),
				}),
				dark: true, ground: "#0b0f14", font: "DejaVu Sans Mono",
			};
		},
		// A colour for each digit, a tint for each box, white between the cells.
		"held-colours": s => {
			const inks = ["#c92a2a", "#1864ab", "#2b8a3e", "#e67700", "#862e9c", "#0b7285", "#5c3317", "#364fc7", "#a61e4d"];
			return {
				board: grid(s, {
					gap: 4, cell: (r, c) => `border-radius:6px;background:hsl(${box(s, r, c) * 360 / s.rows} 70% 91%);font:700 ${29 * s.unit}px DejaVu Serif;color:${inks[digit(s, r, c) - 1] ?? "#000"};${given(s, r, c) ? "" : "opacity:.85"}`,
					inside: (r, c) => digit(s, r, c),
				}),
				font: "DejaVu Serif",
			};
		},
		// A newspaper's: hairlines, and digits of a book.
		"held-newspaper": s => ({
			board: svg(s, 4, "background:#fcfbf7", lines(s, `stroke="#555" stroke-width=".7"`) + boxLines(s, `stroke="#000" stroke-width="3" stroke-linecap="square"`) +
				each(s, (r, c) => `<text x="${(c + .5) * s.cell}" y="${(r + .5) * s.cell + 11 * s.unit}" text-anchor="middle" font-size="${32 * s.unit}" style="font-family:${given(s, r, c) ? "URW Bookman" : "P052"};font-style:${given(s, r, c) ? "normal" : "italic"}" fill="${given(s, r, c) ? "#000" : "#4a4a4a"}">${digit(s, r, c)}</text>`)),
			ground: "#fcfbf7", font: "URW Bookman",
		}),
		// Digits on round tokens, dashed lines between the cells.
		"held-tokens": s => ({
			board: svg(s, 3, "", `<rect width="${s.cols * s.cell}" height="${s.rows * s.cell}" fill="${s.dark ? "#2b2118" : "#fdf6ec"}"/>` + lines(s, `stroke="#c8a97e" stroke-dasharray="5 3"`) + boxLines(s, `stroke="#7f5539" stroke-width="3"`) +
				each(s, (r, c) => digit(s, r, c) && `<circle cx="${(c + .5) * s.cell}" cy="${(r + .5) * s.cell}" r="${19 * s.unit}" fill="${given(s, r, c) ? "#7f5539" : "#fff"}" stroke="#7f5539" stroke-width="2"/>` +
					`<text x="${(c + .5) * s.cell}" y="${(r + .5) * s.cell + 8 * s.unit}" text-anchor="middle" font-weight="700" font-size="${22 * s.unit}" fill="${given(s, r, c) ? "#fff" : "#7f5539"}">${digit(s, r, c)}</text>`)),
			dark: s.dark, font: "Open Sans",
		}),
	});
}
