// Turns log entries into the lines of the log panel: a move is one line, undone actions are grouped,
// and lines are sorted by round, newest first.

import type { BidPlacedEvent, DroppedEvent, GameEvent, LogEntry, TurnEndedEvent } from '../protocol';

export interface Line {
  kind: 'line';
  key: string;
  /** The seat whose plate is shown, or -1. */
  seat: number;
  text: string;
  /** The tiles of a move from its start; drawn instead of the text. */
  path: string[];
  /** The tribe dropped on each tile after the start. */
  tribes: string[];
  /** Whether the event is automatic and shown in a lighter style. */
  quiet: boolean;
  at: number;
}

/** The lines of undone actions, collapsed under the line of the undo. */
export interface UndoneLines {
  kind: 'undone';
  key: string;
  seat: number;
  text: string;
  lines: Line[];
}

export interface Round {
  /** 0 for entries before the first known round. */
  number: number;
  items: (Line | UndoneLines)[];
}

/** Events that happen by themselves. */
const QUIET = new Set<GameEvent['type']>([
  'Bagged',
  'RowRefilled',
  'DjinnsRefilled',
  'PileRebuilt',
  'DjinnsDiscarded',
  'WhimsDealt',
  'ItemsDiscarded',
]);

/** Whether another line already contains the information. */
function redundant(event: GameEvent | undefined): boolean {
  if (!event) return false;
  if (event.type === 'TurnEnded') return event.moved;
  if (event.type === 'RoundStarted') return true;
  return event.type === 'GoldPaid' && event.purpose === 'bid';
}

/** The seat that caused an event, or -1. */
export const seatOf = (event: GameEvent): number => event.seat ?? -1;

/** The lines of an entry, oldest first. */
export function linesOf(entry: Pick<LogEntry, 'number' | 'at' | 'seat' | 'events' | 'lines'>): Line[] {
  const { events, lines: texts } = entry;
  // An entry may begin with sentences that have no event.
  const before = texts.length - events.length;
  const result: Line[] = [];
  for (const nth of bidsFirst(
    events,
    texts.map((_, each) => each),
    before,
  )) {
    const text = texts[nth]!;
    const event = events[nth - before];
    if (redundant(event)) continue;
    const last = result.at(-1);
    if (event?.type === 'Dropped' && last?.path.length) {
      appendDrop(last, event);
      continue;
    }
    result.push({
      kind: 'line',
      key: `${entry.number}.${nth}`,
      seat: event ? seatOf(event) : entry.seat,
      text,
      path: event && (event.type === 'Taken' || event.type === 'Dropped') ? [event.tile] : [],
      tribes: event?.type === 'Dropped' ? [event.tribe] : [],
      quiet: event !== undefined && QUIET.has(event.type),
      at: entry.at,
    });
  }
  return result;
}

/** The effects of a bid; the rules emit them before the bid itself. */
const BID_EFFECTS = new Set<GameEvent['type']>(['Pushed', 'GoldGained', 'GoldPaid', 'FakirsDiscarded']);

/** The order of the sentences, with each bid moved before its effects. */
function bidsFirst(events: GameEvent[], order: number[], before: number): number[] {
  events.forEach((event, nth) => {
    if (event.type !== 'BidPlaced') return;
    let first = nth;
    while (first > 0 && BID_EFFECTS.has(events[first - 1]!.type)) first -= 1;
    order.splice(before + nth, 1);
    order.splice(before + first, 0, before + nth);
  });
  return order;
}

function appendDrop(line: Line, drop: DroppedEvent): void {
  line.path = [...line.path, drop.tile];
  line.tribes = [...line.tribes, drop.tribe];
}

/** Whether a line has only drops and so continues the move of the line before. */
const continuesMove = (line: Line | undefined): boolean => Boolean(line && line.path.length && line.path.length === line.tribes.length);

/**
 * The lines of the log by round, newest first, without chat messages.
 *
 * Pass `opened` for a game opened from a record: it continues in a later round, so the start of round one is left out.
 */
export function linesByRound(entries: LogEntry[], opened = false): Round[] {
  const undone = undoneEntries(entries);
  const undoneSet = new Set([...undone.values()].flat());
  const result: Round[] = [{ number: 0, items: [] }];
  for (const entry of entries) {
    if (undoneSet.has(entry) || entry.kind === 'said' || entry.kind === 'linked') continue;
    if (entry.kind === 'undo') result.at(-1)!.items.push(undoneLines(entry, undone.get(entry) ?? []));
    else if (opened && entry.kind === 'started') addLines(result, { ...entry, events: [], lines: entry.lines.slice(0, 1) });
    else addLines(result, entry);
  }
  return result
    .filter((round) => round.items.length)
    .map((round) => ({ number: round.number, items: round.items.toReversed() }))
    .toReversed();
}

