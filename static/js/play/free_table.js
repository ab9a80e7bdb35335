// A table of several people: asks when it is told that something changed, each second where it cannot listen;
// says that the person is there, counts clocks down.

import { AGAIN, FAILED, GONE, keepAsking } from "../listening.js";
import { lookAtWords } from "./words.js";

const PART = { headers: { "Etui-Part": "table" } };
const SECOND = 1000;
const SLOWEST = 30000;

const shown = () => document.querySelector("[data-moment]");
let heard = lastPhrase();
let lastBeat = Date.now();
let isBusy = false; // one question at a time: a beat makes robots play

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

function lookAtWaiting(page) {
  const waiting = document.querySelector("[data-waiting]");
  const isTyping = document.activeElement?.matches(".sit input, .sit select");
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

// One question, answered with what changed. While it is under way the person may have done something: what came of
// that is newer.
async function ask() {
  if (isBusy) return AGAIN;
  const { news, moment, seen } = shown().dataset;
  isBusy = true;
  const answer = await fetch(`${news}?vu=${encodeURIComponent(moment)}&depuis=${seen ?? ""}`, PART).finally(() => {
    isBusy = false;
  });
  if (answer.status === 404) return GONE;
  if (!answer.ok) return FAILED;
  if (answer.status !== 200) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (shown().dataset.moment !== moment) return AGAIN;
  lookAtWords(page);
  if (document.querySelector("[data-waiting]")) lookAtWaiting(page);
  else document.dispatchEvent(new CustomEvent("table:look", { detail: page }));
  return shown().dataset.moment === moment ? AGAIN : null; // what is being sent goes first
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
  const since = Date.now() - lastBeat;
  if (isBusy || !(since > Number(shown().dataset.heartbeat) * SECOND || (isDue && since > 2 * SECOND))) return;
  isBusy = true;
  try {
    await beat();
  } catch {
    // no network: once more after the next beat
  }
  isBusy = false;
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

document.addEventListener("table:shown", (event) => lookAtWords(event.detail));
offerCopying();
setInterval(tick, SECOND);
keepAsking(ask, { usual: SECOND, slowest: SLOWEST, kinds: ["free"] });
