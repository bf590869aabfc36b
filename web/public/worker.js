// The service worker. It caches only away.html, shown if the server cannot be reached, and handles clicks on
// notifications. Browsers update a service worker when this file changes: raise VERSION if a cached file changes.

const VERSION = 1;
const CACHED = ['/away.html', '/away.css', '/icon.svg'];
// The status codes of a proxy that does not reach the server.
const GATEWAY = [502, 503, 504];

addEventListener('install', (event) => {
  const filled = caches.open(`away-${VERSION}`).then((cache) => cache.addAll(CACHED));
  event.waitUntil(filled.then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const outdated = (name) => name.startsWith('away-') && name !== `away-${VERSION}`; // the page in /offline/ has its own
  const deleted = caches.keys().then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name))));
  event.waitUntil(deleted.then(() => clients.claim()));
});

/** The response of the server, or the cached file if the server cannot be reached. */
async function respond(request, fallback) {
  const response = await fetch(request).catch(() => undefined);
  if (response && !GATEWAY.includes(response.status)) return response;
  return (await caches.match(fallback, { ignoreSearch: true })) ?? response ?? Response.error();
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (pathname === '/offline' || pathname.startsWith('/offline/')) return; // has its own service worker
  if (request.mode === 'navigate') event.respondWith(respond(request, '/away.html'));
  else if (CACHED.includes(pathname)) event.respondWith(respond(request, request));
});

/** Focus the page at a path, or open it if it was closed. */
async function focusOrOpen(path) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [pathname] = path.split('?'); // the query is a moment of a replay
  const page = pages.find((each) => new URL(each.url).pathname === pathname);
  return page ? page.focus() : clients.openWindow(path);
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(focusOrOpen(event.notification.data?.path ?? '/'));
});
