// The preview beside the options of a document: as wide as its place, and made anew when an option changes.
// Without this script, « Voir » fills the same frame. A document that shows cards is only shown when asked for.

const QUIET = 400;
const SHEET = 860; // an A4 and the desk around it, in pixels

const form = document.querySelector("[data-preview-options]");
const place = document.querySelector(".preview-frame");
const frame = place?.querySelector("iframe");

// The sheets are as wide as they are printed: the frame is drawn at that width, then made smaller.
function fit() {
  const shown = frame.contentDocument?.documentElement;
  frame.style.width = `${SHEET}px`;
  const width = Math.max(SHEET, shown?.querySelector(".sheet, .flow") ? shown.scrollWidth : 0);
  const scale = Math.min(1, place.clientWidth / width);
  frame.style.width = `${Math.max(width, place.clientWidth)}px`;
  frame.style.height = `${place.clientHeight / scale}px`;
  frame.style.transform = `scale(${scale})`;
}

function show() {
  const address = new URL(form.action);
  const chosen = [...new FormData(form)].filter(([, value]) => value !== "");
  address.search = new URLSearchParams([...chosen, ["framed", "1"]]);
  place.setAttribute("aria-busy", "true");
  frame.contentWindow.location.replace(address); // no step of its own in the browser's history
}

if (form && frame) {
  let timer;
  frame.addEventListener("load", () => {
    place.removeAttribute("aria-busy");
    fit();
  });
  new ResizeObserver(fit).observe(place);
  if ("previewLive" in place.dataset) {
    form.querySelector("[data-preview-show]").hidden = true;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, QUIET);
    });
  }
}
