// Starting places: choosing somebody who sits elsewhere swaps the two places, so that nobody is at two.
// Leaving the page with places that are not saved is asked about.

const form = document.querySelector("[data-places]");
const selects = form ? [...form.querySelectorAll("select")] : [];
const shown = new Map(selects.map((select) => [select, select.value]));

function move(select, value) {
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
  if (!isSent && isChanged()) event.preventDefault();
});
