// Keeps a ranking up to date: asks when it is told to, else every three seconds or so, and touches the page only
// when it changed. The server answers 204 while the version shown is the last: nothing is rewritten for nothing.

import { AGAIN, FAILED, GONE, keepAsking } from "./listening.js";

const PERIOD = 3000;
const SLOWEST = 60000;
const PATIENCE = 10000;
const PACE = 3; // a thousand phones on one Wi-Fi leave two thirds of it to results
const GONE_STATUSES = new Set([401, 403, 404]);
const HEARS = ["standings", "competition", "event"];
const SLIDE = { duration: 450, easing: "ease-out" };

const region = document.querySelector("[data-live]");
const status = document.querySelector("[data-live-status]");
const filterForm = document.querySelector("[data-name-filter]");

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
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(address(), { signal: giveUp.signal, cache: "no-store" });
    if (GONE_STATUSES.has(answer.status) || answer.redirected) {
      tell(status.dataset.gone);
      return GONE;
    }
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status === 200) replaceRanking(await answer.text());
    offlineSince = null;
    tell("");
    return answer.headers.has("Retry-After") ? AGAIN : null;
  } catch {
    offlineSince ??= new Date();
    tell(status.dataset.offline, offlineSince);
    return FAILED;
  } finally {
    clearTimeout(clock);
  }
}

if (region && filterForm) {
  filterForm.classList.add("is-live");
  filterForm.addEventListener("submit", (event) => event.preventDefault());
  filterForm.elements.nom.addEventListener("input", filterNames);
  if (filterForm.elements.nom.value) region.querySelector("[data-shown]").dataset.shown = "";
}

if (region) keepAsking(ask, { usual: PERIOD, slowest: SLOWEST, kinds: HEARS, pace: PACE });
