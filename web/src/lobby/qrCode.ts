// A QR code as a drawing: paths over a grid of modules.

/** The eyes in three corners are so many modules wide. */
export const FINDER_SIZE = 7;
/** So many modules in the middle give way to the sign; level H bears the loss of far more. */
export const LOGO_SIZE = 9;
/** Light modules around the code, without which cameras do not find it. */
export const QUIET_ZONE = 4;

/** The dark modules as a path, in runs; eyes are drawn apart, and the middle is left free. */
export function modulePath(modules: boolean[][]): string {
  const size = modules.length;
  const from = (size - LOGO_SIZE) / 2;
  const inFinder = (x: number, y: number): boolean => (x < FINDER_SIZE || x >= size - FINDER_SIZE) && (y < FINDER_SIZE || (x < FINDER_SIZE && y >= size - FINDER_SIZE));
  const inLogo = (x: number, y: number): boolean => [x, y].every((at) => at >= from && at < from + LOGO_SIZE);
  const dark = (x: number, y: number): boolean => !!modules[y]?.[x] && !inFinder(x, y) && !inLogo(x, y);
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
export const finderCorners = (size: number): [number, number][] => [
  [0, 0],
  [size - FINDER_SIZE, 0],
  [0, size - FINDER_SIZE],
];
