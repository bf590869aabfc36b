import { afterEach, expect, test, vi } from 'vitest';
import * as api from '../../src/wire/api';

afterEach(() => {
  vi.unstubAllGlobals();
  api.setLanguage('en');
});

function server(response: () => Promise<Response>): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
const header = (fetched: ReturnType<typeof vi.fn>, name: string): string | null =>
  new Headers((fetched.mock.calls[0]![1] as RequestInit).headers).get(name);

test('requests contain the language, and secrets if there are any', async () => {
  api.setLanguage('fr');
  const fetched = server(async () => new Response('{"number": 3}'));
  await api.welcome('abc', ['one', 'two']);
  expect(fetched.mock.calls[0]![0]).toBe('/api/tables/abc');
  expect([header(fetched, 'Accept-Language'), header(fetched, 'Naqala-Seats')]).toEqual(['fr', 'one, two']);
  const plain = server(async () => new Response('{}'));
  await api.about();
  expect(header(plain, 'Naqala-Seats')).toBeNull();
});

test('a table is created with a JSON body', async () => {
  const fetched = server(async () => new Response('{"table": "abc", "number": 0, "secrets": {}}'));
  expect((await api.createTable({ listed: false })).table).toBe('abc');
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'POST', body: '{"listed":false}' });
});

test('a list of tables is unwrapped', async () => {
  const fetched = server(async () => new Response('{"tables": [{"table": "abc"}]}'));
  expect(await api.tables('mine', 5)).toMatchObject([{ table: 'abc', listed: true }]);
  expect(fetched.mock.calls[0]![0]).toBe('/api/tables?show=mine&limit=5');
});

test('a refusal has the server’s message', async () => {
  server(async () => new Response('{"type": "refused", "code": "no_table", "message": "There is no such table."}', { status: 404 }));
  await expect(api.curve('abc')).rejects.toMatchObject({ code: 'no_table', message: 'There is no such table.', status: 404 });
});

test('an error response that is not JSON has the code broken', async () => {
  server(async () => new Response('<h1>Too large</h1>', { status: 413 }));
  await expect(api.curve('abc')).rejects.toMatchObject({ code: 'broken', message: '', status: 413 });
});

test('a gateway error of a proxy has the code unreachable', async () => {
  server(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(api.curve('abc')).rejects.toMatchObject({ code: 'unreachable', message: '', status: 502 });
  server(async () => new Response('{"type": "refused", "code": "busy", "message": "Try again."}', { status: 503 }));
  await expect(api.curve('abc')).rejects.toMatchObject({ code: 'busy', message: 'Try again.' });
});

test('a network error has the code unreachable', async () => {
  server(() => Promise.reject(new TypeError('network')));
  await expect(api.record('abc')).rejects.toMatchObject({ code: 'unreachable', status: 0 });
});
