import { afterEach, expect, test, vi } from 'vitest';
import { outcome, priceToGoFirst, roll, strikeOf } from '../../src/companion/yazidDice';

afterEach(() => vi.restoreAllMocks());

const struck = (white: number, black: number, ...empty: string[]) => strikeOf({ white, black }, empty);

test('white is the column from the left, black the row from the bottom, a black 6 both ends', () => {
  expect(struck(4, 6)).toEqual({ tiles: ['d5', 'd1'], named: 0, inColumn: false });
  expect(struck(1, 1).tiles).toEqual(['a1']);
  expect(struck(6, 5).tiles).toEqual(['f5']);
  expect(priceToGoFirst({ white: 4, black: 6 })).toBe(10);
});

test('a black 6 strikes the highest and the lowest tile with meeples; the player names those that are missing', () => {
  expect(struck(4, 6, 'd5', 'd1').tiles).toEqual(['d4', 'd2']);
  expect(struck(4, 6, 'd5', 'd4', 'd2', 'd1')).toEqual({ tiles: ['d3'], named: 1, inColumn: false });
  expect(struck(4, 6, 'd5', 'd4', 'd3', 'd2', 'd1')).toEqual({ tiles: [], named: 2, inColumn: false });
});

test('for a tile without meeples the player names another of the column, or of any column if it is empty', () => {
  expect(struck(2, 3, 'b3')).toEqual({ tiles: [], named: 1, inColumn: true });
  expect(struck(2, 3, 'b1', 'b2', 'b3', 'b4', 'b5')).toEqual({ tiles: [], named: 1, inColumn: false });
  expect(struck(2, 3, 'b4').tiles).toEqual(['b3']);
});

test('the dice use the random numbers of the browser, and drop those that would not be fair', () => {
  const bytes = [255, 252, 251, 0];
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array)[0] = bytes.shift()!;
    return array;
  });
  expect(roll()).toEqual({ white: 6, black: 1 });
  expect(bytes).toEqual([]);
});

test('every face comes up', () => {
  const seen = new Set<string>();
  for (let nth = 0; nth < 3000; nth += 1) {
    const { white, black } = roll();
    seen.add(`${white}${black}`);
  }
  expect(seen.size).toBe(36);
});

const tile = (builders: number, blue: number, assassins: number) => ({ builders, blue, assassins });

test('you pay for the Builders of both tiles, and lose if you cannot', () => {
  expect(outcome(20, 0, 0, [tile(2, 4, 0), tile(1, 3, 0)])).toEqual({ pay: 11, left: 9, assassins: 0, lost: '' });
  expect(outcome(11, 0, 0, [tile(2, 4, 0), tile(1, 3, 0)]).lost).toBe('');
  expect(outcome(10, 0, 0, [tile(2, 4, 0), tile(1, 3, 0)]).lost).toBe('gold');
  expect(outcome(null, 0, 0, [tile(2, 4, 0)])).toMatchObject({ left: null, lost: '' });
});

test('his seventh Assassin and his sixth Djinn end the game', () => {
  expect(outcome(9, 5, 0, [tile(0, 0, 1)])).toMatchObject({ assassins: 6, lost: '' });
  expect(outcome(9, 5, 0, [tile(0, 0, 1), tile(0, 0, 1)])).toMatchObject({ assassins: 7, lost: 'assassins' });
  expect(outcome(9, 0, 5, []).lost).toBe('');
  expect(outcome(9, 0, 6, []).lost).toBe('djinns');
});
