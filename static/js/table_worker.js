// Where the site is reached by https: keeps the pages of the tables that this phone opened, so that one reloaded
// without network still shows its deals and the results that wait. The network comes first, whenever it answers;
// what is sent, and what programs ask, never passes here.

const PAGES = "table-pages";
const FILES = "table-files";

// The new answer is whole before it replaces the kept one: a network lost in the middle leaves that one.
async function keep(cache, request, answer) {
  const { status, statusText, headers } = answer;
  await cache.put(request, new Response(await answer.blob(), { status, statusText, headers }));
}

async function newest(request, cacheName) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(cache, request, answer.clone());
    if (answer.status === 404) await cache.delete(request, { ignoreSearch: true });
    return answer;
  } catch (error) {
    const kept = (await cache.match(request)) ?? (await cache.match(request, { ignoreSearch: true }));
    if (!kept) throw error;
    return kept;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(newest(request, PAGES));
  else if (pathname.startsWith("/static/")) event.respondWith(newest(request, FILES));
});
