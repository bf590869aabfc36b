import { filled } from '../fixtures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goldOf, seatsFromOwn, scoreOf, seatStatus } from '../../src/live/players';
import type { Table } from '../../src/live/table.svelte';
import { speak } from '../catalogue';
import { info, player, scene, table } from '../tables';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

const mine = filled('Private', { seat: 0, gold: 44, hand: [], score: { total: 60, sources: { gold: 44 } } });

test('one’s own gold and score include secrets, those of others do not', () => {
  const made = table({ privates: [mine] });
  expect([goldOf(made, 0), goldOf(made, 1)]).toEqual([44, null]);
  expect([scoreOf(made, 0)?.total, scoreOf(made, 1)?.total]).toEqual([60, 50]);
});

test('after the end all gold is public', () => {
  const made = table({ scene: scene({ over: true, players: [player({}, { gold: 3 }), player({}, { gold: 0 })] }) });
  expect([goldOf(made, 0), goldOf(made, 1)]).toEqual([3, 0]);
});

test('while the screen is covered one’s own gold and score are hidden too', () => {
  const made = table({ seats: [0, 1], privates: [mine], scene: scene({ asked: { seat: 0, decision: 'Moving' } }) });
  expect([goldOf(made, 0), scoreOf(made, 0)?.total]).toEqual([null, 50]);
});

test('one’s own seat comes first, then the others in seat order', () => {
  const seated = (me: number[], players?: number): number[] =>
    seatsFromOwn(table({ seats: me, info: info({ options: players ? { players } : {} }) }));
  expect([seated([2], 4), seated([], 3), seated([1])]).toEqual([
    [2, 3, 0, 1],
    [0, 1, 2],
    [1, 0],
  ]);
});

/** The statuses of three players. */
function stands(more: Partial<Table>): string[] {
  const made = table({ info: info({ options: { players: 3 } }), ...more });
  return [0, 1, 2].map((seat) => seatStatus(made, seat));
}

test('the status says who is in turn, plays next, later, or has played', () => {
  const asked = { seat: 1, decision: 'Moving' };
  expect(stands({ scene: scene({ asked, spots: [0, -1, 2, 1] }) })).toEqual(['Plays later', 'Playing now', 'Plays next']);
  expect(stands({ scene: scene({ asked, spots: [0, 1], next_order: [2] }) })).toEqual(['Plays next', 'Playing now', 'Has played']);
});

test('during the bidding the status says who has bid', () => {
  expect(stands({ scene: scene({ asked: { seat: 0, decision: 'Bidding' }, spots: [-1, 2], bid_order: [0, 1] }) })).toEqual([
    'Your turn',
    '',
    'Has bid',
  ]);
});

test('absence takes precedence over the round, and after the end there is no status', () => {
  const seats = [{ name: 'Ann' }, { name: 'Bob', state: 'timed out' as const }, { name: 'Cy', state: 'left' as const, handed: true }];
  expect(stands({ info: info({ options: { players: 3 }, seats }), scene: scene({ over: true }) })).toEqual([
    '',
    'Out of time',
    'A bot has taken over',
  ]);
});
