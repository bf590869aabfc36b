// Registers the service worker of the site and offers new versions, which it stores in the background.

import { site } from '../state/site.svelte';
import { upgrade } from '../wire/upgrade.svelte';

/** The part of `ServiceWorkerContainer` that is used. */
type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'addEventListener'>;

/** Register the service worker. A new version takes over only when the player asks for it. */
export async function keepUpdated(address: string, container: Container, reload = () => location.reload()): Promise<void> {
  // The site in a folder of a server may be controlled by the server's own service worker at first.
  const script = new URL(address, location.href).href;
  const isControlled = (): boolean => container.controller?.scriptURL === script;
  let before = isControlled();
  let asked = false;
  container.addEventListener('controllerchange', () => {
    if (asked) return reload();
    if (before) {
      // Another tab has changed to the new version.
      upgrade.reload = reload;
      upgrade.require();
    }
    before = isControlled();
  });
  const registration = await container.register(address);
  const offer = (worker: ServiceWorker): void => {
    upgrade.offer(() => {
      asked = true;
      worker.postMessage('activate');
    });
  };
  const onStateChange = ({ target }: Event): void => {
    const worker = target as ServiceWorker;
    if (worker.state === 'activated') site.offline = true;
    // At the first visit there is no other worker, and this one stores the version that is shown.
    if (worker.state === 'installed' && registration.active && registration.active !== worker) offer(worker);
  };
  const follow = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', onStateChange);
  const { active, waiting, installing } = registration;
  if (active?.state === 'activated') site.offline = true;
  if (active && waiting) offer(waiting);
  follow(active);
  follow(installing);
  registration.addEventListener('updatefound', () => {
    follow(registration.installing);
    // The event is late if the page is busy; the worker may have been installed in the meantime.
    if (!registration.installing && registration.active && registration.waiting) offer(registration.waiting);
  });
}
