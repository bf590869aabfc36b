// Keeps one page, which says that the server is away: everything else is asked for each time.
// A browser looks for changes of this file alone, so whoever changes what is kept counts VERSION up.

const VERSION = 1;
const KEPT = ['/away.html', '/away.css', '/icon.svg'];

addEventListener('install', (event) => {
  const keep = caches.open(`away-${VERSION}`).then((kept) => kept.addAll(KEPT));
  event.waitUntil(keep.then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (name) => name !== `away-${VERSION}`;
  const tidied = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(tidied.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/away.html')));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
  }
});
