// A table of several people: asks whether anything changed, says that the person is there, counts clocks down.

const SECOND = 1000; // ms between two questions

const shown = () => document.querySelector("[data-moment]");
let heard = lastPhrase();
let lastBeat = Date.now();
let isAsking = false;

function lastPhrase() {
  return Number([...document.querySelectorAll("[data-said] [data-number]")].at(-1)?.dataset.number ?? 0);
}

function sayPhrases() {
  const log = document.querySelector("[data-log]");
  for (const phrase of document.querySelectorAll("[data-said] [data-number]")) {
    if (Number(phrase.dataset.number) <= heard) continue;
    heard = Number(phrase.dataset.number);
    if (!log || document.documentElement.hasAttribute("data-muted")) continue;
    const line = document.createElement("p");
    line.textContent = phrase.textContent;
    log.append(line);
  }
}

// Says that the person is there; robots and clocks go on with it.
async function beat() {
  const form = document.querySelector("form[data-here]");
  lastBeat = Date.now();
  if (form) await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
}

async function lookAtWaiting() {
  const waiting = document.querySelector("[data-waiting]");
  const isTyping = document.activeElement?.matches(".sit input, .sit select");
  const answer = await fetch(waiting.dataset.address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("[data-waiting]");
  if (!next && !isTyping) location.reload();
  if (!next) return;
  if (isTyping) {
    waiting.querySelector(".waiting-seats").replaceWith(next.querySelector(".waiting-seats"));
    waiting.dataset.moment = next.dataset.moment;
  } else {
    waiting.replaceWith(next);
  }
}

// Whether anything changed: the one place to hang a live channel on.
async function ask() {
  const { news, moment } = shown().dataset;
  const answer = await fetch(`${news}?vu=${encodeURIComponent(moment)}`);
  if (answer.status !== 200) return;
  if (document.querySelector("[data-waiting]")) await lookAtWaiting();
  else document.dispatchEvent(new Event("table:look"));
}

function countDown() {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return false;
  const left = Math.max(0, Number(clock.dataset.left) - 1);
  clock.dataset.left = left;
  clock.textContent = clock.textContent.replace(/\d+/, left);
  return left === 0;
}

async function tick() {
  sayPhrases();
  const isDue = countDown();
  if (isAsking) return;
  isAsking = true;
  try {
    const since = Date.now() - lastBeat;
    if (since > Number(shown().dataset.heartbeat) * SECOND || (isDue && since > 2 * SECOND)) await beat();
    if (!document.hidden) await ask();
  } catch {
    // no network: asked again in a second
  }
  isAsking = false;
}

function offerCopying() {
  const button = document.querySelector("[data-copy]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = document.querySelector("[data-link]");
    link.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
    else document.execCommand("copy"); // plain http in a hall has no clipboard
    button.textContent = button.dataset.copied;
  });
}

offerCopying();
setInterval(tick, SECOND);
