// The hall's screen: parts its lists into pages of as many lines as there is room for, whole names in each, and
// shows them one after another. Space or a pointer over them holds the page, the arrows turn it; it goes on by
// itself once nobody has touched anything for a while. Without it, and on a phone, all lines are in a column.

const RESTS = 30000; // a page held by hand is let go after this long without a touch
const MOST_COLUMNS = 4;
const SMALLEST = 0.7; // of the usual letters, for names that are too long for a column
const phones = matchMedia(
  "(max-width: 30rem), (hover: none) and (pointer: coarse) and (max-width: 48rem), (hover: none) and (pointer: coarse) and (max-height: 30rem)",
);
const screen = document.querySelector("[data-rotate]");
const key = document.querySelector("[data-turn-key]");
const seconds = Number(screen.dataset.rotate);

let pages = []; // { list, number, count, first, size }
let shown = "";
let turnsAt = 0;
let heldUntil = 0;

function lists() {
  return [...screen.querySelectorAll("[data-list]")];
}

function nameOf(page) {
  return `${page.list.dataset.list}-${page.number}`;
}

// The columns in which the longest line is whole, in smaller letters if need be, and the rows down to the lower
// edge. No column stays empty: few lines have wide columns.
function room(list) {
  const lines = list.querySelector("ol");
  const names = [...lines.children].map((line) => line.querySelector(".screen-name"));
  for (const name of names) name.style.fontSize = "";
  lines.classList.add("is-measured");
  const needs = names.map((name) => [name.getBoundingClientRect().width, name.parentElement.getBoundingClientRect().width]);
  lines.classList.remove("is-measured");
  const gap = parseFloat(getComputedStyle(lines).columnGap) || 0;
  const { width, height } = lines.getBoundingClientRect();
  const smallest = Math.max(...needs.map(([name, line]) => line - (1 - SMALLEST) * name));
  const fitting = Math.floor((width + gap) / (Math.ceil(smallest) + gap));
  const rows = Math.max(Math.floor(height / lines.firstElementChild.getBoundingClientRect().height), 1);
  const columns = Math.min(Math.max(fitting, 1), MOST_COLUMNS, Math.ceil(names.length / rows));
  const column = (width - (columns - 1) * gap) / columns;
  names.forEach((name, place) => {
    const [own, line] = needs[place];
    if (line > column) name.style.fontSize = `${Math.max((own - (line - column) - 2) / own, SMALLEST)}em`;
  });
  return { columns, rows };
}

function partLists() {
  const all = lists();
  pages = [];
  document.documentElement.toggleAttribute("data-stage", !phones.matches);
  key.hidden = phones.matches;
  for (const each of all) {
    for (const other of all) other.hidden = !phones.matches && other !== each;
    const lines = [...each.querySelectorAll("li")];
    for (const line of lines) line.hidden = false;
    if (phones.matches) continue;
    const { columns, rows } = room(each);
    each.style.setProperty("--columns", columns);
    each.style.setProperty("--rows", rows);
    const size = columns * rows;
    const count = Math.ceil(lines.length / size);
    for (let number = 1; number <= count; number += 1) {
      pages.push({ list: each, number, count, first: (number - 1) * size, size });
    }
  }
  if (phones.matches) for (const each of all) sayPage(each, 1, 1);
}

function sayPage(list, number, count) {
  const words = list.querySelector("[data-page-words]");
  words.hidden = count < 2;
  words.textContent = words.dataset.pageWords.replace("{number}", number).replace("{count}", count);
}

function show(index) {
  turnsAt = Date.now() + seconds * 1000;
  if (!pages.length) return;
  const page = pages[(index + pages.length) % pages.length];
  shown = nameOf(page);
  for (const each of lists()) each.hidden = each !== page.list;
  page.list.dataset.page = shown;
  sayPage(page.list, page.number, page.count);
  [...page.list.querySelectorAll("li")].forEach((line, place) => {
    line.hidden = place < page.first || place >= page.first + page.size;
  });
}

function place() {
  return pages.findIndex((page) => nameOf(page) === shown);
}

// The lists are new, or the room for them is: the page shown stays, and the time that it has left.
function partAgain() {
  const left = turnsAt;
  partLists();
  show(Math.max(place(), 0));
  if (left > Date.now()) turnsAt = left;
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

key.addEventListener("click", () => hold(isHeld() ? 0 : Infinity));
document.addEventListener("keydown", press);
screen.addEventListener("pointermove", (event) => {
  const hasMoved = event.movementX !== 0 || event.movementY !== 0; // not a page that turned under it
  if (hasMoved && heldUntil !== Infinity) hold(Date.now() + seconds * 1000);
});
document.addEventListener("refresh:shown", partAgain);
phones.addEventListener("change", partAgain);
// The head, the messages and the foot grow and shrink beside the lists: only the screen's own box does not tell.
new ResizeObserver(partAgain).observe(screen);
partLists();
show(0);
setInterval(tick, 500);
