import { expect, test, vi } from 'vitest';
import type { EngineNews } from '../../src/offline/messages';
import { WorkerTransport, type Port } from '../../src/offline/transport';

/** A transport with a worker that only records what it is sent. */
function started() {
  const sent: unknown[] = [];
  const news: EngineNews[] = [];
  const port = { postMessage: (message: unknown) => void sent.push(message), onmessage: null, onerror: null } as unknown as Port;
  const transport = new WorkerTransport(
    port,
    (path) => (path === '/api/about' ? Promise.resolve(new Response('{}')) : null),
    (each) => void news.push(each),
  );
  const receive = (data: unknown): void => port.onmessage?.call(port as Worker, new MessageEvent('message', { data }));
  const messages = (): Record<string, unknown>[] => sent.map((each) => JSON.parse(String(each)) as Record<string, unknown>);
  return { transport, port, sent, news, receive, messages };
}

test('a request is answered by the worker', async () => {
  const { transport, messages, receive } = started();
  const answer = transport.fetch('/api/tables', { method: 'POST', body: '{"a":1}', headers: { 'Accept-Language': 'fr' } });
  const [sent] = messages();
  expect(sent).toEqual({ kind: 'fetch', id: 1, method: 'POST', path: '/api/tables', language: 'fr', body: '{"a":1}' });
  receive(JSON.stringify({ kind: 'response', id: 1, status: 404, type: 'application/json', body: '{"code":"no_table"}' }));
  const response = await answer;
  expect([response.status, response.ok, await response.json()]).toEqual([404, false, { code: 'no_table' }]);
});

test('texts come from files, not from the worker', async () => {
  const { transport, sent } = started();
  expect(await (await transport.fetch('/api/about', {})).text()).toBe('{}');
  expect(sent).toEqual([]);
});

test('a socket passes messages in both directions until it is closed', async () => {
  const { transport, messages, receive } = started();
  const socket = transport.open('/api/tables/abc/socket');
  const [opened, received, closed] = [vi.fn(), vi.fn(), vi.fn()];
  socket.onopen = opened;
  socket.onmessage = (event) => received(event.data);
  socket.onclose = (event) => closed(event.code);
  await Promise.resolve();
  expect(opened).toHaveBeenCalledOnce();
  socket.send('hello');
  receive(JSON.stringify({ kind: 'received', socket: 1, text: 'welcome' }));
  expect(received).toHaveBeenCalledWith('welcome');
  receive(JSON.stringify({ kind: 'closed', socket: 1, code: 1013 }));
  expect(closed).toHaveBeenCalledWith(1013);
  socket.send('too late');
  expect(messages().map(({ kind }) => kind)).toEqual(['open', 'send']);
});

test('a socket that the page closes is closed in the worker too', async () => {
  const { transport, messages } = started();
  const socket = transport.open('/api/tables/abc/socket');
  await Promise.resolve();
  socket.close();
  socket.close();
  expect(messages()).toEqual([
    { kind: 'open', socket: 1, table: 'abc' },
    { kind: 'close', socket: 1 },
  ]);
});

test('the socket of a lesson names the lesson', () => {
  const { transport, messages } = started();
  transport.open('/api/lessons/sowing/socket');
  expect(messages()).toEqual([{ kind: 'open', socket: 1, lesson: 'sowing' }]);
});

test('news of the engine are passed on', () => {
  const { news, receive } = started();
  receive({ kind: 'progress', loaded: 1, total: 4 });
  expect(news).toEqual([{ kind: 'progress', loaded: 1, total: 4 }]);
});

test('if the engine fails, what waits for it is refused, and so is everything after it', async () => {
  const { transport, news, receive } = started();
  const waiting = transport.fetch('/api/tables', {});
  receive({ kind: 'failed', code: 'broken', message: 'no memory' });
  await expect(waiting).rejects.toThrow('no memory');
  await expect(transport.fetch('/api/tables', {})).rejects.toThrow('no memory');
  expect(news).toEqual([{ kind: 'failed', code: 'broken', message: 'no memory' }]);
});

test('an error in an engine that is loaded does not end it', () => {
  const { port, news, receive } = started();
  const error = new ErrorEvent('error', { message: 'oops' });
  receive({ kind: 'ready', stored: true });
  port.onerror?.call(port as never, error);
  expect(news).toEqual([{ kind: 'ready', stored: true }]);
});

test('an error while the engine loads is a failure', () => {
  const { port, news } = started();
  port.onerror?.call(port as never, new ErrorEvent('error', { message: 'oops' }));
  expect(news).toEqual([{ kind: 'failed', code: 'broken', message: 'oops' }]);
});
