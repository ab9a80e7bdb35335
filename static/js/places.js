// Starting places: choosing somebody who sits elsewhere swaps the two places, so that nobody is at two.
// Leaving the page with places that are not saved is asked about.

import { askFirst } from "./sending.js";

const form = document.querySelector("[data-places]");
const selects = form ? [...form.querySelectorAll("select")] : [];
const shown = new Map(selects.map((select) => [select, select.value]));

// In a large hall a list comes with few people. It gets the others when it is first used.
const others = form?.querySelector("template[data-all-entries]");
const filled = new Set();

function fill(select) {
  if (!others || filled.has(select)) return;
  filled.add(select);
  const listed = new Set([...select.options].map((option) => option.value));
  const options = [...others.content.cloneNode(true).querySelectorAll("option")];
  select.append(...options.filter((option) => !listed.has(option.value)));
}

form?.addEventListener("focusin", (event) => {
  if (selects.includes(event.target)) fill(event.target);
});

function move(select, value) {
  fill(select);
  select.value = value;
  select.classList.toggle("moved", value !== select.dataset.saved);
  shown.set(select, value);
}

for (const select of selects) {
  select.dataset.saved = [...select.options].find((option) => option.defaultSelected)?.value ?? "";
  select.addEventListener("change", () => {
    const left = shown.get(select);
    const other = selects.find((each) => each !== select && select.value && each.value === select.value);
    move(select, select.value);
    if (other) {
      move(other, left);
    }
  });
}

let isSent = false;
const isChanged = () =>
  form && ("unsaved" in form.dataset || selects.some((select) => select.value !== select.dataset.saved));

form?.addEventListener("submit", () => {
  isSent = true;
});
window.addEventListener("beforeunload", (event) => {
  if (!isSent && isChanged()) askFirst(event);
});
