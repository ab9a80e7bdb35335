// A table without loading whole pages: forms are sent behind the page, what happened is told step by step,
// cards are tapped, dragged or chosen with the arrow keys. Without it every choice is a button of a form.

const STEP = 520; // ms between two things that happen
const TRICK_END = 1100; // a finished trick stays for a look
const LIFT = 56; // pixels that a card is dragged up to be played
const PART = { headers: { "Etui-Part": "table" } }; // the table alone, without the page around it
const PREFERENCES = ["leftHanded", "twoTaps", "sounds", "muted"];
const LOOKS = ["four-colours", "new-trumps", "strong-cards"]; // of every page with cards: the server reads their cookie
const LOOK_SECONDS = 400 * 24 * 60 * 60;

const root = document.documentElement;
let telling = null;
let audio = null;

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

async function tell() {
  const steps = [...table().querySelector("[data-steps]").content.children];
  const own = (telling = { unsaid: steps.map((step) => step.dataset.words) });
  const shown = table();
  const middle = shown.querySelector("[data-trick]");
  const last = middle.innerHTML;
  if (!steps.length) return;
  shown.classList.add("is-telling");
  for (const step of steps) {
    if (!own.unsaid.length) break;
    say(own.unsaid.shift());
    if ("card" in step.dataset) {
      middle.innerHTML = step.innerHTML;
      click();
    } else {
      const words = document.createElement("p");
      words.className = "won";
      words.textContent = step.dataset.words;
      middle.replaceChildren(words);
    }
    await pause(step.querySelector(".won") ? TRICK_END : STEP, own);
  }
  middle.innerHTML = last;
  shown.classList.remove("is-telling");
}

// Whoever acts or taps the trick has no time for the rest: it is said, not shown.
function skipTelling() {
  while (telling?.unsaid.length) say(telling.unsaid.shift());
  telling?.skip?.();
}

// --- sending ----------------------------------------------------------------------------------------

async function send(form, submitter) {
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action"); // a button is called action, too
  const body = new FormData(form, submitter);
  const usesKeys = document.activeElement?.closest("[data-table]") && document.activeElement.matches(":focus-visible");
  form.inert = true;
  let answer;
  try {
    answer = await fetch(address, { ...PART, method: "POST", body });
  } catch {
    form.inert = false;
    const told = document.createElement("p");
    told.className = "notice error";
    told.setAttribute("role", "alert");
    told.textContent = table().dataset.lost;
    table().querySelector("[data-told]").replaceChildren(told);
    return;
  }
  show(new DOMParser().parseFromString(await answer.text(), "text/html"), usesKeys);
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
  table().replaceWith(next);
  document.dispatchEvent(new CustomEvent("table:shown", { detail: page }));
  begin(usesKeys);
}

// At a table of several people others act, too. What the person has begun with his own cards stays as it is.
function look(page) {
  if (table().querySelector("form[inert]")) return;
  const { deal } = table().dataset;
  const number = table().querySelector("[name=numero]")?.value;
  const next = page.querySelector("[data-table]");
  const isOwnTurn = table().querySelector("form.turn:not(.waits, .say)");
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

async function begin(usesKeys = false) {
  offerPreferences();
  countTicks();
  const told = tell();
  const shown = table();
  const why = shown.querySelector("[data-why]");
  if (why) say(why.textContent);
  if (usesKeys) shown.querySelector(".own-hand :is(button, input), .choices button, .end a")?.focus();
  await told;
  if (table() === shown) shown.querySelector("[data-continue]")?.click();
}

function countTicks() {
  const form = table().querySelector("form.turn");
  const button = form?.querySelector("[data-discard]");
  if (!button) return;
  button.disabled = form.querySelectorAll('[name="carte"]:checked').length !== Number(form.dataset.discards);
}

// --- events -----------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.turn");
  if (!form) return;
  event.preventDefault();
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
  if (event.target.name === "carte") countTicks();
});

document.addEventListener("click", (event) => {
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
  const card = event.target.closest(".own-hand button");
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
      if (!card.contains(document.elementFromPoint(ended.clientX, ended.clientY))) card.form.requestSubmit(card);
    }
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
});

for (const name of PREFERENCES) keep(name, kept(name));
begin();
