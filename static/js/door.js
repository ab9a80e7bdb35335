// A search whose answer follows the typing: arrows move through the rows, Enter takes the only one or goes to
// the first. Rows that say so act without leaving the page, which can also ask for what other devices changed.

const PAUSE = 120;
const region = document.querySelector("[data-door]");
const form = region?.querySelector("[data-door-form]");
const found = region?.querySelector("[data-door-found]");
const box = form?.elements.q;

let timer;
let asked = 0;

function address(extra = {}) {
  const url = new URL(region.dataset.doorAddress, location.href);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, value);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url;
}

function picks() {
  return [...found.querySelectorAll("[data-door-pick]")];
}

function show(html) {
  const key = found.contains(document.activeElement) ? document.activeElement.dataset.doorKey : null;
  found.innerHTML = html;
  if (key) found.querySelector(`[data-door-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

// Whether the answer shown is the one to what is typed now: the last question wins.
async function ask(extra) {
  clearTimeout(timer);
  const number = ++asked;
  const answer = await fetch(address(extra), { cache: "no-store" });
  if (number !== asked) return false;
  if (answer.status === 200 && !answer.redirected) show(await answer.text());
  return answer.ok;
}

async function enter() {
  if (!(await ask())) return;
  const [first, ...others] = picks();
  if (first && others.length === 0) first.click();
  else first?.focus();
}

function move(step) {
  const rows = picks();
  const next = rows.indexOf(document.activeElement) + step;
  if (next < 0) box.focus();
  else rows[Math.min(next, rows.length - 1)]?.focus();
}

function typing(event) {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    box.value = "";
    box.focus();
    ask();
  } else if (event.key === "Enter" && event.target === box && box.value.trim()) {
    event.preventDefault();
    enter();
  } else if (event.key.length === 1 && event.key !== " " && event.target.matches("[data-door-pick]")) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) box.focus();
  }
}

if (region) {
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  region.addEventListener("keydown", typing);
}
