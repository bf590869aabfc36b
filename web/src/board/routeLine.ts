// The line of a move on the board, with an arrowhead in the gap between tiles.

import { corner, GROUND, STEP, type Point } from './geometry';

export interface Arrow extends Point {
  /** In degrees; 0 points to the right. */
  angle: number;
}

/** The offset of the line for each further visit to the same tile. */
const REVISIT_OFFSET = 9;

/** The vertices of the line, with an offset for tiles that are visited again. */
export function routePoints(route: string[], rows: number): Point[] {
  const visits = new Map<string, number>();
  return route.map((tile) => {
    const before = visits.get(tile) ?? 0;
    visits.set(tile, before + 1);
    const { x, y } = corner(tile, rows);
    return { x: x + 50 + before * REVISIT_OFFSET, y: y + GROUND - before * REVISIT_OFFSET };
  });
}

/** The `d` attribute of the line; empty for fewer than two tiles. */
export function routePath(points: Point[]): string {
  if (points.length < 2) return '';
  return points.map(({ x, y }, nth) => `${nth ? 'L' : 'M'}${round(x)} ${round(y)}`).join(' ');
}

/** An arrowhead for each step: in the gap between neighbours, halfway if the tiles are not adjacent. */
export function routeArrows(route: string[], rows: number): Arrow[] {
  const points = routePoints(route, rows);
  return points.slice(1).map((to, nth) => {
    const from = points[nth]!;
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const part = crossing(route[nth]!, route[nth + 1]!, from, to, rows);
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, angle };
  });
}

/** The position of the gap between two tiles, as a fraction of the step. */
function crossing(start: string, end: string, from: Point, to: Point, rows: number): number {
  const [first, second] = [corner(start, rows), corner(end, rows)];
  const [across, down] = [second.x - first.x, second.y - first.y];
  if (Math.abs(across) === STEP && down === 0) {
    return (Math.max(first.x, second.x) - 2.5 - from.x) / (to.x - from.x);
  }
  if (across === 0 && Math.abs(down) === STEP) {
    return (Math.max(first.y, second.y) - 2.5 - from.y) / (to.y - from.y);
  }
  return 0.5;
}

const round = (value: number): number => Math.round(value * 10) / 10;
