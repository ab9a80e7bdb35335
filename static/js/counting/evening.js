// An evening at home without network: a deal that cannot be sent waits on the phone, with a key of its own, and
// leaves by itself, in the order in which it was written. Who only looks sees what the table writes.

import { keepGame } from "./last_game.js";

const PATIENCE = 6000;
const PERIOD = 5000;
const LOOK = 15000;
const NAME = `evening:${location.pathname}`;

const form = document.querySelector("form[data-deal]");
const region = document.querySelector("[data-waiting]");

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

// What was refused goes back into the form, to be looked at and sent again.
function putBack(entry) {
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

function show() {
  const entries = kept();
  const refused = entries[0]?.told;
  region.hidden = entries.length === 0;
  const texts = region.dataset;
  const words = refused ? `${texts.refused} ${refused}` : entries.length > 1 ? texts.many.replace("{n}", entries.length) : texts.one;
  region.replaceChildren(document.createTextNode(words));
  if (refused) region.append(button(texts.again, () => putBack(entries[0])), button(texts.drop, drop));
}

// Whether the server answered; what it refused stays first, with its words.
async function send(entry) {
  const answer = await post(entry);
  if (answer.ok) {
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
  if (count && kept().length === 0) location.assign(location.pathname);
  else show();
}

// Sent behind the page, so that nothing typed is lost where there is no network. What is impossible goes once more
// as a form: the page that answers says what is wrong at each field.
async function write(event) {
  if (event.submitter?.name) return; // a near value is taken by the server
  event.preventDefault();
  const waiting = kept().length;
  const typed = new FormData(form);
  if (waiting) {
    typed.set("jeton", freshKey());
    typed.set("vu", Number(form.dataset.seen) + waiting);
    if (!("correction" in form.dataset)) typed.set("donne", Number(form.dataset.deal) + waiting);
  }
  const entry = { fields: [...typed].filter(([, value]) => typeof value === "string") };
  try {
    if (waiting) throw new Error("others wait");
    const answer = await post(entry);
    if (answer.ok) return location.assign(location.pathname);
    return form.submit();
  } catch {
    keep([...kept(), entry]);
    form.reset();
    show();
    sendAll();
  }
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of ["[data-totals]", "[data-sheet]"]) {
      const [fresh, part] = [page.querySelector(name), document.querySelector(name)];
      if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
    }
  } catch {
    // The sheet stays as it was.
  }
}

if (form) {
  keepGame(form.dataset.game);
  form.addEventListener("submit", write);
  window.addEventListener("online", sendAll);
  setInterval(() => kept().length && sendAll(), PERIOD);
  show();
  sendAll();
} else {
  setInterval(look, LOOK);
}
