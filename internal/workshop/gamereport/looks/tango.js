
// Tango. Suns are round, or have rays on all sides; moons are crescents.
{
	const locked = (s, r, c) => s.locked[r][c] === "#";
	const by = (s, r, c, sun, moon) => ({ S: sun, M: moon, ".": "" })[s.cells[r][c]];
	// signs draws each sign where it stands.
	const signs = (s, draw) => s.signs.map(([r0, c0, r1, c1, kind]) =>
		draw((c0 + c1 + 1) / 2 * s.cell, (r0 + r1 + 1) / 2 * s.cell, kind === "=")).join("");
	const badges = (s, size, css, cross = "×") => signs(s, (x, y, same) =>
		at(x - size / 2, y - size / 2, size, size, `display:grid;place-items:center;line-height:1;${css}`, same ? "=" : cross));
	const strokes = (x, y, k, same) => same ? `M${x - k} ${y - k * .55}h${2 * k}M${x - k} ${y + k * .55}h${2 * k}` : `M${x - k * .8} ${y - k * .8}l${1.6 * k} ${1.6 * k}m0 ${-1.6 * k}l${-1.6 * k} ${1.6 * k}`;
	const crescent = (x, y, k, attributes) => `<path d="M${x + k * .45} ${y + k * .75}A${k} ${k} 0 1 1 ${x - k * .1} ${y - k * .95}A${k * .8} ${k * .8} 0 0 0 ${x + k * .45} ${y + k * .75}z" ${attributes}/>`;
	const rays = (x, y, k, color) => `<circle cx="${x}" cy="${y}" r="${k * .55}" fill="${color}"/>` + range(8).map(i => {
		const [a, b] = [Math.cos(i * Math.PI / 4) * k, Math.sin(i * Math.PI / 4) * k];
		return `<path d="M${x + a * .72} ${y + b * .72}L${x + a} ${y + b}" stroke="${color}" stroke-width="${k * .18}" stroke-linecap="round"/>`;
	}).join("");
	// icon is a drawing of 24 units a side.
	const icon = (size, inside, attributes = "") => `<svg width="${size}" height="${size}" viewBox="0 0 24 24" ${attributes}>${inside}</svg>`;
	const outlines = {
		S: `<circle cx="12" cy="12" r="4"/>` + range(8).map(i => `<path transform="rotate(${45 * i} 12 12)" d="M12 2v2"/>`).join(""),
		M: `<path d="M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z"/>`,
	};
	const star = `<path d="${range(24).map(i => {
		const k = i % 2 ? 8 : 11.5, a = i * Math.PI / 12;
		return `${i ? "L" : "M"}${(12 + k * Math.sin(a)).toFixed(2)} ${(12 - k * Math.cos(a)).toFixed(2)}`;
	}).join("")}z"/>`;
	// pixels are those of a picture of few, one letter each.
	const pixels = (rows, colors) => rows.map((row, y) => [...row].map((p, x) => p === "." ? "" : `<rect x="${x}" y="${y}" width="1.02" height="1.02" fill="${colors[p]}"/>`).join("")).join("");
	const pixelSun = ["....a....", ".a..a..a.", "..bbbbb..", "..bbbbb..", "aabbbbbaa", "..bbbbb..", "..bbbbb..", ".a..a..a.", "....a...."];
	const pixelMoon = ["...aaa...", "..abb....", ".abb.....", ".abb.....", ".abb.....", ".abbb...a", "..abbbaa.", "...abbaa.", "....aa..."];

	Object.assign(looks.tango, {
		"emoji-table": s => {
			const cell = (r, c) => `border:1px solid #cbd5e1;font-size:${28 * s.unit}px;background:${locked(s, r, c) ? "#e9edf2" : "#fff"}`;
			const over = badges(s, 18 * s.unit, `border-radius:50%;background:#fff;font:700 ${15 * s.unit}px Inter;color:#64748b`);
			return { board: `<div style="position:relative;width:max-content">${table(s, { cell, inside: (r, c) => by(s, r, c, "☀️", "🌙") })}<div style="position:absolute;left:.5px;top:.5px">${over}</div></div>` };
		},
		"dark-tiles": s => {
			const tile = (r, c) => `<rect x="${c * s.cell + 2}" y="${r * s.cell + 2}" width="${s.cell - 4}" height="${s.cell - 4}" rx="9" fill="${locked(s, r, c) ? "#334155" : "#1e293b"}"/>` +
				by(s, r, c, rays((c + .5) * s.cell, (r + .5) * s.cell, 21 * s.unit, "#fbbf24"), crescent((c + .5) * s.cell, (r + .5) * s.cell, 18 * s.unit, `fill="#93c5fd"`));
			const sign = (x, y, same) => `<circle cx="${x}" cy="${y}" r="${10 * s.unit}" fill="#475569"/><path d="${strokes(x, y, 5 * s.unit, same)}" stroke="#fff" stroke-width="${2 * s.unit}"/>`;
			return { board: svg(s, 4, "background:#0b1220;border-radius:14px", each(s, tile) + signs(s, sign)), dark: true, font: "Lato" };
		},
		"canvas-discs": s => ({
			...canvas(s, 2, "", x => {
				const u = s.unit;
				each(s, (r, c) => {
					const [left, top] = [c * s.cell, r * s.cell], [mx, my] = [left + s.cell / 2, top + s.cell / 2];
					x.fillStyle = locked(s, r, c) ? "#efe9dc" : "#fffdf7";
					x.fillRect(left, top, s.cell, s.cell);
					[x.strokeStyle, x.lineWidth] = ["#8d8472", 1.5];
					x.strokeRect(left, top, s.cell, s.cell);
					x.beginPath();
					if (s.cells[r][c] === "S") x.arc(mx, my, 17 * u, 0, 7);
					if (s.cells[r][c] === "M") {
						x.arc(mx, my, 17 * u, .2 * Math.PI, 1.3 * Math.PI);
						x.arc(mx - 2 * u, my - 4 * u, 15 * u, 1.15 * Math.PI, .25 * Math.PI, true);
					}
					x.fillStyle = s.cells[r][c] === "S" ? "#f59e0b" : "#3b5bdb";
					x.fill();
				});
				signs(s, (a, b, same) => {
					x.fillStyle = "#fffdf7";
					x.fillRect(a - 8 * u, b - 8 * u, 16 * u, 16 * u);
					[x.strokeStyle, x.lineWidth] = ["#5c4a1e", 2.5 * u];
					x.stroke(new Path2D(strokes(a, b, 5.5 * u, same)));
				});
			}),
			ground: "#faf5e9", font: "Nimbus Roman",
		}),
		"glyphs": s => ({
			board: grid(s, {
				gap: 2, css: "background:#9ca3af;padding:2px",
				cell: (r, c) => `background:${locked(s, r, c) ? "#e5e7eb" : "#fff"};font-size:${36 * s.unit}px;color:${by(s, r, c, "#ea580c", "#1d4ed8")}`,
				inside: (r, c) => by(s, r, c, "☀", "☾"),
				over: badges(s, 20 * s.unit, `color:#000;font-size:${17 * s.unit}px;background:#fff;border:1px solid #9ca3af;border-radius:4px`, "✕"),
			}),
			ground: "#f3f4f6", font: "DejaVu Sans",
		}),
		"filled-cells": s => ({
			board: grid(s, {
				css: "border:3px solid #333;border-radius:8px;overflow:hidden",
				cell: (r, c) => `border:.5px solid #bbb;font-size:${30 * s.unit}px;background:${by(s, r, c, "#ffe08a", "#9fc3ff") || "#fff"}`,
				inside: (r, c) => by(s, r, c, "🌞", "🌜"),
				over: badges(s, 16 * s.unit, `color:#fff;font-size:${14 * s.unit}px;background:#333;border-radius:50%`),
			}),
			unlocked: true, font: "Open Sans",
		}),
		"lock-icons": s => ({
			board: grid(s, {
				css: "outline:2px solid #111",
				cell: () => "border-right:1px solid #111;border-bottom:1px solid #111;background:#fff",
				inside: (r, c) => `<svg width="${40 * s.unit}" height="${40 * s.unit}" viewBox="0 0 40 40">${by(s, r, c, `<circle cx="20" cy="20" r="15" fill="#fde047" stroke="#111" stroke-width="2"/>`, crescent(20, 20, 15, `fill="#e0e7ff" stroke="#111" stroke-width="2"`))}</svg>` +
					(locked(s, r, c) ? `<span style="position:absolute;right:3px;bottom:2px;font-size:${9 * s.unit}px">🔒</span>` : ""),
				over: badges(s, 18 * s.unit, `color:#111;font-size:${16 * s.unit}px;background:#fff`),
			}),
		}),

		// Icons of strokes in one colour, on tiles that are raised where the player may turn them.
		"held-stroke-icons": s => {
			const [ground, tile, given, ink] = s.dark ? ["#0f1115", "#20242c", "#343b47", "#e5e9f0"] : ["#eef1f5", "#ffffff", "#d9dfe7", "#27313d"];
			return {
				board: grid(s, {
					gap: 6, cell: (r, c) => `border-radius:10px;background:${locked(s, r, c) ? given : tile};${locked(s, r, c) ? "" : "box-shadow:0 1px 3px #0005"}`,
					inside: (r, c) => by(s, r, c, ...["S", "M"].map(k => icon(30 * s.unit, outlines[k], `fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round"`))),
					over: badges(s, 17 * s.unit, `border-radius:5px;background:${ink};color:${tile};font:800 ${13 * s.unit}px Inter`, "✕"),
				}),
				ground, dark: s.dark,
			};
		},
		// A table in a double frame, chequered; what is given has a ring. Signs stand bare on the lines.
		"held-faces": s => ({
			board: table(s, {
				css: `border:6px double #5b4a2f`,
				cell: (r, c) => `border:1px solid #b9a988;font-size:${31 * s.unit}px;background:${(r + c) % 2 ? "#fbf4e4" : "#f3e8cf"};${locked(s, r, c) ? "box-shadow:inset 0 0 0 3px #8a6d3b" : ""}`,
				inside: (r, c) => by(s, r, c, picked(s, "🌞", "☀️"), picked(s, "🌛", "🌙")) + s.signs.filter(g => g[0] === r && g[1] === c).map(([, , r1, , kind]) =>
					`<b style="position:absolute;z-index:1;${r1 > r ? "left:0;right:0;bottom:0;transform:translateY(50%)" : "top:50%;right:0;transform:translate(50%,-50%)"};font:900 ${19 * s.unit}px DejaVu Sans;line-height:1;color:#b91c1c">${kind === "=" ? "=" : "×"}</b>`).join(""),
			}),
			ground: "#fffaf0", font: "DejaVu Serif",
		}),
		// A night sky: glowing discs, and crescents that are the shadow of a disc.
		"held-glow": s => {
			const k = 24 * s.unit;
			return {
				board: grid(s, {
					css: `background:linear-gradient(160deg,${picked(s, "#1b2a6b,#3b1d5e", "#0d3b4f,#12263f")});border-radius:16px;overflow:hidden;box-shadow:0 10px 30px #0008`,
					cell: (r, c) => `border:1px solid #ffffff2e;${locked(s, r, c) ? "background:#ffffff26" : ""}`,
					inside: (r, c) => by(s, r, c,
						`<i style="width:${1.2 * k}px;height:${1.2 * k}px;border-radius:50%;background:radial-gradient(circle at 35% 35%,#fff3b0,#ffb703 60%,#fb8500);box-shadow:0 0 ${8 * s.unit}px #ffb70399"></i>`,
						`<i style="width:${1.2 * k}px;height:${1.2 * k}px;border-radius:50%;box-shadow:inset ${-.32 * k}px ${.1 * k}px 0 0 #dbe7ff"></i>`),
					over: badges(s, 19 * s.unit, `border-radius:50%;border:1.5px solid #fff;background:#2b2f77;color:#fff;font-size:${13 * s.unit}px`),
				}),
				dark: true, ground: "#0b1026", font: "Lato",
			};
		},
		// Solid icons between thick lines, signs on squares whose colour tells them apart as well.
		"held-solid-icons": s => ({
			board: grid(s, {
				gap: 4, css: `background:${picked(s, "#263238", "#4e342e", "#1b4332")};padding:4px;border-radius:4px`,
				cell: (r, c) => `background:${locked(s, r, c) ? "#dfe6e9" : "#fcfcfc"}`,
				inside: (r, c) => by(s, r, c, icon(36 * s.unit, star, `fill="#f6b50b"`), icon(34 * s.unit, outlines.M, `fill="#5b5bd6"`)),
				over: signs(s, (x, y, same) => at(x - 9 * s.unit, y - 9 * s.unit, 18 * s.unit, 18 * s.unit,
					`display:grid;place-items:center;line-height:1;background:${same ? "#2e7d32" : "#c62828"};color:#fff;font:700 ${15 * s.unit}px Open Sans`, same ? "=" : "×")),
			}),
			font: "Open Sans",
		}),
		// Pixel art; signs are letters on the cell's own colour.
		"held-pixels": s => ({
			board: grid(s, {
				cell: (r, c) => `outline:2px solid ${s.dark ? "#3d3d5c" : "#b8b8d0"};background:${locked(s, r, c) ? (s.dark ? "#3a2f5b" : "#e3def5") : s.dark ? "#1d1b2e" : "#fdfdff"}`,
				inside: (r, c) => `<svg width="${36 * s.unit}" height="${36 * s.unit}" viewBox="0 0 9 9" shape-rendering="crispEdges">${by(s, r, c, pixels(pixelSun, { a: "#e85d04", b: "#ffba08" }), pixels(pixelMoon, { a: "#4361ee", b: "#90a8ff" }))}</svg>`,
				over: badges(s, 20 * s.unit, `background:${s.dark ? "#1d1b2e" : "#fdfdff"};color:${s.dark ? "#fff" : "#222"};font:700 ${20 * s.unit}px DejaVu Sans Mono`, "x"),
			}),
			dark: s.dark, font: "DejaVu Sans Mono",
		}),
	});
}
