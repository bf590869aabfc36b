/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

/** Runs the service worker with these pages open. */
function worker(pages: object[], caches?: object): { listeners: Record<string, Listener>; openWindow: ReturnType<typeof vi.fn> } {
  const listeners: Record<string, Listener> = {};
  const openWindow = vi.fn();
  const code = readFileSync(join(import.meta.dirname, '../public/worker.js'), 'utf-8');
  const clients = { matchAll: async () => pages, claim: async () => undefined, openWindow };
  new Function('addEventListener', 'clients', 'caches', code)(
    (name: string, listener: Listener) => (listeners[name] = listener),
    clients,
    caches,
  );
  return { listeners, openWindow };
}

async function click({ listeners }: ReturnType<typeof worker>, data?: object): Promise<void> {
  const close = vi.fn();
  let done: Promise<unknown> = Promise.resolve();
  listeners.notificationclick!({ notification: { close, data }, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
  expect(close).toHaveBeenCalledOnce();
}

test('a click on a notification focuses the page of its table', async () => {
  const other = { url: 'http://naqala.test/table/other', focus: vi.fn() };
  const mine = { url: 'http://naqala.test/table/abc?moment=3', focus: vi.fn() };
  const made = worker([other, mine]);
  await click(made, { path: '/table/abc' });
  expect(mine.focus).toHaveBeenCalledOnce();
  expect(other.focus).not.toHaveBeenCalled();
  expect(made.openWindow).not.toHaveBeenCalled();
});

test('a click on a notification opens the table if its page was closed', async () => {
  const made = worker([]);
  await click(made, { path: '/table/abc' });
  await click(made);
  expect(made.openWindow.mock.calls).toEqual([['/table/abc'], ['/']]);
});

test.each([
  ['/table/abc', true],
  ['/offline-or-not', true],
  ['/offline', false],
  ['/offline/', false],
  ['/offline/?/table/abc', false],
])('whether the worker answers when the browser opens %s: %s', (path, answered) => {
  vi.stubGlobal('fetch', async () => new Response());
  const respondWith = vi.fn();
  worker([]).listeners.fetch!({ request: { mode: 'navigate', url: `http://naqala.test${path}` }, respondWith });
  expect(respondWith.mock.calls.length > 0).toBe(answered);
  vi.unstubAllGlobals();
});

test('the worker leaves files of the offline site alone, even those with the name of a cached one', () => {
  const respondWith = vi.fn();
  worker([]).listeners.fetch!({ request: { mode: 'cors', url: 'http://naqala.test/offline/icon.svg' }, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
});

test('a new version of the worker deletes only its own old files', async () => {
  const deleted = vi.fn();
  const keys = async (): Promise<string[]> => ['away-0', 'away-1', 'naqala-0.1.0-c4m31'];
  let done: Promise<unknown> = Promise.resolve();
  worker([], { keys, delete: deleted }).listeners.activate!({ waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
  expect(deleted.mock.calls).toEqual([['away-0']]);
});
