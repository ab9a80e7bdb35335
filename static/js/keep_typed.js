// Keeps what is typed in a form while the reader changes the language of its page. A file has to be chosen again.

const key = `typed ${location.pathname}`;

function fieldsOf(form) {
  return [...form.elements].filter((field) => field.name && !["hidden", "file", "password"].includes(field.type));
}

function isTicked(field) {
  return field.type === "checkbox" || field.type === "radio";
}

function restore(fields, typed) {
  if (typed.length !== fields.length) return;
  fields.forEach((field, place) => {
    if (isTicked(field)) field.checked = typed[place];
    else field.value = typed[place];
  });
}

for (const form of document.querySelectorAll("[data-keeps-typed]")) {
  restore(fieldsOf(form), JSON.parse(sessionStorage.getItem(key) ?? "[]"));
  sessionStorage.removeItem(key);
  document.querySelector(".site-footer form").addEventListener("submit", () => {
    const typed = fieldsOf(form).map((field) => (isTicked(field) ? field.checked : field.value));
    sessionStorage.setItem(key, JSON.stringify(typed));
  });
}
