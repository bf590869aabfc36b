// The decisions of a review: which of them mattered, and their paths on the board.

import type { TileMarks } from '../board/tileMarks';
import type { Land, ReviewOption, ReviewStep } from '../protocol';

export const MOST_MOMENTS = 3;

/** The decisions of a player that something clearly better was found for. */
export const slipsOf = (steps: ReviewStep[], seat: number): ReviewStep[] => steps.filter((step) => step.seat === seat && step.better);

/** Those that cost most, in the order of the game. */
export function momentsOf(steps: ReviewStep[], seat: number): ReviewStep[] {
  const dearest = slipsOf(steps, seat).toSorted((a, b) => b.loss - a.loss || a.actions - b.actions);
  return dearest.slice(0, MOST_MOMENTS).toSorted((a, b) => a.actions - b.actions);
}

export interface Path {
  /** The tiles from start to end. */
  tiles: string[];
  /** The meeples that are dropped on each tile after the start. */
  drops: string[];
}

const NO_PATH: Path = { tiles: [], drops: [] };

/** The path of the move of an option; empty if it has none. */
export function pathOf(option: ReviewOption | null | undefined): Path {
  const move = option?.actions.find((action) => action.startsWith('sow '));
  if (!move) return NO_PATH;
  const [start = '', ...drops] = move.split(' ').slice(1);
  return { tiles: [start, ...drops.map((drop) => drop.slice(0, -1))], drops: drops.map((drop) => drop.slice(-1)) };
}

/** How many tiles of each path are drawn. */
export interface Drawn {
  played: number;
  better: number;
}

/** The marks of a decision: both starts, what the better move drops, both ends with their gains, all else dimmed. */
export function reviewMarks(land: Land, step: ReviewStep, drawn: Drawn): TileMarks {
  const marks: TileMarks = {};
  const played = pathOf(step.played);
  const better = pathOf(step.better);
  // Without a better move, what was played is the main path.
  const main = better.tiles.length ? better : played;
  const mainDrawn = better.tiles.length ? drawn.better : drawn.played;
  const mark = (tile: string, more: TileMarks[string]): void => void (marks[tile] = { ...marks[tile], ...more });
  for (const [path, count] of [
    [played, drawn.played],
    [better, drawn.better],
  ] as const) {
    if (count && path.tiles[0]) mark(path.tiles[0], { start: true });
    for (const tile of path.tiles.slice(0, count)) mark(tile, { dim: false });
  }
  main.drops.slice(0, Math.max(0, mainDrawn - 1)).forEach((tribe, nth) => {
    const tile = main.tiles[nth + 1]!;
    mark(tile, { planned: (marks[tile]?.planned ?? '') + tribe });
  });
  const playedEnd = played.tiles.at(-1);
  if (playedEnd && drawn.played === played.tiles.length) mark(playedEnd, { gain: step.played.points, played: true });
  const mainEnd = main.tiles.at(-1);
  if (mainEnd && mainDrawn === main.tiles.length) mark(mainEnd, { gain: (step.better ?? step.played).points, chosen: true });
  if (!main.tiles.length) return marks;
  for (const { tile } of land.tiles) if (!(tile in marks)) marks[tile] = { dim: true };
  return marks;
}
