// Keeps a ranking up to date: asks every three seconds or so, and touches the page only when it changed.
// The server answers 204 while the version shown is the last, so nothing is rewritten for nothing.

const PERIOD = 3000;
const SLOWEST = 60000;
const PATIENCE = 10000;
const SLIDE = { duration: 450, easing: "ease-out" };
const GONE = new Set([401, 403, 404]);

const region = document.querySelector("[data-live]");
const status = document.querySelector("[data-live-status]");
const filterForm = document.querySelector("[data-name-filter]");

let period = PERIOD;
let timer;
let asking = false;
let offlineSince = null;

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function filterNames() {
  if (!filterForm) return;
  const wanted = plain(filterForm.elements.nom.value.trim());
  let found = 0;
  for (const row of region.querySelectorAll("tbody tr")) {
    row.hidden = !plain(row.querySelector("th").textContent).includes(wanted);
    found += row.hidden ? 0 : 1;
  }
  const nobody = region.querySelector("[data-no-name]");
  if (nobody) nobody.hidden = found > 0;
}

function replaceRanking(html) {
  const focused = region.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const scrolled = region.querySelector(".table-scroll")?.scrollLeft ?? 0;
  const before = new Map([...region.querySelectorAll("tbody tr[id]")].map((row) => [row.id, row.offsetTop]));
  region.innerHTML = html;
  filterNames();
  slide(before);
  const scroller = region.querySelector(".table-scroll");
  if (scroller) scroller.scrollLeft = scrolled;
  if (focused) region.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

// Lines that changed place slide to it, unless less motion is asked for.
function slide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of region.querySelectorAll("tbody tr[id]")) {
    const moved = (before.get(row.id) ?? row.offsetTop) - row.offsetTop;
    if (moved) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], SLIDE);
  }
}

function tell(words, since) {
  const text = words.replace("%s", since ? since.toLocaleTimeString(document.documentElement.lang) : "");
  if (status.textContent !== text) status.textContent = text;
  status.hidden = text === "";
}

function address() {
  const url = new URL(region.dataset.live, location.href);
  url.searchParams.set("shown", region.querySelector("[data-shown]")?.dataset.shown ?? "");
  return url;
}

async function ask() {
  clearTimeout(timer);
  if (asking || document.hidden) return;
  asking = true;
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(address(), { signal: giveUp.signal, cache: "no-store" });
    if (GONE.has(answer.status) || answer.redirected) return tell(status.dataset.gone);
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status === 200) replaceRanking(await answer.text());
    period = PERIOD;
    offlineSince = null;
    tell("");
  } catch {
    offlineSince ??= new Date();
    period = Math.min(period * 2, SLOWEST);
    tell(status.dataset.offline, offlineSince);
  } finally {
    clearTimeout(clock);
    asking = false;
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, period * (0.8 + 0.4 * Math.random()));
}

if (region && filterForm) {
  filterForm.classList.add("is-live");
  filterForm.addEventListener("submit", (event) => event.preventDefault());
  filterForm.elements.nom.addEventListener("input", filterNames);
  if (filterForm.elements.nom.value) region.querySelector("[data-shown]").dataset.shown = "";
}

if (region) {
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  window.addEventListener("online", ask);
  plan();
}
