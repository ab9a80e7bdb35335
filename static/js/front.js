// Counts every [data-until] of the front page down, by the clock of the server: a cached page or a wrong device clock
// changes nothing. After the start the page says so, until it is opened again.

const places = [...document.querySelectorAll("[data-until]")];
const ahead = places.length ? Number(places[0].dataset.now) * 1000 - Date.now() : 0;

function show() {
  for (const place of places) {
    const seconds = Math.round(Number(place.dataset.until) - (Date.now() + ahead) / 1000);
    const rest = Math.max(0, seconds);
    place.textContent = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
  }
}

if (places.length) {
  show();
  setInterval(show, 1000);
}
