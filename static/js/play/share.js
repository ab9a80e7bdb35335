// Shares the text of the field that [data-shares] names: by the sheet of the device, or by the clipboard.

for (const button of document.querySelectorAll("[data-shares]")) {
  const field = document.getElementById(button.dataset.shares);
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) {
      await navigator.share({ text: field.value }).catch(() => null); // the reader closed the sheet
      return;
    }
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy"); // plain http in a hall has no clipboard
    button.textContent = button.dataset.done;
  });
}
