// Index and picture of a card in a hand are made when it is seen: a card too small for its picture never has one, and a
// page of four hands is not laid out for 78 cards at once, which takes a slow phone a third of a second.

const SLICE = 8; // parts drawn before each frame

const waiting = [];
const seen = new IntersectionObserver(
  (entries) => {
    const isIdle = !waiting.length;
    waiting.push(...entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
    if (isIdle) requestAnimationFrame(drawSome);
  },
  { rootMargin: "50%" },
);

function drawSome() {
  for (const part of waiting.splice(0, SLICE)) draw(part);
  if (waiting.length) requestAnimationFrame(drawSome);
}

// The face of a card, kept as text on a page and as elements in what a script has parsed. Its picture waits as text.
export function drawFace(kept) {
  const face = document.createElement("template"); // loads nothing
  face.innerHTML = kept.childElementCount ? kept.innerHTML : kept.textContent;
  const picture = face.content.querySelector(".card-picture");
  const later = document.createElement("noscript");
  later.textContent = picture.innerHTML;
  picture.replaceChildren(later);
  kept.replaceWith(face.content);
}

function draw(part) {
  seen.unobserve(part);
  const kept = part.querySelector(":scope > noscript");
  if (kept && part.matches(".playing-card")) drawFace(kept);
  else if (kept) kept.outerHTML = kept.textContent;
}

function watch(part) {
  for (const kept of part.querySelectorAll(":is(.playing-card, .card-picture) > noscript")) seen.observe(kept.parentElement);
}

watch(document);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeType === 1) watch(node);
}).observe(document.body, { childList: true, subtree: true });
