// The words of the prompt: which part of a turn it is, and what is to be done.

import type { Choice } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Table } from '../table/table.svelte';
import type { Turn } from '../table/turn.svelte';

export const PHASES = ['bid', 'yazid', 'sow', 'tribe', 'tile', 'end'] as const;
export type Phase = (typeof PHASES)[number];

/** The part of the turn that is being decided. */
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

const ON_CARDS = ['bid', 'buy', 'sell', 'summon', 'use', 'keep', 'lay', 'take', 'drop'];

/** Whether a choice points at nothing on the table, and so needs a button of its own. */
export function isPlain(choice: Choice): boolean {
  return !choice.tile && (choice.seat ?? -1) < 0 && !ON_CARDS.includes(choice.kind);
}

/** What to do now, or whom everybody waits for. */
export function headline(table: Table, turn: Turn): string {
  if (table.over) return words.say('decision.over');
  if (!table.mine) {
    if (table.turn < 0) return '';
    const seat = table.info?.seats[table.turn];
    const bot = seat?.kind === 'bot' || seat?.handed;
    const name = table.nameOf(table.turn);
    const what = table.asked?.decision === 'Bidding' ? 'bids' : 'plays';
    return say(bot ? (what === 'bids' ? 'table.bot_bids' : 'table.bot_thinks') : `table.waiting_${what}`, { name });
  }
  if (table.covered) return say('table.pass_device', { name: table.nameOf(table.turn) });
  const { start, steps } = turn;
  const [white, black] = table.scene?.yazid?.dice ?? [0, 0];
  if (table.asked?.decision === 'Offering' && white && black) {
    const tile = `${'abcdefgh'[white - 1]}${black}`;
    const there = table.land?.tiles.some((each) => each.tile === tile);
    if (there) return say('table.strike', { tile });
  }
  if (turn.whole) {
    return say('table.sow_to', { count: steps.length, start, tile: steps.at(-1)!.tile });
  }
  if (turn.open) return say('table.who_stays', { tile: turn.open });
  if (turn.wish && !turn.ways.length) {
    return turn.start ? say('table.which_tribe', { tile: turn.wish }) : say('table.which_start', { tile: turn.wish });
  }
  // What is left in the hand is drawn below.
  if (turn.sowing) return say('table.next_drop');
  if (start) return steps.length ? say('table.next_drop') : say('table.choose_end', { tile: start });
  if (turn.moving && turn.search === 'landing') return say('table.choose_landing');
  if (turn.choices.length === 1 && turn.choices[0]?.kind === 'end') return say('table.all_done');
  return table.mySecrets?.prompt ?? '';
}

/** Sentences that begin alike, without the words that are the same in all of them. */
export function apart(sentences: string[]): string[] {
  const split = sentences.map((sentence) => sentence.split(' '));
  // The last word always stays; of nothing there is nothing to leave out.
  const least = split.length ? Math.min(...split.map((parts) => parts.length - 1)) : 0;
  let same = 0;
  while (same < least && split.every((parts) => parts[same] === split[0]?.[same])) same += 1;
  return split.map((parts) => bare(parts.slice(same).join(' ')));
}

/** A rest of a sentence as one of its own: not in brackets, and with a capital. */
function bare(rest: string): string {
  const inside = /^\(([^()]*)\)$/.exec(rest)?.[1] ?? rest;
  return inside.charAt(0).toLocaleUpperCase() + inside.slice(1);
}
