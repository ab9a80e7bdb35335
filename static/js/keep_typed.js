// Keeps what is typed in the forms of a page while the reader changes its language. A file has to be chosen again.

const key = `typed ${location.pathname}`;
const notKept = ["hidden", "file", "password", "submit", "button"];
const fields = [...document.querySelectorAll("main form[method=post]")].flatMap((form) =>
  [...form.elements].filter((field) => field.name && !notKept.includes(field.type)),
);

function isTicked(field) {
  return field.type === "checkbox" || field.type === "radio";
}

function stateOf(field) {
  if (field.type === "select-multiple") return [...field.options].map((option) => option.selected).join();
  return isTicked(field) ? field.checked : field.value;
}

function restore(field, state) {
  if (isTicked(field)) field.checked = state;
  else if (field.type !== "select-multiple") field.value = state;
  else state.split(",").forEach((isChosen, place) => (field.options[place].selected = isChosen === "true"));
}

const shown = fields.map(stateOf);
const typed = JSON.parse(sessionStorage.getItem(key) ?? "[]");
sessionStorage.removeItem(key);
// the fields of a page may have changed meanwhile
const restored = typed.filter(([place, name]) => fields[place]?.name === name);
for (const [place, , state] of restored) restore(fields[place], state);
// the scripts of the page, which come later, follow what is typed
addEventListener("load", () => {
  for (const [place] of restored) fields[place].dispatchEvent(new Event("input", { bubbles: true }));
});

document.querySelector("[data-language]").addEventListener("submit", () => {
  const changed = fields
    .map((field, place) => [place, field.name, stateOf(field)])
    .filter(([place, , state]) => state !== shown[place]);
  if (changed.length) sessionStorage.setItem(key, JSON.stringify(changed));
});
