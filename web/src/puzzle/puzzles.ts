// The list of the puzzles, in order. `make protocol` writes it from the file of the puzzles.

import listed from '../protocol/puzzles.json';

export interface PuzzleInfo {
  id: string;
  /** The difficulty, from 1 to 5. */
  level: number;
  players: number;
  /** The boxes in play: `a` Artisans, `w` Whims. */
  boxes: string;
}

export const PUZZLES: PuzzleInfo[] = (listed as [string, number, number, string][]).map(([id, level, players, boxes]) => ({
  id,
  level,
  players,
  boxes,
}));

const MS_PER_DAY = 86_400_000;

export const isPuzzle = (id: string): boolean => PUZZLES.some((puzzle) => puzzle.id === id);

export const puzzleInfo = (id: string): PuzzleInfo | undefined => PUZZLES.find((puzzle) => puzzle.id === id);

/** The puzzle of a day in local time: each has its turn before one comes again. */
export function puzzleOfDay(date = new Date()): string {
  const day = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MS_PER_DAY);
  return PUZZLES[day % PUZZLES.length]!.id;
}

/** The next puzzle after one that was not answered yet; if all were, simply the next. */
export function puzzleAfter(id: string, isDone: (id: string) => boolean): string {
  const at = PUZZLES.findIndex((puzzle) => puzzle.id === id);
  const others = [...PUZZLES.slice(at + 1), ...PUZZLES.slice(0, Math.max(0, at))];
  return (others.find((puzzle) => !isDone(puzzle.id)) ?? others[0])?.id ?? id;
}
