// The service worker of the site. It keeps all files of one version, so that the site works offline. `make site` fills
// in the version and the files. A new version is stored beside the old one and takes over when the page asks for it.

const VERSION = '__VERSION__';
const FILES = '__FILES__';
// Other sites may have the same origin.
const PREFIX = `naqala ${registration.scope} `;
const CACHE = PREFIX + VERSION;

addEventListener('install', (event) => {
  // Files of the last version may be in the browser's own cache: ask the host whether they are current.
  const requests = FILES.map((name) => new Request(name, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  event.waitUntil(deleteOutdated().then(() => clients.claim()));
});

/** Delete other versions, unless another tab may still need the files of one. */
async function deleteOutdated() {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.filter(({ url }) => url.startsWith(registration.scope)).length > 1) return;
  const outdated = (name) => name.startsWith(PREFIX) && name !== CACHE;
  await Promise.all((await caches.keys()).filter(outdated).map((name) => caches.delete(name)));
}

addEventListener('message', (event) => {
  if (event.data === 'activate') skipWaiting();
});

async function respond(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === 'navigate';
  const options = { ignoreSearch: page, ignoreVary: true }; // the route is in the query
  const found = (await cache.match(request, options)) ?? (await caches.match(request, options));
  return found ?? (page ? await cache.match('./') : undefined) ?? fetch(request);
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const inScope = request.url.startsWith(registration.scope);
  if (request.method === 'GET' && inScope) event.respondWith(respond(request));
});

/** Focus the page of the site, or open it if it was closed. */
async function focusOrOpen(path) {
  const pages = await clients.matchAll({ type: 'window' });
  const address = new URL(path, registration.scope).href;
  const page = pages.find((each) => each.url === address) ?? pages[0];
  return page ? page.focus() : clients.openWindow(address);
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(focusOrOpen(event.notification.data?.path ?? './'));
});
