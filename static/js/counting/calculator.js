// A deal counted as it is typed: the server reads it, this asks and shows what it says. The address of the page
// follows, so that it can be shared.

import { offerKeypads } from "../keypad.js";
import { keepGame } from "./last_game.js";
import { sendForm } from "../sending.js";

const WAIT = 250;

const form = document.querySelector("[data-calculator]");
const result = document.querySelector("[data-result]");

keepGame(form.dataset.game);
offerKeypads(form);

let timer;
let turn = 0; // of the last question: a late answer to another is dropped

function typed() {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") values.append(name, value);
  }
  return values;
}

function show(answer, isCommitted) {
  for (const place of form.querySelectorAll("[data-told]")) {
    const told = answer.problems[place.dataset.told] ?? "";
    if (told && !isCommitted && !place.textContent) continue; // not while the other fields are still empty
    if (place.textContent !== told) place.textContent = told;
    form.elements[place.dataset.told]?.toggleAttribute?.("aria-invalid", told !== ""); // a group of keys has none
  }
  for (const near of form.querySelectorAll("[data-near]")) near.hidden = true;
  result.innerHTML = answer.result;
}

async function count(isCommitted) {
  const mine = (turn += 1);
  const values = typed();
  try {
    const answer = await fetch(`${form.dataset.calculator}?${values}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || mine !== turn) return;
    const told = await answer.json();
    if (mine !== turn) return;
    show(told, isCommitted);
    history.replaceState(null, "", `?${values}`);
  } catch {
    // Without an answer the page stays; its button asks the server itself.
  }
}

form.addEventListener("input", (event) => {
  clearTimeout(timer);
  timer = setTimeout(count, WAIT, false);
  // another rule has other fields: the page is made anew
  if (event.target.name.startsWith("rule_")) sendForm(form);
});
