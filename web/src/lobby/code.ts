// A QR code as a drawing: paths over a grid of modules.

/** The eyes in three corners are so many modules wide. */
export const EYE = 7;
/** So many modules in the middle give way to the sign; level H bears the loss of far more. */
export const SIGN = 9;
/** Light modules around the code, without which cameras do not find it. */
export const QUIET = 4;

/** The dark modules as a path, in runs; eyes are drawn apart, and the middle is left free. */
export function path(modules: boolean[][]): string {
  const size = modules.length;
  const from = (size - SIGN) / 2;
  const inEye = (x: number, y: number): boolean => (x < EYE || x >= size - EYE) && (y < EYE || (x < EYE && y >= size - EYE));
  const inSign = (x: number, y: number): boolean => [x, y].every((at) => at >= from && at < from + SIGN);
  const dark = (x: number, y: number): boolean => !!modules[y]?.[x] && !inEye(x, y) && !inSign(x, y);
  let drawn = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!dark(x, y)) continue;
      const begin = x;
      while (dark(x + 1, y)) x++;
      const run = x + 1 - begin;
      drawn += `M${begin} ${y}h${run}v1h-${run}z`;
    }
  }
  return drawn;
}

/** Where the eyes begin. */
export const eyes = (size: number): [number, number][] => [
  [0, 0],
  [size - EYE, 0],
  [0, size - EYE],
];
