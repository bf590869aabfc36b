import { beforeEach, expect, test } from 'vitest';
import type { TableInfo } from '../../src/protocol';
import { isMyTurn, relativeTime, seatPlates, sortTables, tableDetails, tableStatus, tableTitle } from '../../src/start/tableSummary';
import { speak } from '../catalogue';
import { filled, type DeepPartial } from '../fixtures';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const table = (changes: DeepPartial<TableInfo>): TableInfo =>
  filled('TableInfo', {
    table: 't',
    phase: 'running',
    options: { players: 2 },
    seats: [
      { kind: 'person', name: 'Ann', yours: true },
      { kind: 'person', name: 'Bob' },
    ],
    created: NOW,
    ...changes,
  });

beforeEach(() => speak('en'));

test('the title of a table is the names of the other players', () => {
  expect(tableTitle(table({}))).toBe('Bob');
  expect(tableTitle(table({ seats: [filled('Seat', { kind: 'open' }), filled('Seat', { kind: 'open' })] }))).toBe('An empty table');
});

test('a solo game has a plate for Yazid', () => {
  const solo = table({ options: { players: 1 }, seats: [filled('Seat', { kind: 'person', name: 'Ann', yours: true })] });
  expect(tableTitle(solo)).toBe('Solo');
  expect(seatPlates(solo).map((plate) => plate.glyph)).toEqual(['p-1', 'p-0']);
});

test('the status says whose turn it is', () => {
  expect(tableStatus(table({ turn: 0 }))).toBe('your turn');
  expect(tableStatus(table({ turn: 1 }))).toBe('Bob to play');
  expect(isMyTurn(table({ turn: 1 }))).toBe(false);
});

test('a waiting table shows the open seats and expansions', () => {
  const lobby = table({
    phase: 'lobby',
    options: { players: 3, expansions: ['whims'] },
    seats: [filled('Seat', { kind: 'person', name: 'Ann' }), filled('Seat', {}), filled('Seat', { kind: 'open' })],
  });
  expect(tableDetails(lobby, NOW)).toBe('3 players · 2 seats left · Whims of the Sultan');
  expect(seatPlates(lobby)).toHaveLength(1);
});

test('a deadline replaces the creation time', () => {
  expect(tableDetails(table({ turn: 0, deadline: NOW + 49 * HOUR }), NOW)).toBe('your turn · time runs out in 2 days');
  expect(tableDetails(table({ turn: 0, created: NOW - 2 * HOUR }), NOW)).toBe('your turn · begun 2 hours ago');
});

test('times are in the language of the page', () => {
  expect(relativeTime(NOW - 24 * HOUR, NOW, 'fr')).toBe('hier');
  expect(relativeTime(NOW - 20_000, NOW, 'en')).toBe('just now');
  speak('fr');
  expect(tableStatus(table({ turn: 1 }))).toBe('à Bob de jouer');
});

test('tables are sorted by whose turn it is, finished ones last, without closed ones', () => {
  const list = [
    table({ table: 'over', phase: 'over' }),
    table({ table: 'closed', phase: 'closed' }),
    table({ table: 'theirs', turn: 1 }),
    table({ table: 'mine', turn: 0 }),
  ];
  expect(sortTables(list).map((each) => each.table)).toEqual(['mine', 'theirs', 'over']);
});
