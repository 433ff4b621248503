// The page that the game goes to when it ends elsewhere. It reports what the
// page of the board could not report any more, and leads back.

import { Reporter } from "./report.js";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const { lost, autoNext } = document.body.dataset;

// back is the address of the game, as it was, with the board that follows.
function back() {
  for (const own of ["lost", "shade", "time"]) query.delete(own);
  query.set("step", "next");
  return `/?${query}`;
}

const leave = () => location.assign(back());
$("next").onclick = leave;
if (lost !== "true" && Number(autoNext) > 0) setTimeout(leave, Number(autoNext));

let left = null;
try { left = JSON.parse(sessionStorage.getItem("left")); } catch { /* a private window may not keep it */ }
if (left && lost !== "true") {
  sessionStorage.removeItem("left");
  report(left);
}

// report goes on with the numbers of the page that was left, and with its time.
function report({ session, seq, origin, clock, geometry, shown }) {
  const reporter = new Reporter(session, () => {}, { seq });
  const now = () => performance.timeOrigin + performance.now() - origin;
  requestAnimationFrame(() => {
    const time = now();
    requestAnimationFrame(() => {
      if (!shown) reporter.add({ kind: "shown", time, clock });
      const { x, y, width, height } = $("next").getBoundingClientRect();
      const next = width > 0 ? { x, y, width, height } : undefined;
      reporter.add({ kind: "geometry", time: now(), clock, geometry: { ...geometry, next } });
      reporter.add({ kind: "card", time: now(), clock });
      reporter.flush();
    });
  });
}
