import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToPage } from '../../src/protocol';
import { upgrade } from '../../src/wire/upgrade.svelte';
import { Refusal } from '../../src/wire/api';
import { Connection } from '../../src/wire/connection';
import { filled } from '../fixtures';
import { info } from '../tables';
import { FakeSocket, fakeSockets } from './fakeSocket';

const WELCOME = filled('Welcome', { type: 'welcome', number: 4, info: info(), log: [] });

let seen = -1;
let received: ToPage[] = [];
let states: string[] = [];
let refused: Refusal | undefined;
let open: Connection | null = null;

function connect(): Connection {
  return (open = new Connection('tables/abc', {
    seen: () => seen,
    language: () => 'fr',
    secrets: () => ['s3cret'],
    received: (message) => {
      received.push(message);
      if (message.type === 'welcome') seen = message.number;
    },
    stateChanged: (now, why) => {
      states.push(now);
      refused = why;
    },
  }));
}

/** A connection that has received its welcome. */
function connected(): Connection {
  const made = connect();
  FakeSocket.last.open().receive(WELCOME);
  return made;
}

beforeEach(() => {
  fakeSockets();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  upgrade.dismiss();
  [seen, received, states, refused] = [-1, [], [], undefined];
});
afterEach(() => {
  open?.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the hello contains the last entry seen, the language and the secrets', () => {
  connect();
  expect(FakeSocket.last.url).toMatch(/^ws:\/\/.*\/api\/tables\/abc\/socket$/);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ type: 'hello', protocol: 1, since: -1, language: 'fr', secrets: ['s3cret'] }]);
});

test('a page with an outdated protocol keeps its content and asks for a reload', async () => {
  const sent = connected().send({ type: 'start' });
  FakeSocket.last.lose(1012);
  vi.advanceTimersByTime(0);
  const made = FakeSocket.instances.length;
  FakeSocket.last.open().receive({ type: 'refused', code: 'other_protocol', message: 'The page is older.' });
  FakeSocket.last.lose(1008);
  await expect(sent).rejects.toMatchObject({ code: 'other_protocol' });
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.instances.length).toBe(made);
  expect([upgrade.needed, states.at(-1), refused]).toEqual(['required', 'lost', undefined]);
});

test('a changed server version is detected', () => {
  connect();
  FakeSocket.last.open().receive({ ...WELCOME, version: '1.0' });
  FakeSocket.last.receive({ ...WELCOME, version: '1.0' });
  expect(upgrade.needed).toBe('no');
  FakeSocket.last.receive({ ...WELCOME, version: '1.1' });
  expect(upgrade.needed).toBe('possible');
  upgrade.dismiss();
  FakeSocket.last.receive({ ...WELCOME, version: '1.1' });
  expect(upgrade.needed).toBe('no');
});

test('the connection is open only after the welcome', () => {
  connect();
  FakeSocket.last.open();
  expect(states).toEqual([]);
  FakeSocket.last.receive(WELCOME);
  expect(states).toEqual(['open']);
});

test('each command has its own id and the last number seen', async () => {
  const made = connected();
  const first = made.send({ type: 'act', action: 'bid 3' });
  void made.ask({ type: 'ask', what: 'hint' });
  const [act, ask] = FakeSocket.last.commands;
  expect(act).toMatchObject({ type: 'act', action: 'bid 3', seen: 4 });
  expect(ask).not.toHaveProperty('seen');
  expect(ask!.id).not.toBe(act!.id);
  FakeSocket.last.receive({ type: 'accepted', id: act!.id, number: 5 });
  expect((await first).number).toBe(5);
});

test('a command can apply to an earlier number', () => {
  void connected().send({ type: 'leave', seat: 1 }, 2);
  expect(FakeSocket.last.commands[0]).toMatchObject({ type: 'leave', seat: 1, seen: 2 });
});

test('answers settle their requests in any order, also in one frame', async () => {
  const made = connected();
  const [first, second] = [made.ask({ type: 'ask', what: 'outcomes' }), made.ask({ type: 'ask', what: 'ways' })];
  const [one, two] = FakeSocket.last.commands.map((message) => message.id);
  FakeSocket.last.receive([
    { type: 'answer', id: two!, ways: ['sow a1 b1W'] },
    { type: 'answer', id: one!, ways: [] },
  ]);
  expect((await second).ways).toEqual(['sow a1 b1W']);
  expect((await first).ways).toEqual([]);
});

test('a refused command is rejected with the reason, and the connection stays open', async () => {
  const made = connected();
  const sent = made.send({ type: 'act', action: 'fly' });
  FakeSocket.last.receive({ type: 'refused', id: FakeSocket.last.commands[0]!.id, code: 'unknown', message: 'No such action.' });
  await expect(sent).rejects.toMatchObject({ code: 'unknown', message: 'No such action.' });
  expect(states).toEqual(['open']);
});

test('unanswered messages are sent again with the same id after a reconnect', async () => {
  const made = connected();
  const sent = made.send({ type: 'act', action: 'bid 3' });
  const before = FakeSocket.last;
  before.lose();
  expect(states.at(-1)).toBe('lost');
  seen = 9;
  vi.advanceTimersByTime(0);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ type: 'hello', protocol: 1, since: 9, language: 'fr', secrets: ['s3cret'] }]);
  FakeSocket.last.receive({ ...WELCOME, number: 9 });
  expect(FakeSocket.last.commands).toEqual(before.commands);
  FakeSocket.last.receive({ type: 'accepted', id: before.commands[0]!.id, number: 10 });
  expect((await sent).number).toBe(10);
  FakeSocket.last.lose();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open().receive(WELCOME);
  expect(FakeSocket.last.commands, 'answered is answered').toEqual([]);
});

