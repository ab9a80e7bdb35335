// Typing a traveller without the mouse: Return and the arrows move between lines, the score of each line
// appears as it is typed. The rules stay on the server: this only asks it what a line comes to.

const WAIT = 250;

const form = document.querySelector("[data-traveller]");
const FIGURES = (form.dataset.figures ?? "gain loss bouts points").trim().split(/\s+/);
const isWhole = "whole" in form.dataset; // the lines have totals: they are asked about together
const lines = [...form.querySelectorAll("[data-line]")];

let timer;
let isChanged = false;
const turns = new WeakMap(); // of each line, its last question: a late answer to another is dropped

function field(line, name) {
  return form.elements[`${line.dataset.line}-${name}`];
}

function nameOf(input) {
  return input.name.slice(input.name.indexOf("-") + 1);
}

function move(input, step) {
  const next = lines[lines.indexOf(input.closest("[data-line]")) + step];
  const target = next ? field(next, nameOf(input)) : step > 0 && form.querySelector("[data-save]");
  if (!target) return;
  target.focus();
  target.select?.();
}

function moveAcross(input, step) {
  const line = input.closest("[data-line]");
  const target = field(line, FIGURES[FIGURES.indexOf(nameOf(input)) + step]);
  if (!target) return false;
  target.focus();
  target.select?.();
  return true;
}

function atEdge(input, step) {
  const edge = step < 0 ? 0 : input.value.length;
  return input.selectionStart === edge && input.selectionEnd === edge;
}

function onKey(event) {
  const input = event.target;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return form.requestSubmit();
  if (!input.matches("input[name]") || !FIGURES.includes(nameOf(input)) || event.altKey) return;
  if (event.key === "Enter" || event.key === "ArrowDown") move(input, 1);
  else if (event.key === "ArrowUp") move(input, -1);
  else if (event.key === "ArrowLeft" && atEdge(input, -1)) moveAcross(input, -1);
  else if (event.key === "ArrowRight" && atEdge(input, 1)) moveAcross(input, 1);
  else if (event.key === "-" && nameOf(input) === "gain" && input.value === "") moveAcross(input, 1);
  else return;
  event.preventDefault();
}

function show(line, reading, isCommitted) {
  for (const output of line.querySelectorAll("[data-says]")) {
    output.textContent = output.dataset.says ? (reading.scores[output.dataset.says] ?? "") : reading.says;
  }
  const problems = line.querySelector("[data-problems]");
  if (isCommitted || problems.textContent) problems.textContent = reading.problems.join(" ");
}

// The address may name a session already.
function trialAddress(typed) {
  const base = form.dataset.traveller;
  return `${base}${base.includes("?") ? "&" : "?"}${typed}`;
}

function showTotals(totals) {
  for (const output of form.querySelectorAll("[data-total]")) output.textContent = totals[output.dataset.total];
}

async function tryLine(line, isCommitted) {
  const turn = (turns.get(line) ?? 0) + 1;
  turns.set(line, turn);
  const typed = new URLSearchParams();
  for (const input of (isWhole ? form : line).querySelectorAll("[data-line] :is(input, select)[name]")) {
    if (input.type !== "radio" || input.checked) typed.append(input.name, input.value);
  }
  try {
    const answer = await fetch(trialAddress(typed), { headers: { Accept: "application/json" } });
    if (!answer.ok || turn !== turns.get(line)) return;
    const readings = await answer.json();
    show(line, readings[line.dataset.line], isCommitted);
    if (isWhole) showTotals(readings.totals);
  } catch {
    // Without an answer nothing is shown; saving tells what is wrong.
  }
}

form.addEventListener("keydown", onKey);
form.addEventListener("input", (event) => {
  isChanged = true;
  clearTimeout(timer);
  const line = event.target.closest("[data-line]");
  if (line) timer = setTimeout(tryLine, WAIT, line, false);
});
form.addEventListener("change", (event) => {
  clearTimeout(timer);
  const line = event.target.closest("[data-line]");
  if (line) tryLine(line, true);
});
form.addEventListener("submit", () => {
  isChanged = false;
});
window.addEventListener("beforeunload", (event) => {
  if (isChanged) event.preventDefault();
});
form.querySelector("[data-keys-help]").hidden = false;
