// An evening at home without network: a deal that cannot be sent waits on the phone, with a key of its own, and
// leaves by itself, in the order in which it was written. Its scores count at once, where the page can add them up.
// Who only looks sees what the table writes.

import { offerKeypads } from "../keypad.js";
import { keepGame } from "./last_game.js";
import { potTurn, scoresOf, signed } from "./offline_scores.js";

const PATIENCE = 6000;
const PERIOD = 5000;
const LOOK = 15000;

const form = document.querySelector("form[data-deal]");
// the address of the sheet: a refused deal stands on a page with the address of its form
const SHEET = form?.dataset.sheet;
const NAME = `evening:${SHEET}`;

const region = document.querySelector("[data-waiting]");

const counting = JSON.parse(region?.dataset.counting ?? "null");
if (counting) counting.isKnown = true;
const isCorrection = form ? "correction" in form.dataset : false;

let isSending = false;

const kept = () => JSON.parse(localStorage.getItem(NAME) ?? "[]");
const keep = (entries) => localStorage.setItem(NAME, JSON.stringify(entries));

// crypto.randomUUID is missing on plain http
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function post(entry) {
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    return await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(entry.fields),
      signal: giveUp.signal,
    });
  } finally {
    clearTimeout(clock);
  }
}

function button(words, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "secondary outline";
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

// What was refused goes back into the form, to be looked at and sent again: a correction into that of its deal, which
// may be another page.
function putBack(entry) {
  const { donne, correction } = Object.fromEntries(entry.fields);
  if (Boolean(correction) !== isCorrection || (correction && donne !== form.dataset.deal)) {
    location.assign(correction ? `${SHEET}?donne=${donne}` : SHEET);
    return;
  }
  for (const [name, value] of entry.fields) {
    const field = form.elements[name];
    if (field && field.type !== "hidden") field.value = value;
  }
  drop();
  form.scrollIntoView();
}

function drop() {
  keep(kept().slice(1));
  show();
  sendAll();
}

function dropRefused() {
  drop();
  if (kept().length === 0) location.assign(SHEET); // with the deals that were sent before it
}

// What the page knows after the deals that the server has: totals, pot and Excuses. It goes on with each waiting deal.
const stateOf = () => ({ totals: counting.totals, pot: counting.pot, excuses: counting.excuses, dealer: counting.dealer });

// Whether a deal changes what a later one pays: then no deal after an unknown one can be counted.
const isLasting = Boolean(counting?.potParts || counting?.costlyExcuse);

// A waiting deal with its scores, and what it leaves; a correction has none, as the page does not know what it replaces.
function countDeal(entry, state) {
  const { jeton, vu, csrfmiddlewaretoken, donne, ...typed } = Object.fromEntries(entry.fields);
  const [number, playerCount] = [Number(donne), counting.names.length];
  const isNext = number >= Number(form.dataset.deal);
  const place = (number - 1) % counting.rounds.length;
  const parts = isNext && state ? scoresOf(counting.parts, typed, playerCount, counting.rounds[place].sums) : null;
  if (!parts) return { isNext, number, scores: null, next: isNext && isLasting ? null : state };
  const factor = counting.scale / counting.parts.scale;
  const excuses = place ? [...state.excuses] : Array(playerCount).fill(0);
  if (counting.costlyExcuse && typed.excuse in excuses) excuses[typed.excuse] += 1;
  const turn = counting.potParts && potTurn(counting.potParts, counting.parts, typed, state.dealer % playerCount, state.pot, playerCount);
  const scores = parts.map((points, seat) => {
    const isCostly = String(seat) === typed.excuse && excuses[seat] === counting.costlyExcuse;
    return points * factor + ((turn?.payments[seat] ?? 0) + (isCostly ? 1 : 0)) * counting.scale;
  });
  const totals = state.totals.map((total, seat) => total + scores[seat]);
  return { isNext, number, scores, next: { totals, excuses, pot: turn?.pot ?? 0, dealer: state.dealer + 1 } };
}

function countAll(entries) {
  let state = stateOf();
  return entries.map((entry) => {
    const counted = countDeal(entry, state);
    state = counted.next;
    return counted;
  });
}

function scoresLine({ number, scores }) {
  const line = document.createElement("p");
  const texts = region.dataset;
  const named = scores?.map((points, seat) => `${counting.names[seat]} ${inWords(points)}`).join(", ");
  line.textContent = (scores ? texts.counted : texts.uncounted).replace("{n}", number).replace("{scores}", named);
  return line;
}

const inWords = (points) => signed(points, counting.scale, counting.parted);

// The totals, the next deal and its dealer, as if the waiting deals had been sent.
function showTotals(waiting) {
  const last = waiting.filter(({ scores }) => scores).pop();
  if (!last || !counting.isKnown) return;
  const { totals } = last.next;
  const places = [...document.querySelectorAll(".home-totals li")];
  const best = counting.lowestWins ? Math.min(...totals) : Math.max(...totals);
  places.forEach((place, seat) => {
    place.querySelector("strong").textContent = inWords(totals[seat]);
    place.classList.toggle("leads", totals[seat] === best);
  });
}

function showNext(count) {
  if (isCorrection || !count) return;
  const dealer = counting.names[(counting.dealer + count) % counting.names.length];
  const number = Number(form.dataset.deal) + count;
  document.querySelector("[data-next-cards]").textContent = counting.rounds[(number - 1) % counting.rounds.length].cards;
  document.querySelector("[data-next-title]").textContent = region.dataset.title.replace("{n}", number);
  document.querySelector("[data-next-dealer]").textContent = region.dataset.dealer.replace("{name}", dealer);
}

function show() {
  const entries = kept();
  const refused = entries[0]?.told;
  region.hidden = entries.length === 0;
  const texts = region.dataset;
  const words = refused ? `${texts.refused} ${refused}` : entries.length > 1 ? texts.many.replace("{n}", entries.length) : texts.one;
  region.replaceChildren(document.createTextNode(words));
  if (refused) region.append(button(texts.again, () => putBack(entries[0])), button(texts.drop, dropRefused));
  if (refused) return;
  const waiting = countAll(entries);
  region.append(...waiting.map(scoresLine));
  showTotals(waiting);
  showNext(waiting.filter(({ isNext }) => isNext).length);
}

// What was sent belongs to the page's totals, although the page itself is from before.
function advance(entry) {
  const { isNext, scores, next } = countDeal(entry, stateOf());
  form.dataset.seen = Number(form.dataset.seen) + 1;
  if (scores) Object.assign(counting, next);
  else counting.isKnown = false;
  if (isCorrection || !isNext) return;
  if (!scores) counting.dealer += 1;
  form.dataset.deal = Number(form.dataset.deal) + 1;
}

// Whether the server answered; what it refused stays first, with its words.
async function send(entry) {
  const answer = await post(entry);
  if (answer.ok) {
    advance(entry);
    keep(kept().slice(1));
    return true;
  }
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500) return false;
  const told = await answer.json().catch(() => ({}));
  keep([{ ...entry, told: told.message ?? String(answer.status) }, ...kept().slice(1)]);
  return false;
}

