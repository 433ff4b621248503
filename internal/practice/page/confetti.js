// Confetti falls over everything for a while.

const PIECES = 150, LAST_MS = 2000;
const COLORS = ["#ff7b60", "#ffc992", "#e6f388", "#b3dfa0", "#62efea", "#96beff", "#bba3e2", "#e95aeb"];

export function confetti() {
  const sky = document.createElement("div");
  sky.className = "confetti";
  sky.setAttribute("aria-hidden", "true");
  for (let i = 0; i < PIECES; i++) {
    const piece = document.createElement("i");
    piece.style.background = COLORS[i % COLORS.length];
    piece.style.left = `${Math.random() * 100}%`;
    sky.append(piece);
    // Every piece is on its way already as the first frame shows it.
    const from = Math.random() * 110 - 20, turn = Math.random() * 720 - 360, drift = Math.random() * 120 - 60;
    piece.animate([
      { transform: `translate(0, ${from}vh)` },
      { transform: `translate(${drift}px, ${from + 60 + Math.random() * 60}vh) rotate(${turn}deg)` },
    ], { duration: LAST_MS, fill: "both" });
  }
  document.body.append(sky);
  const gone = setTimeout(() => sky.remove(), LAST_MS);
  return () => {
    clearTimeout(gone);
    sky.remove();
  };
}
