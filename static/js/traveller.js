// Typing a sheet without the mouse. Every line begins in “Gagne”; + and − choose the column and letters the taker
// and the contract, wherever the cursor is in the line. Return goes to what the line still lacks, then to the next
// line (through the facts of a deal field by field, with Shift back). A score that no other one begins with goes on
// by itself. Return after the last line of a complete sheet saves it and opens the next one. “=” on an empty line
// repeats the line above, Ctrl + Z takes back what was typed last, the page keys turn to the other sheets. The
// rules stay on the server: this only asks it what a line comes to.

const WAIT = 250;

const form = document.querySelector("[data-traveller]");
const FIGURES = (form.dataset.figures ?? "gain loss bouts points").trim().split(/\s+/);
const COUNTED = ["gain", "loss", "bouts", "points"];
const compulsory = FIGURES.filter((name) => !COUNTED.includes(name)); // taker and contract, or the score of each seat
const start = FIGURES.includes("gain") ? "gain" : FIGURES[0];
const SIGNS = /[+＋\-−–‐‑－]/g;
const isWhole = "whole" in form.dataset; // the lines have totals: they are asked about together
const lines = [...form.querySelectorAll("[data-line]")];

const typedFields = "[data-line] :is(input:not([type=hidden], [type=radio], [type=checkbox]), select)[name]";
const known = new Map(); // of each field, what it held when it was left
const done = []; // what was typed, each the fields of one change with what they held before

const endings = new Set((form.dataset.endings ?? "").split(" ").filter(Boolean)); // scores no other begins with

const left = new WeakSet(); // fields that were left by themselves

let isFree = Promise.resolve(); // once no pointer is down: what appears then moves no button from under it

let timer;
let hasMovedOn = false; // by itself: the Return key of whoever presses it all the same is not another one
let isSignBehind = false; // this typist writes signs behind the digits: no score goes on by itself
let loneSign; // a sign on an empty line that was reached by itself: it may belong to the line before
let isChanged = "unsaved" in form.dataset; // typed, and only looked at so far
const turns = new WeakMap(); // of each line, its last question: a late answer to another is dropped

// What the page came with: somebody may type before this script has come.
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

function isFigure(input) {
  return input.matches("[data-line] :is(input, select)[name]") && FIGURES.includes(nameOf(input));
}

function goTo(target) {
  target.focus();
  target.select?.();
}

function move(input, step) {
  const next = lines[lines.indexOf(lineOf(input)) + step];
  if (!next && step > 0 && isComplete() && saveAndTurn()) return;
  const target = next ? field(next, start) : step > 0 && form.querySelector("[data-save]");
  if (target) goTo(target);
}

// The next compulsory field of a begun line that holds nothing; after the last one, the first that was left out.
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

// Writes a mark into the column of its sign. The cursor follows; what was selected there stays selected.
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
  const wasSelected = isSelected(input) || !["gain", "loss"].includes(nameOf(input));
  if (hasJustMoved && isEmpty(line)) loneSign = { sign, line, before: lines[lines.indexOf(line) - 1] };
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

// Signs that came by other ways than a key: pasted, or from the keyboard of a phone.
function readSigns(input) {
  const sign = input.value.match(SIGNS)?.at(-1);
  const digits = input.value.replace(SIGNS, "").trim();
  const isColumn = ["gain", "loss"].includes(nameOf(input));
  if (sign && isColumn) {
    const isPlus = "+＋".includes(sign);
    input.value = digits;
    chooseColumn(lineOf(input), isPlus ? "+" : "-", digits).focus();
  } else if (sign && input.inputMode === "text") {
    const signed = `${"+＋".includes(sign) ? "" : "-"}${digits}`;
    if (input.value !== signed) input.value = signed;
  } else if (isColumn && digits) {
    const other = field(lineOf(input), nameOf(input) === "gain" ? "loss" : "gain");
    if (other.value) done.push(setAll([[other, ""]])); // a mark has one column: the one typed last
  }
}

// Whether a letter chose a taker or a contract: in the field of the cursor, else in the first empty one that has it.
function chooseByLetter(input, letter) {
  const line = lineOf(input);
  const choices = compulsory.map((name) => field(line, name)).filter(isChoice);
  const inOrder = [input, ...choices.filter((each) => !each.value), ...choices.toReversed()];
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
  if (button) form.requestSubmit(button);
  return button !== null;
}

