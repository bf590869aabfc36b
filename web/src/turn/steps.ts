// The drops of a move, as they are planned and as they are written.

import type { GameEvent } from '../protocol';

/** What a drop of the plan is: the tile and the tribe that stays there. */
export interface Step {
  tile: string;
  tribe: string;
  /** Nothing else could be dropped there, so the rules did it by themselves. */
  forced?: boolean;
}

/** A drop as it is written: `d3W`. */
export const written = ({ tile, tribe }: Step): string => tile + tribe;

/** The chosen drops, and between them those that follow from them. */
export function withForced(chosen: Step[], events: GameEvent[]): Step[] {
  let next = 0;
  const told = events
    .filter((event) => event.type === 'Dropped')
    .map(({ tile = '', tribe = '' }) => {
      const wished = chosen[next];
      if (wished?.tile !== tile || wished.tribe !== tribe) return { tile, tribe, forced: true };
      next += 1;
      return wished;
    });
  return next === chosen.length ? told : chosen;
}

/** The drops of a `sow` line. */
export function dropsOf(line: string): Step[] {
  return line
    .split(' ')
    .slice(2)
    .map((drop) => ({ tile: drop.slice(0, -1), tribe: drop.slice(-1) }));
}
