// Hands of an étui by tap or key: a button for each card instead of a row of radios, which keep the answer.

const form = document.querySelector("#recording");
const fast = document.querySelector("#fast");
const list = document.querySelector("#cards");
const grid = fast.querySelector("[data-grid]");
const complete = fast.querySelector("[data-complete]");
const pockets = [...fast.querySelectorAll("[data-pocket]")].map((button) => ({
  button,
  value: button.dataset.pocket,
  letter: button.dataset.letter,
  size: Number(button.dataset.size),
  name: button.querySelector("strong").textContent,
  look: [...button.classList].find((name) => name.startsWith("pocket-") && name !== "pocket-key"),
}));
let chosen = pockets[0];

const rows = [...list.querySelectorAll("tbody")].map((body) => {
  const line = document.createElement("div");
  line.className = "card-row";
  grid.append(line);
  return [...body.querySelectorAll("tr")].map((row) => {
    const heading = row.querySelector("th");
    const key = document.createElement("button");
    key.type = "button";
    key.append(row.dataset.short, document.createElement("small"));
    line.append(key);
    return { key, name: heading.textContent.trim(), isRed: heading.className, radios: [...row.querySelectorAll("input")] };
  });
});
const cards = rows.flat();

const valueOf = (card) => card.radios.find((radio) => radio.checked)?.value ?? "";
const countOf = (pocket) => cards.filter((card) => valueOf(card) === pocket.value).length;
const isFree = (card) => valueOf(card) === "";

const shortPocket = () => {
  const free = cards.filter(isFree).length;
  return free ? pockets.find((pocket) => pocket.size - countOf(pocket) === free) : undefined;
};

const show = () => {
  for (const pocket of pockets) {
    const count = countOf(pocket);
    const shown = pocket.button.querySelector("[data-count]");
    shown.textContent = `${count} / ${pocket.size}`;
    shown.className = count > pocket.size ? "is-over" : count === pocket.size ? "is-right" : "";
    pocket.button.setAttribute("aria-pressed", String(pocket === chosen));
  }
  for (const card of cards) {
    const pocket = pockets.find((each) => each.value === valueOf(card));
    card.key.className = `card-key ${pocket ? pocket.look : card.isRed}`;
    card.key.querySelector("small").textContent = pocket ? pocket.letter : "";
    card.key.setAttribute("aria-label", pocket ? `${card.name}, ${pocket.name}` : card.name);
  }
  fast.querySelector("[data-left]").textContent = cards.filter(isFree).length;
  complete.disabled = !shortPocket();
};

const put = (card, value) => {
  card.radios.find((radio) => radio.value === value).checked = true;
  show();
};

const focus = (card) => {
  cards.forEach((each) => (each.key.tabIndex = each === card ? 0 : -1));
  card.key.focus();
};

const besides = (card, key) => {
  const place = cards.indexOf(card);
  const line = rows.findIndex((row) => row.includes(card));
  const column = rows[line].indexOf(card);
  const above = rows[line + (key === "ArrowDown" ? 1 : -1)];
  const found = { ArrowLeft: cards[place - 1], ArrowRight: cards[place + 1] };
  return key in found ? found[key] : above?.[Math.min(column, above.length - 1)];
};

pockets.forEach((pocket) =>
  pocket.button.addEventListener("click", () => {
    chosen = pocket;
    show();
  }),
);
cards.forEach((card, place) => {
  card.key.tabIndex = place ? -1 : 0;
  card.key.addEventListener("click", () => {
    put(card, valueOf(card) === chosen.value ? "" : chosen.value);
    focus(card);
  });
  card.key.addEventListener("keydown", (event) => {
    const pocket = pockets.find((each) => each.letter === event.key.toUpperCase());
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (event.key.startsWith("Arrow")) {
      const other = besides(card, event.key);
      event.preventDefault();
      if (other) {
        focus(other);
      }
    } else if (pocket && isPlain) {
      chosen = pocket;
      put(card, pocket.value);
      focus(cards[place + 1] ?? card);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      put(card, "");
    }
  });
});
complete.addEventListener("click", () => {
  const pocket = shortPocket();
  cards.filter(isFree).forEach((card) => (card.radios.find((radio) => radio.value === pocket.value).checked = true));
  show();
});

list.hidden = true;
fast.hidden = false;
show();