// The sheet before or after; what is typed is asked about by the browser.
function turn(name) {
  const link = document.querySelector(`.traveller-nav a[rel="${name}"]`);
  link?.click();
  return link !== null;
}

function moveAcross(input, step) {
  const line = lineOf(input);
  const target = field(line, FIGURES[FIGURES.indexOf(nameOf(input)) + step]);
  if (!target) return false;
  target.focus();
  target.select?.();
  return true;
}

function isFact(input) {
  return input.matches(".line-facts :is(input, select)");
}

// Through what is written of the deals, field by field and line by line; after the last one the sheet is done.
function moveThroughFacts(input, step) {
  const fields = [...form.querySelectorAll(".line-facts :is(input, select)")].filter((each) => each.checkVisibility());
  const target = fields[fields.indexOf(input) + step];
  if (!target && step > 0 && isComplete() && saveAndTurn()) return;
  const next = target ?? (step > 0 ? form.querySelector("[data-save]") : undefined);
  next?.focus();
  next?.select?.();
}

function atEdge(input, step) {
  const edge = step < 0 ? 0 : input.value.length;
  return input.selectionStart === edge && input.selectionEnd === edge;
}

function hasFacts(line) {
  return [...line.querySelectorAll(".line-facts :is(input, select)")].some((each) => each.value);
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

// Whether the line above was written here once more.
function repeatAbove(input) {
  const line = lineOf(input);
  const above = lines[lines.indexOf(line) - 1];
  const flag = field(line, "repeated");
  if (!flag || !above || !isEmpty(line) || isEmpty(above)) return false;
  const copied = [...line.querySelectorAll(typedFields)].filter((each) => nameOf(each) !== "reason");
  done.push(setAll(copied.map((each) => [each, field(above, nameOf(each)).value])));
  flag.value = "on";
  return true;
}

// Nothing typed is left to take back: the button for what is stored already comes under the Return key.
function toUndoStored() {
  const button = document.querySelector("[data-undo]");
  button?.focus();
  return button !== null;
}

// Whether something was taken back; while a field is being typed in, the browser takes back its letters.
function undo(input) {
  if (known.has(input) && known.get(input) !== input.value) return false;
  const before = done.pop();
  if (!before) return toUndoStored();
  setAll(before);
  before[0][0].focus();
  before[0][0].select?.();
  return true;
}

function onKey(event) {
  const input = event.target;
  const hasControl = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && hasControl) {
    settleLoneSign();
    return form.requestSubmit();
  }
  if (event.key === "z" && hasControl && !event.shiftKey && undo(input)) return event.preventDefault();
  if (event.key === "PageDown" && turn("next")) return event.preventDefault();
  if (event.key === "PageUp" && turn("prev")) return event.preventDefault();
  if (isFact(input) && event.key === "Enter") {
    if (!event.repeat) moveThroughFacts(input, event.shiftKey ? -1 : 1);
    return event.preventDefault();
  }
  const isUpOrDown = ["ArrowUp", "ArrowDown"].includes(event.key);
  if (isFact(input) && input.matches("input") && isUpOrDown) {
    move(input, event.key === "ArrowUp" ? -1 : 1);
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

// After the last figure of a score: to what the line lacks, or to the next line, never past the last one. Once only
// for each field: whoever comes back may write a longer score. Not from a stored one: its correction wants a reason.
function moveOn(input) {
  const isScore = ["gain", "loss"].includes(nameOf(input));
  const line = lineOf(input);
  if (!isScore || line.querySelector("[data-stored]") || !endings.has(input.value) || left.has(input)) return;
  const lacked = lacking(line, input);
  if (!lacked && (isSignBehind || !lines[lines.indexOf(line) + 1])) return;
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
  problems.textContent = reading.problems.join(" ");
  line.dispatchEvent(new CustomEvent("line:read", { bubbles: true, detail: reading.nearest }));
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
    await isFree;
    if (turn !== turns.get(line)) return;
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
  if (isChanged) event.preventDefault();
});
for (const input of form.querySelectorAll(typedFields)) known.set(input, givenValue(input));
for (const line of lines) {
  if (![...line.querySelectorAll(typedFields)].some((input) => input.value !== known.get(input))) continue;
  isChanged = true;
  line.classList.add("is-changed");
  tryLine(line, true);
}
form.querySelector("[data-keys-help]").hidden = false;
