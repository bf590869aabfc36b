import { expect, test, vi } from 'vitest';
import { Database } from '../../src/offline/indexedDb';

/** A request of IndexedDB that succeeds. */
function succeeding<T>(result: T) {
  const request = { result, onsuccess: null as (() => void) | null };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

function connection(transaction: () => unknown) {
  return { transaction: vi.fn(transaction), close: vi.fn() };
}

function closed(): never {
  throw new DOMException('The connection is closed.', 'InvalidStateError');
}

const tables = [{ table: 't1', last: 3, written: 7, summary: 's', places: '[]' }];
const reading = () => ({ objectStore: () => ({ getAll: () => succeeding(tables) }) });

/** A browser whose database is opened as one of these connections after the other. */
function useConnections(...connections: ReturnType<typeof connection>[]) {
  const open = vi.fn(() => succeeding(connections.shift()));
  vi.stubGlobal('indexedDB', { open });
  return open;
}

test('a database that the browser has closed is opened again', async () => {
  const open = useConnections(connection(closed), connection(reading));
  const database = await Database.open(() => undefined);
  expect(JSON.parse(await database.listings())).toEqual([['t1', 7, 's', '[]']]);
  expect(open).toHaveBeenCalledTimes(2);
});

test('other errors are not hidden', async () => {
  const failing = connection(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const open = useConnections(failing, connection(reading));
  const database = await Database.open(() => undefined);
  await expect(database.listings()).rejects.toThrow('The disk is full.');
  expect(open).toHaveBeenCalledOnce();
});

test('a newer version of the page in another tab may change the database', async () => {
  const current = connection(reading) as ReturnType<typeof connection> & { onversionchange?: () => void };
  useConnections(current);
  await Database.open(() => undefined);
  current.onversionchange?.();
  expect(current.close).toHaveBeenCalledOnce();
});
