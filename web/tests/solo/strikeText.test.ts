import { beforeEach, expect, test } from 'vitest';
import { strikeTitle } from '../../src/solo/strikeText';
import { speak } from '../catalogue';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));

const strike = (...tiles: string[]) => filled('StrikeScene', { price: 5, tiles: tiles.map((tile) => ({ tile, pile: 'Y' })) });

test('a strike says why it hits other tiles than the dice point at', () => {
  expect(strikeTitle(strike('a4'), [1, 4])).toBe('Yazid strikes a4');
  expect(strikeTitle(strike('a3'), [1, 4])).toBe('a4 is empty, so Yazid strikes a3');
  expect(strikeTitle(strike('b3'), [1, 4])).toBe('Column a is empty, so Yazid strikes b3');
  expect(strikeTitle(strike('c4', 'c1'), [3, 6])).toBe('Black 6: Yazid hits both end piles, c4 and c1');
  expect(strikeTitle(strike('c4', 'd1'), [3, 6])).toBe('Black 6: Yazid strikes twice, c4 and d1');
});

test('a strike that is over is told in the past', () => {
  expect(strikeTitle(strike('a4'), [1, 4], true)).toBe('Yazid struck a4');
  expect(strikeTitle(strike('a3'), [1, 4], true)).toBe('a4 was empty, so Yazid struck a3');
});
