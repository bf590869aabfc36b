import { expect, test } from 'vitest';
import { isPuzzle, puzzleAfter, puzzleOfDay, PUZZLES } from '../../src/puzzle/puzzles';

test('every puzzle has its day before one comes again', () => {
  const days = PUZZLES.map((_, nth) => puzzleOfDay(new Date(2026, 10, 17 + nth)));
  expect(new Set(days).size).toBe(PUZZLES.length);
  expect(puzzleOfDay(new Date(2026, 10, 17, 0, 1))).toBe(puzzleOfDay(new Date(2026, 10, 17, 23, 59)));
});

test('the next puzzle is one that was not answered', () => {
  const [first, second, third] = PUZZLES.map(({ id }) => id) as [string, string, string];
  expect(puzzleAfter(first, () => false)).toBe(second);
  expect(puzzleAfter(first, (id) => id === second)).toBe(third);
  expect(puzzleAfter(PUZZLES.at(-1)!.id, () => false)).toBe(first);
  expect(puzzleAfter(first, () => true)).toBe(second);
  expect([isPuzzle(first), isPuzzle('chess')]).toEqual([true, false]);
});
