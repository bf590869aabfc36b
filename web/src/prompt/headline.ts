// The headline of the prompt.

import { settings } from '../state/settings.svelte';
import { say, words } from '../state/words.svelte';
import { isAway } from '../live/players';
import { strikeOf } from '../live/yazid';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';
import { bestSale } from './buttons';
import { strikeTitle } from '../solo/strikeText';

/** The key of the text that says what the player in turn, its `name`, does. */
export function waitingKey(table: Table): string {
  const seat = table.allSeats[table.turn];
  if (isAway(table, table.turn)) return 'prompt.away';
  const bids = table.asked?.decision === 'Bidding';
  if (seat?.kind === 'bot' || seat?.handed) return bids ? 'table.bot_bids' : 'table.bot_thinks';
  return bids ? 'table.waiting_bids' : 'table.waiting_plays';
}

/** What the player has to decide, or whom the game waits for. */
export function headline(table: Table, turn: Turn): string {
  const shown = strikeOf(table);
  if (shown && (table.pastStrike || (table.myTurn && !table.covered)))
    return strikeTitle(shown, table.pastStrike?.dice ?? table.scene.yazid?.dice ?? [0, 0], table.pastStrike !== null);
  if (table.over) return words.say('decision.over');
  if (!table.myTurn) return table.turn < 0 ? '' : say(waitingKey(table), { name: table.nameOf(table.turn) });
  if (table.covered) return say('table.pass_device', { name: table.nameOf(table.turn) });
  const { start, steps } = turn.move;
  if (turn.move.complete) {
    return say('table.sow_to', { count: steps.length, start, tile: steps.at(-1)!.tile });
  }
  if (turn.move.pendingTile) return say('table.who_stays', { tile: turn.move.pendingTile });
  if (turn.move.target && !turn.move.ways.length) {
    return turn.move.startKnown
      ? say('table.which_tribe', { tile: turn.move.target })
      : say('table.which_start', { tile: turn.move.target });
  }
  // The meeples left in hand are drawn below.
  if (turn.move.sowing) return say('table.next_drop');
  if (start) return steps.length ? say('table.next_drop') : say('table.choose_end', { tile: start });
  if (turn.move.moving && turn.move.search === 'landing') return say('table.choose_landing');
  if (turn.of('end').length && !turn.planning) {
    if (turn.choices.length === 1) return say('table.all_done');
    if (bestSale(turn, settings.sets)) return say('prompt.sell_or_end');
  }
  const { djinn, chosen } = turn.selection;
  if (djinn && !chosen && turn.of('summon').length) return say('prompt.pay_for', { djinn: words.say(`djinn.${djinn}.name`) });
  return table.own.prompt;
}
