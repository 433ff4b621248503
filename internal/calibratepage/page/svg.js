// Elements of SVG, and rectangles in pixels of the picture.

const NS = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(NS, name);
  set(e, attributes);
  e.append(...children);
  return e;
}

export function set(e, attributes) {
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

// parse returns the elements of a drawing that the server made.
export function parse(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${NS}">${text}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((e) => document.importNode(e, true));
}

export const boxOf = ({ x, y, width, height }) => ({ x, y, width, height });
export const sameBox = (a, b) => a && b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

export const near = (a, b) => ["x", "y", "width", "height"].every((k) => Math.abs(a[k] - b[k]) < 3);

const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

// inside moves and, where it must, shrinks a rectangle until it lies in bounds.
export function inside(r, bounds) {
  const width = clamp(Math.round(r.width), LEAST, bounds.width);
  const height = clamp(Math.round(r.height), LEAST, bounds.height);
  return {
    x: clamp(Math.round(r.x), bounds.x, bounds.x + bounds.width - width),
    y: clamp(Math.round(r.y), bounds.y, bounds.y + bounds.height - height),
    width, height,
  };
}

export const LEAST = 16; // pixels: no board is smaller

// spanned returns the rectangle between two points.
export const spanned = (a, b) => ({
  x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y),
});

export const clampTo = (p, b) => ({
  x: clamp(Math.round(p.x), b.x, b.x + b.width - 1), y: clamp(Math.round(p.y), b.y, b.y + b.height - 1),
});
