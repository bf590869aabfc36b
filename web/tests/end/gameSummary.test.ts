import { expect, test } from 'vitest';
import {
  decisiveSources,
  gridLines,
  outcome,
  ranking,
  scoresByRound,
  scoreSources,
  soloTitle,
  turningPoints,
  turnSummaries,
} from '../../src/end/gameSummary';
import type { Curve, CurvePoint } from '../../src/protocol';
import { filled } from '../fixtures';
import { act, player, scene } from '../tables';

const point = (actions: number, round: number, seat: number, ...totals: number[]): CurvePoint => ({ actions, round, seat, totals });
const CURVE: Curve = {
  points: [point(0, 0, -1, 50, 50), point(9, 1, 0, 60, 50), point(20, 1, 1, 60, 45), point(31, 2, 1, 60, 85), point(40, 2, 0, 62, 85)],
};

test('scores by round start at round 0 and end with the final totals', () => {
  expect(scoresByRound(CURVE, [61, 90])).toEqual([
    { round: 0, totals: [50, 50] },
    { round: 1, totals: [60, 45] },
    { round: 2, totals: [61, 90] },
  ]);
});

test('the largest turning points are returned in game order with their moments', () => {
  expect(turningPoints(CURVE, 2)).toEqual([
    { index: 0, seat: 0, round: 1, change: 10, from: 0, to: 9 },
    { index: 2, seat: 1, round: 2, change: 40, from: 20, to: 31 },
  ]);
});

test('in a solo game the change is the own gain, and turns of Yazid are ignored', () => {
  const curve = { points: [point(0, 0, -1, 20), point(5, 1, 0, 12), point(6, 1, 1, 12), point(9, 2, 0, 30)] };
  expect(turningPoints(curve).map((turn) => turn.change)).toEqual([-8, 18]);
});

test('the outcome depends on the own seats', () => {
  const over = (winners: number[]) => scene({ over: true, winners });
  expect(outcome(over([0]), [0], false)).toBe('won');
  expect(outcome(over([1]), [0], false)).toBe('lost');
  expect(outcome(over([0, 1]), [0], false)).toBe('shared');
  expect(outcome(over([1]), [], false)).toBe('watched');
  expect(outcome(over([1]), [0, 1], false), 'several own seats').toBe('watched');
  expect(outcome(over([0]), [0], true)).toBe('title');
  expect(outcome(over([]), [0], true)).toBe('fallen');
});

test('a title requires more points than its limit', () => {
  expect([0, 190, 191, 220, 221, 251].map(soloTitle)).toEqual([0, 0, 1, 1, 2, 3]);
});

test('sources without points are left out, unless they are in every game', () => {
  const found = scoreSources([
    player({ gold: 3, viziers: 0, majority: 0, elders: 0, tent: 0, items: 0, cities: 5 }),
    player({ gold: 0, cities: 0 }),
  ]);
  expect(found).toEqual(['gold', 'viziers', 'elders', 'cities']);
});

test('ranking is by total, with ties in seat order', () => {
  expect(ranking([player({ gold: 3 }), player({ gold: 9 }), player({ gold: 3 })])).toEqual([1, 0, 2]);
});

test('the one or two decisive sources are returned', () => {
  expect(decisiveSources(player({ gold: 40, tiles: 30, palms: 6 }), player({ gold: 20, tiles: 20, palms: 9 }))).toEqual(['gold', 'tiles']);
  expect(decisiveSources(player({ gold: 40, tiles: 21 }), player({ gold: 20, tiles: 20 })), 'a small second source is left out').toEqual([
    'gold',
  ]);
});

test('the summary of a turn is its most important sentence, without undone actions', () => {
  const entries = [
    act(1, 0, [{ type: 'Gathered' }], ['wrong']),
    filled('LogEntry', { number: 2, at: 0, kind: 'undo', back_to: 1 }),
    act(3, 0, [{ type: 'Taken' }, { type: 'Gathered' }], ['takes', 'gathers']),
    act(4, 0, [{ type: 'TurnEnded' }, { type: 'TurnStarted' }], ['ends', 'begins']),
    act(5, 1, [{ type: 'Gathered' }, { type: 'Sold' }, { type: 'TurnEnded' }], ['gathers', 'sells', 'ends']),
    act(6, 0, [{ type: 'TurnEnded' }], ['ends without a move']),
  ];
  expect(turnSummaries(entries)).toEqual(['gathers', 'sells', 'ends without a move']);
});

test('grid lines have round values', () => {
  expect(gridLines(19, 234)).toEqual([100, 200]);
  expect(gridLines(2, 25)).toEqual([10, 20]);
});
