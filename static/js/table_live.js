// Keeps a table's page up to date with its other phones: asks when it is told to, else every few seconds, and
// replaces only the parts in which nobody is typing. A page that shows all there is gets 204 and is left alone.

import { FAILED, keepAsking } from "./listening.js";

const PERIOD = 4000;
const SLOWEST = 30000;
const PATIENCE = 8000;
const FOCUSABLE = "summary, a[href], button, input:not([type='hidden']), select, textarea";

function isTyped(part) {
  return part.querySelector("[data-deal-form][data-is-typed]") !== null;
}

// Name and state of each deal: "Étui 3", "+84 à confirmer".
function dealStates() {
  const text = (part) => part.textContent.replace(/\s+/g, " ").trim();
  const summaries = [...document.querySelectorAll("details.deal > summary")];
  return summaries.map((deal) => [text(deal.querySelector(".deal-name")), text(deal.querySelector("[data-state]"))]);
}

// Deals that changed, on this phone or on another one of the table, for screen readers.
function sayChanges(states) {
  const changed = dealStates().filter(([name, state]) => states.has(name) && states.get(name) !== state);
  if (changed.length) document.querySelector("[data-deals-told]").textContent = changed.map((deal) => deal.join(", ")).join(". ");
}

// The element of a deal that stands for the one that had the focus.
function counterpart(focused, part) {
  const among = (deal) => [...deal.querySelectorAll(FOCUSABLE)];
  const coming = document.getElementById(part.id);
  const same = coming && among(coming)[among(part).indexOf(focused)];
  return same?.textContent === focused.textContent ? same : coming?.querySelector("summary");
}

function replaceParts(html, { keepsOpen }) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const coming = fresh.querySelector("[data-part='deals']");
  if (!coming) return;
  const focused = document.activeElement;
  const held = focused.closest("details[data-part]");
  const states = new Map(dealStates());
  const typed = document.querySelector("[data-deal-form][data-is-typed]");
  const height = typed?.getBoundingClientRect().top;
  for (const part of coming.querySelectorAll("details[data-part]")) {
    const now = document.getElementById(part.id);
    if (now && isTyped(now)) part.replaceWith(now);
    else if (now && keepsOpen) part.open ||= now.open;
  }
  document.querySelector("[data-part='seats']").replaceWith(fresh.querySelector("[data-part='seats']"));
  document.querySelector("[data-part='deals']").replaceWith(coming);
  const target = focused.isConnected || !held ? focused : counterpart(focused, held);
  target?.focus({ preventScroll: true });
  sayChanges(states);
  // an earlier deal that unfolds does not push the keys away from under the thumb
  if (typed?.isConnected) window.scrollBy(0, typed.getBoundingClientRect().top - height);
  document.dispatchEvent(new Event("table:shown"));
}

function address(mark) {
  const url = new URL(document.querySelector("[data-part='deals']").dataset.address, location.href);
  url.searchParams.set("shown", mark);
  return url;
}

async function fetchPart(url) {
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { signal: giveUp.signal, cache: "no-store" });
    return { answer, html: answer.status === 200 ? await answer.text() : "" };
  } finally {
    clearTimeout(clock);
  }
}

async function refresh({ keepsOpen }) {
  const { answer, html } = await fetchPart(address(document.querySelector("[data-part='deals']").dataset.mark));
  if (html) replaceParts(html, { keepsOpen });
  return answer.ok;
}

// The form of a stored result comes when it is wanted, in place of its deal. Without network the page stays as it is.
async function correct(link) {
  const url = new URL(link.href);
  url.searchParams.set("shown", "");
  let html;
  try {
    ({ html } = await fetchPart(url));
  } catch {
    const words = Object.assign(document.createElement("span"), { textContent: link.dataset.offline });
    words.setAttribute("role", "status");
    link.replaceWith(words);
    return;
  }
  const deal = new DOMParser().parseFromString(html, "text/html").getElementById(link.dataset.correct);
  if (!deal?.querySelector("[data-deal-form]")) return location.assign(link.href);
  document.getElementById(deal.id).replaceWith(deal);
  document.dispatchEvent(new Event("table:shown"));
  deal.querySelector("[data-deal-form] :is(input:not([type='hidden']), select)")?.focus();
}

async function ask() {
  return (await refresh({ keepsOpen: true })) ? null : FAILED;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-correct]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  correct(link);
});
// The form that was sent has gone and the page is shorter: the next task of this phone comes into view, unless the
// next deal is being typed.
async function showNextTask() {
  await refresh({ keepsOpen: false });
  const deals = document.querySelector("[data-part='deals']");
  if (isTyped(deals)) return;
  const next = deals.querySelector("details.deal[open]");
  (next ?? deals).scrollIntoView();
  // the button that was pressed has gone with its form: its deal is closed
  if (document.activeElement.matches("body, details.deal:not([open]) *")) (next ?? deals).querySelector("summary")?.focus({ preventScroll: true });
}

document.addEventListener("table:sent", () => showNextTask().catch(() => {}));
keepAsking(ask, { usual: PERIOD, slowest: SLOWEST });
