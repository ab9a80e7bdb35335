// The picture of a card in a hand is made when it is seen: a card too small for its picture never has one, and a page
// of four hands is not laid out for 78 drawings at once.

const SLICE = 8; // ms of drawing at a time: a slow phone takes a third of a second for a table of hands

const waiting = [];
const seen = new IntersectionObserver(
  (entries) => {
    const isIdle = !waiting.length;
    waiting.push(...entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
    if (isIdle) drawSome();
  },
  { rootMargin: "50%" },
);

function drawSome() {
  const end = performance.now() + SLICE;
  while (waiting.length && performance.now() < end) draw(waiting.shift());
  if (waiting.length) setTimeout(drawSome);
}

// Kept as text on a page, as elements in what a script has parsed.
function draw(picture) {
  seen.unobserve(picture);
  const kept = picture.querySelector("noscript");
  if (kept?.childElementCount) kept.replaceWith(...kept.childNodes);
  else if (kept) picture.innerHTML = kept.textContent;
}

function watch(part) {
  for (const kept of part.querySelectorAll(".card-picture > noscript")) seen.observe(kept.parentElement);
}

watch(document);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeType === 1) watch(node);
}).observe(document.body, { childList: true, subtree: true });
