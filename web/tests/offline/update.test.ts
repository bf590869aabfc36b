import { beforeEach, expect, test, vi } from 'vitest';
import { keepUpdated } from '../../src/offline/update';
import { site } from '../../src/state/site.svelte';
import { upgrade } from '../../src/wire/upgrade.svelte';

class FakeWorker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
}

class FakeContainer extends EventTarget {
  controller: object | null = {};
  registration = new FakeRegistration();
  ready = Promise.resolve(this.registration);
  register = vi.fn(() => Promise.resolve(this.registration));
}

function started(controlled: boolean) {
  const container = new FakeContainer();
  if (!controlled) container.controller = null;
  const reload = vi.fn();
  const done = keepUpdated('./worker.js', container as never, reload);
  return { container, reload, done };
}

beforeEach(() => {
  upgrade.dismiss();
  site.offline = false;
});

test('at the first visit nothing is offered, but the site is ready to work offline', async () => {
  const { container, done } = started(false);
  const worker = new FakeWorker();
  container.registration.installing = worker;
  await done;
  container.registration.dispatchEvent(new Event('updatefound'));
  worker.become('installed');
  expect(upgrade.needed).toBe('no');
  expect(site.offline).toBe(true);
  container.dispatchEvent(new Event('controllerchange'));
  expect(upgrade.needed).toBe('no');
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
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that was stored during an earlier visit is offered at once', async () => {
  const container = new FakeContainer();
  container.registration.waiting = new FakeWorker();
  await keepUpdated('./worker.js', container as never);
  expect(upgrade.needed).toBe('possible');
});

test('if another tab has changed to the new version, this one asks to be reloaded', async () => {
  const { container, reload, done } = started(true);
  const worker = new FakeWorker();
  container.registration.installing = worker;
  await done;
  container.registration.dispatchEvent(new Event('updatefound'));
  worker.become('installed');
  container.dispatchEvent(new Event('controllerchange'));
  expect(upgrade.needed).toBe('required');
  expect(reload).not.toHaveBeenCalled();
  upgrade.reload();
  expect(reload).toHaveBeenCalledOnce();
});
