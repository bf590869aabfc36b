import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '../../src/protocol';

const sent: Fault[] = [];
let errorReports: typeof import('../../src/state/errorReports');

beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    expect(path).toBe('/api/faults');
    sent.push(JSON.parse(String(init.body)) as Fault);
    return new Response(null, { status: 204 });
  });
  vi.resetModules();
  errorReports = await import('../../src/state/errorReports');
});
afterEach(() => vi.unstubAllGlobals());

test('an error is reported once, and at most five errors are', () => {
  for (let nth = 0; nth < 3; nth++) errorReports.reportToServer(new TypeError('x is undefined'));
  expect(sent).toMatchObject([{ message: 'TypeError: x is undefined', path: location.pathname }]);
  expect(sent[0]!.stack).toContain('TypeError');
  for (let nth = 0; nth < 30; nth++) errorReports.reportToServer(`fault ${nth}`);
  expect(sent).toHaveLength(5);
});

test('a report is truncated to the server’s limits, and its path contains no secret', () => {
  history.replaceState(null, '', '/table/abc?moment=3#seat=0:secret');
  const long = new Error('x'.repeat(9000));
  long.stack = 'y'.repeat(9000);
  errorReports.reportToServer(long);
  expect([sent[0]!.message.length, sent[0]!.stack!.length, sent[0]!.path]).toEqual([400, 4000, '/table/abc']);
  history.replaceState(null, '', '/');
});

test('a refusal of the server is not reported', async () => {
  const { Refusal } = await import('../../src/wire/api');
  errorReports.reportToServer(new Refusal('stale', 'The game went on.'));
  expect(sent).toEqual([]);
});

test('a failed report is not reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  errorReports.reportToServer(new Error('first'));
  await new Promise((done) => setTimeout(done));
});

test('errors in event handlers and promises are reported too', () => {
  errorReports.reportUncaughtErrors();
  const rejected = Object.assign(new Event('unhandledrejection'), { reason: new Error('late') });
  dispatchEvent(Object.assign(new Event('error'), { error: new Error('early') }));
  dispatchEvent(Object.assign(new Event('error'), { message: 'ResizeObserver loop', error: null }));
  dispatchEvent(rejected);
  expect(sent.map(({ message }) => message)).toEqual(['Error: early', 'Error: late']);
});
