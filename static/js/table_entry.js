// Writing a result on a phone: a keypad under the thumb, and the score as it is typed. The rules stay on the
// server: this only asks it what a line comes to; without an answer the score appears once it is sent.

import { offerKeypads } from "./keypad.js";

const WAIT = 150;

const timers = new WeakMap();
const turns = new WeakMap(); // of each form, its last question: a late answer to another is dropped

function prepare(form) {
  if (form.dataset.isReady) return;
  form.dataset.isReady = "yes";
  form.querySelector("[data-preview]").hidden = true;
  form.querySelectorAll("[data-sign]").forEach(prepareSign);
  offerKeypads(form);
  const { points } = form.elements;
  if (!points) return;
  if (points.value !== points.defaultValue) form.dataset.isTyped = "yes"; // before this script came
  if (points.value) tryLine(form);
}

// A keypad of figures has no minus on a phone: a key beside the field changes the sign.
function prepareSign(key) {
  key.hidden = false;
  key.form.elements[key.dataset.sign].inputMode = "numeric";
}

function changeSign(key) {
  const score = key.form.elements[key.dataset.sign];
  score.value = /^\s*[-−–]/.test(score.value) ? score.value.replace(/^\s*[-−–]/, "") : `−${score.value.trim()}`;
  score.dispatchEvent(new Event("input", { bubbles: true }));
  if (!/\d/.test(score.value)) score.focus();
}

// Scores of the players, in plain view where no facts are written.
function missingScores(form) {
  const scores = [...form.querySelectorAll(".player-score input")];
  return scores.length ? scores.filter((score) => !/\d/.test(score.value)).length : undefined;
}

function show(form, reading) {
  form.querySelector("[data-says]").textContent = reading.says;
  const missing = missingScores(form);
  const isWhole = (form.elements.points?.value && form.querySelector("[name='bouts']:checked")) || missing === 0;
  const problem = isWhole ? reading.problems[0] : undefined;
  if (missing !== undefined) {
    const detail = missing <= 1 ? reading.nearest : []; // the last score follows from the others
    form.dispatchEvent(new CustomEvent("line:read", { bubbles: true, detail }));
  }
  const margin = form.querySelector("[data-margin]");
  const text = problem ?? reading.margin;
  if (margin.textContent !== text) margin.textContent = text; // read at each change
  margin.classList.toggle("field-error", problem !== undefined);
}

async function tryLine(form) {
  const turn = (turns.get(form) ?? 0) + 1;
  turns.set(form, turn);
  const typed = new URLSearchParams(new FormData(form));
  typed.delete("csrfmiddlewaretoken");
  try {
    const answer = await fetch(`${form.dataset.trial}?${typed}`, { headers: { Accept: "application/json" } });
    if (answer.ok && turn === turns.get(form)) show(form, await answer.json());
  } catch {
    if (turn === turns.get(form)) show(form, { says: "", margin: "", problems: [], nearest: [] });
  }
}

function prepareAll() {
  document.querySelectorAll("[data-deal-form]").forEach(prepare);
}

document.addEventListener("click", (event) => {
  const sign = event.target.closest("[data-sign]");
  if (sign) changeSign(sign);
});
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-deal-form]");
  if (!form) return;
  form.dataset.isTyped = "yes";
  clearTimeout(timers.get(form));
  timers.set(form, setTimeout(tryLine, WAIT, form));
});
document.addEventListener("table:shown", prepareAll);
prepareAll();
