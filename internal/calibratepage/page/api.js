// The server: questions with answers, and what it tells by itself.

// Refused is an answer in words: what is wrong, and what to do about it.
export class Refused extends Error {
  constructor(status, { what, advice }) {
    super(what);
    this.status = status;
    this.advice = advice;
  }
  get words() { return this.advice ? `${this.message}: ${this.advice}.` : `${this.message}.`; }
}

async function ask(path, options) {
  const answer = await fetch(path, { ...options, cache: "no-store", credentials: "omit" });
  if (answer.ok) return answer.json();
  const text = await answer.text();
  let problem = { what: text.trim() || answer.statusText, advice: "" };
  if (answer.headers.get("Content-Type") === "application/json") problem = JSON.parse(text);
  throw new Refused(answer.status, problem);
}

export const get = (path) => ask(path, {});

export const post = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

// listen calls on[kind] for what the server tells, and on.gone when it is no
// longer there.
export function listen(on) {
  const patience = 4000; // ms in which a connection comes back, should it break
  const events = new EventSource("events");
  let gone = 0;
  events.onopen = () => { clearTimeout(gone); gone = 0; };
  events.onmessage = (message) => {
    const event = JSON.parse(message.data);
    on[event.kind]?.(event);
  };
  events.onerror = () => { gone ||= setTimeout(() => { events.close(); on.gone(); }, patience); };
  return () => { clearTimeout(gone); events.close(); };
}
