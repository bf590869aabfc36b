import { afterEach, expect, test, vi } from 'vitest';
import { Server } from '../../src/state/server.svelte';

afterEach(() => vi.unstubAllGlobals());

const at = (origin: string): void => {
  const { hostname } = new URL(origin);
  vi.stubGlobal('location', { hostname, origin });
};

test.each(['http://localhost:8420', 'http://127.0.0.1:8420', 'http://[::1]:8420', 'http://naqala.localhost'])(
  'at %s links use the address in the local network, if there is one',
  (origin) => {
    at(origin);
    const server = new Server();
    expect([server.local, server.reachable, server.origin]).toEqual([true, false, origin]);
    server.setAddresses(['http://192.168.1.20:8420/']);
    expect([server.reachable, server.origin]).toEqual([true, 'http://192.168.1.20:8420']);
  },
);

test.each(['http://192.168.1.20:8420', 'https://naqala.example.org', 'http://localhost.example.org'])(
  'at %s links use the origin of the page',
  (origin) => {
    at(origin);
    const server = new Server();
    server.setAddresses(['http://10.0.0.7:8420/']);
    expect([server.local, server.reachable, server.origin]).toEqual([false, true, origin]);
  },
);
