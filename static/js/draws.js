// A proposed round: two places are swapped by drag and drop, or by choosing one and then the other with the
// keyboard or a finger. The form of the page sends the swap.

import { sendForm } from "./sending.js";

const grid = document.querySelector("[data-draw]");
const form = document.querySelector("#swap");
const told = document.querySelector("[data-draw-told]");
const places = grid ? [...grid.querySelectorAll("[data-place]")] : [];
let chosen = null;

function choose(place) {
  chosen?.setAttribute("aria-pressed", "false");
  chosen = place;
  place?.setAttribute("aria-pressed", "true");
  const words = place?.textContent.replace(/\s+/g, " ").trim();
  told.textContent = place ? grid.dataset.told.replace("{}", words) : "";
}

function swap(first, second) {
  if (first === second) return choose(null);
  form.elements.first.value = first.dataset.place;
  form.elements.second.value = second.dataset.place;
  sendForm(form);
}

for (const place of places) {
  place.tabIndex = 0;
  place.draggable = true;
  place.setAttribute("role", "button");
  place.setAttribute("aria-pressed", "false");
  place.addEventListener("click", () => (chosen ? swap(chosen, place) : choose(place)));
  place.addEventListener("keydown", (event) => {
    if (event.key === "Escape") choose(null);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    place.click();
  });
  place.addEventListener("dragstart", (event) => {
    choose(place);
    event.dataTransfer.setData("text/plain", place.dataset.place);
  });
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("dragenter", () => place.classList.add("is-target"));
  place.addEventListener("dragleave", () => place.classList.remove("is-target"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    if (chosen) swap(chosen, place);
  });
}
