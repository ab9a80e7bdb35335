// A replay without loading whole pages: its links and the arrow keys change the moment in place.

import { keepDrawn, redraw } from "./redraw.js";

const STEPS = { ArrowLeft: '[rel="prev"]', ArrowRight: '[rel="next"]' };
async function show(address) {
  const answer = await fetch(address);
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  const page = document.createElement("div"); // not DOMParser, which would read pictures kept as text as elements
  page.innerHTML = await answer.text();
  const [shown, wanted] = [document, page].map((source) => source.querySelector("[data-replay]"));
  keepDrawn(shown, wanted);
  redraw(shown, wanted);
  history.replaceState(null, "", address);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".replay-steps a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!link.hasAttribute("aria-disabled")) show(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in STEPS)) return;
  const link = document.querySelector(`.replay-steps ${STEPS[event.key]}`);
  if (link && !link.hasAttribute("aria-disabled")) show(link.href);
});
