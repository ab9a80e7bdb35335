// Marks the reader's lines in a ranking, also in every version of it that comes later.

const region = document.querySelector("[data-own]");
const rows = region.dataset.own.split(" ").map((number) => `#j${number}`);

function mark() {
  for (const row of region.querySelectorAll(rows.join())) row.classList.add("mine");
}

mark();
new MutationObserver(mark).observe(region, { childList: true, subtree: true });
