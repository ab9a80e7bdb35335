// A replay without loading whole pages: its links and the arrow keys change the moment in place.

const STEPS = { ArrowLeft: '[rel="prev"]', ArrowRight: '[rel="next"]' };
const CARD = "playing-card";

// Makes a part of the page like another one. What is equal stays: a step moves one card of seventy-eight. A card that
// differs is a new element, whose picture cards.js makes.
function redraw(part, fresh) {
  if (!(part instanceof Element)) {
    part.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...part.attributes]) if (!fresh.hasAttribute(name)) part.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (part.getAttribute(name) !== value) part.setAttribute(name, value);
  }
  const [shown, wanted] = [[...part.childNodes], [...fresh.childNodes]];
  let following = null;
  while (shown.length && wanted.length && shown[0].isEqualNode(wanted[0])) {
    shown.shift();
    wanted.shift();
  }
  while (shown.length && wanted.length && shown.at(-1).isEqualNode(wanted.at(-1))) {
    following = shown.pop();
    wanted.pop();
  }
  const isAlike = (node, place) => node.nodeName === wanted[place].nodeName && !node.classList?.contains(CARD);
  if (shown.length === wanted.length && shown.every(isAlike)) {
    shown.forEach((node, place) => node.isEqualNode(wanted[place]) || redraw(node, wanted[place]));
    return;
  }
  for (const node of shown) node.remove();
  for (const node of wanted) part.insertBefore(node, following);
}

async function show(address) {
  const answer = await fetch(address);
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  const page = document.createElement("div"); // not DOMParser, which would read pictures kept as text as elements
  page.innerHTML = await answer.text();
  const [shown, wanted] = [document, page].map((source) => source.querySelector("[data-replay]"));
  const drawn = new Set([...shown.querySelectorAll(".card-picture > svg")].map((picture) => picture.outerHTML));
  for (const kept of wanted.querySelectorAll(".card-picture > noscript")) {
    const picture = document.createElement("span");
    picture.innerHTML = kept.textContent;
    if (drawn.has(picture.innerHTML)) kept.replaceWith(...picture.childNodes);
  }
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
