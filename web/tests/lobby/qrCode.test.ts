import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { FINDER_SIZE, finderCorners, LOGO_SIZE, modulePath } from '../../src/lobby/qrCode';

/** The modules covered by a path. */
function painted(drawn: string, size: number): boolean[][] {
  const found = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, run] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(run); at++) found[Number(y)]![Number(x) + at] = true;
  }
  return found;
}

test('the path covers the dark modules except the finder patterns and the logo', () => {
  const { data, size } = encode('http://192.168.1.20:8420/table/6vq9gkp5rhyw3mv9ndkc', { ecc: 'H', border: 0 });
  const found = painted(modulePath(data), size);
  const middle = (at: number): boolean => Math.abs(at - (size - 1) / 2) <= (LOGO_SIZE - 1) / 2;
  const inFinder = (x: number, y: number): boolean =>
    finderCorners(size).some(([left, top]) => x >= left && x < left + FINDER_SIZE && y >= top && y < top + FINDER_SIZE);
  let hidden = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const shown = !inFinder(x, y) && !(middle(x) && middle(y));
      expect(found[y]![x], `${x} ${y}`).toBe(shown && data[y]![x]);
      if (middle(x) && middle(y)) hidden += 1;
    }
  }
  expect(hidden).toBe(LOGO_SIZE * LOGO_SIZE);
  expect(hidden / size ** 2, 'level H tolerates a loss of 30 %').toBeLessThan(0.08);
});
