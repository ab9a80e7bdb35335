// Typing a traveller without the mouse: Return and the arrows move between lines, the score of each line
// appears as it is typed. The rules stay on the server: this only asks it what a line comes to.

const WAIT = 250;
const FIGURES = ["gain", "loss", "bouts", "points"];

const form = document.querySelector("[data-traveller]");
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
  target.select();
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
  line.querySelector("[data-says]").textContent = reading.says;
  const problems = line.querySelector("[data-problems]");
  if (isCommitted || problems.textContent) problems.textContent = reading.problems.join(" ");
}

async function tryLine(line, isCommitted) {
  const turn = (turns.get(line) ?? 0) + 1;
  turns.set(line, turn);
  const typed = new URLSearchParams();
  for (const input of line.querySelectorAll("input[name], select[name]")) {
    if (input.type !== "radio" || input.checked) typed.append(input.name, input.value);
  }
  try {
    const answer = await fetch(`${form.dataset.traveller}?${typed}`, { headers: { Accept: "application/json" } });
    if (answer.ok && turn === turns.get(line)) show(line, (await answer.json())[line.dataset.line], isCommitted);
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
