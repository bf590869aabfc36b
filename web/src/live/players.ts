// Facts about players derived from the table.

import type { ScoreSheet, Seat } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Table } from './table.svelte';

/** The text for each state of a seat whose player is not there. */
const ABSENT: Record<Exclude<Seat['state'], 'here'>, string> = {
  left: 'table.state_left',
  'timed out': 'table.state_timed_out',
  away: 'table.state_away',
};

/** The score of a player: complete for one's own seat, otherwise the public part. */
export function scoreOf(table: Table, seat: number): ScoreSheet {
  return seat === table.me && table.mySecrets ? table.mySecrets.score : table.player(seat).score;
}

/** The gold of a player, or null if it is secret. */
export function goldOf(table: Table, seat: number): number | null {
  if (seat === table.me && table.mySecrets) return table.mySecrets.gold;
  return table.player(seat).gold;
}

/** The level of the bot that plays a seat; empty for people, and if the bot's name already includes it. */
export function botLevelLabel(table: Table, seat: number): string {
  const bot = table.allSeats[seat]?.bot;
  const level = bot ? words.bot(bot) : '';
  return table.nameOf(seat).startsWith(level) ? '' : level;
}

/** Whether the page of a person is closed. The server lets others hand the seat to a bot only some time later. */
export function isAway(table: Table, seat: number): boolean {
  const seatInfo = table.allSeats[seat];
  if (seatInfo?.kind !== 'person' || seatInfo.handed) return false;
  return seatInfo.state === 'away' || table.presence[seat] === false;
}

/** The state of a player in the current round, as a short text. */
export function seatStatus(table: Table, seat: number): string {
  const seatInfo = table.allSeats[seat];
  if (seatInfo?.handed) return say('table.bot_plays');
  if (seatInfo && seatInfo.state !== 'here') return say(ABSENT[seatInfo.state]);
  if (table.over) return '';
  if (isAway(table, seat)) return say('table.state_away');
  if (table.turn === seat) return seat === table.me ? say('table.your_turn') : say('table.in_turn');
  if (table.solo) return '';
  const spots = [...table.scene.spots].reverse().filter((each) => each >= 0);
  if (table.asked?.decision !== 'Bidding') {
    const after = spots.slice(spots.indexOf(table.turn) + 1);
    if (after[0] === seat) return say('table.plays_next');
    if (after.includes(seat)) return say('table.plays_later');
    if (table.scene.next_order.includes(seat)) return say('table.has_played');
  } else if (spots.includes(seat)) return say('table.has_bid');
  return '';
}

/** The seats in display order: one's own first, then the others in seat order. */
export function seatsFromOwn(table: Table): number[] {
  const count = table.options.players;
  const first = Math.max(0, table.me);
  return Array.from({ length: count }, (_, nth) => (first + nth) % count);
}

/** The seat that decides after the current one, or -1 if that is not known. */
export function nextSeat(table: Table): number {
  const { scene } = table;
  if (table.solo) return -1;
  if (table.asked?.decision === 'Bidding') return scene.bid_order[1] ?? -1;
  const spots = [...scene.spots].reverse().filter((each) => each >= 0);
  return spots[spots.indexOf(table.turn) + 1] ?? -1;
}
