// The picture of one display, what was read on it, and the rectangle. All
// coordinates are those of the capture: the view box does the rest.

import { svg, set, parse, inside, spanned, clampTo } from "./svg.js";

const SIDES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

export class Shot {
  // on: rect(shot, rectangle, done), choose(candidate), point(shot, place)
  constructor(display, number, picture, on) {
    Object.assign(this, { display, number, bounds: display.bounds, on, rect: null, aiming: false });
    const { x, y, width, height } = this.bounds;
    this.shade = svg("path", { class: "shade" });
    this.outlines = svg("g", { class: "outlines" });
    this.drawing = svg("g", { class: "drawing" });
    this.zones = svg("g", { class: "zones" });
    this.region = svg("rect", { class: "region", tabindex: 0, role: "application", "aria-roledescription": "rectangle" });
    this.handles = SIDES.map((side) => svg("rect", { class: `handle ${side}`, "data-side": side }));
    this.frame = svg("g", { class: "frame" }, this.region, ...this.handles);
    this.aim = svg("g", { class: "aim" });
    this.dot = svg("g", { class: "dot" });
    this.root = svg("svg", { class: "shot", width, height, preserveAspectRatio: "xMidYMid meet", role: "group", "aria-label": `Display ${display.index}` },
      svg("image", { href: picture, x, y, width, height }),
      this.shade, this.frame, this.drawing, this.outlines, this.zones, this.aim, this.dot);
    this.root.style.aspectRatio = `${width} / ${height}`;
    this.show(null, null);
    this.zoom(null);
    this.#listen();
    new ResizeObserver(() => this.#place()).observe(this.root);
  }

  // show draws a rectangle with what was read in it; null is nothing.
  show(rect, look) {
    this.rect = rect;
    this.drawing.replaceChildren(...(look?.drawing ? parse(look.drawing) : []));
    this.#place();
  }

  // others draws the candidates that are not chosen: with a number at the outline,
  // and faintly what was read. A board without a drawing over it might be taken
  // for the game by a player that runs at the same time.
  others(candidates) {
    this.outlines.replaceChildren(...candidates.map(({ id, label, drawing, outline }) => {
      const g = svg("g", { class: "outline", "data-id": id }, svg("title", {}, label), svg("g", { class: "faint" }, ...parse(drawing)));
      g.append(...parse(outline));
      return g;
    }));
  }

  // zoom shows a part of the picture with some room around it, or all of it.
  zoom(part) {
    let b = this.bounds;
    if (part) {
      const room = 0.15 * Math.max(part.width, part.height);
      b = { x: part.x - room, y: part.y - room, width: part.width + 2 * room, height: part.height + 2 * room };
    }
    set(this.root, { viewBox: `${b.x} ${b.y} ${b.width} ${b.height}` });
    this.#place();
  }

  // corners shows where the pointer has to go, and where it was.
  corners(zones, done = []) {
    this.zones.replaceChildren(...zones.map(({ x, y, reach }, i) =>
      svg("rect", { class: done[i] ? "zone done" : "zone", x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, rx: reach / 3 })));
  }

  pointer(p) {
    const d = p && `M${p.x} ${p.y}h0`;
    this.dot.replaceChildren(...(p ? [svg("path", { class: "pointer rim", d }), svg("path", { class: "pointer", d })] : []));
  }

  // mark shows start buttons: the parts that are looked at.
  mark(places) {
    const d = places.map(({ x, y }) => `M${x - 32} ${y - 16}h64v32h-64zM${x - 12} ${y}h24M${x} ${y - 12}v24`).join("");
    this.aim.replaceChildren(...(d ? [svg("path", { class: "rim", d }), svg("path", { d })] : []));
  }

  // #place puts the frame, whose handles have the same size at any zoom.
  #place() {
    const r = this.rect;
    this.frame.toggleAttribute("hidden", !r);
    const b = this.bounds;
    const whole = `M${b.x} ${b.y}h${b.width}v${b.height}h${-b.width}z`;
    set(this.shade, { d: r ? `${whole}M${r.x} ${r.y}h${r.width}v${r.height}h${-r.width}z` : "" });
    if (!r) return;
    set(this.region, { ...r, "aria-label": `Rectangle, left ${r.x}, top ${r.y}, ${r.width} by ${r.height} pixels. Arrows move it, with Shift they resize it.` });
    const unit = 1 / (this.root.getScreenCTM()?.a || 1), side = 11 * unit;
    for (const [i, name] of SIDES.entries()) {
      const x = r.x + (name.includes("w") ? 0 : name.includes("e") ? r.width : r.width / 2);
      const y = r.y + (name.includes("n") ? 0 : name.includes("s") ? r.height : r.height / 2);
      set(this.handles[i], { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 2 * unit });
    }
  }

  at(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return { x: p.x, y: p.y };
  }

  #listen() {
    let drag = null; // what a press has begun: from the place, with the rectangle as it was
    const { root, bounds } = this;
    root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const from = this.at(event), target = event.target;
      if (this.aiming) {
        this.on.point(this, clampTo(from, bounds));
        event.preventDefault();
        return;
      }
      const outline = target.closest(".outline");
      const how = target.dataset.side ?? (target === this.region ? "move" : "new");
      drag = { from, how, was: this.rect, x: event.clientX, y: event.clientY, outline, moved: false };
      root.setPointerCapture(event.pointerId);
      event.preventDefault(); // no selection, no dragging of the image
    });
    root.addEventListener("pointermove", (event) => {
      if (!drag) return;
      // A press that hardly moves is a click.
      drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4;
      if (drag.moved) this.on.rect(this, this.#dragged(drag, this.at(event)), false);
    });
    const end = (event) => {
      if (!drag) return;
      const { moved, outline } = drag;
      const rect = moved && this.#dragged(drag, this.at(event));
      drag = null;
      if (rect) this.on.rect(this, rect, true);
      else if (outline) this.on.choose(Number(outline.dataset.id));
      if (this.rect) this.region.focus({ preventScroll: true });
    };
    root.addEventListener("pointerup", end);
    root.addEventListener("pointercancel", end);
    this.region.addEventListener("keydown", (event) => {
      if (this.aiming) return;
      const step = stepOf(event);
      if (!step || event.altKey || event.metaKey) return;
      const r = { ...this.rect };
      if (event.shiftKey) {
        r.width += step.x;
        r.height += step.y;
      } else {
        r.x += step.x;
        r.y += step.y;
      }
      event.preventDefault();
      this.on.rect(this, inside(r, bounds), true);
    });
  }

  #dragged({ from, how, was }, to) {
    to = clampTo(to, { ...this.bounds, width: this.bounds.width + 1, height: this.bounds.height + 1 });
    if (how === "new") return inside(spanned(from, to), this.bounds);
    const by = { x: to.x - from.x, y: to.y - from.y };
    if (how === "move") return inside({ ...was, x: was.x + by.x, y: was.y + by.y }, this.bounds);
    let a = { x: was.x, y: was.y }, b = { x: was.x + was.width, y: was.y + was.height };
    if (how.includes("w")) a.x += by.x;
    if (how.includes("e")) b.x += by.x;
    if (how.includes("n")) a.y += by.y;
    if (how.includes("s")) b.y += by.y;
    return inside(spanned(a, b), this.bounds);
  }
}

// stepOf returns by how many pixels an arrow key moves: 8, with Ctrl by 1.
export function stepOf(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return null;
  const by = event.ctrlKey ? 1 : 8;
  return { x: by * way[0], y: by * way[1] };
}
