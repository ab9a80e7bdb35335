// A replay without loading whole pages: its links and the arrow keys change the moment in place.

const STEPS = { ArrowLeft: '[rel="prev"]', ArrowRight: '[rel="next"]' };

async function show(address) {
  const answer = await fetch(address);
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const shown = document.querySelector("[data-replay]");
  const focused = [...shown.querySelectorAll(".replay-steps a")].indexOf(document.activeElement);
  shown.replaceChildren(...page.querySelector("[data-replay]").childNodes);
  if (focused >= 0) shown.querySelectorAll(".replay-steps a")[focused].focus();
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
