// Typing a sheet without the mouse; _keys_help.html lists the keys. The rules stay on the server: this only asks
// it for the reading of a line.

import { askFirst, sendForm } from "./sending.js";

const WAIT = 250;

const form = document.querySelector("[data-traveller]");
const FIGURES = (form.dataset.figures ?? "gain loss bouts points").trim().split(/\s+/);
const COUNTED = ["gain", "loss", "bouts", "points"];
const compulsory = FIGURES.filter((name) => !COUNTED.includes(name));
const start = FIGURES.includes("gain") ? "gain" : FIGURES[0];
const SIGNS = /[+＋\-−–‐‑－]/g;
const isWhole = "whole" in form.dataset;
const code = form.querySelector("[data-sheet-code]");
const lines = [...form.querySelectorAll("[data-line]")];

const factFields = ".line-facts :is(input, select)";
const typedFields = "[data-line] :is(input:not([type=hidden], [type=radio], [type=checkbox]), select)[name]";
const known = new Map(); // value of each field when it was left
const done = []; // changes: fields with their previous values
const endings = new Set((form.dataset.endings ?? "").split(" ").filter(Boolean)); // scores no other begins with
const left = new WeakSet(); // fields that were left by themselves

let isFree = Promise.resolve(); // once no pointer is down: a button must not move from under it
let timer;
let hasMovedOn = false; // by itself: a Return pressed all the same does nothing
let isSignBehind = false; // then no score goes on by itself
let loneSign; // on an empty line that was reached by itself: it may belong to the line before
let isChanged = "unsaved" in form.dataset;
const turns = new WeakMap(); // number of the last request of each line

// Fields may be typed in before this script runs.
function givenValue(input) {
  if (input.defaultValue !== undefined) return input.defaultValue;
  return ([...input.options].find((option) => option.defaultSelected) ?? input.options[0])?.value ?? "";
}

function field(line, name) {
  return form.elements[`${line.dataset.line}-${name}`];
}

function nameOf(input) {
  return input.name.slice(input.name.indexOf("-") + 1);
}

function lineOf(input) {
  return input.closest("[data-line]");
}

function isChoice(input) {
  return input.localName === "select";
}

function isMark(input) {
  return ["gain", "loss"].includes(nameOf(input));
}

function isFigure(input) {
  return input.matches("[data-line] :is(input, select)[name]") && FIGURES.includes(nameOf(input));
}

function goTo(target) {
  target.focus();
  target.select?.();
}

function neighbour(line, step) {
  return lines[lines.indexOf(line) + step];
}

function leaveTo(target, step) {
  if (!target && step > 0 && isComplete() && saveAndTurn()) return;
  const next = target ?? (step > 0 ? form.querySelector("[data-save]") : undefined);
  if (next) goTo(next);
}

function move(input, step) {
  const line = neighbour(lineOf(input), step);
  // facts keep their column: the first score of their line may be folded away
  leaveTo(line && field(line, isFact(input) ? nameOf(input) : start), step);
}

function lacking(line, input) {
  if (isEmpty(line) || isNotPlayed(line) || hasFacts(line)) return undefined;
  const empty = compulsory.filter((name) => !field(line, name).value && field(line, name) !== input);
  const place = FIGURES.indexOf(nameOf(input));
  const name = empty.find((each) => FIGURES.indexOf(each) > place) ?? (input.value ? empty[0] : undefined);
  return name && field(line, name);
}

function advance(input) {
  const line = lineOf(input);
  const next = lacking(line, input);
  if (next) goTo(next);
  else if (isChoice(input) && COUNTED.every((name) => !field(line, name).value)) goTo(field(line, start));
  else move(input, 1);
}

function chooseColumn(line, sign, written) {
  const [target, other] = (sign === "+" ? ["gain", "loss"] : ["loss", "gain"]).map((name) => field(line, name));
  done.push(setAll([[other, ""], [target, written ?? (target.value || other.value)]]).reverse());
  return target;
}

