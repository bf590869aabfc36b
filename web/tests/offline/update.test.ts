import { beforeEach, expect, test, vi } from 'vitest';
import { keepUpdated } from '../../src/offline/update';
import { site } from '../../src/state/site.svelte';
import { upgrade } from '../../src/wire/upgrade.svelte';

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
  scriptURL = new URL('./worker.js', location.href).href;

  constructor(public state = 'installing') {
    super();
  }

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  registration = new FakeRegistration();
  register = vi.fn(() => Promise.resolve(this.registration));

  control(worker: FakeWorker): void {
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

function started(controlled: boolean) {
  const container = new FakeContainer();
  if (controlled) container.controller = container.registration.active = new FakeWorker('activated');
  const reload = vi.fn();
  const done = keepUpdated('./worker.js', container as never, reload);
  return { container, reload, done };
}

/** The worker of a first visit: it is installed, activated and takes control. */
function installFirst(container: FakeContainer): void {
  const { registration } = container;
  const worker = new FakeWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.installing = null;
  registration.active = worker;
  worker.become('installed');
  expect(site.offline).toBe(false);
  worker.become('activated');
  container.control(worker);
}

beforeEach(() => {
  upgrade.dismiss();
  site.offline = false;
});

test('at the first visit nothing is offered, but the site is ready to work offline', async () => {
  const { container, done } = started(false);
  await done;
  installFirst(container);
  expect(upgrade.needed).toBe('no');
  expect(site.offline).toBe(true);
});

test('at the first visit the site may be controlled by the service worker of a server', async () => {
  const { container, done } = started(false);
  container.controller = new FakeWorker('activated');
  container.controller.scriptURL = 'https://example.org/worker.js';
  await done;
  expect(site.offline).toBe(false);
  installFirst(container);
  expect(upgrade.needed).toBe('no');
  expect(site.offline).toBe(true);
});

test('at later visits the site is ready to work offline', async () => {
  await started(true).done;
  expect(site.offline).toBe(true);
});

test('a new version is offered, and the page reloads once it has taken over', async () => {
  const { container, reload, done } = started(true);
  const worker = new FakeWorker();
  container.registration.installing = worker;
  await done;
  container.registration.dispatchEvent(new Event('updatefound'));
  expect(upgrade.needed).toBe('no');
  worker.become('installed');
  expect(upgrade.needed).toBe('possible');
  upgrade.reload();
  expect(worker.postMessage).toHaveBeenCalledWith('activate');
  expect(reload).not.toHaveBeenCalled();
  container.control(worker);
  expect(reload).toHaveBeenCalledOnce();
});

test('a new version is offered if it is stored before the busy page hears of it', async () => {
  const { container, done } = started(true);
  await done;
  container.registration.waiting = new FakeWorker('installed');
  container.registration.dispatchEvent(new Event('updatefound'));
  expect(upgrade.needed).toBe('possible');
});

test('a version that was stored during an earlier visit is offered at once', async () => {
  const { container, done } = started(true);
  container.registration.waiting = new FakeWorker('installed');
  await done;
  expect(upgrade.needed).toBe('possible');
});

test('if another tab has changed to the new version, this one asks to be reloaded', async () => {
  const { container, reload, done } = started(true);
  const worker = new FakeWorker();
  container.registration.installing = worker;
  await done;
  container.registration.dispatchEvent(new Event('updatefound'));
  worker.become('installed');
  container.control(worker);
  expect(upgrade.needed).toBe('required');
  expect(reload).not.toHaveBeenCalled();
  upgrade.reload();
  expect(reload).toHaveBeenCalledOnce();
});
