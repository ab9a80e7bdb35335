// Keys for a number under the thumb. Where they are shown the phone's own keys stay away.

function press(key) {
  const keypad = key.closest("[data-keypad]");
  const number = key.form.elements[keypad.dataset.keypad];
  number.value = key.dataset.key ? number.value + key.dataset.key : number.value.slice(0, -1);
  number.dispatchEvent(new Event("input", { bubbles: true }));
}

export function offerKeypads(within) {
  for (const keypad of within.querySelectorAll("[data-keypad]")) {
    keypad.hidden = false;
    if (keypad.offsetParent) keypad.closest("form").elements[keypad.dataset.keypad].inputMode = "none";
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) press(key);
});