function isSelected(input) {
  return isChoice(input) || (input.selectionStart === 0 && input.selectionEnd === input.value.length);
}

function typeSign(input, sign, hasJustMoved) {
  const line = lineOf(input);
  const wasSelected = isSelected(input) || !isMark(input);
  if (hasJustMoved && isEmpty(line)) loneSign = { sign, line, before: neighbour(line, -1) };
  const target = chooseColumn(line, sign);
  target.focus();
  if (wasSelected) target.select();
  else target.setSelectionRange(target.value.length, target.value.length);
}

// “62−” and Return: the score went on by itself, but the sign is that of the line before.
function settleLoneSign() {
  const { line, before, sign } = loneSign ?? {};
  loneSign = undefined;
  if (!line || !isEmpty(line)) return false;
  isSignBehind = true;
  chooseColumn(before, sign);
  goTo(field(line, start));
  return true;
}

// Signs that were pasted, or come from the keyboard of a phone.
function readSigns(input) {
  const sign = input.value.match(SIGNS)?.at(-1);
  const digits = input.value.replace(SIGNS, "").trim();
  const isColumn = isMark(input);
  const isPlus = "+＋".includes(sign);
  if (sign && isColumn) {
    input.value = digits;
    chooseColumn(lineOf(input), isPlus ? "+" : "-", digits).focus();
  } else if (sign && input.inputMode === "text") {
    const signed = `${isPlus ? "" : "-"}${digits}`;
    if (input.value !== signed) input.value = signed;
  } else if (isColumn && digits) {
    const other = field(lineOf(input), nameOf(input) === "gain" ? "loss" : "gain");
    if (other.value) done.push(setAll([[other, ""]]));
  }
}

function chooseByLetter(input, letter) {
  const line = lineOf(input);
  const choices = compulsory.map((name) => field(line, name)).filter(isChoice);
  const inOrder = [input, ...choices.filter((each) => !each.value), ...choices.reverse()];
  for (const choice of inOrder.filter((each) => each.dataset.letters)) {
    const named = choice.dataset.letters.split(" ").find((each) => each.startsWith(`${letter}:`));
    if (!named) continue;
    done.push(setAll([[choice, named.slice(letter.length + 1)]]));
    if (choice === input) advance(input);
    return true;
  }
  return false;
}

function isComplete() {
  return lines.every((line) => isWritten(line) || line.querySelector("[data-stored]") || isNotPlayed(line));
}

function isWritten(line) {
  return !isEmpty(line) && (hasFacts(line) || compulsory.every((name) => field(line, name).value));
}

function isNotPlayed(line) {
  return (field(line, "kind")?.value ?? "played") !== "played";
}

function saveAndTurn() {
  const button = form.querySelector("[data-save-next]");
  if (button) sendForm(form, button);
  return button !== null;
}

function turn(name) {
  const link = document.querySelector(`.traveller-nav a[rel="${name}"]`);
  link?.click();
  return link !== null;
}

function moveAcross(input, step) {
  const target = field(lineOf(input), FIGURES[FIGURES.indexOf(nameOf(input)) + step]);
  if (target) goTo(target);
}

function isFact(input) {
  return input.matches(factFields);
}

function moveThroughFacts(input, step) {
  const fields = [...form.querySelectorAll(factFields)].filter((each) => each.getClientRects().length);
  leaveTo(fields[fields.indexOf(input) + step], step);
}

function atEdge(input, step) {
  const edge = step < 0 ? 0 : input.value.length;
  return input.selectionStart === edge && input.selectionEnd === edge;
}

function hasFacts(line) {
  return [...line.querySelectorAll(factFields)].some((each) => each.value);
}

function isEmpty(line) {
  return FIGURES.every((name) => !field(line, name)?.value) && !hasFacts(line);
}

function announce(input) {
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
}

