// Fills an étui card by card: shows one move of the list at a time, in large type, by tap, key or clock.

const stage = document.querySelector("#stage");
const list = document.querySelector("#moves");
const parts = Object.fromEntries([...stage.querySelectorAll("[data-stage]")].map((part) => [part.dataset.stage, part]));
const progress = stage.querySelector("progress");
const moves = [...list.querySelectorAll(".moves li")].map((line) => {
  const [card, pocket] = line.children;
  return { line, card: card.textContent.trim(), isRed: card.className, pocket: pocket.textContent.trim(), look: pocket.className };
});
let place = 0;
let clock = null;

const say = (move) => `${move.card} → ${move.pocket}`;

const show = () => {
  const move = moves[place];
  const isDone = !move;
  parts.done.hidden = !isDone;
  parts.arrow.hidden = isDone;
  parts.card.textContent = isDone ? "✓" : move.card;
  parts.card.className = `stage-card ${isDone ? "" : move.isRed}`;
  parts.pocket.textContent = isDone ? "" : move.pocket;
  parts.pocket.className = isDone ? "" : move.look;
  parts.next.textContent = moves[place + 1] ? say(moves[place + 1]) : "–";
  parts.count.textContent = `${Math.min(place + 1, moves.length)} / ${moves.length}`;
  parts.back.disabled = place === 0;
  parts.forward.disabled = isDone;
  progress.value = place;
  moves.forEach(({ line }, index) => line.classList.toggle("is-placed", index < place));
};

const stop = () => {
  clearInterval(clock);
  clock = null;
  parts.pace.value = "0";
};

const go = (step) => {
  place = Math.min(Math.max(place + step, 0), moves.length);
  if (place === moves.length) {
    stop();
  }
  show();
};

parts.forward.addEventListener("click", () => go(1));
parts.back.addEventListener("click", () => go(-1));
parts.pace.addEventListener("change", () => {
  const seconds = Number(parts.pace.value);
  clearInterval(clock);
  clock = seconds ? setInterval(() => go(1), seconds * 1000) : null;
});
document.addEventListener("keydown", (event) => {
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  if (event.key === "Escape") {
    stop();
  } else if (event.key in steps && event.target !== parts.pace) {
    event.preventDefault();
    go(steps[event.key]);
  }
});

stage.hidden = false;
list.open = false;
show();
