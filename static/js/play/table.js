// A table without loading whole pages: forms are sent behind the page, what happened is told step by step,
// cards are tapped, dragged or chosen with the arrow keys. Without it every choice is a button of a form.

import { keepDrawn, redraw } from "../redraw.js";
import { deviceStore, fieldsOf, inTime, isForLater, sendForm } from "../sending.js";

const STEP = 520; // ms between two things that happen
const TRICK_END = 1100; // a finished trick stays for a look
const LIFT = 56; // pixels that a card is dragged up to be played
const RETRY = 5000; // ms between two tries of what is kept
const PART = { headers: { "Etui-Part": "table" } }; // the table alone, without the page around it
const OWN_TURN = "form.turn:not(.waits, .say)";
const FIRST_CHOICE = ":is(.own-hand, .choices) :is(button, input):enabled, .end-actions :is(button, a)";
const PREFERENCES = ["leftHanded", "twoTaps", "sounds", "muted"];
const LOOKS = ["four-colours", "new-trumps", "strong-cards", "old-suits"]; // of every page with cards: the server reads their cookie
const LOOK_SECONDS = 400 * 24 * 60 * 60;

const root = document.documentElement;
let telling = null;
let audio = null;
let retry = null;
let showings = 0; // of the table: what waits for the end of one shown before is left
let isSendingKept = false;
let ahead = ""; // the card to play as soon as it is the person's turn
let knownPiles = new Map(); // cards in words by the name of their pile
let prompted = ""; // the last prompt that was said, with its place in the deal
const actions = deviceStore("etui-table", "actions", { keyPath: "address" }); // at most one of each table

// --- what the person prefers, kept on the device ---------------------------------------------------

function kept(name) {
  if (LOOKS.includes(name)) return root.hasAttribute(`data-${name}`);
  try {
    return localStorage.getItem(`table.${name}`) === "1";
  } catch {
    return false;
  }
}

