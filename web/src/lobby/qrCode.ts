// Draws the modules of a QR code as an SVG path.

/** The width of the finder patterns in three corners, in modules. */
export const FINDER_SIZE = 7;
/** The width of the area that the logo covers, in modules. Error correction level H tolerates far larger losses. */
export const LOGO_SIZE = 9;
/** The width of the light border that scanners require, in modules. */
export const QUIET_ZONE = 4;

/** A path of the dark modules, without the finder patterns, which are drawn separately, and the area of the logo. */
export function modulePath(modules: boolean[][]): string {
  const size = modules.length;
  const from = (size - LOGO_SIZE) / 2;
  const inFinder = (x: number, y: number): boolean =>
    (x < FINDER_SIZE || x >= size - FINDER_SIZE) && (y < FINDER_SIZE || (x < FINDER_SIZE && y >= size - FINDER_SIZE));
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

/** The top left corners of the finder patterns. */
export const finderCorners = (size: number): [number, number][] => [
  [0, 0],
  [size - FINDER_SIZE, 0],
  [0, size - FINDER_SIZE],
];
