// Results wait on the phone until the server has them: through lost networks, reloads and closed tabs. Each
// carries a key of its own, so that one sent twice is stored once; they leave in the order in which they were
// written. What the server refuses stays here until somebody looked at it again.

import { deviceStore, inTime, isForLater } from "./sending.js";

const PERIOD = 5000;
const WAITING = "waiting";
const REFUSED = "refused";

const region = document.querySelector("[data-queue]");
const list = region.querySelector("[data-queue-list]");
const texts = region.querySelector("[data-texts]").dataset;

let isSending = false;
let timer;

const store = deviceStore("etui", "results", { keyPath: "number", autoIncrement: true });
const { keep, kept } = store;
const forget = (entry) => store.forget(entry.number);

// crypto.randomUUID is missing on plain http
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function figure(text) {
  return text?.trim() ? Number(text) : null;
}

function bodyOf(entry) {
  const typed = Object.fromEntries(entry.fields);
  return {
    kind: typed.kind,
    bid: typed.bid || null,
    gain: figure(typed.gain),
    loss: figure(typed.loss),
    bouts: figure(typed.bouts),
    points: typed.points,
    handfuls: [typed.handful_1, typed.handful_2].filter(Boolean),
    petit: typed.petit || "none",
    slam: typed.slam || "none",
    seen_version: Number(typed.seen_version),
    reason: typed.reason ?? "",
    confirmed: typed.confirmed === "on",
    takes_pen: typed.takes_pen === "on",
  };
}

const recordAddress = (entry) => region.dataset.record.replace("/0/", `/${entry.play}/`).replace(region.dataset.secret, entry.secret);

function typedOf(entry) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  return [...entry.fields, ["token", entry.key], ["csrfmiddlewaretoken", token]];
}

// The page's own address, which sends to the table once a result is stored, and else shows what is wrong.
function postForm(entry) {
  const headers = { Accept: "application/json" }; // nothing is to be shown on a later page
  return inTime(recordAddress(entry), { method: "POST", headers, body: new URLSearchParams(typedOf(entry)), redirect: "manual" });
}

// Signs, and whatever else is no plain number, are read by the server's form.
function hasPlainFigures(entry) {
  const figures = entry.fields.filter(([name]) => ["gain", "loss", "bouts"].includes(name));
  return figures.every(([, text]) => /^\s*\d*\s*$/.test(text));
}

// A line of a score sheet goes as its form does; a line of a traveller as programs send it.
function post(entry) {
  if (entry.hasFacts || !hasPlainFigures(entry)) return postForm(entry);
  return inTime(region.dataset.address.replace("/0/", `/${entry.play}/`), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": entry.key,
      Authorization: `Bearer ${entry.secret}`,
    },
    body: JSON.stringify(bodyOf(entry)),
  });
}

// Whether the server answered for good; what it refused is marked with its words.
async function send(entry) {
  const answer = await post(entry);
  if (isForLater(answer.status)) return false;
  if (answer.ok || answer.type === "opaqueredirect") {
    await forget(entry);
    entry.isSent = true;
    return true;
  }
  const told = await answer.json().catch(() => ({}));
  const fields = Object.values(told.fields ?? {}).flat();
  await keep(Object.assign(entry, { state: REFUSED, told: fields.join(" ") || told.message || texts.refused }));
  return true;
}

async function sendAll() {
  clearTimeout(timer);
  if (isSending) return [];
  isSending = true;
  const answered = [];
  try {
    let entry;
    while ((entry = (await kept()).find((each) => each.state === WAITING))) {
      if (!(await send(entry))) break;
      answered.push(entry);
    }
  } catch {
    // No network: what is left stays, and leaves with the next try.
  } finally {
    isSending = false;
  }
  if (answered.some((entry) => entry.isSent)) document.dispatchEvent(new Event("table:sent"));
  await show();
  return answered;
}

function button(words, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "secondary outline";
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

function lineOf(entry) {
  const line = document.createElement("li");
  const told = entry.state === WAITING ? texts.waiting : entry.told;
  const words = document.createElement("p");
  // entries that an earlier version of this page stored have no name
  words.textContent = `${entry.name ?? texts.board.replace("{n}", entry.board)} – ${told}`;
  line.append(words);
  if (entry.state === REFUSED) {
    line.append(button(texts.review, () => review(entry)));
    line.append(button(texts.forget, () => forget(entry).then(show)));
  }
  return line;
}

async function show() {
  const entries = await kept();
  const waiting = entries.filter((entry) => entry.state === WAITING);
  region.hidden = entries.length === 0;
  const count = waiting.length > 1 ? texts.many.replace("{n}", waiting.length) : texts.one;
  region.querySelector("[data-queue-count]").textContent = waiting.length ? count : texts.refused;
  list.replaceChildren(...entries.map(lineOf));
  for (const entry of waiting) {
    const state = document.querySelector(`[data-play="${entry.play}"]`)?.closest(".deal")?.querySelector("[data-state]");
    if (state) state.textContent = texts.waiting;
  }
  clearTimeout(timer);
  if (waiting.length) timer = setTimeout(sendAll, PERIOD);
}

// The server's own page asks what it has to ask: it gets what was typed, as a form would send it. The server has just
// answered, so it is no longer kept here; its key makes that it is stored once.
async function showAnswer(entry) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = recordAddress(entry);
  for (const [name, value] of typedOf(entry)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  await forget(entry);
  form.submit();
}

// A line that was refused earlier: the network may be gone again since then.
async function review(entry) {
  if (!(await isHeard(entry))) return show();
  await showAnswer(entry);
}

async function isHeard(entry) {
  try {
    const answer = await postForm(entry);
    return answer.type === "opaqueredirect" || !isForLater(answer.status);
  } catch {
    return false;
  }
}

function entryOf(form) {
  const left = new Set(["csrfmiddlewaretoken", "token"]);
  return {
    key: freshKey(),
    secret: region.dataset.secret,
    play: form.dataset.play,
    board: form.dataset.board,
    name: form.dataset.name,
    hasFacts: "facts" in form.dataset,
    fields: [...new FormData(form)].filter(([name]) => !left.has(name)),
    state: WAITING,
  };
}

async function write(form) {
  const entry = entryOf(form);
  try {
    entry.number = await keep(entry);
  } catch {
    return form.submit(); // a browser that keeps nothing: the form goes by itself
  }
  delete form.dataset.isTyped;
  const deal = form.closest("details.deal");
  deal.open = false;
  const answered = await sendAll();
  const mine = answered.find((each) => each.key === entry.key);
  if (!mine) openNext(deal);
  else if (mine.state === REFUSED) await showAnswer(mine);
}

// Without an answer the page stays as it is: the next deal opens all the same.
function openNext(deal) {
  const next = deal.nextElementSibling;
  if (!next?.matches("details.deal.to_play")) return region.scrollIntoView();
  next.open = true;
  next.scrollIntoView();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-deal-form]");
  if (!form || event.submitter?.name === "preview" || form.elements.choice?.value === "keep") return;
  event.preventDefault();
  write(form);
});
document.addEventListener("table:shown", show);
window.addEventListener("online", sendAll);
sendAll();
