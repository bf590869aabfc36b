// What a turn brought, in the sentences of the log.

import { effectiveEntries } from '../log/logLines';
import type { GameEvent, GoldGainedEvent, LogEntry } from '../protocol';
import { say, words } from '../state/words.svelte';

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

/** Events whose meaning is told when they happen for the first time, with the keys of the texts. */
const MEANINGS: Partial<Record<GameEvent['type'], string>> = { PalmPlaced: 'palm', PalacePlaced: 'palace', Pushed: 'pushed' };

const ends = (entry: LogEntry): boolean => entry.events.some(({ type }) => type === 'TurnEnded' || type === 'BidPlaced');

/** The sentences of the events that a newcomer should notice. */
export function told(events: GameEvent[], lines: string[]): string[] {
  // An entry may begin with sentences that have no event.
  const before = lines.length - events.length;
  const typeOf = (line: number): GameEvent['type'] | undefined => events[line - before]?.type;
  const shown = lines.map((_, nth) => nth).filter((nth) => TOLD.has(typeOf(nth) as GameEvent['type']));
  // A bid comes before the markers that it pushes.
  const [effects, rest] = [shown.filter((nth) => typeOf(nth) === 'Pushed'), shown.filter((nth) => typeOf(nth) !== 'Pushed')];
  return [...rest, ...effects].map((nth) => lines[nth]!);
}

/** The tiles of the drops that the rules made after an action, because there was no choice; none if others acted since. */
export function forcedDrops(log: LogEntry[], seat: number, action: string): string[] {
  const chosen = ['take', 'drop'].indexOf(action.split(' ')[0]!);
  const last = effectiveEntries(log).findLast((entry) => entry.kind === 'act');
  if (chosen < 0 || last?.seat !== seat) return [];
  const drops = last.events.filter((event) => event.type === 'Dropped').map(({ tile }) => tile);
  return drops.slice(chosen);
}

const actsOf = (log: LogEntry[]): LogEntry[] => effectiveEntries(log).filter((entry) => entry.kind === 'act');

/** What the others did since the last action of a seat, or what the seat has done in its turn. */
function recent(acts: LogEntry[], seat: number): LogEntry[] {
  const since = acts.slice(acts.findLastIndex((entry) => entry.seat === seat) + 1);
  return since.length ? since : acts.slice(acts.findLastIndex((entry) => entry.seat !== seat || ends(entry)) + 1);
}

/** The sentences of `recent`; empty if there are none. */
export function recap(log: LogEntry[], seat: number): string {
  const sum = builderSum(log, seat);
  const sentences = recent(actsOf(log), seat).flatMap(({ events, lines }) => {
    const nth = events.findIndex((event) => isBuilderGold(event, seat));
    return told(events, nth < 0 || !sum ? lines : lines.map((line, at) => (at - lines.length === nth - events.length ? sum : line)));
  });
  return sentences.slice(-MOST_SENTENCES).join(' ');
}

const isBuilderGold = (event: GameEvent, seat: number): event is GoldGainedEvent =>
  event.type === 'GoldGained' && event.source === 'builders' && event.seat === seat;

/** What Builders earned in the last move of a seat, as a sum; empty if they did not, or if a Djinn changed it. */
export function builderSum(log: LogEntry[], seat: number): string {
  const events = actsOf(log)
    .filter((entry) => entry.seat === seat)
    .flatMap((entry) => entry.events);
  const began = Math.max(
    0,
    events.findLastIndex(({ type }) => type === 'Taken'),
  );
  const move = events.slice(began);
  const turn = events.slice(events.slice(0, began).findLastIndex(({ type }) => type === 'TurnEnded') + 1);
  const gathered = move.find((event) => event.type === 'Gathered' && event.tribe === 'B');
  const gold = move.find((event) => isBuilderGold(event, seat));
  if (gathered?.type !== 'Gathered' || !gold || turn.some(({ type }) => type === 'DjinnUsed')) return '';
  const fakirs = move.slice(0, move.indexOf(gold)).reduce((sum, event) => sum + (event.type === 'FakirsDiscarded' ? event.count : 0), 0);
  const builders = say('learn.builders', { count: gathered.count });
  const blue = say('learn.blue_tiles', { count: gold.amount / (gathered.count + fakirs) });
  const who = fakirs ? `(${builders} + ${words.say('count.fakirs', { count: fakirs })})` : builders;
  return say('learn.builder_sum', { who, blue, gold: words.say('count.gold', { count: gold.amount }) });
}

/** The keys of the texts that explain what `recap` tells for the first time. */
export function firstMeanings(log: LogEntry[], seat: number): string[] {
  const acts = actsOf(log);
  const since = recent(acts, seat);
  // What the seat did itself just before is not told any more.
  const before = acts.length - since.length - 1;
  const earlier = new Set(acts.slice(0, Math.max(0, before)).flatMap(({ events }) => events.map(({ type }) => type)));
  const types = new Set(since.flatMap(({ events }) => events.map(({ type }) => type)));
  return [...types].filter((type) => !earlier.has(type)).flatMap((type) => MEANINGS[type] ?? []);
}

/** Whether others gathered Viziers since the last action of a seat. */
export function othersGatheredViziers(log: LogEntry[], seat: number): boolean {
  return recent(actsOf(log), seat).some(
    (entry) => entry.seat !== seat && entry.events.some((event) => event.type === 'Gathered' && event.tribe === 'Y'),
  );
}
