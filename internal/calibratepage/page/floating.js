// A small window with the test of the corners, to be kept in sight beside the
// game: on top of every window where the browser can do that.

import { Shot } from "./shot.js";

export class Floating {
  #window = null;
  #shot = null;
  #words = null;

  get open() { return this.#window && !this.#window.closed; }

  // show opens the window. It must be called from a press of the person's.
  async show(display, number, picture, rect, look) {
    this.close();
    const size = { width: 360, height: 420 };
    const top = window.documentPictureInPicture;
    const w = top ? await top.requestWindow(size) : window.open("about:blank", "", `popup,width=${size.width},height=${size.height}`);
    if (!w) throw new Error("The browser has not opened a window. Allow pop-ups for this page.");
    const page = w.document;
    page.title = "Corners – autoqueens";
    page.documentElement.lang = "en";
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
      const link = page.createElement("link");
      link.rel = "stylesheet";
      link.href = sheet.href;
      page.head.append(link);
    }
    page.body.className = "small";
    this.#words = page.createElement("p");
    this.#shot = new Shot(display, number, new URL(picture, location.href).href, { rect() {}, choose() {}, point() {} });
    page.body.append(page.adoptNode(this.#shot.root), this.#words);
    this.#shot.show(rect, look);
    this.#shot.zoom(look?.board ?? rect);
    this.#window = w;
    w.addEventListener("pagehide", () => { if (this.#window === w) this.#window = null; });
  }

  corners(zones, done, pointer, words) {
    if (!this.open) return;
    this.#shot.corners(zones, done);
    this.#shot.pointer(pointer);
    this.#words.textContent = words;
  }

  close() {
    this.#window?.close();
    this.#window = null;
  }
}
