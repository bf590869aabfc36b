import { beforeEach, expect, test } from 'vitest';
import { strikeConsequences, strikeLines, strikeTitle } from '../../src/solo/strikeText';
import { speak } from '../catalogue';
import { filled } from '../fixtures';
import { playing } from '../turn/turns';

beforeEach(() => speak('en'));

const strike = (...tiles: string[]) => filled('StrikeScene', { price: 5, tiles: tiles.map((tile) => ({ tile, pile: 'Y' })) });

test('a strike says why it hits other tiles than the dice point at', () => {
  expect(strikeTitle(strike('a4'), [1, 4])).toBe('Yazid strikes a4');
  expect(strikeTitle(strike('a3'), [1, 4])).toBe('a4 is empty, so Yazid strikes a3');
  expect(strikeTitle(strike('b3'), [1, 4])).toBe('Column a is empty, so Yazid strikes b3');
  expect(strikeTitle(strike('c4', 'c1'), [3, 6])).toBe('Black 6: Yazid strikes twice, c4 and c1');
  expect(strikeTitle(strike('c4', 'd1'), [3, 6])).toBe('Black 6: Yazid strikes twice, c4 and d1');
});

test('a strike that is over is told in the past', () => {
  expect(strikeTitle(strike('a4'), [1, 4], true)).toBe('Yazid struck a4');
  expect(strikeTitle(strike('a3'), [1, 4], true)).toBe('a4 was empty, so Yazid struck a3');
});

test('of a strike that loses the game, neither what follows nor an unpaid sum is told', () => {
  const { table } = playing([]);
  const tile = { tile: 'f5', pile: 'BR', assassins: 7, blue: 2, camel: true };
  const lost = filled('StrikeScene', { price: 12, tiles: [tile], camels: 2, djinn: 'boaz', djinns: 4, lost: 'assassins' });
  expect(strikeLines(table, lost)[0]!.parts.map(({ text }) => text)).toEqual(['Assassins 7 of 7']);
  expect(strikeConsequences(lost).map(({ text }) => text)).toEqual(['You lose: Yazid has 7 Assassins']);
  const unpaid = filled('StrikeScene', { price: 12, tiles: [tile], lost: 'gold' });
  expect(strikeLines(table, unpaid)[0]!.parts.map(({ text }) => text)).toContain('1 Builder × 2 blue');
});
