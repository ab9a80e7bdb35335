// Ctrl+K, or the link to the search, opens the palette. Its script is fetched then: most pages are left without it.
// Without this script the link opens the page of the search.

const link = document.querySelector("[data-palette]");
const dialog = document.querySelector("dialog[data-palette-box]");

function open(event) {
  event.preventDefault();
  if (dialog.open) return;
  dialog.showModal();
  dialog.querySelector("input").select();
  import(link.dataset.palette).then(({ ask }) => ask()).catch(() => {});
}

if (link && dialog) {
  link.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") open(event);
  });
}
