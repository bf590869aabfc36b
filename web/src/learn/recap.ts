// What a turn brought, in the sentences of the log.

import { effectiveEntries } from '../log/logLines';
import type { GameEvent, LogEntry } from '../protocol';

const TOLD = new Set<GameEvent['type']>([
  'BidPlaced',
  'CamelPlaced',
  'CardsTaken',
  'DjinnTaken',
  'FakirsDiscarded',
  'Gathered',
  'GoldGained',
  'Killed',
  'PalacePlaced',
  'PalmPlaced',
  'Pushed',
  'Sold',
]);
const MOST_SENTENCES = 3;

const ends = (entry: LogEntry): boolean => entry.events.some(({ type }) => type === 'TurnEnded' || type === 'BidPlaced');

/** The sentences of the events that a newcomer should notice. */
export function told(events: GameEvent[], lines: string[]): string[] {
  // An entry may begin with sentences that have no event.
  const before = lines.length - events.length;
  return lines.filter((_, nth) => TOLD.has(events[nth - before]?.type as GameEvent['type']));
}

/** The tiles of the drops that the rules made after an action, because there was no choice; none if others acted since. */
export function forcedDrops(log: LogEntry[], seat: number, action: string): string[] {
  const chosen = ['take', 'drop'].indexOf(action.split(' ')[0]!);
  const last = effectiveEntries(log).findLast((entry) => entry.kind === 'act');
  if (chosen < 0 || last?.seat !== seat) return [];
  const drops = last.events.filter((event) => event.type === 'Dropped').map(({ tile }) => tile);
  return drops.slice(chosen);
}

/** What the others did since the last action of a seat, or what the seat has done in its turn; empty if that is nothing. */
export function recap(log: LogEntry[], seat: number): string {
  const acts = effectiveEntries(log).filter((entry) => entry.kind === 'act');
  const own = acts.findLastIndex((entry) => entry.seat === seat);
  let since = acts.slice(own + 1);
  if (!since.length) since = acts.slice(acts.findLastIndex((entry) => entry.seat !== seat || ends(entry)) + 1);
  const sentences = since.flatMap((entry) => told(entry.events, entry.lines));
  return sentences.slice(-MOST_SENTENCES).join(' ');
}