function keep(name, chosen) {
  root.toggleAttribute(`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, chosen);
  if (LOOKS.includes(name)) return keepLooks();
  try {
    localStorage.setItem(`table.${name}`, chosen ? "1" : "0");
  } catch {
    // a browser that keeps nothing: until the page is left
  }
}

function keepLooks() {
  const looks = LOOKS.filter(kept).join(".");
  document.cookie = `etui_cartes=${looks}; path=/; max-age=${looks ? LOOK_SECONDS : 0}; samesite=lax`;
  document.querySelector("[data-contrast]").media = kept("strong-cards") ? "all" : "(prefers-contrast: more)";
  document.querySelector("[data-old-styles]").media = kept("old-suits") ? "all" : "not all";
}

function offerPreferences() {
  const fieldset = document.querySelector("[data-preferences]");
  fieldset.hidden = false;
  for (const box of fieldset.querySelectorAll("[name]")) box.checked = kept(box.name);
}

function click() {
  if (!kept("sounds")) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.value = 190;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}

// --- telling what happened --------------------------------------------------------------------------

const table = () => document.querySelector("[data-table]");

function say(words) {
  const line = document.createElement("p");
  line.textContent = words;
  document.querySelector("[data-log]").append(line);
}

function pause(milliseconds, own) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    own.skip = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

// A card that was shown when it was tapped is not shown once more.
async function tell(isShown) {
  const steps = [...table().querySelector("[data-steps]").content.children];
  const own = (telling = { unsaid: steps.map((step) => step.dataset.words) });
  const shown = table();
  const middle = shown.querySelector("[data-trick]");
  const last = middle.innerHTML;
  if (!steps.length) return;
  own.end = () => {
    own.end = null;
    middle.innerHTML = last;
    shown.classList.remove("is-telling");
  };
  shown.classList.add("is-telling");
  for (const step of steps) {
    if (!own.unsaid.length) break;
    const isAgain = isShown && step === steps[0] && "own" in step.dataset;
    const hasPause = !isAgain || step.querySelector(".won");
    // screen readers may read two lines of the same moment in the wrong order
    if (hasPause || own.unsaid.length < 2) say(own.unsaid.shift());
    else own.unsaid.splice(0, 2, own.unsaid.slice(0, 2).join(" "));
    if ("card" in step.dataset) {
      middle.innerHTML = step.innerHTML;
      if (isAgain) middle.querySelector(".latest")?.classList.remove("latest");
      else click();
    } else {
      const words = document.createElement("p");
      words.className = "won";
      words.textContent = step.dataset.words;
      middle.replaceChildren(words);
    }
    if (hasPause) await pause(step.querySelector(".won") ? TRICK_END : STEP, own);
  }
  own.end?.();
}

// A pile that appears, such as the dog, is said once. What a page shows when it is opened is read with it.
function sayPiles() {
  const piles = openPiles();
  for (const [name, cards] of piles) if (showings > 1 && !knownPiles.has(name)) say(`${name}. ${cards}`);
  knownPiles = piles;
}

function openPiles() {
  const hands = [...table().querySelectorAll(".cloth .pile > .visually-hidden")];
  return new Map(hands.map((cards) => [cards.parentElement.querySelector("h3").textContent, cards.textContent]));
}

// The prompt comes last, after all that led to it, and once: a hint shows the same one again.
function sayPrompt() {
  const form = table().querySelector(OWN_TURN);
  const words = form ? [...form.querySelectorAll(".asked p > *")].map((part) => part.textContent).join(", ") : "";
  const place = `${table().dataset.address} ${table().dataset.deal} ${form?.elements.numero.value} ${words}`;
  if (words && showings > 1 && place !== prompted) say(words);
  prompted = place;
}

// Whoever acts or taps the trick has no time for the rest: it is said, not shown.
function skipTelling() {
  if (telling?.unsaid.length) say(telling.unsaid.splice(0).join(" "));
  telling?.skip?.();
}

// --- sending ----------------------------------------------------------------------------------------

// A card to a trick is the only action without a word before it.
const isPlay = (submitter) => submitter?.name === "action" && !submitter.value.includes(":");

// The own card lies on the table before the server answers; what comes back is the table as it is.
function echo(card) {
  const middle = table().querySelector("[data-trick]");
  if (!middle) return;
  skipTelling();
  telling?.end?.();
  if (middle.querySelector(".won") || !middle.querySelector(".laid")) {
    const laid = Object.assign(document.createElement("ul"), { className: "laid" });
    const trick = Object.assign(document.createElement("div"), { className: "trick" });
    trick.append(laid);
    middle.replaceChildren(trick);
  }
  const line = Object.assign(document.createElement("li"), { className: "at-0 latest is-sent" });
  line.append(card.querySelector(".playing-card").cloneNode(true));
  middle.querySelector(".laid").append(line);
  card.closest("li").classList.add("is-gone");
  click();
}

function tellInPlace(words, isTrouble) {
  const told = document.createElement("p");
  told.className = isTrouble ? "notice error" : "notice";
  told.setAttribute("role", isTrouble ? "alert" : "status");
  told.textContent = words;
  table().querySelector("[data-told]").replaceChildren(told);
}

const posted = (fields) => ({ ...PART, method: "POST", body: new URLSearchParams(fields) });

async function send(form, submitter) {
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action"); // a button is called action, too
  const isAction = address === table().dataset.acts && address === form.getAttribute("action");
  const fields = fieldsOf(form, submitter);
  const usesKeys = document.activeElement?.closest("[data-table]") && document.activeElement.matches(":focus-visible");
  const card = isAction && isPlay(submitter) && submitter.closest(".own-hand button");
  form.dataset.sending = ""; // not inert, for which every card of the hand would be styled again
  if (card) echo(card);
  let answer;
  try {
    answer = await (isAction ? inTime : fetch)(address, posted(fields));
    if (isAction && isForLater(answer.status)) throw new Error(answer.status);
  } catch {
    if (isAction && (await keepAction(address, fields))) return tellInPlace(table().dataset.waits, true);
    delete form.dataset.sending;
    undoEcho();
    return tellInPlace(table().dataset.lost, true);
  }
  show(new DOMParser().parseFromString(await answer.text(), "text/html"), usesKeys);
}

function undoEcho() {
  table().querySelectorAll(".is-sent").forEach((line) => line.remove());
  table().querySelectorAll(".is-gone").forEach((card) => card.classList.remove("is-gone"));
}

// --- a card chosen before one's turn ------------------------------------------------------------------

function offerAhead() {
  for (const card of table().querySelectorAll("span[data-ahead]")) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.setAttribute("aria-label", card.dataset.words);
    button.dataset.ahead = card.dataset.ahead;
    button.append(...card.childNodes);
    card.replaceWith(button);
  }
  markAhead();
}

function markAhead() {
  for (const card of table().querySelectorAll("button[data-ahead]")) card.setAttribute("aria-pressed", card.dataset.ahead === ahead);
}

function chooseAhead(card) {
  ahead = card.dataset.ahead === ahead ? "" : card.dataset.ahead;
  markAhead();
  if (ahead) tellInPlace(table().dataset.aheadWords, false);
  else table().querySelector("[data-told]").replaceChildren();
}

function playAhead() {
  const form = table().querySelector(OWN_TURN);
  if (!ahead || !form) return;
  const card = form.querySelector(`.own-hand button[value="${CSS.escape(ahead)}"]`);
  ahead = "";
  if (!card) return tellInPlace(table().dataset.refusedWords, true);
  card.classList.add("is-lifted"); // chosen before, it is not asked for again
  sendForm(form, card);
}

// --- what waits for the network ---------------------------------------------------------------------

const withoutToken = (fields) => fields.filter(([name]) => name !== "csrfmiddlewaretoken");

// A minute of a clock may pass before the network is back: the server plays it once, or says that it is too late.
async function keepAction(address, fields) {
  try {
    await actions.keep({ address, fields: withoutToken(fields) });
  } catch {
    return false; // a browser that keeps nothing
  }
  plan();
  return true;
}

const keptAction = async () => (await actions.kept()).find((each) => each.address === table().dataset.acts);

function plan() {
  clearTimeout(retry);
  retry = setTimeout(() => sendKept().catch(() => {}), RETRY);
}

async function sendKept() {
  clearTimeout(retry);
  const kept = await keptAction();
  if (!kept || isSendingKept) return;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  isSendingKept = true;
  let answer;
  try {
    answer = await inTime(kept.address, posted([...kept.fields, ["csrfmiddlewaretoken", token], ["gardee", "1"]]));
  } catch {
    answer = null;
  }
  isSendingKept = false;
  if (!answer || isForLater(answer.status)) return plan();
  await actions.forget(kept.address);
  show(new DOMParser().parseFromString(await answer.text(), "text/html"), false);
  if (!table().querySelector("[data-told] [role=alert]")) tellInPlace(table().dataset.back, false);
}

function reachedAgain() {
  const { back } = table().dataset;
  sendKept().catch(() => {});
  if (table().querySelector("[data-told] [role=alert]")?.textContent === table().dataset.lost) tellInPlace(back, false);
}

function show(page, usesKeys) {
  const next = page.querySelector("[data-table]");
  if (!next) {
    location.assign(table().dataset.address);
    return;
  }
  skipTelling();
  // a practice deal that all passed is followed by the next one, at an address of its own
  if (next.dataset.address !== table().dataset.address) history.replaceState(null, "", next.dataset.address);
  const isShown = Boolean(table().querySelector(".is-sent"));
  const isNewDeal = next.dataset.deal !== table().dataset.deal;
  if (isNewDeal || next.querySelector(".end")) ahead = "";
  telling?.end?.();
  const steps = next.querySelector("[data-steps]");
  keepDrawn(table(), next);
  redraw(table(), next);
  if (isNewDeal) window.scrollTo(0, 0); // the end of the deal before was read further down
  table().querySelector("[data-steps]").replaceWith(steps); // all templates are equal: their content is no child
  document.dispatchEvent(new CustomEvent("table:shown", { detail: page }));
  begin(usesKeys, isShown);
}

// At a table of several people others act, too. What the person has begun with his own cards stays as it is.
function look(page) {
  if (table().querySelector("form[data-sending]")) return;
  const { deal } = table().dataset;
  const number = table().querySelector("[name=numero]")?.value;
  const next = page.querySelector("[data-table]");
  const isOwnTurn = table().querySelector(OWN_TURN);
  const isSame = next && next.dataset.deal === deal && next.querySelector("[name=numero]")?.value === number;
  const isTyping = document.activeElement?.matches(".sit input, .sit select");
  if (!(isOwnTurn && isSame) && !(isTyping && next)) {
    show(page, document.activeElement?.closest("[data-table]") && document.activeElement.matches(":focus-visible"));
    return;
  }
  for (const part of [".places", ".turn-clock", "[data-told]", ".phrases"]) {
    const [before, after] = [table().querySelector(part), next.querySelector(part)];
    if (before && after && !before.contains(document.activeElement)) before.replaceWith(after);
  }
  table().dataset.moment = next.dataset.moment;
}

async function begin(usesKeys = false, isShown = false) {
  offerPreferences();
  countTicks();
  offerAhead();
  const told = tell(isShown);
  const shown = ++showings;
  const why = table().querySelector("[data-why]");
  if (why) say(why.textContent);
  if (usesKeys) table().querySelector(FIRST_CHOICE)?.focus();
  await told;
  if (showings !== shown) return;
  sayPiles();
  sayPrompt();
  table().querySelector("[data-continue]")?.click();
  playAhead();
}

function countTicks(isSaid = false) {
  const form = table().querySelector("form.turn");
  const button = form?.querySelector("[data-discard]");
  if (!button) return;
  const count = form.querySelectorAll('[name="carte"]:checked').length;
  button.disabled = count !== Number(form.dataset.discards);
  if (isSaid) say(form.dataset.ticked.replace("{n}", count));
}

// --- events -----------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.turn");
  if (!form) return;
  event.preventDefault();
  if ("sending" in form.dataset) return;
  const card = event.submitter?.closest(".own-hand button");
  if (card && kept("twoTaps") && !card.classList.contains("is-lifted")) {
    form.querySelector(".is-lifted")?.classList.remove("is-lifted");
    card.classList.add("is-lifted");
    return;
  }
  send(form, event.submitter);
});

document.addEventListener("table:look", (event) => look(event.detail));

document.addEventListener("change", (event) => {
  if (event.target.closest("[data-preferences]")) keep(event.target.name, event.target.checked);
  if (event.target.name === "carte") countTicks(true);
});

document.addEventListener("click", (event) => {
  const early = event.target.closest("button[data-ahead]");
  if (early) chooseAhead(early);
  if (event.target.closest(".cloth") && !event.target.closest(".last-trick")) skipTelling();
  const options = document.querySelector(".table-options[open]");
  if (options && !event.target.closest(".table-options")) options.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") document.querySelectorAll(".table-options[open], .last-trick[open]").forEach((shown) => (shown.open = false));
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way || event.target.matches("input:not([type=checkbox]), select")) return;
  const cards = [...document.querySelectorAll(".turn :is(.own-hand button, .own-hand input, .choices button):enabled")];
  if (!cards.length) return;
  const place = cards.indexOf(document.activeElement);
  event.preventDefault();
  cards[place < 0 ? 0 : (place + way + cards.length) % cards.length].focus();
});

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".own-hand button:not([data-ahead])");
  if (!card || !event.isPrimary) return;
  const [x, y] = [event.clientX, event.clientY];
  const drawn = card.querySelector(".playing-card");
  let isHigh = false;
  const move = (moved) => {
    isHigh = y - moved.clientY > LIFT;
    if (Math.hypot(moved.clientX - x, moved.clientY - y) > 6) drawn.style.transform = `translate(${moved.clientX - x}px, ${moved.clientY - y}px)`;
  };
  const end = (ended) => {
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(kind, kind === "pointermove" ? move : end);
    drawn.style.transform = "";
    if (ended.type === "pointerup" && isHigh) {
      card.classList.add("is-lifted"); // dragged is meant
      if (!card.contains(document.elementFromPoint(ended.clientX, ended.clientY))) sendForm(card.form, card);
    }
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
});

window.addEventListener("online", reachedAgain);

for (const name of PREFERENCES) keep(name, kept(name));
begin();
sendKept().catch(() => {}); // kept by an earlier page
