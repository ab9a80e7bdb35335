// What people write at a table or under a round: new lines are added where the reader is, and written without leaving it.

const PART = { headers: { "Etui-Part": "table" } };

// Takes over what a newer page shows. What the reader has typed stays his.
export function lookAtWords(page, isSent = false) {
  const here = document.querySelector("[data-written]");
  const next = page.querySelector("[data-written]");
  if (!here || !next) {
    here?.remove();
    return;
  }
  lookAtLines(here.querySelector("[data-lines]"), next.querySelector("[data-lines]"));
  const typed = here.querySelector("[data-writes] [name=text]");
  if (isSent || !(typed?.value || typed === document.activeElement)) {
    here.querySelector("[data-write]").replaceWith(next.querySelector("[data-write]").cloneNode(true));
  }
}

// One by one: a reader of screens says what is added, and nothing twice. The newer page stays whole: it is read again.
function lookAtLines(list, next) {
  const frame = list.parentElement;
  const isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 8;
  const shown = new Map([...list.children].map((line) => [line.dataset.line, line]));
  for (const line of next.children) {
    const same = shown.get(line.dataset.line);
    shown.delete(line.dataset.line);
    if (!same) list.append(line.cloneNode(true));
    else if (same.textContent !== line.textContent) same.replaceWith(line.cloneNode(true));
  }
  for (const gone of shown.values()) gone.remove();
  if (isAtEnd) frame.scrollTop = frame.scrollHeight;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-writes]");
  if (!form) return;
  event.preventDefault();
  const body = new FormData(form);
  form.inert = true;
  try {
    const answer = await fetch(form.getAttribute("action"), { ...PART, method: "POST", body });
    lookAtWords(new DOMParser().parseFromString(await answer.text(), "text/html"), true);
    document.querySelector("[data-writes] [name=text]")?.focus();
  } catch {
    form.inert = false; // no network: what was typed is still there
  }
});

const frame = document.querySelector("[data-written] [role=log]");
if (frame) frame.scrollTop = frame.scrollHeight;
