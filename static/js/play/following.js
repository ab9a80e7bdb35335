// Keeps the part of a page up to date that [data-follows] gives the address of: it is asked when the page is told that
// something changed, and every so often. What the reader is writing or has the focus on stays his.

import { FAILED, GONE, keepAsking } from "../listening.js";
import { sendForm } from "../sending.js";

const USUAL = 15000;
const SLOWEST = 60000;
const GAP = 1500; // a room fills within seconds of its start

const followed = () => document.querySelector("[data-follows]");

// The element of `next` that stands for the one with the focus: the same kind, place and words.
function sameAs(focused, region, next) {
  const place = [...region.querySelectorAll(focused.tagName)].indexOf(focused);
  const found = next.querySelectorAll(focused.tagName)[place];
  return found?.textContent === focused.textContent ? found : null;
}

// The round that the reader waited for has begun: to the table.
function go(way) {
  if (way.href) location.assign(way.href);
  else sendForm(way);
}

async function ask() {
  const region = followed();
  const answer = await fetch(region.dataset.follows, { cache: "no-store" });
  if (answer.status === 404) return GONE;
  if (!answer.ok) return FAILED;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById(region.id);
  if (!next) return FAILED;
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  if (focused?.matches("input, select, textarea")) return null;
  const kept = focused && sameAs(focused, region, next);
  const goes = "waits" in region.dataset && next.querySelector("[data-goes]");
  region.replaceWith(next);
  next.dispatchEvent(new Event("refresh:shown", { bubbles: true }));
  kept?.focus({ preventScroll: true });
  if (goes) go(goes);
  return followed() ? null : GONE;
}

if (followed()) keepAsking(ask, { usual: USUAL, slowest: SLOWEST, kinds: ["lobby", "room", "round"], gap: GAP });
