// A list of boxes to tick: narrowed as somebody types, ticks kept; counts the ticks; ticks all that is shown.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const form of document.querySelectorAll("[data-ticks]")) {
  const rows = [...form.querySelectorAll("label[data-name]")].map((label) => ({
    label,
    box: label.querySelector("input"),
    name: plain(label.dataset.name),
  }));
  const count = form.querySelector("[data-tick-count]");
  const all = form.querySelector("[data-tick-all]");
  const search = document.querySelector(`[data-narrows="${form.id}"]`);

  const tell = () => {
    const ticked = rows.filter((row) => row.box.checked).length;
    count.textContent = ticked ? `(${ticked})` : "";
  };
  form.addEventListener("change", tell);
  tell();

  const narrow = () => {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    for (const row of rows) {
      row.label.hidden = !words.every((word) => row.name.includes(word));
    }
  };
  search?.addEventListener("input", narrow);
  if (search) narrow(); // somebody may have typed before this script came

  all.hidden = false;
  all.addEventListener("click", () => {
    const visible = rows.filter((row) => !row.label.hidden);
    const wanted = !visible.every((row) => row.box.checked);
    for (const row of visible) {
      row.box.checked = wanted;
    }
    tell();
  });
}
