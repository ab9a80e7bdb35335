// The hall's screen: shows its pages one after another. Space or a pointer over them holds the page, the arrows
// turn it; it goes on by itself once nobody has touched anything for a while. Without it all pages are there.

const RESTS = 30000; // a page held by hand is let go after this long without a touch
const screen = document.querySelector("[data-rotate]");
const key = document.querySelector("[data-turn-key]");
const seconds = Number(screen.dataset.rotate);

let shown = "";
let turnsAt = 0;
let heldUntil = 0;

function pages() {
  return [...screen.querySelectorAll("[data-page]")];
}

function show(index) {
  const all = pages();
  if (!all.length) return;
  const page = all[(index + all.length) % all.length];
  shown = page.dataset.page;
  for (const each of all) each.hidden = each !== page;
  turnsAt = Date.now() + seconds * 1000;
}

function place() {
  return pages().findIndex((page) => page.dataset.page === shown);
}

function isHeld() {
  return Date.now() < heldUntil;
}

function hold(until) {
  heldUntil = until;
  key.setAttribute("aria-pressed", String(isHeld()));
  key.textContent = isHeld() ? key.dataset.on : key.dataset.off;
}

function turn(step) {
  show(place() + step);
  hold(Date.now() + RESTS);
}

function tick() {
  if (heldUntil && !isHeld()) hold(0);
  if (!isHeld() && Date.now() >= turnsAt) show(place() + 1);
}

function press(event) {
  if (event.target.closest("select, button, input, a")) return;
  if (event.key === " ") hold(isHeld() ? 0 : Infinity);
  else if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else return;
  event.preventDefault();
}

screen.classList.add("is-turning");
key.hidden = false;
key.addEventListener("click", () => hold(isHeld() ? 0 : Infinity));
document.addEventListener("keydown", press);
screen.addEventListener("pointermove", (event) => {
  const hasMoved = event.movementX !== 0 || event.movementY !== 0; // not a page that turned under it
  if (hasMoved && heldUntil !== Infinity) hold(Date.now() + seconds * 1000);
});
document.addEventListener("refresh:shown", () => {
  const left = turnsAt;
  show(Math.max(place(), 0));
  if (left > Date.now()) turnsAt = left;
});
show(0);
setInterval(tick, 500);
