// What a profile keeps beside the place: its name, how the game is clicked, and
// the buttons that open a board.

const $ = (id) => document.getElementById(id);

export class Settings {
  #on;
  #state = null;
  #keep = true; // the start buttons that the profile knows
  #at = null; // a further one
  #aim = null; // where the person points at the moment, null where it is not asked
  #touched = false; // the person has set clicks or pace

  // on: changed(), aim(on), check(place), start(), bounds(), save()
  constructor(on) {
    this.#on = on;
    $("name").addEventListener("input", () => this.#named());
    $("pace").addEventListener("change", () => this.#paced());
    for (const id of ["clicks", "pace", "pause"]) $(id).addEventListener("input", () => { this.#touched = true; });
    $("button-none").addEventListener("click", () => this.#set(false, null));
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
    this.#at = null; // the picture it was shown on is no more
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
    const all = this.buttons;
    $("button-words").textContent = this.#aim ? "Click on its word in the picture, or arrows and Enter."
      : all.length ? `at ${all.map(({ x, y }) => `${x}, ${y}`).join(" and ")}` : "none: nothing but boards is clicked";
    $("button-set").setAttribute("aria-pressed", Boolean(this.#aim));
    $("button-none").hidden = !all.length || Boolean(this.#aim);
    this.#on.changed();
  }

  #set(keep, at) {
    this.#keep = keep;
    this.#at = at;
    this.#shown();
  }

  // buttons returns the places that are to be marked on the picture.
  get buttons() {
    if (this.#aim) return [this.#aim];
    const known = this.#keep ? this.#profile?.buttons ?? [] : [];
    return this.#at ? [...known, this.#at] : known;
  }

  get aiming() { return Boolean(this.#aim); }

  toggleAim() {
    this.#aim = this.#aim ? null : this.#at ?? this.#on.start();
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
      this.#set(this.#keep, taken);
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
      button: this.#at ? (this.#keep ? "add" : "set") : this.#keep ? "keep" : "none", at: this.#at ?? { x: 0, y: 0 },
    };
  }
}
