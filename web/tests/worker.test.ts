/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

/** Runs the service worker with these pages open. */
function worker(pages: object[]): { listeners: Record<string, Listener>; openWindow: ReturnType<typeof vi.fn> } {
  const listeners: Record<string, Listener> = {};
  const openWindow = vi.fn();
  const code = readFileSync(join(import.meta.dirname, '../public/worker.js'), 'utf-8');
  new Function('addEventListener', 'clients', code)((name: string, listener: Listener) => (listeners[name] = listener), {
    matchAll: async () => pages,
    openWindow,
  });
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
