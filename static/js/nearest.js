// The nearest possible values of a line as buttons: a press writes one into its fields, and nothing is sent yet.
// Without this script the button sends the form with the value taken.

function takeNearest(button) {
  const form = button.form;
  const changed = [];
  for (const [name, value] of new URLSearchParams(button.value)) {
    const field = form.elements[name];
    if (!field || field.value === value) continue;
    field.value = value; // a group of radio buttons takes a value too
    changed.push(field instanceof RadioNodeList ? field[0] : field);
  }
  for (const field of changed) {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  changed[0]?.focus({ preventScroll: true }); // before the button goes, so that the keyboard stays in the line
  button.closest("[data-nearest-list]").hidden = true;
}

// A line was tried while it is typed: what the server offers replaces what is shown.
function showNearest(list, offered) {
  for (const shown of list.querySelectorAll("[data-nearest]")) shown.remove();
  for (const { label, changes } of offered) {
    const button = Object.assign(document.createElement("button"), { name: "nearest", value: changes });
    button.className = "secondary outline";
    button.dataset.nearest = "";
    button.textContent = label;
    list.append(button);
  }
  list.hidden = offered.length === 0;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-nearest]");
  if (!button) return;
  event.preventDefault();
  takeNearest(button);
});
document.addEventListener("line:read", (event) => {
  const list = event.target.querySelector("[data-nearest-list]");
  if (list) showNearest(list, event.detail);
});
