// Registers the worker that keeps a table's page (or an evening's, by `data-scope`) for times without network, where a browser allows one: on https
// and on the machine itself. On plain http there is none, and the queue of results alone survives a reload: a line
// of the page says so.

const { worker, scope = "/table/" } = document.currentScript.dataset;

function filesOfPage() {
  const parts = document.querySelectorAll("link[rel='stylesheet'], script[src]");
  return [...parts].map((part) => part.href ?? part.src);
}

// The first page was there before the worker: it and its files are kept from here.
async function keepFirstPage() {
  await (await caches.open("table-files")).addAll(filesOfPage());
  const pages = await caches.open("table-pages");
  const page = await fetch(location.href);
  // whole before it replaces what is kept, as in the worker
  if (page.ok) await pages.put(location.href, new Response(await page.blob(), { headers: page.headers }));
}

if (window.isSecureContext && "serviceWorker" in navigator) {
  const isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker
    .register(worker, { scope })
    .then(() => isFirst && keepFirstPage())
    .catch(() => {}); // a browser that keeps nothing, as in private windows
}
for (const line of document.querySelectorAll("[data-needs-https]")) line.hidden = window.isSecureContext;
