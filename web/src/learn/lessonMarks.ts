// The marks of the tiles in a lesson: those of the table, but only on the tiles that matter.

import { computeMarks } from '../board/computeMarks';
import type { TileMark, TileMarks } from '../board/tileMarks';
import type { Lesson } from './lesson.svelte';

const NO_HELPERS = { dangers: false, parity: false };

export function lessonMarks(lesson: Lesson): TileMarks {
  const { table, turn, progress } = lesson;
  if (lesson.scene !== table.scene) return demonstrationMarks(lesson);
  const all = computeMarks(table, turn, NO_HELPERS);
  for (const mark of Object.values(all)) delete mark.last;
  const chosen = lesson.tile || lesson.pointed?.tile;
  if (chosen) all[chosen] = { ...all[chosen], chosen: true };
  if (lesson.done) {
    const struck = lesson.pastStrikes.flatMap(({ strike }) => strike.tiles);
    return Object.fromEntries(struck.map(({ tile }) => [tile, { struck: true }]));
  }
  if (progress?.leads.length) fadeOthers(all, new Set(progress.leads));
  if (lesson.landing) all[lesson.landing] = { ahead: true, dim: false };
  if (!progress?.tiles.length) return all;
  const matters = new Set(progress.tiles);
  const suggested = turn.of('take').length && lesson.path.length > 1 ? lesson.path : [];
  return Object.fromEntries(
    table.land.tiles.map(({ tile }) => {
      const mark = { ...all[tile] };
      if (suggested.includes(tile)) return [tile, suggestedMark(suggested, tile)];
      // During a move, each tile that the next step may go to is lit.
      const next = turn.move.sowing && Boolean(mark.step || mark.landing);
      if (matters.has(tile) || tile === lesson.landing || mark.start || mark.chosen || next) return [tile, { ...mark, dim: false }];
      return [tile, { dim: true }];
    }),
  );
}

/** Fade the tiles that can be pressed, but from which the step cannot be done; a press on them is still explained. */
function fadeOthers(all: TileMarks, leads: Set<string>): void {
  for (const [tile, mark] of Object.entries(all)) {
    if (leads.has(tile) || !(mark.legal || mark.step || mark.landing)) continue;
    const faded: TileMark = { ...mark, legal: false, step: false, landing: false };
    all[tile] = { ...faded, dim: !(mark.start || mark.chosen || mark.ahead) };
  }
}

/** The marks of a move before it begins: a ring where it starts, a dashed one where it ends. */
function suggestedMark(path: string[], tile: string): TileMark {
  return { legal: tile === path[0], ahead: tile === path.at(-1), dim: false };
}

/** While something is demonstrated: its tiles, and the meeples in the hand as ghosts. */
function demonstrationMarks({ table, scene, path }: Lesson): TileMarks {
  const { start = '', hand = '' } = scene.asked ?? {};
  return Object.fromEntries(
    table.land.tiles.map(({ tile }): [string, TileMark] => {
      if (start && tile === start) return [tile, { start: true, ghosts: hand, dim: false }];
      return [tile, { dim: path.length > 0 && !path.includes(tile), ahead: Boolean(start) && tile === path.at(-1) }];
    }),
  );
}
