// Keeps every [data-refresh] of the page up to date: asks its address with the version it shows, and replaces
// it only when the server sends another (204 while nothing changed). A part in which somebody types waits.
// Where the address is gone, a part with data-reloads gives way to what the page's own address has become,
// or goes while results wait to be sent from the page.

const USUAL = 5000;
const SLOWEST = 60000;
const PATIENCE = 10000;
const GONE = new Set([401, 403, 404]);

const status = document.querySelector("[data-refresh-status]");
let offlineSince = null;

function tell(words, since) {
  if (!status) return;
  const text = words.replace("%s", since ? since.toLocaleTimeString(document.documentElement.lang) : "");
  if (status.textContent !== text) status.textContent = text;
  status.hidden = text === "";
}

function isTypedIn(region) {
  const focused = document.activeElement;
  return region.contains(focused) && focused.matches("input, textarea, select");
}

function replace(region, html) {
  const focused = region.contains(document.activeElement) ? document.activeElement.id : "";
  const opened = [...region.querySelectorAll("details[id]")].map((details) => [details.id, details.open]);
  region.innerHTML = html;
  for (const [id, isOpen] of opened) document.getElementById(id)?.toggleAttribute("open", isOpen);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  region.dispatchEvent(new Event("refresh:shown", { bubbles: true }));
}

function gone(region) {
  tell(status?.dataset.gone ?? "");
  if (!("reloads" in region.dataset)) return;
  if (document.querySelector("[data-queue]:not([hidden])")) region.remove();
  else location.reload();
}

function keep(region) {
  const usual = Number(region.dataset.period ?? USUAL);
  const isAlways = "always" in region.dataset;
  let period = usual;
  let timer;
  let isAsking = false;

  const isAway = () => document.hidden && !isAlways;

  async function ask() {
    clearTimeout(timer);
    if (isAsking || isAway()) return;
    isAsking = true;
    const giveUp = new AbortController();
    const patience = setTimeout(() => giveUp.abort(), PATIENCE);
    try {
      const url = new URL(region.dataset.refresh, location.href);
      url.searchParams.set("shown", region.querySelector("[data-version]")?.dataset.version ?? "");
      const answer = await fetch(url, { signal: giveUp.signal, cache: "no-store" });
      if (GONE.has(answer.status) || answer.redirected) return gone(region);
      if (!answer.ok) throw new Error(answer.status);
      document.dispatchEvent(
        new CustomEvent("server:answered", { detail: Date.parse(answer.headers.get("Date")) }),
      );
      if (answer.status === 200) {
        const html = await answer.text();
        if (!isTypedIn(region)) replace(region, html);
      }
      period = usual;
      offlineSince = null;
      tell("");
    } catch {
      offlineSince ??= new Date();
      period = Math.min(period * 2, SLOWEST);
      tell(status?.dataset.offline ?? "", offlineSince);
    } finally {
      clearTimeout(patience);
      isAsking = false;
    }
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (!isAway()) timer = setTimeout(ask, period * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("visibilitychange", () => (isAway() ? clearTimeout(timer) : ask()));
  window.addEventListener("online", ask);
  plan();
}

for (const region of document.querySelectorAll("[data-refresh]")) keep(region);
