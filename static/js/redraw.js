// Changes a part of the page in place: what is equal stays, and is neither styled nor laid out again.

import { drawFace } from "./cards.js";

const CARD = "playing-card";

// Makes a part of the page like another one. What is equal stays: a step moves one card of seventy-eight. A card that
// differs is a new element, whose picture cards.js makes.
export function redraw(part, fresh) {
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

// Faces are drawn in the new part, and the pictures that cards.js has drawn.
export function keepDrawn(shown, wanted) {
  const drawn = new Set([...shown.querySelectorAll(".card-picture > svg")].map((picture) => picture.outerHTML));
  wanted.querySelectorAll(".playing-card > noscript").forEach(drawFace);
  for (const kept of wanted.querySelectorAll(".card-picture > noscript")) {
    const picture = document.createElement("span");
    picture.innerHTML = kept.textContent;
    if (drawn.has(picture.innerHTML)) kept.replaceWith(...picture.childNodes);
  }
}
