// Keeps every [data-refresh] of the page up to date: asks its address with the version it shows, and replaces
// it only when the server sends another (204 while nothing changed). A part in which somebody types waits. It asks
// when the page is told one of the kinds of data-hears, all of them without it, and every so often (listening.js).
// Where the address is gone, a part with data-reloads gives way to what the page's own address has become,
// or goes while results wait to be sent from the page.

import { FAILED, GONE, keepAsking } from "./listening.js";

const USUAL = 5000;
const GAP = 1000; // an organiser is told of each result: at three hundred tables that is often
const SLOWEST = 60000;
const PATIENCE = 10000;
const GONE_STATUSES = new Set([401, 403, 404]);

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
  async function ask() {
    const giveUp = new AbortController();
    const patience = setTimeout(() => giveUp.abort(), PATIENCE);
    try {
      const url = new URL(region.dataset.refresh, location.href);
      url.searchParams.set("shown", region.querySelector("[data-version]")?.dataset.version ?? "");
      const answer = await fetch(url, { signal: giveUp.signal, cache: "no-store" });
      if (GONE_STATUSES.has(answer.status) || answer.redirected) {
        gone(region);
        return GONE;
      }
      if (!answer.ok) throw new Error(answer.status);
      document.dispatchEvent(
        new CustomEvent("server:answered", { detail: Date.parse(answer.headers.get("Date")) }),
      );
      if (answer.status === 200) {
        const html = await answer.text();
        if (!isTypedIn(region)) replace(region, html);
      }
      offlineSince = null;
      tell("");
      return null;
    } catch {
      offlineSince ??= new Date();
      tell(status?.dataset.offline ?? "", offlineSince);
      return FAILED;
    } finally {
      clearTimeout(patience);
    }
  }

  keepAsking(ask, {
    usual: Number(region.dataset.period ?? USUAL),
    slowest: SLOWEST,
    kinds: region.dataset.hears?.split(" "),
    gap: GAP,
    isAlways: "always" in region.dataset,
  });
}

for (const region of document.querySelectorAll("[data-refresh]")) keep(region);
