// The phases of a turn, which the prompt lists above its headline.

import { TRIBE_KEYS } from '../drawing/sprites';
import { say, words } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';
import { capitalised } from './labels';

export const PHASES = ['bid', 'yazid', 'sow', 'tribe', 'tile', 'end'] as const;
export type Phase = (typeof PHASES)[number];

/** The phase of the pending decision. */
export function phaseOf(table: Table): Phase | null {
  switch (table.asked?.decision) {
    case undefined:
      return null;
    case 'Bidding':
      return 'bid';
    case 'Offering':
    case 'Departing':
    case 'Naming':
      return 'yazid';
    case 'Moving':
    case 'Sowing':
      return 'sow';
    case 'TribeAction':
    case 'Slaying':
    case 'Marking':
      return 'tribe';
    case 'Finishing':
      return 'end';
    default:
      return 'tile';
  }
}

export interface TurnPhase {
  phase: Phase;
  name: string;
  now: boolean;
}

/** The phases of the turn. Tribe and tile are named once the end of the move is known. */
export function turnPhases(table: Table, turn: Turn): TurnPhase[] {
  const now = phaseOf(table);
  const { tribe, tile } = landing(table, turn);
  const kind = table.land.tiles.find((each) => each.tile === tile)?.kind;
  const names: Partial<Record<Phase, string>> = {
    tribe: tribe && words.say(`tribe.${TRIBE_KEYS[tribe]}.other`),
    tile: kind && capitalised(words.say(`kind.${kind}.name`)),
  };
  return PHASES.filter((phase) => phase !== (table.solo ? 'bid' : 'yazid')).map((phase) => ({
    phase,
    name: names[phase] || say(`table.phase_${phase}`),
    now: phase === now,
  }));
}

/** The tile where the planned or played move ends and the tribe gathered there; empty if unknown. */
function landing(table: Table, turn: Turn): { tribe: string; tile: string } {
  const last = turn.move.steps.at(-1);
  if (turn.move.complete && last) return last;
  if (turn.move.moving || turn.move.sowing || turn.bids.bidding) return { tribe: '', tile: '' };
  let until = Infinity;
  for (const entry of table.log.slice(-40).reverse()) {
    if (entry.kind === 'undo') until = Math.min(until, entry.back_to);
    if (entry.kind !== 'act' || entry.number >= until) continue;
    const events = entry.events;
    const gathered = events.filter((event) => event.type === 'Gathered').findLast((event) => event.seat === table.turn);
    if (gathered) return { tribe: gathered.tribe, tile: gathered.tile };
    if (events.some((event) => event.type === 'TurnStarted')) break;
  }
  return { tribe: '', tile: '' };
}
