// Grid is what the boards of all games are: cells in rows, of which one tells which is where.

const SVG = "http://www.w3.org/2000/svg";

export class Grid {
  cells = [];
  #root;

  // size is {rows, cols}; kind is the game's class for the look of the board.
  constructor(root, { rows, cols }, label, kind = "") {
    this.#root = root;
    this.rows = rows;
    this.cols = cols;
    root.replaceChildren();
    for (const name of ["queens", "tango", "zip", "sudoku", "patches", "gold", "instant", "mouse"]) root.classList.remove(name);
    root.classList.add("board");
    if (kind) root.classList.add(kind);
    root.style.setProperty("--rows", rows);
    root.style.setProperty("--cols", cols);
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", label);
    for (let row = 0; row < rows; row++) {
      const line = document.createElement("div");
      line.className = "line";
      line.setAttribute("role", "row");
      for (let col = 0; col < cols; col++) {
        const cell = document.createElement("div");
        cell.className = "cell";
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = row * cols + col;
        cell.tabIndex = -1;
        line.append(cell);
        this.cells.push(cell);
      }
      root.append(line);
    }
    if (this.cells.length) this.cells[0].tabIndex = 0;
  }

  get root() { return this.#root; }
  row(cell) { return Math.floor(cell / this.cols); }
  col(cell) { return cell % this.cols; }

  // edge marks the sides of the cells that other, of two cells, tells to be apart.
  edges(other) {
    const { rows, cols } = this;
    this.cells.forEach((cell, at) => {
      const row = this.row(at), col = this.col(at);
      const apart = (r, c) => r >= 0 && c >= 0 && r < rows && c < cols && other(at, r * cols + c);
      cell.classList.toggle("top", apart(row - 1, col));
      cell.classList.toggle("bottom", apart(row + 1, col));
      cell.classList.toggle("left", apart(row, col - 1));
      cell.classList.toggle("right", apart(row, col + 1));
    });
  }

  // cellAt returns the cell an event's target belongs to, or -1.
  cellAt(element) {
    const cell = element instanceof Element ? element.closest(".cell") : null;
    return cell && this.#root.contains(cell) ? Number(cell.dataset.cell) : -1;
  }

  // cellUnder returns the cell at a place in the viewport, or -1.
  cellUnder(x, y) { return this.cellAt(document.elementFromPoint(x, y)); }

  // neighbour returns the cell beside one, in the direction of an arrow key, or -1.
  neighbour(cell, key) {
    const [dr, dc] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
    const row = this.row(cell) + dr, col = this.col(cell) + dc;
    return (dr || dc) && row >= 0 && col >= 0 && row < this.rows && col < this.cols ? row * this.cols + col : -1;
  }

  // layer lays a drawing over the cells, in which a cell is 100 units wide, and returns it.
  layer(name) {
    const svg = draw("svg", { class: `layer ${name}`, viewBox: `0 0 ${100 * this.cols} ${100 * this.rows}`, "aria-hidden": "true" });
    this.#root.append(svg);
    return svg;
  }

  // middle is the place of a cell's middle in a layer.
  middle(cell) { return [100 * this.col(cell) + 50, 100 * this.row(cell) + 50]; }

  // celebrate shows that the game is won, at once if instant, and returns the ms that takes.
  celebrate(instant) {
    this.#root.classList.toggle("instant", instant);
    this.#root.classList.add("gold");
    return instant ? 0 : 500;
  }

  // geometry returns where the board and its lattice are in the viewport.
  geometry() {
    const plain = ({ x, y, width, height }) => ({ x, y, width, height });
    const first = this.cells[0].getBoundingClientRect(), last = this.cells.at(-1).getBoundingClientRect();
    return {
      board: plain(this.#root.getBoundingClientRect()),
      lattice: { x: first.left, y: first.top, width: last.right - first.left, height: last.bottom - first.top },
    };
  }
}

// draw makes an element of a drawing.
export function draw(kind, attributes, ...children) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
