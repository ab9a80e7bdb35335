// Forms read and sent by scripts, as browsers since 2021 can: the second argument of FormData and requestSubmit are newer.

export function fieldsOf(form, button) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  return fields;
}

export function sendForm(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else (button ?? form.querySelector("button:not([type='button'])")).click();
}

// The browser asks whether the page is left, where something is not sent.
export function askFirst(event) {
  event.preventDefault();
  event.returnValue = true; // Chromium before 2023
}
