// Reports to the server, in order and without loss: events are numbered, sent
// one batch at a time, and sent again until the server has counted them.

const BATCH_MS = 15;
const BATCH = 200; // events, which the server has room for
const RETRY_MS = 300;

const token = document.querySelector('meta[name="token"]').content;

export async function post(what, body, keepalive = false) {
  const response = await fetch(`/${token}/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive,
  });
  if (!response.ok) {
    const why = response.status === 404
      ? "This page belongs to a game that has ended. Load it again."
      : (await response.text()).trim();
    const error = new Error(why);
    error.status = response.status;
    throw error;
  }
  return response.json();
}

export class Reporter {
  #session; #pending = []; #seq; #timer = 0; #sending = null; #lost; #after;

  // lost is called with the reason when this page does not count any more. seq
  // is the number of the first event; nothing is sent until after, a promise,
  // is kept.
  constructor(session, lost, { seq = 0, after = null } = {}) {
    this.#session = session;
    this.#lost = lost;
    this.#seq = seq;
    this.#after = after;
  }

  // next is the number that the next event will have.
  get next() { return this.#seq; }

  add(event) {
    this.#pending.push({ cell: -1, ...event, seq: this.#seq++ });
    if (!this.#timer) this.#timer = setTimeout(() => this.flush(), BATCH_MS);
  }

  // flush sends what there is and resolves when the server has it all.
  flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
    return this.#sending;
  }

  async #send() {
    await this.#after;
    while (this.#pending.length) {
      try {
        const events = this.#pending.slice(0, BATCH);
        const ack = await post("report", { session: this.#session, events });
        this.#pending = this.#pending.filter((e) => e.seq >= ack.next);
        if (!ack.current) this.#lost("");
        // What an earlier page sent as it went away may still be on its way.
        if (ack.next < events[0].seq) await new Promise((again) => setTimeout(again, BATCH_MS));
      } catch (error) {
        if (error.status) { // the server is there and will never take this
          this.#pending = [];
          this.#lost(error.message);
          return;
        }
        await new Promise((again) => setTimeout(again, RETRY_MS));
      }
    }
  }

  // leave sends the rest as the page goes away. What is under way is sent once
  // more; the server knows events by their number.
  leave(event) {
    this.#pending.push({ cell: -1, ...event, seq: this.#seq++ });
    const body = JSON.stringify({ session: this.#session, events: this.#pending });
    navigator.sendBeacon(`/${token}/report`, new Blob([body], { type: "application/json" }));
  }
}
