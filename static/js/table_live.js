// Keeps a table's page up to date with its other phones: asks every few seconds, and replaces only the parts
// in which nobody is typing. A page that shows all there is is answered with 204 and left alone.

const PERIOD = 4000;
const SLOWEST = 30000;
const PATIENCE = 8000;

let period = PERIOD;
let timer;
let isAsking = false;

function isTyped(part) {
  return part.querySelector("[data-deal-form][data-is-typed]") !== null;
}

function replaceParts(html, { keepsOpen }) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const coming = fresh.querySelector("[data-part='deals']");
  if (!coming) return;
  const focused = document.activeElement;
  for (const part of coming.querySelectorAll("details[data-part]")) {
    const now = document.getElementById(part.id);
    if (now && isTyped(now)) part.replaceWith(now);
    else if (now && keepsOpen) part.open ||= now.open;
  }
  document.querySelector("[data-part='seats']").replaceWith(fresh.querySelector("[data-part='seats']"));
  document.querySelector("[data-part='deals']").replaceWith(coming);
  if (focused.isConnected) focused.focus({ preventScroll: true });
  document.dispatchEvent(new Event("table:shown"));
}

function address(mark) {
  const url = new URL(document.querySelector("[data-part='deals']").dataset.address, location.href);
  url.searchParams.set("shown", mark);
  return url;
}

async function refresh({ keepsOpen }) {
  const shown = document.querySelector("[data-part='deals']");
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(address(shown.dataset.mark), { signal: giveUp.signal, cache: "no-store" });
    if (answer.status === 200) replaceParts(await answer.text(), { keepsOpen });
    return answer.ok;
  } finally {
    clearTimeout(clock);
  }
}

async function ask() {
  clearTimeout(timer);
  if (isAsking || document.hidden) return;
  isAsking = true;
  try {
    period = (await refresh({ keepsOpen: true })) ? PERIOD : Math.min(period * 2, SLOWEST);
  } catch {
    period = Math.min(period * 2, SLOWEST);
  } finally {
    isAsking = false;
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, period * (0.8 + 0.4 * Math.random()));
}

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
document.addEventListener("table:sent", () => refresh({ keepsOpen: false }).catch(() => {}));
window.addEventListener("online", ask);
plan();
