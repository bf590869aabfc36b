import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { EYE, eyes, path, SIGN } from '../../src/lobby/code';

/** The modules that a path paints. */
function painted(drawn: string, size: number): boolean[][] {
  const found = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, run] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(run); at++) found[Number(y)]![Number(x) + at] = true;
  }
  return found;
}

test('the path paints the dark modules, but for the eyes and the middle', () => {
  const { data, size } = encode('http://192.168.1.20:8420/table/6vq9gkp5rhyw3mv9ndkc', { ecc: 'H', border: 0 });
  const found = painted(path(data), size);
  const middle = (at: number): boolean => Math.abs(at - (size - 1) / 2) <= (SIGN - 1) / 2;
  const inEye = (x: number, y: number): boolean =>
    eyes(size).some(([left, top]) => x >= left && x < left + EYE && y >= top && y < top + EYE);
  let hidden = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const shown = !inEye(x, y) && !(middle(x) && middle(y));
      expect(found[y]![x], `${x} ${y}`).toBe(shown && data[y]![x]);
      if (middle(x) && middle(y)) hidden += 1;
    }
  }
  expect(hidden).toBe(SIGN * SIGN);
  expect(hidden / size ** 2, 'level H bears the loss of 30 %').toBeLessThan(0.08);
});
