// The marks of the tiles in a lesson: those of the table, but only on the tiles that matter.

import { computeMarks } from '../board/computeMarks';
import type { TileMarks } from '../board/tileMarks';
import type { Lesson } from './lesson.svelte';

const NO_HELPERS = { dangers: false, parity: false };

export function lessonMarks(lesson: Lesson): TileMarks {
  const { table, turn, progress } = lesson;
  const all = computeMarks(table, turn, NO_HELPERS);
  for (const mark of Object.values(all)) delete mark.last;
  if (lesson.tile) all[lesson.tile] = { ...all[lesson.tile], chosen: true };
  if (lesson.done || !progress?.tiles.length) return lesson.done ? {} : all;
  const matters = new Set(progress.tiles);
  return Object.fromEntries(
    table.land.tiles.map(({ tile }) => {
      const mark = { ...all[tile] };
      if (matters.has(tile) || mark.start || mark.chosen) return [tile, { ...mark, dim: false }];
      return [tile, { dim: true }];
    }),
  );
}
