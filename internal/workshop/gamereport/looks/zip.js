
// Zip.
{
	const centres = s => (s.path ?? []).map(([r, c]) => [(c + .5) * s.cell, (r + .5) * s.cell]);
	const way = (s, attributes) => s.path.length ? `<polyline points="${centres(s).join(" ")}" fill="none" stroke-linejoin="round" stroke-linecap="round" ${attributes}/>` : "";
	// walls draws each wall from end to end.
	const walls = (s, draw) => s.walls.map(([r0, c0, r1, c1]) => c0 === c1
		? draw(c0 * s.cell, r1 * s.cell, (c0 + 1) * s.cell, r1 * s.cell)
		: draw(c1 * s.cell, r0 * s.cell, c1 * s.cell, (r0 + 1) * s.cell)).join("");
	const bars = (s, attributes, beyond = 0) => walls(s, (x0, y0, x1, y1) => y0 === y1
		? `<path d="M${x0 - beyond} ${y0}H${x1 + beyond}" ${attributes}/>` : `<path d="M${x0} ${y0 - beyond}V${y1 + beyond}" ${attributes}/>`);
	const numbers = (s, draw) => s.numbers.map(([r, c, k]) => draw((c + .5) * s.cell, (r + .5) * s.cell, k)).join("");
	const text = (x, y, size, attributes, k) => `<text x="${x}" y="${y + size * .36}" text-anchor="middle" font-size="${size}" ${attributes}>${k}</text>`;
	const discs = (s, radius, disc, size, ink) => numbers(s, (x, y, k) => `<circle cx="${x}" cy="${y}" r="${radius * s.unit}" ${disc}/>` + text(x, y, size * s.unit, ink, k));
	const visited = (s, r, c) => s.path.some(([a, b]) => a === r && b === c);
	const frame = (s, attributes) => `<rect width="${s.cols * s.cell}" height="${s.rows * s.cell}" ${attributes}/>`;

	Object.assign(looks.zip, {
		"blue-discs": s => ({
			board: grid(s, {
				css: "border:2px solid #94a3b8", cell: () => "border:.5px solid #cbd5e1;background:#fff",
				over: layer(s, way(s, `stroke="#60a5fa" stroke-width="${26 * s.unit}"`) + bars(s, `stroke="#0f172a" stroke-width="6" stroke-linecap="round"`, 2) +
					discs(s, 19, `fill="#1e3a8a"`, 18, `fill="#fff" font-weight="700"`)),
			}),
			font: "Open Sans",
		}),
		"dark-gradient": s => ({
			board: svg(s, 2, "background:#121212", `<defs><linearGradient id="way" gradientUnits="userSpaceOnUse" x2="${s.cols * s.cell}" y2="${s.rows * s.cell}"><stop stop-color="#06b6d4"/><stop offset="1" stop-color="#8b5cf6"/></linearGradient></defs>` +
				frame(s, `fill="none" stroke="#3a3a3a"`) + lines(s, `stroke="#3a3a3a"`) + way(s, `stroke="url(#way)" stroke-width="${34 * s.unit}"`) +
				bars(s, `stroke="#f59e0b" stroke-width="8" stroke-linecap="round"`) + discs(s, 20, `fill="#fff"`, 20, `fill="#111" font-weight="600"`)),
			dark: true, ground: "#121212",
		}),
		"canvas-squares": s => ({
			...canvas(s, 4, "border-radius:12px;background:#fdf6e3", x => {
				const u = s.unit, ends = [0, s.cols * s.cell];
				for (const i of range(s.rows + 1)) {
					stroke(x, ends.map(e => [e, i * s.cell]), 2, "#d6c9a4");
					stroke(x, ends.map(e => [i * s.cell, e]), 2, "#d6c9a4");
				}
				x.lineCap = x.lineJoin = "round";
				stroke(x, centres(s), 14 * u, "#e76f51");
				x.lineCap = "butt";
				walls(s, (x0, y0, x1, y1) => y0 === y1 ? stroke(x, [[x0 - 4, y0], [x1 + 4, y1]], 9, "#264653") : stroke(x, [[x0, y0 - 4], [x1, y1 + 4]], 9, "#264653"));
				[x.textAlign, x.textBaseline, x.font] = ["center", "middle", `bold ${19 * u}px DejaVu Sans`];
				numbers(s, (a, b, k) => {
					x.fillStyle = "#264653";
					x.beginPath();
					x.roundRect(a - 18 * u, b - 18 * u, 36 * u, 36 * u, 8 * u);
					x.fill();
					x.fillStyle = "#fff";
					x.fillText(k, a, b + 1);
				});
			}),
			font: "Lato",
		}),
		"bare-numbers": s => ({
			board: grid(s, {
				gap: 4, cell: (r, c) => `border-radius:8px;background:${visited(s, r, c) ? "#bbf7d0" : "#e2e8f0"}`,
				over: layer(s, way(s, `stroke="#16a34a" stroke-width="${10 * s.unit}"`) + bars(s, `stroke="#dc2626" stroke-width="5"`) +
					numbers(s, (x, y, k) => text(x, y, 26 * s.unit, `fill="#0f172a" font-weight="800"`, k))),
			}),
			font: "Lato",
		}),
		"border-walls": s => {
			const wall = (r, c, r1, c1) => s.walls.some(w => w.join() === [r, c, r1, c1].join());
			const edge = thick => thick ? "5px solid #222" : "1px solid #ccc";
			return {
				board: grid(s, {
					css: "border:4px solid #222;border-radius:16px;overflow:hidden",
					cell: (r, c) => `background:#fafafa;border-right:${edge(wall(r, c, r, c + 1))};border-bottom:${edge(wall(r, c, r + 1, c))}`,
					over: layer(s, way(s, `stroke="#ec4899" stroke-width="${20 * s.unit}"`) + discs(s, 16, `fill="#222"`, 15, `fill="#fff" font-weight="700"`)),
				}),
				font: "DejaVu Sans",
			};
		},
		"outlined-discs": s => ({
			board: svg(s, 3, "", frame(s, `fill="#fff" stroke="#333" stroke-width="3" rx="6"`) + lines(s, `stroke="#bbb" stroke-dasharray="4 4"`) +
				way(s, `stroke="#a7f3d0" stroke-width="${40 * s.unit}"`) + bars(s, `stroke="#333" stroke-width="5" stroke-linecap="round"`) +
				discs(s, 18, `fill="#fff" stroke="#333" stroke-width="2.5"`, 20, `fill="#333"`)),
			font: "Liberation Serif",
		}),
		"dark-tiles": s => ({
			board: grid(s, {
				gap: 6, css: "padding:6px;background:#0b0f19;border-radius:10px;width:max-content", cell: () => "border-radius:4px;background:#273043",
				over: layer(s, way(s, `stroke="#fff" stroke-width="${6 * s.unit}"`) + bars(s, `stroke="#f43f5e" stroke-width="6"`) +
					discs(s, 17, `fill="#f8fafc"`, 18, `fill="#111827" font-weight="700"`)),
			}),
			dark: true, ground: "#0b0f19",
		}),
		"dashed-walls": s => ({
			board: svg(s, 3, "", frame(s, `fill="#fff" stroke="#111" stroke-width="3"`) + lines(s, `stroke="#d1d5db"`) +
				way(s, `stroke="#c4b5fd" stroke-width="${24 * s.unit}"`) + bars(s, `stroke="#111" stroke-width="6" stroke-dasharray="9 4"`) +
				discs(s, 19, `fill="#6d28d9"`, 19, `fill="#fff" font-weight="700"`)),
			font: "Open Sans",
		}),
		"rainbow-discs": s => ({
			board: svg(s, 2, "", frame(s, `fill="#fff" stroke="#888" stroke-width="2"`) + lines(s, `stroke="#ddd"`) +
				way(s, `stroke="#9ca3af" stroke-width="${14 * s.unit}"`) + bars(s, `stroke="#111" stroke-width="6"`, 3) +
				numbers(s, (x, y, k) => `<circle cx="${x}" cy="${y}" r="${19 * s.unit}" fill="hsl(${k * 47 % 360} 65% 42%)"/>` + text(x, y, 19 * s.unit, `fill="#fff" font-weight="700"`, k))),
			font: "Open Sans",
		}),
		"reached-discs": s => {
			const last = s.numbers.filter(([r, c]) => visited(s, r, c)).length;
			return {
				board: svg(s, 2, "", frame(s, `fill="#fff" stroke="#888" stroke-width="2"`) + lines(s, `stroke="#ddd"`) +
					way(s, `stroke="#86efac" stroke-width="${22 * s.unit}"`) + bars(s, `stroke="#111" stroke-width="6"`, 3) +
					numbers(s, (x, y, k) => `<circle cx="${x}" cy="${y}" r="${18 * s.unit}" ${k <= last ? `fill="#15803d"` : `fill="#fff" stroke="#111" stroke-width="2"`}/>` + text(x, y, 19 * s.unit, `fill="${k <= last ? "#fff" : "#111"}" font-weight="700"`, k))),
				font: "Lato",
			};
		},
		"frame-only": s => ({
			board: svg(s, 2, "", frame(s, `fill="#f1f5f9" stroke="#1e293b" stroke-width="4" rx="10"`) +
				way(s, `stroke="#38bdf8" stroke-width="${20 * s.unit}"`) + bars(s, `stroke="#1e293b" stroke-width="6" stroke-linecap="round"`) +
				discs(s, 19, `fill="#1e293b"`, 19, `fill="#fff" font-weight="700"`)),
		}),
		"shaded-discs": s => ({
			board: svg(s, 2, "", `<defs><radialGradient id="ball" cx=".35" cy=".3"><stop stop-color="#60a5fa"/><stop offset="1" stop-color="#1e3a8a"/></radialGradient></defs>` +
				frame(s, `fill="#fff" stroke="#1e3a8a" stroke-width="3"`) + lines(s, `stroke="#cbd5e1"`) +
				way(s, `stroke="#fcd34d" stroke-width="${16 * s.unit}"`) + bars(s, `stroke="#1e3a8a" stroke-width="6" stroke-linecap="round"`) +
				discs(s, 20, `fill="url(#ball)"`, 20, `fill="#fff" font-weight="700"`)),
			font: "Lato",
		}),

		// A dashed line with an arrow at its head, numbers with a halo on it, walls of two red lines.
		"held-arrow": s => {
			const [paper, line, ink] = s.dark ? ["#1c1f26", "#4a5160", "#f1f3f5"] : ["#ffffff", "#a8b0ba", "#1f2933"];
			const arrow = `<marker id="head" orient="auto" markerWidth="4" markerHeight="4" refX="1.5" refY="2"><path d="M0 0L4 2L0 4z" fill="#2f9e77"/></marker>`;
			return {
				board: svg(s, 3, "", arrow + frame(s, `fill="${paper}" stroke="${line}" stroke-width="2"`) + lines(s, `stroke="${line}"`) +
					way(s, `stroke="#2f9e77" stroke-width="${6 * s.unit}" stroke-dasharray="${9 * s.unit} ${9 * s.unit}" marker-end="url(#head)"`) +
					bars(s, `stroke="#e03131" stroke-width="7"`) + bars(s, `stroke="${paper}" stroke-width="2.4"`) +
					numbers(s, (x, y, k) => text(x, y, 27 * s.unit, `fill="${ink}" stroke="${paper}" stroke-width="${5 * s.unit}" paint-order="stroke" font-weight="700"`, k))),
				dark: s.dark, font: "DejaVu Sans Mono",
			};
		},
		// Dark tiles; the path joins them, and its head has a ring. Numbers on yellow badges, walls in the gaps.
		"held-joined-tiles": s => {
			const color = picked(s, "#7048e8", "#1098ad", "#c2255c"), side = s.cell - 6;
			const joints = (s.path ?? []).slice(1).map(([r, c], i) => {
				const [r0, c0] = s.path[i];
				return at((c + c0 + 1) / 2 * s.cell - side * .3, (r + r0 + 1) / 2 * s.cell - side * .3, side * .6, side * .6, `background:${color}`);
			}).join("");
			const head = s.path.length ? middle(s, ...s.path[s.path.length - 1], side, side, "border:3px solid #fff;border-radius:9px") : "";
			return {
				board: grid(s, {
					gap: 6, css: "background:#101319;padding:6px;border-radius:14px",
					cell: (r, c) => `border-radius:9px;background:${visited(s, r, c) ? color : "#2a303c"}`,
					over: joints + head + walls(s, (x0, y0, x1, y1) => y0 === y1 ? at(x0 + 5, y0 - 3, s.cell - 10, 6, "background:#ff8787;border-radius:3px") : at(x0 - 3, y0 + 5, 6, s.cell - 10, "background:#ff8787;border-radius:3px")) +
						s.numbers.map(([r, c, k]) => middle(s, r, c, 32 * s.unit, 32 * s.unit, `border-radius:8px;background:#ffd43b;color:#212529;font:800 ${18 * s.unit}px Inter`, k)).join(""),
				}),
				dark: true, ground: "#101319",
			};
		},
		// A table with dotted lines; the path is a dot in each cell, and small ones between. Brown walls.
		"held-dots": s => ({
			board: svg(s, 4, "", frame(s, `fill="#fffdf8" stroke="#8d6e63" stroke-width="3" rx="2"`) + lines(s, `stroke="#bcaaa4" stroke-width="1.5" stroke-dasharray="1.5 4"`) +
				centres(s).map(([x, y], i, all) => `<circle cx="${x}" cy="${y}" r="${10 * s.unit}" fill="#00897b"/>` + (i ? [.33, .67].map(t =>
					`<circle cx="${x + (all[i - 1][0] - x) * t}" cy="${y + (all[i - 1][1] - y) * t}" r="${4.5 * s.unit}" fill="#00897b"/>`).join("") : "")).join("") +
				bars(s, `stroke="#6d4c41" stroke-width="${8 * s.unit}" stroke-linecap="round"`) +
				discs(s, 17, `fill="#fff" stroke="#00897b" stroke-width="${3.5 * s.unit}"`, 18, `fill="#00695c" font-weight="700"`)),
			ground: "#faf6f0", font: "Open Sans",
		}),
		// A chequered board without lines. Walls are hatched bars.
		"held-chequered": s => ({
			board: grid(s, {
				css: "border-radius:10px;overflow:hidden", cell: (r, c) => `background:${(r + c) % 2 ? picked(s, "#dbe4ff", "#e6fcf5") : picked(s, "#edf2ff", "#c3fae8")}`,
				over: layer(s, way(s, `stroke="${picked(s, "#4c6ef5", "#099268")}" stroke-opacity=".65" stroke-width="${22 * s.unit}"`)) +
					walls(s, (x0, y0, x1, y1) => at(x0 - 4, y0 - 4, x1 - x0 + 8, y1 - y0 + 8, "background:repeating-linear-gradient(45deg,#212529 0 4px,#fab005 4px 8px)")) +
					s.numbers.map(([r, c, k]) => middle(s, r, c, 34 * s.unit, 34 * s.unit, `border-radius:50%;background:linear-gradient(#495057,#212529);box-shadow:0 2px 4px #0006;color:#fff;font:700 ${17 * s.unit}px Lato`, k)).join(""),
			}),
			font: "Lato",
		}),
		// A page of a notebook: a highlighter for a path, digits in rings, on a canvas of the display's pixels.
		"held-notebook": s => ({
			...canvas(s, 5, "background:#fffefa", x => {
				const ends = [0, s.cols * s.cell];
				for (const i of range(s.rows + 1)) {
					stroke(x, ends.map(e => [e, i * s.cell]), 1, "#8fb8de");
					stroke(x, ends.map(e => [i * s.cell, e]), 1, "#8fb8de");
				}
				x.lineCap = x.lineJoin = "round";
				stroke(x, centres(s), 28 * s.unit, picked(s, "#ffe06699", "#b2f2bbbb", "#ffc9c9bb"));
				walls(s, (x0, y0, x1, y1) => stroke(x, [[x0, y0], [x1, y1]], 5, "#343a40"));
				[x.textAlign, x.textBaseline, x.font] = ["center", "middle", `italic 700 ${22 * s.unit}px URW Bookman`];
				numbers(s, (a, b, k) => {
					[x.strokeStyle, x.lineWidth, x.fillStyle] = ["#1c3d5a", 1.8 * s.unit, "#1c3d5a"];
					x.beginPath();
					x.ellipse(a, b, 19 * s.unit, 17 * s.unit, .2, 0, 7);
					x.stroke();
					x.fillText(k, a, b + 1);
				});
			}, devicePixelRatio),
			ground: "#f5f3ea", font: "URW Bookman",
		}),
		// Neon signs.
		"held-neon": s => {
			const color = picked(s, "#39ff9f", "#ff4fd8", "#4fd8ff");
			const glow = c => `style="filter:drop-shadow(0 0 ${4 * s.unit}px ${c})"`;
			return {
				board: svg(s, 8, "background:#05060f", frame(s, `fill="#0a0c1c" stroke="#3b4270" stroke-width="3" rx="10"`) + lines(s, `stroke="#252b52" stroke-width="1.5"`) +
					way(s, `stroke="${color}" stroke-width="${12 * s.unit}" ${glow(color)}`) + bars(s, `stroke="#fff" stroke-width="5" stroke-linecap="round" ${glow("#fff")}`) +
					discs(s, 17, `fill="#0a0c1c" stroke="${color}" stroke-width="2.5" ${glow(color)}`, 19, `fill="${color}"`)),
				dark: true, ground: "#05060f", font: "Carlito",
			};
		},
	});
}
