import { afterEach, expect, test, vi } from 'vitest';
import { about } from '../../src/wire/api';
import { Connection } from '../../src/wire/connection';
import { network, useTransport, type Socket } from '../../src/wire/transport';

afterEach(() => {
  useTransport(network);
  vi.unstubAllGlobals();
});

test('the page does not use the network with another transport', async () => {
  vi.stubGlobal('fetch', undefined);
  vi.stubGlobal('WebSocket', undefined);
  const sent: string[] = [];
  const socket: Socket = {
    readyState: 1,
    send: (text) => void sent.push(String(text)),
    close: () => {},
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const paths: string[] = [];
  useTransport({
    fetch: async (path) => (paths.push(path), new Response('{"version": "1"}')),
    open: (path) => (paths.push(path), socket),
  });
  expect(await about()).toEqual({ version: '1', addresses: [], offline: false });
  const received = vi.fn();
  const connection = new Connection('tables/abc', {
    seen: () => -1,
    language: () => 'en',
    secrets: () => [],
    received,
    stateChanged: () => {},
  });
  socket.onopen?.call(socket as WebSocket, new Event('open'));
  socket.onmessage?.call(socket as WebSocket, new MessageEvent('message', { data: '{"type": "presence", "seats": [true]}' }));
  connection.close();
  expect(paths).toEqual(['/api/about', '/api/tables/abc/socket']);
  expect(JSON.parse(sent[0]!)).toMatchObject({ type: 'hello', language: 'en' });
  expect(received).toHaveBeenCalledWith({ type: 'presence', seats: [true], spectators: 0 });
});
