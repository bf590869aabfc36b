import { afterEach, expect, test, vi } from 'vitest';
import { struckTiles } from '../../src/table/strike';
import { scene, table } from '../tables';

afterEach(() => vi.unstubAllGlobals());

const land = {
  columns: 2,
  rows: 3,
  walls: [] as [string, string][],
  holes: [],
  lake: '',
  tiles: ['a1', 'b1', 'a2', 'b2', 'a3', 'b3'].map((tile) => ({ tile, kind: 'oasis', points: 8, blue: false })),
};
const struck = (dice: [number, number], piles: string[], decision = 'Offering'): string[] =>
  struckTiles(table({ land, scene: scene({ asked: { seat: 0, decision }, tiles: piles.map((pile) => ({ pile })), yazid: { camels: 8, dice } }) }));

test('one tile is struck where somebody stands on it', () => {
  expect(struck([2, 2], ['Y', 'Y', 'Y', 'Y', 'Y', 'Y'])).toEqual(['b2']);
  expect(struck([2, 2], ['Y', 'Y', 'Y', '', 'Y', 'Y'])).toEqual([]);
});

test('a black 6 strikes the topmost and the bottommost tile with meeples', () => {
  expect(struck([1, 6], ['Y', 'Y', 'Y', 'Y', 'Y', 'Y'])).toEqual(['a3', 'a1']);
  expect(struck([1, 6], ['Y', 'Y', 'Y', 'Y', '', 'Y'])).toEqual(['a2', 'a1']);
  expect(struck([1, 6], ['', 'Y', 'Y', 'Y', '', 'Y'])).toEqual(['a2']);
});

test('dice that are no longer asked about strike nothing', () => {
  expect(struck([1, 1], ['Y', 'Y', 'Y', 'Y', 'Y', 'Y'], 'Moving')).toEqual([]);
  expect(struck([0, 0], ['Y', 'Y', 'Y', 'Y', 'Y', 'Y'])).toEqual([]);
});
