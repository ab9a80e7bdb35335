// The last game that was counted on this device stands first in the list of games.

const NAME = "counting.game";

export function keepGame(game) {
  try {
    localStorage.setItem(NAME, game);
  } catch {
    // a browser that keeps nothing
  }
}

function showLast() {
  const usual = document.querySelector("[data-usual]");
  const link = document.querySelector(`[data-game="${CSS.escape(localStorage.getItem(NAME) ?? "")}"]`);
  if (!usual || !link) return;
  const line = link.closest("li");
  usual.prepend(usual.contains(line) ? line : line.cloneNode(true));
}

try {
  showLast();
} catch {
  // a browser that keeps nothing
}
