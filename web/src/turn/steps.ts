// The drops of a move, as they are planned and as they are written.

import type { Happening } from '../protocol';

/** What a drop of the plan is: the tile and the tribe that stays there. */
export interface Step {
  tile: string;
  tribe: string;
  /** Nothing else could be dropped there, so the rules did it by themselves. */
  forced?: boolean;
}

/** A drop as it is written: `d3W`. */
export const dropNotation = ({ tile, tribe }: Step): string => tile + tribe;

/** The chosen drops, and between them those that follow from them. */
export function withForced(chosen: Step[], events: Happening[]): Step[] {
  let next = 0;
  const steps = events
    .filter((event) => event.type === 'Dropped')
    .map(({ tile = '', tribe = '' }) => {
      const expected = chosen[next];
      if (expected?.tile !== tile || expected.tribe !== tribe) return { tile, tribe, forced: true };
      next += 1;
      return expected;
    });
  return next === chosen.length ? steps : chosen;
}

/** The drops of a `sow` line. */
export function dropsOf(line: string): Step[] {
  return line
    .split(' ')
    .slice(2)
    .map((drop) => ({ tile: drop.slice(0, -1), tribe: drop.slice(-1) }));
}
