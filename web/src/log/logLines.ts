// The log as people read it: sentences of entries, a whole move in one line, what was taken back
// folded away, newest first and by rounds.

import type { BidPlacedEvent, DroppedEvent, Happening, LogEntry, TurnEndedEvent } from '../protocol';

/** One sentence of the log. */
export interface Line {
  kind: 'line';
  key: string;
  /** Whose sign stands before it, or -1. */
  seat: number;
  text: string;
  /** The drops of a move, from where it began: drawn as a path instead of the text. */
  path: string[];
  /** The tribe of each drop. */
  tribes: string[];
  /** Something that happens by itself, told more quietly. */
  quiet: boolean;
  at: number;
}

/** What was taken back, folded. */
export interface UndoneLines {
  kind: 'undone';
  key: string;
  seat: number;
  text: string;
  lines: Line[];
}

export interface Round {
  /** 0 for what was before the first round that is known. */
  number: number;
  items: (Line | UndoneLines)[];
}

const QUIET = new Set<Happening['type']>([
  'Bagged',
  'RowRefilled',
  'DjinnsRefilled',
  'PileRebuilt',
  'DjinnsDiscarded',
  'WhimsDealt',
  'ItemsDiscarded',
]);

/** What another line says already. */
function redundant(event: Happening | undefined): boolean {
  if (!event) return false;
  if (event.type === 'TurnEnded') return event.moved;
  if (event.type === 'RoundStarted') return true;
  return event.type === 'GoldPaid' && event.purpose === 'bid';
}

/** Who has done something, or -1 where it happened by itself. */
export const seatOf = (event: Happening): number => event.seat ?? -1;

/** The sentences of an entry, oldest first, each with the event it tells. */
export function linesOf(entry: Pick<LogEntry, 'number' | 'at' | 'seat' | 'events' | 'lines'>): Line[] {
  const { events, lines: texts } = entry;
  // Before the events an entry may say what it is by itself; those sentences have none.
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

/** What a bid causes; the rules let it happen before the marker stands. */
const BID_EFFECTS = new Set<Happening['type']>(['Pushed', 'GoldGained', 'GoldPaid', 'FakirsDiscarded']);

/** Places of sentences in the order in which they are read: a bid stands before what it causes. */
function bidsFirst(events: Happening[], order: number[], before: number): number[] {
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

/** Whether a line is the part of a move that begins with drops alone: it goes on with one before. */
const continuesMove = (line: Line | undefined): boolean => Boolean(line && line.path.length && line.path.length === line.tribes.length);

/**
 * Entries as rounds of lines, all newest first; chat is told elsewhere.
 *
 * A game that was opened from a record goes on in a later round: how its first one began is not told.
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

/** What each undo has taken back. */
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
    // Somebody who drops meeple by meeple makes one move all the same.
    if (continuesMove(line) && last?.kind === 'line' && last.path.length && last.seat === line.seat) {
      items[items.length - 1] = { ...last, path: [...last.path, ...line.path], tribes: [...last.tribes, ...line.tribes] };
    } else items.push(line);
  }
  if (roundStart && rounds.at(-1)!.number !== roundStart.number) rounds.push({ number: roundStart.number, items: [] });
}

/** The entries that still count, without those that were taken back. */
export function effectiveEntries(entries: LogEntry[]): LogEntry[] {
  const undoneSet = new Set([...undoneEntries(entries).values()].flat());
  return entries.filter((entry) => entry.kind !== 'undo' && !undoneSet.has(entry));
}

/** The lines of each bid and each turn of a game, oldest first, from its whole log. */
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

const isEnd = (event: Happening): event is Happening & (TurnEndedEvent | BidPlacedEvent) =>
  event.type === 'TurnEnded' || event.type === 'BidPlaced';

/** How many bids and turns were over since a seat's own last one; -1 if that is not in the log. */
export function turnsSince(entries: LogEntry[], seats: number[]): number {
  const ends = effectiveEntries(entries)
    .flatMap((entry) => entry.events)
    .filter(isEnd);
  const own = ends.findLastIndex((event) => seats.includes(event.seat));
  return own < 0 ? -1 : ends.length - 1 - own;
}

/** What a seat has won or paid in gold since its own last bid or turn. */
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

/** A text cut where it names tiles of the land. */
export function splitAtTiles(text: string, tiles: Set<string>): { text: string; tile: boolean }[] {
  return text
    .split(/\b([a-h][1-8])\b/)
    .map((part) => ({ text: part, tile: tiles.has(part) }))
    .filter((part) => part.text);
}