/** The entries undone by each undo. */
function undoneEntries(entries: LogEntry[]): Map<LogEntry, LogEntry[]> {
  const result = new Map<LogEntry, LogEntry[]>();
  let acts: LogEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'act') acts.push(entry);
    if (entry.kind !== 'undo') continue;
    const first = entry.back_to;
    result.set(
      entry,
      acts.filter((act) => act.number >= first),
    );
    acts = acts.filter((act) => act.number < first);
  }
  return result;
}

function undoneLines(entry: LogEntry, acts: LogEntry[]): UndoneLines {
  const rounds: Round[] = [{ number: 0, items: [] }];
  acts.forEach((act) => addLines(rounds, act));
  const lines = rounds.flatMap((round) => round.items).filter((item) => item.kind === 'line');
  return { kind: 'undone', key: `${entry.number}`, seat: entry.seat, text: entry.lines[0] ?? '', lines };
}

function addLines(rounds: Round[], entry: LogEntry): void {
  const roundStart = entry.events.find((event) => event.type === 'RoundStarted');
  const at = roundStart ? entry.events.indexOf(roundStart) + entry.lines.length - entry.events.length : -1;
  for (const line of linesOf(entry)) {
    const nth = Number(line.key.split('.')[1]);
    if (roundStart && nth > at && rounds.at(-1)!.number !== roundStart.number) rounds.push({ number: roundStart.number, items: [] });
    const items = rounds.at(-1)!.items;
    const last = items.at(-1);
    // Drops that were sent one by one form a single move.
    if (continuesMove(line) && last?.kind === 'line' && last.path.length && last.seat === line.seat) {
      items[items.length - 1] = { ...last, path: [...last.path, ...line.path], tribes: [...last.tribes, ...line.tribes] };
    } else items.push(line);
  }
  if (roundStart && rounds.at(-1)!.number !== roundStart.number) rounds.push({ number: roundStart.number, items: [] });
}

/** The entries without undone ones and their undos. */
export function effectiveEntries(entries: LogEntry[]): LogEntry[] {
  const undoneSet = new Set([...undoneEntries(entries).values()].flat());
  return entries.filter((entry) => entry.kind !== 'undo' && !undoneSet.has(entry));
}

/** The lines of each bid and each turn, oldest first, from the complete log. */
export function linesByTurn(entries: LogEntry[]): Line[][] {
  const result: Line[][] = [];
  let acts: LogEntry[] = [];
  for (const entry of effectiveEntries(entries)) {
    if (entry.kind === 'act') acts.push(entry);
    if (!entry.events.some(isEnd)) continue;
    const rounds: Round[] = [{ number: 0, items: [] }];
    acts.forEach((act) => addLines(rounds, act));
    result.push(rounds.flatMap((round) => round.items).filter((item) => item.kind === 'line'));
    acts = [];
  }
  return result;
}

const isEnd = (event: GameEvent): event is GameEvent & (TurnEndedEvent | BidPlacedEvent) =>
  event.type === 'TurnEnded' || event.type === 'BidPlaced';

/** The number of bids and turns that ended after the last own one; -1 if that is not in the log. */
export function turnsSince(entries: LogEntry[], seats: number[]): number {
  const ends = effectiveEntries(entries)
    .flatMap((entry) => entry.events)
    .filter(isEnd);
  const own = ends.findLastIndex((event) => seats.includes(event.seat));
  return own < 0 ? -1 : ends.length - 1 - own;
}

/** The gold that a seat gained, less what it paid, since its last bid or turn. */
export function goldSince(entries: LogEntry[], seat: number): number {
  const events = effectiveEntries(entries).flatMap((entry) => entry.events);
  const own = events.findLastIndex((event) => isEnd(event) && event.seat === seat);
  if (own < 0) return 0;
  return events
    .slice(own + 1)
    .filter((event) => event.type === 'GoldGained' || event.type === 'GoldPaid')
    .filter((event) => event.seat === seat)
    .reduce((sum, event) => sum + (event.type === 'GoldGained' ? event.amount : -event.amount), 0);
}

/** Split a text into tile names and the text between them. */
export function splitByTileNames(text: string, tileNames: Set<string>): { text: string; isTile: boolean }[] {
  return text
    .split(/\b([a-h][1-8])\b/)
    .map((part) => ({ text: part, isTile: tileNames.has(part) }))
    .filter((part) => part.text);
}