async function sendAll() {
  if (isSending) return;
  isSending = true;
  let count = 0;
  try {
    let entry;
    while ((entry = kept()[0]) && !entry.told && (await send(entry))) count += 1;
  } catch {
    // No network: what is left stays, and leaves with the next try.
  } finally {
    isSending = false;
  }
  if (count && kept().length === 0) location.assign(SHEET);
  else show();
}

// Sent behind the page, so that nothing typed is lost where there is no network. What is impossible goes once more
// as a form: the page that answers says what is wrong at each field.
async function write(event) {
  if (event.submitter?.name) return; // a near value is taken by the server
  event.preventDefault();
  const waiting = kept().length;
  form.elements.vu.value = Number(form.dataset.seen) + waiting;
  if (!isCorrection) form.elements.donne.value = Number(form.dataset.deal) + waiting;
  const entry = { fields: [...new FormData(form)].filter(([, value]) => typeof value === "string") };
  try {
    if (waiting) throw new Error("others wait");
    const answer = await post(entry);
    if (answer.ok) return location.assign(SHEET);
    return form.submit();
  } catch {
    keep([...kept(), entry]);
    form.elements.jeton.value = freshKey(); // the key of a deal that waits is its own
    form.reset();
    show();
    sendAll();
  }
}

async function look(address, follow) {
  if (document.hidden) return;
  try {
    const answer = await fetch(address);
    if (answer.ok) follow(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // The sheet stays as it was.
  }
}

function redraw(page) {
  for (const name of ["[data-totals]", "[data-sheet]"]) {
    const [fresh, part] = [page.querySelector(name), document.querySelector(name)];
    if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
}

const typedIn = () => new URLSearchParams(new FormData(form)).toString();

// What another phone wrote shows on this one, unless something is typed here.
function followOthers(untouched) {
  if (isCorrection || kept().length || typedIn() !== untouched) return;
  look(SHEET, (page) => {
    const seen = page.querySelector("form[data-deal]")?.dataset.seen;
    // the page that a phone keeps for the time without network may be an older one
    if (Number(seen) > Number(form.dataset.seen) && typedIn() === untouched) location.assign(SHEET);
  });
}

if (form) {
  keepGame(form.dataset.game);
  offerKeypads(form);
  form.addEventListener("submit", write);
  window.addEventListener("online", sendAll);
  setInterval(() => kept().length && sendAll(), PERIOD);
  // the page of a refused deal holds what was typed
  if (location.pathname === SHEET) setInterval(followOthers, LOOK, typedIn());
  show();
  sendAll();
} else {
  setInterval(look, LOOK, location.href, redraw);
}
