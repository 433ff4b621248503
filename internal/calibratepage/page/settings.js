// What a profile keeps beside the place: its name, how the game is clicked, and
// the button that opens the next board.

const $ = (id) => document.getElementById(id);

export class Settings {
  #on;
  #state = null;
  #mode = "keep"; // what becomes of the button: keep, none, or set to #at
  #at = null;
  #aim = null; // where the person points at the moment, null where it is not asked
  #touched = false; // the person has set clicks or pace

  // on: changed(), aim(on), check(place), start(), bounds(), save()
  constructor(on) {
    this.#on = on;
    $("name").addEventListener("input", () => this.#named());
    $("pace").addEventListener("change", () => this.#paced());
    for (const id of ["clicks", "pace", "pause"]) $(id).addEventListener("input", () => { this.#touched = true; });
    $("button-none").addEventListener("click", () => this.#set("none", null));
    $("form").addEventListener("submit", (event) => {
      event.preventDefault();
      on.save();
    });
  }

  // show puts the server's state into the form, but for what the person has
  // changed already.
  show(state) {
    const first = !this.#state;
    this.#state = state;
    $("names").replaceChildren(...state.profiles.map(({ name }) => Object.assign(document.createElement("option"), { value: name })));
    $("clicks").max = state.maxClicks;
    if (first) {
      $("name").value = state.name;
      this.#fill(state.clicks, state.pace); // which flags of the command may have set
      this.#touched = state.given;
    }
    if (this.#mode === "set") { // the picture it was shown on is no more
      this.#mode = "keep";
      this.#at = null;
    }
    this.#named();
  }

  #fill(clicks, pace) {
    $("clicks").value = clicks;
    const known = pace === "fast" || pace === "human";
    $("pace").value = known ? pace : "other";
    if (!known) $("pause").value = pace;
    this.#paced();
  }

  #paced() { $("pause").hidden = $("pace").value !== "other"; }

  get #profile() { return this.#state?.profiles.find(({ name }) => name === $("name").value.trim()); }

  #named() {
    const p = this.#profile;
    if (!this.#touched) this.#fill(p?.clicks || this.#state.clicks, p?.pace || this.#state.pace);
    $("name-words").textContent = !p ? "" : p.problem ? `Replaces this profile: ${p.problem}.` : `Replaces the one saved on ${p.when}.`;
    $("save").firstChild.data = p ? "Save and replace " : "Save ";
    this.wrong("");
    this.#shown();
  }

  #shown() {
    const at = this.button;
    $("button-words").textContent = this.#aim ? "Click on its word in the picture, or arrows and Enter."
      : at ? `at ${at.x}, ${at.y}` : "none: nothing is clicked between boards";
    $("button-set").setAttribute("aria-pressed", Boolean(this.#aim));
    $("button-none").hidden = !at || Boolean(this.#aim);
    this.#on.changed();
  }

  #set(mode, at) {
    this.#mode = mode;
    this.#at = at;
    this.#shown();
  }

  // button returns the place that is to be marked on the picture, or null.
  get button() {
    if (this.#aim) return this.#aim;
    return this.#mode === "set" ? this.#at : this.#mode === "keep" ? this.#profile?.button ?? null : null;
  }

  get aiming() { return Boolean(this.#aim); }

  toggleAim() {
    this.#aim = this.#aim ? null : this.button ?? this.#on.start();
    this.#on.aim(this.aiming);
    this.wrong("");
    this.#shown();
  }

  moveAim({ x, y }) {
    const b = this.#on.bounds();
    this.#aim = {
      x: Math.max(b.x, Math.min(b.x + b.width - 1, this.#aim.x + x)),
      y: Math.max(b.y, Math.min(b.y + b.height - 1, this.#aim.y + y)),
    };
    this.#shown();
  }

  takeAim() { return this.pointed(this.#aim); }

  // pointed takes the place that was shown, if it can be known again.
  async pointed(at) {
    try {
      const taken = await this.#on.check(at);
      this.#aim = null;
      this.#on.aim(false);
      this.wrong("");
      this.#set("set", taken);
      $("button-set").focus();
    } catch (error) {
      this.wrong(error.words ?? error.message);
    }
  }

  wrong(words) { $("save-words").textContent = words; }

  busy(on) {
    $("save").disabled = on;
    if (on) $("save-words").textContent = "";
    $("save").firstChild.data = on ? "Let go of the mouse … " : this.#profile ? "Save and replace " : "Save ";
  }

  // request returns what to save, or null where the form is not complete.
  request() {
    if (!$("form").reportValidity()) return null;
    const pace = $("pace").value === "other" ? $("pause").value.trim() : $("pace").value;
    return {
      name: $("name").value.trim(), replace: Boolean(this.#profile), clicks: $("clicks").valueAsNumber, pace,
      button: this.#mode, at: this.#at ?? { x: 0, y: 0 },
    };
  }
}
