// The rules of the game that is chosen: asks for its options and puts them in the place of the others. What else
// was typed stays as it is.

const game = document.querySelector("select[name=game]");
let asked = 0;

async function showRules() {
  const mine = ++asked;
  const content = new FormData(game.form);
  content.delete("once");
  content.set("regles", "1");
  const answer = await fetch(game.form.action, { method: "POST", body: content });
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const rules = page.querySelector("[data-rules]");
  if (rules && mine === asked) document.querySelector("[data-rules]").replaceWith(rules);
}

if (game) {
  game.addEventListener("change", showRules);
  if (document.querySelector("[data-rules] [name=rules_of]").value !== game.value) showRules(); // a late script
}
