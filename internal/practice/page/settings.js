// The settings menu. What the player chose is kept for this tab; what the
// server or the address asks for is where it starts.

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

export class Settings {
  #on; #kept = {};

  // on: autoX(bool), size(number)
  constructor(on) {
    this.#on = on;
    try { this.#kept = JSON.parse(sessionStorage.getItem("settings")) ?? {}; } catch { /* nothing was kept */ }
    this.#theme(this.#kept.theme ?? query.get("theme") ?? document.documentElement.dataset.theme);
    $("auto-x").onchange = (event) => {
      this.#keep({ autoX: event.target.checked });
      on.autoX(this.autoX);
    };
    $("theme").onchange = (event) => {
      this.#keep({ theme: event.target.value });
      this.#theme(event.target.value);
    };
    $("size").onchange = (event) => {
      this.#open(false);
      on.size(Number(event.target.value));
    };
    $("settings").onclick = () => this.#open($("settings-menu").hidden);
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest?.(".menu")) this.#open(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || $("settings-menu").hidden) return;
      this.#open(false);
      $("settings").focus();
    });
  }

  get autoX() { return $("auto-x").checked; }

  // follow takes what the server says of a newly opened board. Colours that
  // were dealt to a board come before what the player chose.
  follow({ autoX, size, sizes: [from, to], theme, dealt }) {
    this.#theme(dealt ? theme : this.#kept.theme ?? query.get("theme") ?? theme);
    $("auto-x").checked = this.#kept.autoX ?? (query.has("autox") ? query.get("autox") === "1" : autoX);
    if (!$("size").length) {
      for (let n = from; n <= to; n++) $("size").add(new Option(`${n} × ${n}`, n));
    }
    $("size").value = size;
  }

  #keep(change) {
    Object.assign(this.#kept, change);
    try { sessionStorage.setItem("settings", JSON.stringify(this.#kept)); } catch { /* a private window may not keep it */ }
  }

  #theme(theme) {
    const known = ["light", "dark"].includes(theme) ? theme : "";
    document.documentElement.dataset.theme = known;
    $("theme").value = known;
  }

  #open(open) {
    $("settings-menu").hidden = !open;
    $("settings").setAttribute("aria-expanded", open);
  }
}
