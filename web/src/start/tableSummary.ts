// Describes tables in lists: title, status and times.

import type { TableInfo } from '../protocol';
import { say, words } from '../state/words.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A past or future time relative to now, in the largest unit that fits: `2 hours ago`. */
export function relativeTime(moment: number, now: number, language: string): string {
  const difference = moment - now;
  const distance = Math.abs(difference);
  // RelativeTimeFormat would say "this minute".
  if (distance < MINUTE / 2) return say('start.just_now');
  const [unit, unitLength]: [Intl.RelativeTimeFormatUnit, number] =
    distance < HOUR ? ['minute', MINUTE] : distance < DAY ? ['hour', HOUR] : ['day', DAY];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(difference / unitLength), unit);
}

/** The colour class and glyph of each taken seat; a solo game also has one for Yazid. */
export function seatPlates(table: TableInfo): { colour: string; glyph: string }[] {
  const plates = table.seats.map((_, seat) => ({ colour: `seat${seat + 1}`, glyph: `p-${seat + 1}` }));
  if (table.options.players === 1) plates.push({ colour: 'seat0', glyph: 'p-0' });
  const open = (seat: number): boolean => seat < table.seats.length && table.seats[seat]!.kind === 'open';
  return plates.filter((_, seat) => !open(seat));
}

/** The names of the other players. */
export function tableTitle(table: TableInfo): string {
  if (table.options.players === 1) return say('start.solo');
  const all = table.seats.filter((seat) => seat.name);
  const others = all.filter((seat) => !seat.yours);
  const shown = others.length ? others : all;
  return shown.map((seat) => seat.name).join(', ') || say('start.empty_table');
}

/** Whether a seat of this browser is to move. */
export const isMyTurn = (table: TableInfo): boolean => table.phase === 'running' && (table.seats[table.turn]?.yours ?? false);

export function tableStatus(table: TableInfo): string {
  const open = table.seats.filter((seat) => seat.kind === 'open').length;
  if (table.phase === 'lobby') return open ? say('start.seats_left', { count: open }) : say('start.ready');
  if (table.phase === 'over') return say('start.finished');
  if (isMyTurn(table)) return say('start.your_turn');
  const name = table.seats[table.turn]?.name;
  return name ? say('start.turn_of', { name }) : say('start.running');
}

export function tableDetails(table: TableInfo, now: number): string {
  const parts = [tableStatus(table)];
  if (table.phase === 'lobby') parts.unshift(say('start.players_count', { count: table.options.players }));
  const boxes = table.options.expansions.map((box) => say(`start.box.${box}`));
  if (boxes.length && table.phase === 'lobby') parts.push(words.list(boxes));
  if (table.deadline && table.phase === 'running')
    parts.push(say('start.deadline', { when: relativeTime(table.deadline, now, words.language) }));
  else if (table.phase !== 'lobby') parts.push(say('start.begun', { when: relativeTime(table.created, now, words.language) }));
  return parts.join(' · ');
}

/** Tables that wait for this browser first, finished ones last; otherwise in the order of the server, newest first. */
export function sortTables(tables: TableInfo[]): TableInfo[] {
  const rank = (table: TableInfo): number => (isMyTurn(table) ? 0 : table.phase === 'over' ? 2 : 1);
  return [...tables].filter((table) => table.phase !== 'closed').sort((one, other) => rank(one) - rank(other));
}
