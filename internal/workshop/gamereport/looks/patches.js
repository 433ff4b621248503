
// Patches.
{
	const vivid = ["#e40101", "#00a651", "#00afff", "#c49000", "#7c4dff", "#0097a7", "#ef6c00", "#e91e63", "#546e7a", "#3949ab", "#00897b", "#6d4c41", "#ad1457", "#aa00a2", "#2e7d32", "#b87333", "#e64a19"];
	const bright = ["#ef4444", "#22c55e", "#3b82f6", "#eab308", "#a855f7", "#14b8a6", "#f97316", "#ec4899", "#64748b", "#6366f1", "#84cc16", "#78350f", "#be123c", "#c026d3", "#15803d", "#0ea5e9", "#9a3412"];
	const wheel = (s, saturation, lightness) => s.clues.map((_, i) => `hsl(${i * 137.5 % 360} ${saturation}% ${lightness + i % 3 * 4}%)`);
	const of = (colors, i) => colors[i % colors.length];
	const clear = (color, share) => `color-mix(in srgb, ${color} ${share}%, transparent)`;
	const sides = { square: [.6, .6], tall: [.46, .74], wide: [.74, .46] };
	// bodies are the rectangles of a clue's marker, width and height: one that tells of no shape is a cross of two.
	const bodies = k => k.shape === "any" ? [[.46, .74], [.74, .46]] : [sides[k.shape]];
	const marker = (s, k, css) => bodies(k).map(([w, h]) => middle(s, k.r, k.c, w * s.cell, h * s.cell, css)).join("");
	const size = (s, k, css) => k.size ? middle(s, k.r, k.c, s.cell, s.cell, css, k.size) : "";
	// drawn draws each rectangle, so far within its cells, and the number of its clue.
	const drawn = (s, inset, draw) => (s.rects ?? []).map(([r0, c0, r1, c1]) => {
		const i = s.clues.findIndex(k => k.r >= r0 && k.r <= r1 && k.c >= c0 && k.c <= c1);
		return draw(c0 * s.cell + inset, r0 * s.cell + inset, (c1 - c0 + 1) * s.cell - 2 * inset, (r1 - r0 + 1) * s.cell - 2 * inset, i);
	}).join("");
	const rect = (x, y, w, h, attributes) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${attributes}/>`;
	const shapes = (s, k, attributes) => bodies(k).map(([w, h]) => rect((k.c + .5 - w / 2) * s.cell, (k.r + .5 - h / 2) * s.cell, w * s.cell, h * s.cell, attributes)).join("");
	const cross = (x, y, u) => `M${x - 11 * u} ${y - 22 * u}h${22 * u}v${11 * u}h${11 * u}v${22 * u}h${-11 * u}v${11 * u}h${-22 * u}v${-11 * u}h${-11 * u}v${-22 * u}h${11 * u}z`;
	const label = (s, k, px, attributes) => k.size ? `<text x="${(k.c + .5) * s.cell}" y="${(k.r + .5) * s.cell + px * s.unit * .36}" text-anchor="middle" font-size="${px * s.unit}" ${attributes}>${k.size}</text>` : "";
	const frame = (s, attributes) => rect(0, 0, s.cols * s.cell, s.rows * s.cell, attributes);

	Object.assign(looks.patches, {
		"dotted": s => ({
			board: grid(s, {
				css: "border:2px solid #cbd5e1;border-radius:8px", cell: (r, c) => (c < s.cols - 1 ? "border-right:1px dotted #94a3b8;" : "") + (r < s.rows - 1 ? "border-bottom:1px dotted #94a3b8" : ""),
				over: drawn(s, 3, (x, y, w, h, i) => at(x, y, w, h, `border:3px solid ${of(bright, i)};background:${of(bright, i)}44;border-radius:8px`)) +
					s.clues.map((k, i) => marker(s, k, `border-radius:5px;` + (k.shape === "any" ? `background:${of(bright, i)}88;border:1px dashed ${of(bright, i)}` : `background:${of(bright, i)};box-shadow:0 1px 3px #0006`)) +
						size(s, k, `color:#fff;font:700 ${19 * s.unit}px Lato`)).join(""),
			}),
			font: "Lato",
		}),
		"dark": s => ({
			board: svg(s, 2, "", frame(s, `fill="#18181b" stroke="#71717a" stroke-width="2"`) + lines(s, `stroke="#3f3f46"`) +
				drawn(s, 3, (x, y, w, h, i) => rect(x, y, w, h, `rx="6" fill="${of(bright, i)}" fill-opacity=".35" stroke="${of(bright, i)}" stroke-width="3"`)) +
				s.clues.map((k, i) => shapes(s, k, `rx="4" fill="${of(bright, i)}" fill-opacity="${k.shape === "any" ? .6 : 1}"`) + label(s, k, 20, `fill="#fff" font-weight="700"`)).join("")),
			dark: true,
		}),
		"outlines": s => ({
			board: svg(s, 2, "", frame(s, `fill="#fff" stroke="#444" stroke-width="2"`) + lines(s, `stroke="#ddd"`) +
				drawn(s, 2, (x, y, w, h, i) => rect(x, y, w, h, `fill="${of(vivid, i)}" fill-opacity=".25" stroke="${of(vivid, i)}" stroke-width="4"`)) +
				s.clues.map((k, i) => {
					const edge = `fill="#fff" stroke="${of(vivid, i)}" stroke-width="2.5"`;
					return (k.shape === "any" ? `<path d="${cross((k.c + .5) * s.cell, (k.r + .5) * s.cell, s.unit)}" ${edge}/>` : shapes(s, k, `rx="3" ${edge}`)) + label(s, k, 19, `fill="${of(vivid, i)}" font-weight="700"`);
				}).join("")),
			font: "Open Sans",
		}),
		"canvas": s => ({
			...canvas(s, 4, "background:#f8f4ec", x => {
				const u = s.unit, ends = [0, s.cols * s.cell];
				for (const i of range(s.rows - 1)) {
					stroke(x, ends.map(e => [e, (i + 1) * s.cell + .5]), 1, "#cfc6b3");
					stroke(x, ends.map(e => [(i + 1) * s.cell + .5, e]), 1, "#cfc6b3");
				}
				[x.lineWidth, x.strokeStyle] = [3, "#6b5f48"];
				x.strokeRect(0, 0, s.cols * s.cell, s.rows * s.cell);
				drawn(s, 4, (a, b, w, h, i) => {
					[x.fillStyle, x.strokeStyle, x.lineWidth] = [of(vivid, i) + "66", of(vivid, i), 4];
					x.beginPath();
					x.roundRect(a, b, w, h, 7);
					x.fill();
					x.stroke();
				});
				[x.textAlign, x.textBaseline, x.font] = ["center", "middle", `bold ${20 * u}px DejaVu Sans`];
				s.clues.forEach((k, i) => {
					const [a, b] = [(k.c + .5) * s.cell, (k.r + .5) * s.cell];
					x.fillStyle = of(vivid, i);
					x.beginPath();
					const parts = { any: [[26, 50], [50, 26]], square: [[40, 40]], tall: [[28, 48]], wide: [[48, 28]] }[k.shape];
					for (const [w, h] of parts) x.roundRect(a - w * u / 2, b - h * u / 2, w * u, h * u, k.shape === "any" ? 0 : 5);
					x.fill();
					x.fillStyle = "#fff";
					if (k.size) x.fillText(k.size, a, b + 1);
				});
			}),
			font: "DejaVu Sans",
		}),
		"tiles": s => ({
			board: grid(s, {
				gap: 3, cell: () => "background:#eef2f7;border-radius:6px",
				over: drawn(s, 1.5, (x, y, w, h, i) => at(x, y, w, h, `border:3px solid ${of(bright, i)};background:${of(bright, i)}55;border-radius:6px`)) +
					s.clues.map((k, i) => marker(s, k, `border-radius:4px;background:${of(bright, i)}`) + size(s, k, `color:#fff;font:700 ${18 * s.unit}px Inter`)).join(""),
			}),
		}),
		"pastel": s => {
			const soft = wheel(s, 70, 78);
			return {
				board: svg(s, 2, "", frame(s, `fill="#fff" stroke="#334155" stroke-width="3"`) + lines(s, `stroke="#e2e8f0"`) +
					drawn(s, 3, (x, y, w, h, i) => rect(x, y, w, h, `rx="8" fill="${soft[i]}" fill-opacity=".5" stroke="#334155" stroke-width="2"`)) +
					s.clues.map((k, i) => shapes(s, k, `rx="6" fill="${soft[i]}"`) + label(s, k, 21, `fill="#1e293b" font-weight="700"`)).join("")),
				font: "Open Sans",
			};
		},

		// A round chip with the number, and the shape as a small sign above it.
		"held-chips": s => {
			const colors = wheel(s, 62, 42), [paper, line] = s.dark ? ["#22252b", "#434a55"] : ["#fff", "#d5dae1"];
			const sign = { square: [10, 10], tall: [7, 13], wide: [15, 8] };
			return {
				board: grid(s, {
					css: `border:2px solid ${line};border-radius:12px;overflow:hidden`, cell: () => `border:.5px solid ${line};background:${paper}`,
					over: drawn(s, 3, (x, y, w, h, i) => at(x, y, w, h, `border:2px dashed ${colors[i]};background:${clear(colors[i], 22)};border-radius:10px`)) +
						s.clues.map((k, i) => middle(s, k.r, k.c, 42 * s.unit, 42 * s.unit, `border-radius:50%;background:${paper};border:2.5px solid ${colors[i]};color:${colors[i]};font:700 ${17 * s.unit}px Open Sans;align-content:center;gap:${2 * s.unit}px`,
							(k.shape === "any" ? "" : `<i style="width:${sign[k.shape][0] * s.unit}px;height:${sign[k.shape][1] * s.unit}px;background:${colors[i]}"></i>`) + (k.size || (k.shape === "any" ? "?" : "")))).join(""),
				}),
				dark: s.dark, font: "Open Sans",
			};
		},
		// One colour: signs of a font beside the numbers, and black frames.
		"held-glyphs": s => ({
			board: svg(s, 3, "", frame(s, `fill="#fff" stroke="#000" stroke-width="3"`) + lines(s, `stroke="#999" stroke-dasharray="2 3"`) +
				drawn(s, 4, (x, y, w, h) => rect(x, y, w, h, `fill="#00000014" stroke="#000" stroke-width="3"`)) +
				s.clues.map(k => `<text x="${(k.c + .5) * s.cell}" y="${(k.r + .5) * s.cell + 8 * s.unit}" text-anchor="middle" font-size="${22 * s.unit}">${{ square: "□", tall: "▯", wide: "▭", any: "✛" }[k.shape]}${k.size || ""}</text>`).join("")),
			font: "DejaVu Sans",
		}),
		// A quilt: opaque cloth with a white seam, raised markers, on a dark table.
		"held-quilt": s => {
			const colors = wheel(s, 55, 48);
			return {
				board: grid(s, {
					gap: 5, css: "background:#2d2424;padding:8px;border-radius:10px", cell: () => "background:#4a3f3f;border-radius:4px",
					over: drawn(s, 2.5, (x, y, w, h, i) => at(x, y, w, h, `background:${colors[i]};border-radius:8px;outline:2px dashed #ffffffcc;outline-offset:-6px`)) +
						s.clues.map((k, i) => marker(s, k, `border-radius:7px;background:linear-gradient(${clear("#fff", 30)},transparent),${colors[i]};box-shadow:0 2px 5px #000a`) + size(s, k, `color:#fff;font:800 ${20 * s.unit}px Lato;text-shadow:0 1px 2px #000`)).join(""),
				}),
				dark: true, ground: "#1f1919", font: "Lato",
			};
		},
		// Striped rectangles, solid markers, a chequered board.
		"held-stripes": s => ({
			board: grid(s, {
				css: "border:3px solid #37474f", cell: (r, c) => `background:${(r + c) % 2 ? "#f4f6f8" : "#e9edf1"}`,
				over: drawn(s, 2, (x, y, w, h, i) => at(x, y, w, h, `border:3px solid ${of(vivid, i)};background:repeating-linear-gradient(45deg,${of(vivid, i)}66 0 6px,${of(vivid, i)}22 6px 12px)`)) +
					s.clues.map((k, i) => marker(s, k, `background:${of(vivid, i)}`) + size(s, k, `color:#fff;font:700 ${20 * s.unit}px Liberation Serif`)).join(""),
			}),
			font: "Liberation Serif",
		}),
		// Hollow markers with thick rims; one that tells of no shape is a circle.
		"held-rings": s => {
			const colors = wheel(s, 75, s.dark ? 60 : 40), [paper, line, ink] = s.dark ? ["#101820", "#2c3a47", "#fff"] : ["#fdfdfb", "#bfc8c4", "#222"];
			return {
				board: svg(s, 4, "", frame(s, `fill="${paper}" stroke="${line}" stroke-width="4" rx="8"`) + lines(s, `stroke="${line}" stroke-width="2"`) +
					drawn(s, 5, (x, y, w, h, i) => rect(x, y, w, h, `rx="12" fill="none" stroke="${colors[i]}" stroke-width="5"`)) +
					s.clues.map((k, i) => {
						const rim = `fill="none" stroke="${colors[i]}" stroke-width="${5 * s.unit}"`;
						return (k.shape === "any" ? `<circle cx="${(k.c + .5) * s.cell}" cy="${(k.r + .5) * s.cell}" r="${.3 * s.cell}" ${rim}/>` : shapes(s, k, rim)) + label(s, k, 19, `fill="${ink}" font-weight="700"`);
					}).join("")),
				dark: s.dark, font: "Cantarell",
			};
		},
	});
}
