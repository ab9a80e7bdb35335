// Counts every [data-until] of a page down, by the clock of the server: a cached page or a wrong device clock
// changes nothing. After the start the page says so, until it is opened again.

const first = document.querySelector("[data-until]");
const ahead = first ? Number(first.dataset.now) * 1000 - Date.now() : 0;

function show() {
  // a page of rooms puts new ones in their place, empty ones with scripts
  for (const place of document.querySelectorAll("[data-until]")) {
    const seconds = Math.round(Number(place.dataset.until) - (Date.now() + ahead) / 1000);
    const rest = Math.max(0, seconds);
    place.textContent = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
  }
}

if (first) {
  show();
  setInterval(show, 1000);
  document.addEventListener("refresh:shown", show);
}
