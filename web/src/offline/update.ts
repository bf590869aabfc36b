// Registers the service worker of the site and offers new versions, which it stores in the background.

import { site } from '../state/site.svelte';
import { upgrade } from '../wire/upgrade.svelte';

/** The part of `ServiceWorkerContainer` that is used. */
type Container = Pick<ServiceWorkerContainer, 'controller' | 'ready' | 'register' | 'addEventListener'>;

/** Register the service worker. A new version takes over only when the player asks for it. */
export async function keepUpdated(address: string, container: Container, reload = () => location.reload()): Promise<void> {
  let before = container.controller;
  let asked = false;
  container.addEventListener('controllerchange', () => {
    if (asked) return reload();
    if (before) {
      // Another tab has changed to the new version.
      upgrade.reload = reload;
      upgrade.require();
    }
    before = container.controller;
  });
  const registration = await container.register(address);
  void container.ready.then(() => (site.offline = true));
  const offer = (worker: ServiceWorker | null): void => {
    // Without a controller this is the first visit, and the worker stores the version that is shown.
    if (!worker || !container.controller) return;
    upgrade.offer(() => {
      asked = true;
      worker.postMessage('activate');
    });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
}
