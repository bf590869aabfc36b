// The drops of a planned move and their notation.

import type { GameEvent } from '../protocol';

/** A drop: the tile and the tribe of the meeple. */
export interface Step {
  tile: string;
  tribe: string;
  /** Whether it was the only possible drop, so that the rules made it automatically. */
  forced?: boolean;
}

/** A drop in notation: `d3W`. */
export const dropNotation = ({ tile, tribe }: Step): string => tile + tribe;

/** The chosen drops together with the forced ones between them. */
export function withForced(chosen: Step[], events: GameEvent[]): Step[] {
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

/** Parse the drops of a `sow` action. */
export function dropsOf(line: string): Step[] {
  return line
    .split(' ')
    .slice(2)
    .map((drop) => ({ tile: drop.slice(0, -1), tribe: drop.slice(-1) }));
}
