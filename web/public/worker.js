// Keeps one page, which says that the server is away: everything else is asked for each time.
// A browser looks for changes of this file alone, so whoever changes what is kept counts VERSION up.

const VERSION = 1;
const KEPT = ['/away.html', '/away.css', '/icon.svg'];
// What a proxy answers with in the place of a server that is away.
const GATEWAY = [502, 503, 504];

addEventListener('install', (event) => {
  const keep = caches.open(`away-${VERSION}`).then((kept) => kept.addAll(KEPT));
  event.waitUntil(keep.then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (name) => name !== `away-${VERSION}`;
  const tidied = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(tidied.then(() => clients.claim()));
});

/** The server's answer; what is kept where nobody answers, or a proxy that does not reach it. */
async function answer(request, kept) {
  const found = await fetch(request).catch(() => undefined);
  if (found && !GATEWAY.includes(found.status)) return found;
  return (await caches.match(kept, { ignoreSearch: true })) ?? found ?? Response.error();
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(answer(request, '/away.html'));
  else if (KEPT.includes(new URL(request.url).pathname)) event.respondWith(answer(request, request));
});

/** Bring the page that notified to the front; open it where it was closed meanwhile. */
async function front(path) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === path);
  return page ? page.focus() : clients.openWindow(path);
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(front(event.notification.data?.path ?? '/'));
});
