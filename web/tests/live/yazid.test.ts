import { afterEach, expect, test, vi } from 'vitest';
import { diceOf, struckTiles } from '../../src/live/yazid';
import { scene, table } from '../tables';

afterEach(() => vi.unstubAllGlobals());

const struck = (tiles: string[], decision = 'Offering'): string[] => {
  const strike = { price: 10, tiles: tiles.map((tile) => ({ tile, pile: 'Y' })) };
  return struckTiles(table({ scene: scene({ asked: { seat: 0, decision }, yazid: { camels: 8, dice: [4, 6], strike } }) }));
};

test('the struck tiles are those of the server: one, or both ends of a column', () => {
  expect(struck(['d5', 'd1'])).toEqual(['d5', 'd1']);
  expect(struck([])).toEqual([]);
  expect(struckTiles(table())).toEqual([]);
});

test('no tiles are struck after the decision', () => {
  expect(struck(['d5'], 'Moving')).toEqual([]);
});

test('the dice are shown until Yazid has struck', () => {
  const dice = (decision: string): number[] => diceOf(scene({ asked: { seat: 0, decision }, yazid: { camels: 8, dice: [4, 6] } }));
  expect([dice('Offering'), dice('Naming'), dice('Moving')]).toEqual([
    [4, 6],
    [4, 6],
    [0, 0],
  ]);
  expect(diceOf(scene())).toEqual([0, 0]);
});
