// Keeps a sheet on this device until the server has it, encrypted where the browser can (https and this machine)
// and bound to its user. The tokens of its lines let the server store once a sheet that is sent twice.

import { deviceStore, fieldsOf, inTime, isForLater } from "./sending.js";

const PERIOD = 5000;
const WAIT = 200;
const LONGEST = 30 * 24 * 3600 * 1000; // later the evening is over
const TYPED = "typed";
const WAITING = "waiting";
const REFUSED = "refused";

const region = document.querySelector("[data-kept]");
const { owner, secret, signIn } = region.dataset;
const texts = region.querySelector("[data-texts]").dataset;
const form = document.querySelector("form[data-keep]");
const own = form && new URL(form.action, location.href);
const path = own && own.pathname + own.search;
const store = deviceStore("etui-sheets", "sheets", { keyPath: "key" });

let trouble = ""; // why nothing leaves: a text of the region
let timer;
let typing;
let isRestoring = false;
const turns = new Map(); // by key, the end of the last request that was begun

async function sealing() {
  const bytes = Uint8Array.from(secret.match(/../g), (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

async function sealed(content) {
  const text = JSON.stringify(content);
  if (!crypto.subtle) return text;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(text);
  return { iv, bytes: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealing(), bytes) };
}

async function unsealed(content) {
  if (typeof content === "string") return JSON.parse(content);
  const { iv, bytes } = content;
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await sealing(), bytes);
  return JSON.parse(new TextDecoder().decode(text));
}

async function keep(entry) {
  const { title, fields, ...rest } = entry;
  await store.keep({ ...rest, content: await sealed({ title, fields }) });
}

async function ownEntries() {
  const entries = [];
  for (const { content, ...rest } of await store.kept()) {
    if (rest.at < Date.now() - LONGEST) await store.forget(rest.key);
    else if (rest.owner === owner) entries.push({ ...rest, ...(await unsealed(content)) });
  }
  return entries;
}

// More may have been typed meanwhile: then the sheet stays.
async function forget(entry) {
  const now = (await store.kept()).find((each) => each.key === entry.key);
  const isLast = !now || now.at === entry.at;
  if (isLast) await store.forget(entry.key);
  return isLast;
}

function isChanged(control) {
  if (control.type === "hidden") return false;
  if (["checkbox", "radio"].includes(control.type)) return control.checked !== control.defaultChecked;
  if (control.localName === "input") return control.value !== control.defaultValue;
  const given = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== given?.value;
}

// All lines on a page that only looked at what was typed.
function changedLines() {
  const lines = [...form.querySelectorAll("[data-line]")];
  const isOpen = "unsaved" in form.dataset;
  return lines.filter(
    (line) => isOpen || line.matches(".failed") || [...line.querySelectorAll("input, select")].some(isChanged),
  );
}

function entryOf(state, submitter) {
  const lines = changedLines();
  if (lines.length === 0) return undefined;
  const inLines = new Set(lines.flatMap((line) => [...line.querySelectorAll("[name]")].map((each) => each.name)));
  const outside = new Set([...form.elements].filter((each) => !each.closest("[data-line]")).map((each) => each.name));
  outside.delete("csrfmiddlewaretoken");
  const fields = fieldsOf(form, submitter).filter(([name]) => inLines.has(name) || outside.has(name));
  const title = document.title.replace(/ – [^–]*$/, ""); // without the site
  return { key: `${owner} ${path}`, owner, path, state, at: Date.now(), title, fields };
}

async function keepTyped() {
  const entry = entryOf(TYPED);
  if (entry) await keep(entry);
  else await store.forget(`${owner} ${path}`);
  if (!region.hidden) await tell();
}

function restore(entry) {
  const changed = [];
  for (const [name, value] of entry.fields) {
    const control = form.elements[name];
    if (!control || (control.value === value && control.type !== "checkbox")) continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = value; // a group of radio buttons takes a value too
    if (control instanceof HTMLElement && control.type !== "hidden") changed.push(control);
  }
  isRestoring = true;
  for (const control of changed) control.dispatchEvent(new Event("input", { bubbles: true }));
  isRestoring = false;
}

async function renewed(address) {
  const answer = await inTime(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return {
    owner: page.querySelector("[data-kept]")?.dataset.owner,
    token: page.querySelector("[name=csrfmiddlewaretoken]")?.value,
    isRefused: answer.status === 403 && !answer.redirected && Boolean(page.querySelector("form[action$='/deconnexion/']")),
  };
}

function post(entry, token) {
  const body = new URLSearchParams([...entry.fields, ["csrfmiddlewaretoken", token], ["typed_by", owner]]);
  return inTime(entry.path, { method: "POST", headers: { Accept: "application/json" }, body, redirect: "manual" });
}

// The site's own reason, such as a full disk, not that of a proxy.
async function reasonOf(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const reason = page.querySelector("[data-trouble]")?.textContent;
  return reason ? `${reason}.` : texts.lost;
}

// The next address once all is stored, "" when the server refused something, undefined when it has to wait.
async function send(entry) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  let answer = await post(entry, token);
  if (answer.status === 403 || answer.status === 409 || answer.type === "opaqueredirect") {
    const now = await renewed(entry.path);
    if (now.owner !== owner && !now.isRefused) {
      trouble = now.owner ? texts.other : texts.signedOut;
      return undefined;
    }
    if (now.token) answer = await post(entry, now.token);
    if (answer.status === 403) return "";
  }
  if (isForLater(answer.status)) {
    trouble = `${await reasonOf(answer)} ${texts.safe}`;
    return undefined;
  }
  trouble = "";
  return answer.ok ? (await answer.json()).to : "";
}

// The form goes by itself: the page of the server shows what is wrong.
async function showRefusal(entry, submitter) {
  const now = await renewed(entry.path);
  for (const token of form.querySelectorAll("[name=csrfmiddlewaretoken]")) token.value = now.token ?? token.value;
  if (submitter?.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.dispatchEvent(new Event("sheet:leaving"));
  form.submit();
}

// One request a sheet at a time: the page, the timer and a tap may want to send the same one.
function transmit(entry, submitter) {
  const turn = (turns.get(entry.key) ?? Promise.resolve()).then(() => transmitInTurn(entry, submitter));
  turns.set(entry.key, turn.catch(() => {}));
  return turn;
}

async function transmitInTurn(entry, submitter) {
  const now = (await store.kept()).find((each) => each.key === entry.key);
  const isWaiting = now?.state === WAITING;
  if (!now || (now.at === entry.at ? !isWaiting : isWaiting)) return tell(); // sent, or saved again
  let to;
  try {
    to = await send(entry);
  } catch {
    trouble = `${texts.lost} ${texts.safe}`;
  }
  if (to) {
    const isLast = await forget(entry);
    if (isLast && entry.path === path) {
      form.dispatchEvent(new Event("sheet:leaving"));
      return location.assign(to);
    }
  } else if (to === "") {
    await keep({ ...entry, state: entry.path === path ? TYPED : REFUSED });
    if (entry.path === path) return showRefusal(entry, submitter).catch(() => tell());
  }
  return tell();
}

async function sendAll() {
  clearTimeout(timer);
  for (const entry of await ownEntries()) if (entry.state === WAITING) await transmit(entry);
}

function element(name, words, options) {
  return Object.assign(document.createElement(name), { textContent: words, ...options });
}

function lineOf(entry) {
  const line = document.createElement("li");
  const state = { [TYPED]: texts.typed, [REFUSED]: texts.refused }[entry.state] ?? texts.waiting;
  const forgetting = element("button", texts.forget, { type: "button", className: "link" });
  forgetting.addEventListener("click", async () => {
    await store.forget(entry.key);
    if (entry.path === path) location.assign(path);
    else tell();
  });
  line.append(element("a", entry.title, { href: entry.path }), ` – ${state} `, forgetting);
  return line;
}

async function tell() {
  const entries = await ownEntries();
  const shown = entries.filter((entry) => entry.path !== path || entry.state !== TYPED || entry.isRestored);
  const waiting = entries.filter((entry) => entry.state === WAITING);
  region.hidden = shown.length === 0;
  region.querySelector("[data-kept-list]").replaceChildren(...shown.map(lineOf));
  region.querySelector("[data-kept-trouble]").textContent = waiting.length > 0 ? trouble : "";
  const door = region.querySelector("[data-kept-sign-in]");
  door.hidden = waiting.length === 0 || ![texts.signedOut, texts.other].includes(trouble);
  door.href = `${signIn}?next=${encodeURIComponent(path ?? location.pathname + location.search)}`;
  clearTimeout(timer);
  if (waiting.length > 0) timer = setTimeout(() => sendAll().catch(() => {}), PERIOD);
}

async function begin() {
  const mine = (await ownEntries()).find((entry) => entry.path === path);
  if (mine && form && !("answered" in form.dataset)) {
    restore(mine);
    if (mine.state !== WAITING) await keep({ ...mine, state: TYPED, isRestored: true });
  } else if (form && "answered" in form.dataset) {
    await keepTyped();
  }
  await tell();
  await sendAll();
}

form?.addEventListener("input", () => {
  if (isRestoring) return;
  clearTimeout(typing);
  typing = setTimeout(() => keepTyped().catch(() => {}), WAIT);
});
form?.addEventListener("submit", async (event) => {
  clearTimeout(typing);
  if (["preview", "nearest"].includes(event.submitter?.name)) return;
  const entry = entryOf(WAITING, event.submitter);
  if (!entry) return;
  event.preventDefault();
  try {
    await keep(entry);
  } catch {
    return form.submit(); // a browser that keeps nothing: the form goes by itself
  }
  await transmit(entry, event.submitter);
});
window.addEventListener("online", () => sendAll().catch(() => {}));
begin().catch(() => {}); // a browser that keeps nothing
