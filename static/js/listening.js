// Asks when there is more. One stream of the server tells a page with [data-listens] that something changed; each
// part of it then asks its own address. Without a stream a part asks every few seconds (docs/live.md).

const QUIET = 30000; // between two questions of a part while the stream is open
const SILENCE = 50000; // a stream without a sign of life for this long is dead
const SOONEST = 15000; // before a stream that was refused is tried again, twice as long each time
const LATEST = 300000;
const SCATTERED = 1500; // a hall that lost its streams together does not ask in the same moment
const AGAIN_AFTER = 400;
const LONGEST_REST = 5000; // however long an answer took: a phone may have slept meanwhile

// What a part answers that asked: nothing while all is well.
export const FAILED = Symbol("failed");
export const GONE = Symbol("gone"); // it asks no more
export const AGAIN = Symbol("again"); // there will be more in a moment

const place = document.querySelector("[data-listens]");
const parts = new Set();

let stream = null;
let isOpen = false;
let silence;
let patience = SOONEST;
let restsUntil = 0;

const jittered = (milliseconds) => milliseconds * (0.8 + 0.4 * Math.random());

function isAway() {
  return document.hidden && ![...parts].some((part) => part.isAlways);
}

function listen() {
  if (!place || stream || !window.EventSource || isAway() || performance.now() < restsUntil) return;
  const url = new URL(place.dataset.listens, location.href);
  url.searchParams.set("ecoute", "1");
  stream = new EventSource(url);
  stream.addEventListener("open", opened);
  stream.addEventListener("message", heard);
  stream.addEventListener("error", lost);
}

function opened() {
  isOpen = true;
  patience = SOONEST;
  watch();
  for (const part of parts) part.hear();
}

function heard({ data: kind }) {
  watch();
  for (const part of parts) if (part.kinds?.includes(kind) ?? kind !== "alive") part.hear();
}

function watch() {
  clearTimeout(silence);
  silence = setTimeout(lost, SILENCE);
}

function end() {
  clearTimeout(silence);
  stream?.close();
  stream = null;
  isOpen = false;
}

// Refused, the stream rests; cut off, the parts ask, and whoever is answered listens again.
function lost() {
  const wasOpen = isOpen;
  end();
  if (wasOpen) {
    setTimeout(askAll, SCATTERED * Math.random());
  } else {
    restsUntil = performance.now() + jittered(patience);
    patience = Math.min(patience * 2, LATEST);
  }
}

function askAll() {
  for (const part of parts) part.ask();
}

// Calls `question`, which answers nothing or one of the above, every `usual` milliseconds or so, up to `slowest`
// apart while it fails; when the stream tells one of `kinds`, at once and every `gap` milliseconds at most, and
// `pace` times as long apart as the last answer took. Returns what asks now.
export function keepAsking(question, { usual, slowest, kinds, gap = 0, pace = 0, isAlways = false }) {
  let period = usual;
  let timer;
  let isAsking = false;
  let isWanted = false;
  let askedAt = -Infinity;
  let rest = gap;

  function plan(milliseconds) {
    clearTimeout(timer);
    if (parts.has(part) && (!document.hidden || isAlways)) timer = setTimeout(ask, milliseconds);
  }

  function hear() {
    if (isAsking) isWanted = true;
    else if (performance.now() - askedAt >= rest) ask();
    else plan(askedAt + rest - performance.now());
  }

  async function ask() {
    clearTimeout(timer);
    if (isAsking || !parts.has(part) || (document.hidden && !isAlways)) return;
    isAsking = true;
    isWanted = false;
    askedAt = performance.now();
    const answer = await Promise.resolve(question()).catch(() => FAILED);
    isAsking = false;
    const took = performance.now() - askedAt;
    rest = Math.max(gap, Math.min(pace * took, LONGEST_REST));
    if (answer === GONE && parts.delete(part) && !parts.size) end();
    period = answer === FAILED ? Math.min(period * 2, slowest) : usual;
    if (answer !== FAILED && answer !== GONE) listen();
    if (answer === AGAIN || isWanted) plan(Math.max(rest - took, AGAIN_AFTER));
    else plan(jittered(isOpen ? Math.max(period, QUIET) : period));
  }

  const part = { ask, hear, kinds, isAlways };
  parts.add(part);
  plan(jittered(usual));
  queueMicrotask(listen);
  document.addEventListener("visibilitychange", () => (document.hidden && !isAlways ? clearTimeout(timer) : ask()));
  window.addEventListener("online", ask);
  return ask;
}

document.addEventListener("visibilitychange", () => isAway() && end());
window.addEventListener("online", end, { capture: true });
window.addEventListener("pagehide", end);
