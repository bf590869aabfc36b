// Computes the marks of all tiles from the table and the planned turn.

import type { TileMark, TileMarks } from './tileMarks';
import type { Choice } from '../protocol';
import type { Settings } from '../state/settings.svelte';
import { struckTiles } from '../live/yazid';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';

/** The marks by tile; a tile without marks has no entry. */
export function computeMarks(table: Table, turn: Turn, helpers: Pick<Settings, 'dangers' | 'parity'>): TileMarks {
  const { land, scene } = table;
  const marks: TileMarks = {};
  const markOf = (tile: string): TileMark => (marks[tile] ??= {});

  if (table.myTurn) {
    if (turn.move.moving && !turn.selection.aiming) markMove(turn, markOf);
    else if (turn.move.sowing) markSowing(table, turn, markOf);
    else markTargets(turn, markOf);
  }
  for (const tile of struckTiles(table)) markOf(tile).struck = true;
  const last = lastMoveEnd(table);
  if (last) markOf(last.tile).last = { colour: table.colour(last.seat), glyph: table.glyph(last.seat) };

  if (Object.values(marks).some((each) => each.legal || each.kill || each.step)) {
    for (const tile of [...land.tiles.map((each) => each.tile), ...land.holes]) {
      const mark = markOf(tile);
      mark.dim = !(mark.legal || mark.kill || mark.step || mark.start || mark.chosen || mark.planned || mark.ahead);
    }
  }
  if (helpers.dangers) {
    land.tiles.forEach(({ tile }, nth) => {
      const there = scene.tiles[nth];
      const danger = there && dangerOf(there.pile, there.camel >= 0);
      if (danger) markOf(tile).danger = danger;
    });
  }
  if (helpers.parity && turn.move.start) {
    for (const tile of tilesByParity(
      land.tiles.map((each) => each.tile),
      turn.move.start,
      pileAt(table, turn.move.start).length,
    )) {
      markOf(tile).parity = true;
    }
  }
  return marks;
}

type MarkOf = (tile: string) => TileMark;

function markMove(turn: Turn, markOf: MarkOf): void {
  if (turn.move.search === 'landing' && !turn.move.start) {
    for (const { tile, tribe } of turn.move.outcomes) markGatherable(markOf(tile), tribe);
    if (turn.move.target) {
      markOf(turn.move.target).chosen = true;
      for (const outcome of turn.move.outcomes) markOf(outcome.start).legal = true;
    }
    return;
  }
  if (!turn.move.start) {
    for (const choice of turn.of('take')) markOf(choice.tile).legal = true;
    return;
  }
  markOf(turn.move.start).start = true;
  for (const { tile, tribe } of turn.move.steps) {
    const mark = markOf(tile);
    mark.planned = (mark.planned ?? '') + tribe;
  }
  const end = turn.move.complete ? turn.move.steps.at(-1)!.tile : turn.move.pendingTile || turn.move.target;
  for (const { tile, tribe } of turn.move.landings) markLanding(turn, markOf(tile), tile, end ? '' : tribe);
  for (const tile of turn.move.stepTiles) markOf(tile).step = true;
  if (!end) return;
  const mark = markOf(end);
  mark.chosen = true;
  // A preview that was cut at a random event does not contain the whole gain.
  if (turn.move.complete) {
    const certain = !turn.preview.current?.truncated;
    mark.gain = certain ? (turn.preview.gain ?? undefined) : undefined;
    mark.extraPoints = certain ? turn.preview.current?.extraPoints : undefined;
  }
}

/** Mark a tile where the move can end. Its gatherable tribes are marked until an end is chosen. */
function markLanding(turn: Turn, mark: TileMark, tile: string, tribe: string): void {
  mark.legal = mark.landing = true;
  const gain = turn.move.gains.at(tile);
  mark.gain = gain?.points;
  mark.extraPoints = gain?.extra_points;
  if (tribe) addTribe(mark, tribe);
}

function markGatherable(mark: TileMark, tribe: string): void {
  mark.legal = true;
  addTribe(mark, tribe);
}

function addTribe(mark: TileMark, tribe: string): void {
  if (!mark.tribes?.includes(tribe)) mark.tribes = (mark.tribes ?? '') + tribe;
}

/** Marks for a move that is already in progress on the server, drop by drop. */
function markSowing(table: Table, turn: Turn, markOf: MarkOf): void {
  const asked = table.asked;
  // Meeples that are on the start tile now were dropped there later; the hand was taken from it.
  if (asked?.start) Object.assign(markOf(asked.start), { start: true, ghosts: asked.hand });
  for (const { tile, tribe } of turn.move.reachableEnds) {
    markOf(tile).ahead = true;
    addTribe(markOf(tile), tribe);
  }
  // The last meeple of the hand ends the move.
  for (const tile of turn.move.stepTiles) {
    if (asked?.hand?.length === 1) markOf(tile).legal = markOf(tile).landing = true;
    else markOf(tile).step = true;
  }
  if (turn.move.pendingTile) markOf(turn.move.pendingTile).chosen = true;
}

function markTargets(turn: Turn, markOf: MarkOf): void {
  for (const choice of turn.selection.available) {
    if (!choice.tile) continue;
    if (turn.selection.tile && choice.to && choice.tile === turn.selection.tile) markOf(choice.to).legal = true;
    const mark = markOf(choice.tile);
    if (isKill(choice)) mark.kill = true;
    else mark.legal = true;
  }
  if (turn.selection.tile) markOf(turn.selection.tile).chosen = true;
}

const isKill = (choice: Choice): boolean => choice.kind === 'kill';

function pileAt(table: Table, tile: string): string {
  const nth = table.land.tiles.findIndex((each) => each.tile === tile);
  return table.scene.tiles[nth]?.pile ?? '';
}

/** This many meeples of one tribe count as a stack even next to other tribes. */
const STACK = 3;

/** What the next player could exploit: a stack of one tribe, or a lone meeple on a tile without an owner. */
export function dangerOf(pile: string, owned: boolean): 'stack' | 'lone' | null {
  if (pile.length === 1) return owned ? null : 'lone';
  const most = Math.max(0, ...[...new Set(pile)].map((tribe) => pile.split(tribe).length - 1));
  return most >= STACK || (most > 1 && most === pile.length) ? 'stack' : null;
}

/** The tiles of the chessboard colour on which a move with a pile of this size ends. */
export function tilesByParity(tiles: string[], start: string, size: number): string[] {
  const colour = (tile: string): number => (tile.charCodeAt(0) + Number(tile.slice(1))) % 2;
  return tiles.filter((tile) => tile !== start && (colour(tile) + colour(start) + size) % 2 === 0);
}

/** Where the last move of another player ended. Undone moves are ignored. */
export function lastMoveEnd(table: Table): { tile: string; seat: number } | null {
  let until = Infinity;
  for (const entry of table.log.slice(-40).reverse()) {
    if (entry.kind === 'undo') until = Math.min(until, entry.back_to);
    if (entry.kind !== 'act' || entry.number >= until) continue;
    if (entry.seat === table.me && !table.shared) return null;
    for (const event of [...entry.events].reverse()) {
      if (event.type === 'Dropped' || event.type === 'Captured') {
        return { tile: event.tile, seat: event.type === 'Captured' ? event.seat : entry.seat };
      }
    }
  }
  return null;
}
