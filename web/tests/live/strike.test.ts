import { afterEach, expect, test, vi } from 'vitest';
import { diceOf, struckTiles } from '../../src/live/strike';
import { scene, table } from '../tables';

afterEach(() => vi.unstubAllGlobals());

const struck = (tiles: string[], decision = 'Offering'): string[] => {
  const strike = { price: 10, tiles: tiles.map((tile) => ({ tile, pile: 'Y' })) };
  return struckTiles(table({ scene: scene({ asked: { seat: 0, decision }, yazid: { camels: 8, dice: [4, 6], strike } }) }));
};

test('the server says which tiles are struck, one or both ends of a column', () => {
  expect(struck(['d5', 'd1'])).toEqual(['d5', 'd1']);
  expect(struck([])).toEqual([]);
  expect(struckTiles(table())).toEqual([]);
});

test('dice that are no longer asked about strike nothing', () => {
  expect(struck(['d5'], 'Moving')).toEqual([]);
});

test('the dice lie on the board until he has struck', () => {
  const dice = (decision: string): number[] => diceOf(scene({ asked: { seat: 0, decision }, yazid: { camels: 8, dice: [4, 6] } }));
  expect([dice('Offering'), dice('Naming'), dice('Moving')]).toEqual([
    [4, 6],
    [4, 6],
    [0, 0],
  ]);
  expect(diceOf(scene())).toEqual([0, 0]);
});
