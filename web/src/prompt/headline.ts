// The headline of the prompt.

import { TRIBE_KEYS } from '../drawing/names';
import { settings } from '../state/settings.svelte';
import { say, words } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';
import { bestSale } from './buttons';
import { capitalised } from './labels';
import { strikeTitle } from '../solo/strikes';

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
      return 'yazid';
    case 'Moving':
    case 'Sowing':
      return 'sow';
    case 'TribeAction':
    case 'Slaying':
    case 'Marking':
      return 'tribe';
    case 'Finishing':
    case 'Departing':
    case 'Naming':
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

/** What the player has to decide, or whom the game waits for. */
export function headline(table: Table, turn: Turn): string {
  if (table.over) return words.say('decision.over');
  if (!table.mine) {
    if (table.turn < 0) return '';
    const seat = table.info?.seats[table.turn];
    const bot = seat?.kind === 'bot' || seat?.handed;
    const name = table.nameOf(table.turn);
    if (!bot && table.presence[table.turn] === false) return say('prompt.away', { name });
    const what = table.asked?.decision === 'Bidding' ? 'bids' : 'plays';
    return say(bot ? (what === 'bids' ? 'table.bot_bids' : 'table.bot_thinks') : `table.waiting_${what}`, { name });
  }
  if (table.covered) return say('table.pass_device', { name: table.nameOf(table.turn) });
  const { start, steps } = turn.move;
  const strike = table.asked?.decision === 'Offering' ? table.scene.yazid?.strike : null;
  if (strike) return strikeTitle(strike);
  if (turn.move.complete) {
    return say('table.sow_to', { count: steps.length, start, tile: steps.at(-1)!.tile });
  }
  if (turn.move.pendingTile) return say('table.who_stays', { tile: turn.move.pendingTile });
  if (turn.move.target && !turn.move.ways.length) {
    return turn.move.start ? say('table.which_tribe', { tile: turn.move.target }) : say('table.which_start', { tile: turn.move.target });
  }
  // The meeples left in hand are drawn below.
  if (turn.move.sowing) return say('table.next_drop');
  if (start) return steps.length ? say('table.next_drop') : say('table.choose_end', { tile: start });
  if (turn.move.moving && turn.move.search === 'landing') return say('table.choose_landing');
  if (turn.of('end').length && !turn.planning) {
    if (turn.choices.length === 1) return say('table.all_done');
    if (bestSale(turn, settings.sets)) return say('prompt.sell_or_end');
  }
  return serverQuestion(table).question;
}

/** The server's prompt, split into the question and the other sentences. */
export function serverQuestion(table: Table): { question: string; aside: string } {
  const sentences = table.own.prompt.match(/[^.?!]+[.?!]*\s*/g)?.map((each) => each.trim()) ?? [];
  let question = sentences.find((each) => each.endsWith('?')) ?? sentences.join(' ');
  const aside = question.endsWith('?') ? sentences.filter((each) => each !== question).join(' ') : '';
  // Leave out the list of cards to keep; the buttons name them.
  const kept = table.own.choices.some((choice) => choice.kind === 'keep');
  if (kept) question = question.replace(/\s?:.*?(\s?\?)$/, '$1');
  return { question, aside };
}
