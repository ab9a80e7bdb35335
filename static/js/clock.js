// Counts every [data-clock] of the page down by itself, from the server's time: a phone whose own clock is
// wrong shows the same as the others. Tells the page when a round goes into another phase ("clock:phase").

const TICK = 250;
const TOLERATED = 1500; // a newer estimate of the server's time replaces the older one beyond this
const COUNTING = new Set(["running", "ending"]);

let ahead = null; // milliseconds that the server's clock is ahead of this device's
let last = null; // round and phase as they were last shown
const read = new WeakSet();

function hear(serverTime) {
  const found = serverTime - Date.now();
  if (ahead === null || Math.abs(found - ahead) > TOLERATED) ahead = found;
}

function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${Math.floor(Math.abs(seconds) / 60)}:${rest}`;
}

function put(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

function phaseOf(clock, left) {
  if (left <= 0) return "over";
  return left <= Number(clock.dataset.last) ? "ending" : "running";
}

function count(clock) {
  if (!read.has(clock)) {
    read.add(clock);
    hear(Number(clock.dataset.now));
  }
  if (clock.dataset.ends !== "") {
    const left = Number(clock.dataset.ends) - Date.now() - ahead;
    put(clock.querySelector("[data-clock-time]"), written(left));
    const phase = phaseOf(clock, left);
    if (phase !== clock.dataset.phase) {
      clock.dataset.phase = phase;
      put(clock.querySelector("[data-clock-phase]"), clock.getAttribute(`data-says-${phase}`));
    }
  }
  tell(clock);
}

function tell(clock) {
  const shown = { round: clock.dataset.round, phase: clock.dataset.phase };
  const before = last;
  last = shown;
  if (!before || (before.round === shown.round && before.phase === shown.phase)) return;
  const begins = !COUNTING.has(before.phase) && before.phase === "ready" && COUNTING.has(shown.phase);
  document.dispatchEvent(new CustomEvent("clock:phase", { detail: { ...shown, before: before.phase, begins } }));
}

function wait(place) {
  put(place, written(Math.max(0, Math.floor((Date.now() + (ahead ?? 0) - Number(place.dataset.since)) / 1000) * 1000)));
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) count(clock);
  for (const place of document.querySelectorAll("[data-since]")) wait(place);
}

document.addEventListener("server:answered", (event) => {
  if (ahead !== null && Number.isFinite(event.detail)) hear(event.detail + 500); // a date is cut to the second
});
document.addEventListener("visibilitychange", tick);
setInterval(tick, TICK);
tick();