function setAll(values) {
  const before = [];
  for (const [input, value] of values) {
    if (input.value === value) continue;
    before.push([input, input.value]);
    input.value = value;
    known.set(input, value);
  }
  for (const [input] of before) announce(input);
  return before;
}

function repeatAbove(input) {
  const line = lineOf(input);
  const above = neighbour(line, -1);
  const flag = field(line, "repeated");
  if (!flag || !above || !isEmpty(line) || isEmpty(above)) return false;
  const copied = [...line.querySelectorAll(typedFields)].filter((each) => nameOf(each) !== "reason");
  done.push(setAll(copied.map((each) => [each, field(above, nameOf(each)).value])));
  flag.value = "on";
  return true;
}

function toUndoStored() {
  const button = document.querySelector("[data-undo]");
  button?.focus();
  return button !== null;
}

// While a field is being typed in, the browser takes back its letters.
function undo(input) {
  if (known.has(input) && known.get(input) !== input.value) return false;
  const before = done.pop();
  if (!before) return toUndoStored();
  setAll(before);
  goTo(before[0][0]);
  return true;
}

function onKey(event) {
  const input = event.target;
  const hasControl = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && hasControl) {
    settleLoneSign();
    return sendForm(form);
  }
  if (event.key === "z" && hasControl && !event.shiftKey && undo(input)) return event.preventDefault();
  if (event.key === "PageDown" && turn("next")) return event.preventDefault();
  if (event.key === "PageUp" && turn("prev")) return event.preventDefault();
  if (isFact(input)) {
    if (event.key === "Enter" && !event.repeat) moveThroughFacts(input, event.shiftKey ? -1 : 1);
    else if (["ArrowUp", "ArrowDown"].includes(event.key) && !isChoice(input)) move(input, event.key === "ArrowUp" ? -1 : 1);
    else if (event.key !== "Enter") return;
    return event.preventDefault();
  }
  if (!isFigure(input) || event.altKey) return;
  const hasJustMoved = hasMovedOn;
  hasMovedOn = false;
  const isOnward = ["Enter", "ArrowDown"].includes(event.key) && !isChoice(input);
  if (isOnward && settleLoneSign()) return event.preventDefault();
  loneSign = undefined;
  if (hasJustMoved && (isOnward || event.key === "Enter")) return event.preventDefault();
  const isSign = event.key.length === 1 && event.key.match(SIGNS) && FIGURES.includes("gain") && !hasControl;
  if (isSign) typeSign(input, event.key === "+" ? "+" : "-", hasJustMoved);
  else if (/^[a-z]$/i.test(event.key) && !hasControl && chooseByLetter(input, event.key.toLowerCase())) event.preventDefault();
  else if (event.key === "Enter" && !event.repeat) advance(input);
  else if (isChoice(input)) return;
  else if (event.key === "=" && !event.repeat && repeatAbove(input)) move(input, 1);
  else if (event.key === "=" && input.value === "") return event.preventDefault();
  else if (event.key === "ArrowDown") move(input, 1);
  else if (event.key === "ArrowUp") move(input, -1);
  else if (event.key === "ArrowLeft" && atEdge(input, -1)) moveAcross(input, -1);
  else if (event.key === "ArrowRight" && atEdge(input, 1)) moveAcross(input, 1);
  else return;
  event.preventDefault();
}

// Once for each field: a longer score may follow. A stored line wants a reason.
function moveOn(input) {
  const line = lineOf(input);
  if (!isMark(input) || line.querySelector("[data-stored]") || !endings.has(input.value) || left.has(input)) return;
  const lacked = lacking(line, input);
  if (!lacked && (isSignBehind || !neighbour(line, 1))) return;
  left.add(input);
  advance(input);
  hasMovedOn = true;
}

