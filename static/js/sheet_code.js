// Checks the code of the sheet, once traveller.js sees that it is used: nothing typed below is lost.
// Without this script the button sends the whole form and shows it again.

const panel = document.querySelector("[data-sheet-code]");
const field = panel.querySelector("[name=sheet_code]");
const answer = panel.querySelector("[role=status]");
let asked = field.defaultValue;
let turn = 0;

export async function check() {
  asked = field.value;
  if (!asked.trim()) return answer.replaceChildren();
  const mine = ++turn;
  try {
    const address = new URL(panel.dataset.sheetCode, location.href);
    address.searchParams.set("feuille", asked);
    const reply = await fetch(address);
    if (!reply.ok || mine !== turn) return;
    answer.innerHTML = await reply.text();
    field.setAttribute("aria-invalid", answer.querySelector(".field-error") !== null);
  } catch {
    // Without an answer nothing is shown; saving tells what is wrong.
  }
}

// On from the code: to the other sheet, or to the first line without a result.
export function goOn() {
  const wrong = answer.querySelector(".field-error");
  if (wrong) return wrong.querySelector("a")?.focus();
  const figures = [...field.form.querySelectorAll("[data-line] input:not([type=hidden])[name]")];
  (figures.find((input) => input.autofocus) ?? figures[0])?.focus();
}

field.addEventListener("change", () => field.value !== asked && check());
if (field.value !== asked && field !== document.activeElement) check(); // typed and left before this script came
