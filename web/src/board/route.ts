// The line of a move over the board, from tile to tile, with an arrowhead wherever it crosses a gap.

import { corner, GROUND, STEP, type Point } from './geometry';

export interface Arrow extends Point {
  /** In degrees; 0 points to the right. */
  angle: number;
}

/** How far the line is set aside where it comes to a tile again. */
const ASIDE = 9;

/** The corners of the line: the ground of each tile, set aside where the move comes back to one. */
export function bends(route: string[], rows: number): Point[] {
  const visits = new Map<string, number>();
  return route.map((tile) => {
    const before = visits.get(tile) ?? 0;
    visits.set(tile, before + 1);
    const { x, y } = corner(tile, rows);
    return { x: x + 50 + before * ASIDE, y: y + GROUND - before * ASIDE };
  });
}

/** The line as the `d` of a path; nothing for less than two tiles. */
export function line(points: Point[]): string {
  if (points.length < 2) return '';
  return points.map(({ x, y }, nth) => `${nth ? 'L' : 'M'}${round(x)} ${round(y)}`).join(' ');
}

/** An arrowhead for each step: in the gap between neighbours, half way for one who flies. */
export function arrows(route: string[], rows: number): Arrow[] {
  const points = bends(route, rows);
  return points.slice(1).map((to, nth) => {
    const from = points[nth]!;
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const part = crossing(route[nth]!, route[nth + 1]!, from, to, rows);
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, angle };
  });
}

/** How far along a step the gap between its tiles lies. */
function crossing(start: string, end: string, from: Point, to: Point, rows: number): number {
  const [one, other] = [corner(start, rows), corner(end, rows)];
  const [across, down] = [other.x - one.x, other.y - one.y];
  if (Math.abs(across) === STEP && down === 0) {
    return (Math.max(one.x, other.x) - 2.5 - from.x) / (to.x - from.x);
  }
  if (across === 0 && Math.abs(down) === STEP) {
    return (Math.max(one.y, other.y) - 2.5 - from.y) / (to.y - from.y);
  }
  return 0.5;
}

const round = (value: number): number => Math.round(value * 10) / 10;
