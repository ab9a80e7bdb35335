// The palette: what is typed is looked for at once, the arrows choose, Enter opens. palette.js opens it.

const PAUSE = 120;
const link = document.querySelector("[data-palette]");
const dialog = document.querySelector("dialog[data-palette-box]");
const box = dialog.querySelector("input");
const answer = dialog.querySelector("[data-palette-answer]");

let timer;
let shown = null;
let asked = 0;
let chosen = 0;
let isChosen = false; // by the arrows, since the last letter

function rows() {
  return [...answer.querySelectorAll("a")];
}

function choose(number) {
  const all = rows();
  chosen = all.length ? (number + all.length) % all.length : 0;
  all.forEach((row, index) => {
    row.id = `found-${index}`;
    row.tabIndex = -1;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(index === chosen));
  });
  answer.querySelector("ul")?.setAttribute("role", "listbox");
  answer.querySelectorAll("li").forEach((item) => item.setAttribute("role", "presentation"));
  box.setAttribute("aria-expanded", String(all.length > 0));
  if (all.length) {
    box.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen].scrollIntoView({ block: "nearest" });
  } else {
    box.removeAttribute("aria-activedescendant");
  }
}

export async function ask() {
  const number = ++asked;
  const address = new URL(link.href);
  address.searchParams.set("q", box.value);
  address.searchParams.set("liste", "1");
  const reply = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (number !== asked || !reply?.ok || reply.redirected) return;
  const text = await reply.text();
  const kept = isChosen ? rows()[chosen]?.href : null;
  answer.innerHTML = text;
  shown = address.searchParams.get("q");
  choose(Math.max(0, rows().findIndex((row) => row.href === kept)));
}

box.addEventListener("input", () => {
  isChosen = false;
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
box.addEventListener("keydown", async (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    isChosen = true;
  } else if (event.key === "Enter") {
    event.preventDefault();
    clearTimeout(timer);
    if (shown !== box.value) await ask();
    rows()[chosen]?.click();
  }
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
