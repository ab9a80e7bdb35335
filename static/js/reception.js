// A search whose answer follows the typing: arrows move through the rows, Enter takes the only one or goes to
// the first, and to one that asks first. Rows that say so act without leaving the page, which can also ask for
// what other devices changed.

import { fieldsOf } from "./sending.js";

const PAUSE = 120;
const PERIOD = 4000;
const region = document.querySelector("[data-reception]");
const form = region?.querySelector("[data-reception-form]");
const found = region?.querySelector("[data-reception-found]");
const box = form?.elements.q;

let timer;
let asked = 0;
let isEntering = false;
let isActing = false; // the list that comes back has a message: the watch does not overtake it

function address(extra = {}) {
  const url = new URL(region.dataset.receptionAddress, location.href);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, value);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url;
}

function picks() {
  return [...found.querySelectorAll("[data-reception-pick]")];
}

function show(html) {
  const key = found.contains(document.activeElement) ? document.activeElement.dataset.receptionKey : null;
  found.innerHTML = html;
  if (key) found.querySelector(`[data-reception-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

// Shows the answer to what is typed now. False when it went wrong, null when something was asked since.
async function ask(extra) {
  clearTimeout(timer);
  const number = ++asked;
  const answer = await fetch(address(extra), { cache: "no-store" });
  const html = answer.status === 200 && !answer.redirected ? await answer.text() : null;
  if (number !== asked) return null;
  if (html !== null) show(html);
  return answer.ok && !answer.redirected;
}

// One Enter takes one row: pressed again before the answer, or held down, it does nothing.
async function enter() {
  if (isEntering) return;
  isEntering = true;
  try {
    let isShown = null;
    while (isShown === null && box.value.trim()) isShown = await ask(); // null: the list was asked for meanwhile
    if (!isShown) return;
    const [first, ...others] = picks();
    if (first && others.length === 0 && !("receptionAsks" in first.dataset)) first.click();
    else first?.focus();
  } catch {
    tell(true);
  } finally {
    isEntering = false;
  }
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
  } else if (event.key === "Enter" && event.target === box) {
    event.preventDefault(); // with nothing to look for, too: the page would come anew, without the focus
    if (box.value.trim() && !event.repeat) enter();
  } else if (event.key === "Enter" && event.repeat) {
    event.preventDefault();
  } else if (event.key.length === 1 && event.key !== " " && event.target.matches("[data-reception-pick]")) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) box.focus();
  }
}

// A row's button that acts without leaving the page: the list comes back, the search begins afresh.
async function act(event) {
  const button = event.submitter;
  if (!event.target.matches("[data-reception-quiet]") || !button) return;
  event.preventDefault();
  const body = new FormData();
  for (const [name, value] of fieldsOf(event.target, button)) body.append(name, value);
  body.set("q", "");
  // the list may have come before the choice beside the search
  const along = form.querySelector("[data-reception-along]");
  if (along) body.set(along.name, along.value);
  if (box.value) {
    box.value = "";
    if (matchMedia("(pointer: fine)").matches) box.focus();
  }
  const number = ++asked;
  isActing = true;
  try {
    const address = button.getAttribute("formaction") ?? event.target.action;
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Etui-Part": "1" } });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const html = await answer.text();
    if (number === asked) show(html);
    tell(false);
  } catch {
    tell(true);
  } finally {
    isActing = false;
  }
}

function tell(isLost) {
  const lost = region.querySelector("[data-reception-lost]");
  if (lost) lost.hidden = !isLost;
}

// What other devices changed: nothing is sent while the list shown is the last.
async function watch() {
  const isBeingTyped = found.contains(document.activeElement) && document.activeElement.matches("input");
  if (!document.hidden && !isBeingTyped && !isActing) {
    try {
      tell((await ask({ shown: found.querySelector("[data-shown]")?.dataset.shown ?? "" })) === false);
    } catch {
      tell(true);
    }
  }
  setTimeout(watch, PERIOD * (0.8 + 0.4 * Math.random()));
}

if (region) {
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  form.addEventListener("change", (event) => event.target !== box && ask());
  region.addEventListener("keydown", typing);
  found.addEventListener("submit", act);
  if (box.value !== box.defaultValue) ask(); // typed before this script came
  if ("receptionLive" in region.dataset) setTimeout(watch, PERIOD);
}
