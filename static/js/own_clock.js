// Difference between the clock of this device and that of the site.
"use strict";

const RIGHT_SECONDS = 5;

for (const place of document.querySelectorAll("[data-own-clock]")) {
  const [entry] = performance.getEntriesByType("navigation");
  // the site's time is that of its response, which this device began to read at `responseStart`
  const received = performance.timeOrigin + (entry ? entry.responseStart : 0);
  const seconds = Math.round(Math.abs(received - Number(place.dataset.ownClock)) / 1000);
  const text = seconds <= RIGHT_SECONDS ? place.dataset.right : place.dataset.wrong;
  place.textContent = text.replace("{s}", seconds);
}
