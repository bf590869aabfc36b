// What the board says beside what stands on it: where something can be done, and what is planned.

import type { Marks } from './marks';
import type { Choice } from '../protocol';
import type { Settings } from '../state/settings.svelte';
import { struckTiles } from '../live/strike';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';

/** The marks of every tile that has any. */
export function boardMarks(table: Table, turn: Turn, helpers: Pick<Settings, 'dangers' | 'parity'>): Marks {
  const { land, scene } = table;
  const marks: Marks = {};
  const mark = (tile: string): Marks[string] => (marks[tile] ??= {});

  if (table.mine) {
    if (turn.move.moving && !turn.selection.aiming) markMove(turn, mark);
    else if (turn.move.sowing) markSowing(table, turn, mark);
    else markTargets(turn, mark);
  }
  for (const tile of struckTiles(table)) mark(tile).struck = true;
  const last = lastMoved(table);
  if (last) mark(last.tile).last = { colour: table.colour(last.seat), glyph: table.glyph(last.seat) };

  if (Object.values(marks).some((each) => each.legal || each.kill || each.step)) {
    for (const tile of [...land.tiles.map((each) => each.tile), ...land.holes]) {
      const its = mark(tile);
      its.dim = !(its.legal || its.kill || its.step || its.start || its.chosen || its.planned || its.ahead);
    }
  }
  if (helpers.dangers) {
    land.tiles.forEach(({ tile }, nth) => {
      const there = scene.tiles[nth];
      const danger = there && dangerOf(there.pile, there.camel >= 0);
      if (danger) mark(tile).danger = danger;
    });
  }
  if (helpers.parity && turn.move.start) {
    for (const tile of evenly(
      land.tiles.map((each) => each.tile),
      turn.move.start,
      pileAt(table, turn.move.start).length,
    )) {
      mark(tile).parity = true;
    }
  }
  return marks;
}

type Mark = (tile: string) => Marks[string];

function markMove(turn: Turn, mark: Mark): void {
  if (turn.move.search === 'landing' && !turn.move.start) {
    for (const { tile, tribe } of turn.move.outcomes) gatherable(mark(tile), tribe);
    if (turn.move.target) {
      mark(turn.move.target).chosen = true;
      for (const outcome of turn.move.outcomes) mark(outcome.start).legal = true;
    }
    return;
  }
  if (!turn.move.start) {
    for (const choice of turn.of('take')) mark(choice.tile).legal = true;
    return;
  }
  mark(turn.move.start).start = true;
  for (const { tile, tribe } of turn.move.steps) {
    const its = mark(tile);
    its.planned = (its.planned ?? '') + tribe;
  }
  const end = turn.move.complete ? turn.move.steps.at(-1)!.tile : turn.move.pendingTile || turn.move.target;
  for (const { tile, tribe } of turn.move.landings) markLanding(turn, mark(tile), tile, end ? '' : tribe);
  for (const tile of turn.move.stepTiles) mark(tile).step = true;
  if (!end) return;
  const its = mark(end);
  its.chosen = true;
  // What chance decides is not known before.
  if (turn.move.complete) its.gain = turn.preview.current?.truncated ? undefined : (turn.preview.gain ?? undefined);
}

/** A tile where the move may end; the tribes that it gathers stand on plates until one is chosen. */
function markLanding(turn: Turn, its: Marks[string], tile: string, tribe: string): void {
  its.legal = its.landing = true;
  its.gain = turn.move.gains.at(tile) ?? undefined;
  if (tribe) gathers(its, tribe);
}

function gatherable(its: Marks[string], tribe: string): void {
  its.legal = true;
  gathers(its, tribe);
}

function gathers(its: Marks[string], tribe: string): void {
  if (!its.tribes?.includes(tribe)) its.tribes = (its.tribes ?? '') + tribe;
}

/** A move that was begun at the server, drop by drop. */
function markSowing(table: Table, turn: Turn, mark: Mark): void {
  const asked = table.asked;
  // What stands on the start now was left there on the way; the hand came from it.
  if (asked?.start) Object.assign(mark(asked.start), { start: true, ghosts: asked.hand });
  for (const { tile, tribe } of turn.move.reachableEnds) {
    mark(tile).ahead = true;
    gathers(mark(tile), tribe);
  }
  // The last meeple of the hand ends the move.
  for (const tile of turn.move.stepTiles) {
    if (asked?.hand?.length === 1) mark(tile).legal = mark(tile).landing = true;
    else mark(tile).step = true;
  }
  if (turn.move.pendingTile) mark(turn.move.pendingTile).chosen = true;
}

function markTargets(turn: Turn, mark: Mark): void {
  for (const choice of turn.selection.available) {
    if (!choice.tile) continue;
    if (turn.selection.tile && choice.to && choice.tile === turn.selection.tile) mark(choice.to).legal = true;
    const its = mark(choice.tile);
    if (isKill(choice)) its.kill = true;
    else its.legal = true;
  }
  if (turn.selection.tile) mark(turn.selection.tile).chosen = true;
}

const isKill = (choice: Choice): boolean => choice.kind === 'kill';

function pileAt(table: Table, tile: string): string {
  const nth = table.land.tiles.findIndex((each) => each.tile === tile);
  return table.scene.tiles[nth]?.pile ?? '';
}

/** So many of one tribe are a stack even where others stand beside them. */
const STACK = 3;

/** A stack of one tribe, which the next player may gather; or a lone meeple, with which they take the tile. */
export function dangerOf(pile: string, owned: boolean): 'stack' | 'lone' | null {
  if (pile.length === 1) return owned ? null : 'lone';
  const most = Math.max(0, ...[...new Set(pile)].map((tribe) => pile.split(tribe).length - 1));
  return most >= STACK || (most > 1 && most === pile.length) ? 'stack' : null;
}

/** The tiles of the chessboard colour that a pile of this size can end on. */
export function evenly(tiles: string[], start: string, size: number): string[] {
  const colour = (tile: string): number => (tile.charCodeAt(0) + Number(tile.slice(1))) % 2;
  return tiles.filter((tile) => tile !== start && (colour(tile) + colour(start) + size) % 2 === 0);
}

/** Where somebody else's last move ended; one that was taken back has not been. */
export function lastMoved(table: Table): { tile: string; seat: number } | null {
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
