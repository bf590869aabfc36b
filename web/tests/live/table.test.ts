import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogEntry, News, Private, Scene, Welcome } from '../../src/protocol';
import { secretOf } from '../../src/state/secrets';
import { Table } from '../../src/live/table.svelte';
import { speak } from '../catalogue';
import { act, info, chatEntry, scene } from '../tables';
import { FakeSocket, fakeSockets } from '../wire/fakeSocket';
import { filled } from '../fixtures';

const asked = (seat: number, decision = 'Moving'): Scene => scene({ asked: { seat, decision } });
const secrets = (seat: number): Private => filled('Private', { seat, gold: 40 + seat, hand: ['silk'] });
const welcome = (more: Partial<Welcome> = {}): Welcome => filled('Welcome', { type: 'welcome', number: 3, info: info(), log: [], ...more });
const news = (more: Partial<News>): News => filled('News', { type: 'news', number: 4, entries: [], ...more });

let made: Table;

function welcomed(more: Partial<Welcome> = {}): Table {
  made = new Table('abc');
  FakeSocket.last.open().receive(welcome(more));
  return made;
}

beforeEach(() => {
  fakeSockets();
  speak('en');
  localStorage.clear();
});
afterEach(() => {
  made.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('fields that a welcome omits have their defaults', () => {
  const table = welcomed({ info: info({ options: {} }) });
  expect(table.solo, 'two players, where no number is told').toBe(false);
  expect([table.begun, table.asked, table.land.tiles, table.player(0).viziers, table.own.choices]).toEqual([false, null, [], 0, []]);
  expect([table.seats, table.privates, table.presence, table.whimCards, table.spectators]).toEqual([[], [], [], [], 0]);
  expect([table.turn, table.me, table.myTurn, table.over, table.shared]).toEqual([-1, -1, false, false, false]);
  expect(table.mySecrets).toBeNull();
});

test('news replaces the fields it contains and keeps the others', () => {
  const table = welcomed({ scene: asked(0), seats: [0], private: [secrets(0)], log: [chatEntry(3, 1, 'Bob', 'Hi')] });
  const before = table.info;
  FakeSocket.last.receive(news({ entries: [chatEntry(4, 0, 'Ann', 'Hello')] }));
  expect(table.number).toBe(4);
  expect(table.info).toBe(before);
  expect([table.turn, table.seats, table.mySecrets?.gold]).toEqual([0, [0], 40]);
  expect(table.log.map((entry) => entry.text)).toEqual(['Hi', 'Hello']);
  FakeSocket.last.receive(news({ number: 5, scene: asked(1), info: info({ phase: 'over' }) }));
  expect([table.turn, table.info?.phase, table.mySecrets?.gold]).toEqual([1, 'over', 40]);
});

test('an empty list of secrets removes the previous ones', () => {
  const table = welcomed({ scene: asked(0), seats: [0, 1], private: [secrets(0)] });
  FakeSocket.last.receive(news({ private: [] }));
  expect([table.privates, table.mySecrets, table.me]).toEqual([[], null, -1]);
});

test('an empty list of seats removes the previous ones', () => {
  const table = welcomed({ scene: asked(0), seats: [0] });
  FakeSocket.last.receive(news({ seats: [] }));
  expect([table.myTurn, table.me]).toEqual([false, -1]);
});

test('a removed player knows why no seat is offered, until one is again', () => {
  const table = welcomed({ seats: [1] });
  expect(table.barred).toBe('');
  FakeSocket.last.receive(news({ seats: [], barred: 'You were sent away.' }));
  FakeSocket.last.receive(news({ number: 5, entries: [chatEntry(5, 0, 'Ann', 'Sorry')] }));
  expect([table.seats, table.barred]).toEqual([[], 'You were sent away.']);
  FakeSocket.last.receive(welcome({ barred: 'On vous a renvoyé.' }));
  expect(table.barred).toBe('On vous a renvoyé.');
  FakeSocket.last.receive(news({ seats: [0] }));
  expect(table.barred).toBe('');
});

test('strikes that nobody was asked about wait one by one until the player goes on', () => {
  const strike = (white: number) => ({ dice: [white, 1] as [number, number], strike: { price: white + 1 } });
  const struck = scene({ asked: { seat: 0, decision: 'Moving' }, yazid: { camels: 9, past_strikes: [strike(2), strike(5)] } });
  const table = welcomed({ scene: asked(0), seats: [0], private: [secrets(0)] });
  FakeSocket.last.receive(news({ entries: [act(4, 0, [])], scene: struck }));
  const waiting = (): unknown => [table.pastStrike?.dice[0], table.myTurn];
  expect(waiting()).toEqual([2, false]);
  FakeSocket.last.receive(news({ number: 5, entries: [chatEntry(5, 0, 'Ann', 'Oh')] }));
  table.goOn();
  expect(waiting()).toEqual([5, false]);
  table.goOn();
  expect(waiting()).toEqual([undefined, true]);
  const undone = filled('LogEntry', { number: 6, at: 0, kind: 'undo', seat: 0 });
  FakeSocket.last.receive(news({ number: 6, entries: [undone], scene: struck }));
  expect(waiting(), 'a strike is not presented again after an undo').toEqual([undefined, true]);
});

test('presence does not change the log', () => {
  const table = welcomed({ presence: [true, false], spectators: 2 });
  expect([table.presence, table.spectators]).toEqual([[true, false], 2]);
  FakeSocket.last.receive({ type: 'presence', seats: [true, true] });
  expect([table.presence, table.spectators, table.number]).toEqual([[true, true], 0, 3]);
});

test('it is the turn of this page if one of its seats must decide in a running game', () => {
  const table = welcomed({ scene: asked(1), seats: [1] });
  expect([table.myTurn, table.turn, table.me]).toEqual([true, 1, 1]);
  FakeSocket.last.receive(news({ scene: asked(0) }));
  expect([table.myTurn, table.me]).toEqual([false, 1]);
  FakeSocket.last.receive(news({ scene: asked(1), info: info({ phase: 'closed' }) }));
  expect(table.myTurn).toBe(false);
});

test('on a shared screen `me` is the seat in turn', () => {
  const table = welcomed({ scene: asked(1), seats: [0, 1], private: [secrets(1)] });
  expect([table.shared, table.myTurn, table.me]).toEqual([true, true, 1]);
});

test('on a shared screen secrets are hidden until the player in turn confirms', () => {
  const table = welcomed({ scene: asked(0), seats: [0, 1], private: [secrets(0)] });
  expect([table.covered, table.mySecrets]).toEqual([true, null]);
  table.uncover();
  expect([table.covered, table.mySecrets?.gold]).toEqual([false, 40]);
  FakeSocket.last.receive(news({ scene: asked(0, 'TribeAction') }));
  expect(table.covered, 'the turn goes on').toBe(false);
  FakeSocket.last.receive(news({ scene: asked(1), private: [secrets(1)] }));
  expect([table.covered, table.mySecrets]).toEqual([true, null]);
});

test('a page with one seat is never covered', () => {
  const table = welcomed({ scene: asked(0), seats: [0], private: [secrets(0)] });
  expect([table.covered, table.mySecrets?.gold]).toEqual([false, 40]);
});

test('seats have their players’ names, unnamed ones their numbers, and Yazid his name', () => {
  const table = welcomed({ info: info({ seats: [{ name: 'Ann' }, {}] }) });
  expect([table.nameOf(0), table.nameOf(1)]).toEqual(['Ann', 'Player 2']);
  expect([table.colour(1), table.glyph(1)]).toEqual(['seat2', 'p-2']);
  FakeSocket.last.receive(news({ info: info({ options: { players: 1 }, seats: [{ name: 'Ann' }] }) }));
  expect([table.solo, table.nameOf(1), table.colour(1), table.glyph(1)]).toEqual([true, 'Yazid', 'seat0', 'p-0']);
});

test('the clock offset is set by the welcome', () => {
  vi.useFakeTimers({ now: 1000 });
  expect(welcomed({ now: 6000 }).clockOffset).toBe(5000);
});

test('the secret of a taken seat is stored', async () => {
  const table = welcomed();
  const sat = table.send({ type: 'sit', seat: 0, name: 'Ann' });
  FakeSocket.last.receive({ type: 'accepted', id: FakeSocket.last.commands[0]!.id, number: 4, seat: 0, secret: 'abc-1' });
  await sat;
  expect(secretOf('abc', 0)).toBe('abc-1');
});

test('a refused table has the reason', () => {
  made = new Table('abc');
  FakeSocket.last.open().receive({ type: 'refused', code: 'no_table', message: 'There is no such table.' });
  expect([made.connectionState, made.refused?.message]).toEqual(['refused', 'There is no such table.']);
});

/** What listeners get: the numbers of the entries, and the action count of the previous scene. */
function listened(table: Table): [number[], number][] {
  const heard: [number[], number][] = [];
  table.onEntries((entries: LogEntry[], before) => heard.push([entries.map((entry) => entry.number), before.actions]));
  return heard;
}

test('listeners get the entries and the previous scene, after the table has been updated', () => {
  const table = welcomed({ scene: scene({ actions: 7 }) });
  const heard = listened(table);
  const now: (number | undefined)[] = [];
  const stop = table.onEntries(() => now.push(table.scene?.actions));
  FakeSocket.last.receive(news({ entries: [act(4, 0, [])], scene: scene({ actions: 8 }) }));
  stop();
  FakeSocket.last.receive(news({ number: 5, entries: [act(5, 0, [])] }));
  FakeSocket.last.receive(news({ number: 5, info: info() }));
  expect(heard, 'no entries, nothing happened').toEqual([
    [[4], 7],
    [[5], 8],
  ]);
  expect(now).toEqual([8]);
});

test('missed entries are delivered once after a reconnect', () => {
  vi.useFakeTimers();
  const table = welcomed({ log: [act(2, 0, []), act(3, 1, [])], scene: scene({ actions: 2 }) });
  const heard = listened(table);
  FakeSocket.last.lose();
  expect(table.connectionState).toBe('lost');
  vi.advanceTimersByTime(0);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', since: 3 });
  FakeSocket.last.receive(welcome({ number: 4, log: [act(3, 1, []), act(4, 0, [])], scene: scene({ actions: 3 }) }));
  expect(
    table.log.map((entry) => entry.number),
    'nothing twice',
  ).toEqual([2, 3, 4]);
  expect(heard).toEqual([[[4], 2]]);
  expect(table.connectionState).toBe('open');
});

test('a refresh in another language replaces the log, and listeners get only new entries', () => {
  vi.useFakeTimers();
  const table = welcomed({ log: [act(2, 0, []), act(3, 1, [])] });
  const heard = listened(table);
  speak('fr');
  table.refresh();
  vi.advanceTimersByTime(0);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: -1, language: 'fr' });
  FakeSocket.last.receive(welcome({ number: 4, log: [act(3, 1, [{ type: 'Bid' }], ['Bob mise.']), act(4, 0, [])] }));
  expect(table.log.map((entry) => entry.number)).toEqual([3, 4]);
  expect(table.log[0]?.lines).toEqual(['Bob mise.']);
  expect(heard).toEqual([[[4], 0]]);
  FakeSocket.last.lose();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0], 'told once').toMatchObject({ since: 4 });
});