test('messages sent while the socket is lost wait for the next one', () => {
  const made = connected();
  FakeSocket.last.lose();
  void made.send({ type: 'act', action: 'end' });
  vi.advanceTimersByTime(0);
  FakeSocket.last.open().receive(WELCOME);
  expect(FakeSocket.last.commands.map((message) => message.action)).toEqual(['end']);
});

/** The time in milliseconds until the next socket is created. */
function waited(): number {
  const count = FakeSocket.instances.length;
  let ms = 0;
  for (; FakeSocket.instances.length === count && ms < 60_000; ms += 100) vi.advanceTimersByTime(100);
  return ms;
}

test('retries start immediately and back off, until a connection was stable', () => {
  connected();
  const pauses = Array.from({ length: 8 }, () => {
    FakeSocket.last.lose();
    return waited();
  });
  expect(pauses).toEqual([100, 400, 800, 1600, 3200, 6400, 8000, 8000]);
  FakeSocket.last.open().receive(WELCOME);
  vi.advanceTimersByTime(6000);
  FakeSocket.last.lose();
  expect(waited()).toBe(100);
});

test('a server that closes right after the welcome is retried with back-off', () => {
  connected();
  const pauses = Array.from({ length: 4 }, () => {
    FakeSocket.last.lose(1011);
    const pause = waited();
    FakeSocket.last.open().receive(WELCOME);
    return pause;
  });
  expect(pauses).toEqual([100, 400, 800, 1600]);
});

test.each([1012, 1013])('a socket closed with %i is opened again', (code) => {
  connected();
  FakeSocket.last.lose(code);
  vi.advanceTimersByTime(0);
  expect(FakeSocket.instances).toHaveLength(2);
  expect(states.at(-1)).toBe('lost');
});

test('close code 1008 rejects pending messages and is retried three times', async () => {
  const made = connected();
  const sent = made.send({ type: 'act', action: 'fly' });
  FakeSocket.last.lose(1008);
  await expect(sent).rejects.toMatchObject({ code: 'misbehaved' });
  for (const _ of [2, 3, 4]) {
    vi.advanceTimersByTime(10_000);
    FakeSocket.last.open().receive(WELCOME);
    expect(FakeSocket.last.commands).toEqual([]);
    FakeSocket.last.lose(1008);
  }
  expect(states.at(-1)).toBe('refused');
  expect(refused?.code).toBe('misbehaved');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.instances).toHaveLength(4);
});

test('a silent socket is pinged, and closed if nothing comes back', () => {
  connected();
  vi.advanceTimersByTime(40_000);
  expect(FakeSocket.last.commands.map((message) => message.type)).toEqual(['ping', 'ping']);
  FakeSocket.last.receive({ type: 'pong', number: 4 });
  vi.advanceTimersByTime(40_000);
  expect(FakeSocket.instances).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.instances[0]!.readyState, 'silent for 60 seconds').toBe(3);
  expect(states.at(-1)).toBe('lost');
});

test('a refused table is not retried', async () => {
  const made = connect();
  FakeSocket.last.open();
  const sent = made.send({ type: 'start' });
  FakeSocket.last.receive({ type: 'refused', code: 'no_table', message: 'There is no such table.' });
  expect(states).toEqual(['refused']);
  expect(refused?.message).toBe('There is no such table.');
  await expect(sent).rejects.toMatchObject({ code: 'no_table' });
  const count = FakeSocket.last.sent.length;
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.instances, 'no new socket').toHaveLength(1);
  expect(FakeSocket.last.sent, 'no more pings').toHaveLength(count);
  expect(FakeSocket.last.readyState).toBe(3);
  await expect(made.ask({ type: 'ask', what: 'hint' }), 'nobody is left to answer').rejects.toBeInstanceOf(Refusal);
});

test('a refusal without an id does not stop a table that is shown', () => {
  connected();
  FakeSocket.last.receive({ type: 'refused', code: 'bad_message', message: 'This is not JSON.' });
  expect(states).toEqual(['open']);
});

test('the connection reconnects immediately when the browser is online again', () => {
  connected();
  for (const _ of [1, 2, 3]) {
    FakeSocket.last.lose();
    vi.advanceTimersByTime(1000);
  }
  FakeSocket.last.lose();
  const count = FakeSocket.instances.length;
  dispatchEvent(new Event('online'));
  expect(FakeSocket.instances).toHaveLength(count + 1);
  FakeSocket.last.open().receive(WELCOME);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.instances, 'and the pause that was cut short opens no second socket').toHaveLength(count + 1);
});

test('messages of an abandoned socket are ignored', () => {
  const made = connected();
  const before = FakeSocket.last;
  made.reconnect();
  vi.advanceTimersByTime(0);
  received = [];
  before.receive({ type: 'pong', number: 4 });
  expect(received).toEqual([]);
});

test('a deliberate reconnect does not report a lost connection', () => {
  const made = connected();
  made.reconnect();
  vi.advanceTimersByTime(0);
  expect(FakeSocket.instances).toHaveLength(2);
  expect(FakeSocket.instances[0]?.readyState).toBe(3);
  expect(states).toEqual(['open']);
});

test('a closed connection does not reconnect', () => {
  const made = connected();
  made.close();
  expect(FakeSocket.last.readyState).toBe(3);
  vi.advanceTimersByTime(120_000);
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.instances).toHaveLength(1);
  expect(FakeSocket.last.commands).toEqual([]);
  expect(states, 'nobody is told of a loss').toEqual(['open']);
});
