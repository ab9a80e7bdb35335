// Marks the reader's lines in a ranking, also in every version of it that comes later. While the first of
// them is out of sight, it stands at the foot of the window; a change of its place is said.

const region = document.querySelector("[data-own]");
const rows = region.dataset.own.split(" ").map((number) => `#j${number}`);

const status = document.querySelector("[data-own-status]");
const bar = document.createElement("a");
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) bar.hidden = entry.isIntersecting;
});
let place = null;

document.querySelector("[data-own-jump]")?.remove();
bar.className = "my-line no-print";
bar.hidden = true;
region.after(bar);

function tellPlace(row) {
  const now = Number.parseInt(row.querySelector("td.place").textContent, 10);
  if (status && place !== null && now && now !== place)
    status.textContent = (now < place ? status.dataset.up : status.dataset.down).replace("%s", now);
  place = now || place;
}

function keepInView(row) {
  const written = ["td.place", "th a, th", "td.total"].map((cell) => row.querySelector(cell)?.textContent.trim());
  bar.href = `#${row.id}`;
  bar.replaceChildren(
    ...written.map((text) => {
      const part = document.createElement("span");
      part.textContent = text?.split("\u25b2")[0].split("\u25bc")[0] ?? "";
      return part;
    }),
  );
  seen.disconnect();
  seen.observe(row);
}

function mark() {
  const own = [...region.querySelectorAll(rows.join())];
  for (const row of own) row.classList.add("mine");
  bar.hidden = true;
  if (!own.length) return;
  tellPlace(own[0]);
  keepInView(own[0]);
}

mark();
new MutationObserver(mark).observe(region, { childList: true });