function show(line, reading, isCommitted) {
  for (const output of line.querySelectorAll("[data-says]")) {
    output.textContent = output.dataset.says ? (reading.scores[output.dataset.says] ?? "") : reading.says;
  }
  for (const [seat, score] of Object.entries(reading.scores ?? {})) {
    field(line, `score_${seat}`)?.setAttribute("placeholder", score);
  }
  const problems = line.querySelector("[data-problems]");
  if (!isCommitted && !problems.textContent) return;
  const text = reading.problems.join(" ");
  if (problems.textContent !== text) problems.textContent = text; // else it is read again
  line.dispatchEvent(new CustomEvent("line:read", { bubbles: true, detail: reading.nearest }));
}

function loadNearest() {
  return import(form.dataset.nearestScript);
}

async function tryLine(line, isCommitted) {
  const turn = (turns.get(line) ?? 0) + 1;
  turns.set(line, turn);
  const typed = new URLSearchParams();
  for (const input of (isWhole ? form : line).querySelectorAll("[data-line] :is(input, select)[name]")) {
    if (input.type !== "radio" || input.checked) typed.append(input.name, input.value);
  }
  const base = form.dataset.traveller;
  try {
    const answer = await fetch(`${base}${base.includes("?") ? "&" : "?"}${typed}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || turn !== turns.get(line)) return;
    const readings = await answer.json();
    if (readings[line.dataset.line].nearest?.length) await loadNearest();
    await isFree;
    if (turn !== turns.get(line)) return;
    show(line, readings[line.dataset.line], isCommitted);
    for (const output of form.querySelectorAll("[data-total]")) output.textContent = readings.totals[output.dataset.total];
  } catch {
    // saving shows what is wrong
  }
}

// The script of the code comes when the code is used.
async function onCode(event) {
  const isReturn = event.key === "Enter" && event.target.name === "sheet_code" && !event.ctrlKey && !event.metaKey;
  const isChecked = isReturn || (event.type === "click" && event.target.name === "check_code");
  if (isChecked) event.preventDefault();
  const { check, goOn } = await import(code.dataset.script);
  if (isChecked) await check();
  if (isReturn) goOn();
}

form.addEventListener("keydown", onKey);
for (const kind of ["focusin", "keydown", "click"]) code?.addEventListener(kind, onCode);
form.addEventListener("input", (event) => {
  isChanged = true;
  clearTimeout(timer);
  const line = event.target.closest("[data-line]");
  line?.classList.add("is-changed");
  if (line && field(line, "repeated")) field(line, "repeated").value = "";
  if (line) timer = setTimeout(tryLine, WAIT, line, false);
  if (line && event.isTrusted) readSigns(event.target);
  if (line && event.isTrusted && event.inputType === "insertText") moveOn(event.target);
});
form.addEventListener("change", (event) => {
  clearTimeout(timer);
  const line = event.target.closest("[data-line]");
  if (!line) return;
  const input = event.target;
  if (known.has(input) && known.get(input) !== input.value) {
    done.push([[input, known.get(input)]]);
    known.set(input, input.value);
  }
  tryLine(line, true);
});
document.addEventListener("pointerdown", () => {
  isFree = new Promise((free) => {
    // the click comes after the release
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(free), { once: true });
  });
});
for (const kind of ["submit", "sheet:leaving"]) {
  form.addEventListener(kind, () => {
    isChanged = false;
  });
}
window.addEventListener("beforeunload", (event) => {
  if (isChanged) askFirst(event);
});
for (const input of form.querySelectorAll(typedFields)) known.set(input, givenValue(input));
for (const line of lines) {
  if (![...line.querySelectorAll(typedFields)].some((input) => input.value !== known.get(input))) continue;
  isChanged = true;
  line.classList.add("is-changed");
  tryLine(line, true);
}
if (form.querySelector("[data-nearest]")) loadNearest();
if (code?.contains(document.activeElement) || code?.querySelector("input").value) onCode(new Event("focusin"));
form.querySelector("[data-keys-help]").hidden = false;
