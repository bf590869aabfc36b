// Tables, scenes and log entries for tests, without a server.

import { vi } from 'vitest';
import type { GameEvent, LogEntry, PlayerScene, Scene, TableInfo } from '../src/protocol';
import { EMPTY_SCENE } from '../src/live/placeholders';
import { Table, type EntryListener } from '../src/live/table.svelte';
import { filled, type DeepPartial } from './fixtures';

/** A socket that never opens. */
class SilentSocket {
  static readonly OPEN = 1;
  readyState = 0;
  close(): void {}
  send(): void {}
}

export const player = (sources: Record<string, number>, more: DeepPartial<PlayerScene> = {}): PlayerScene =>
  filled('PlayerScene', { score: { total: Object.values(sources).reduce((sum, points) => sum + points, 0), sources }, ...more });

export const scene = (more: DeepPartial<Scene> = {}): Scene =>
  filled('Scene', {
    ...EMPTY_SCENE,
    round: 1,
    tiles: [{ pile: 'YW' }, {}],
    players: [player({ gold: 50 }), player({ gold: 50 })],
    ...more,
  });

export const info = (more: DeepPartial<TableInfo> = {}): TableInfo =>
  filled('TableInfo', {
    table: 'abc',
    phase: 'running',
    options: { players: 2 },
    seats: [
      { kind: 'person', name: 'Ann' },
      { kind: 'person', name: 'Bob' },
    ],
    created: 0,
    ...more,
  });

/** An act of a seat. By default, each event has its type as its line. */
export const act = (number: number, seat: number, events: DeepPartial<GameEvent>[], lines?: string[]): LogEntry =>
  filled('LogEntry', {
    number,
    at: 0,
    kind: 'act',
    seat,
    events: events.map((event) => ({ seat, ...event }) as DeepPartial<GameEvent>),
    lines: lines ?? events.map((event) => event.type ?? ''),
  });

export const chatEntry = (number: number, seat: number, name: string, text: string): LogEntry =>
  filled('LogEntry', { number, at: 0, kind: 'said', seat, name, text });

/** A table of Ann and Bob; the page holds seat 0. Its connection is closed. */
export function table(more: Partial<Table> = {}): Table {
  vi.stubGlobal('WebSocket', SilentSocket);
  const made = new Table('abc');
  Object.assign(made, {
    number: 1,
    info: info(),
    scene: scene(),
    seats: [0],
    land: {
      columns: 2,
      rows: 1,
      walls: [],
      holes: [],
      lake: '',
      tiles: [
        { tile: 'a1', kind: 'village', points: 5, blue: true },
        { tile: 'b1', kind: 'oasis', points: 8, blue: false },
      ],
    },
    ...more,
  });
  made.close();
  return made;
}

/** Add log entries to a table and notify its listeners, as a message of the server would. */
export function addEntries(at: Table, entries: LogEntry[]): void {
  at.log = [...at.log, ...entries];
  (at as unknown as { listeners: Set<EntryListener> }).listeners.forEach((listener) => listener(entries, at.scene));
}

/** Stub `fetch` with responses by path; other paths get a 404. */
export function stubFetch(paths: Record<string, unknown>): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(async (path: string) => {
    const found = paths[path];
    if (found === undefined) return new Response('{"code":"no_table","message":"nothing at ' + path + '"}', { status: 404 });
    return new Response(typeof found === 'string' ? found : JSON.stringify(found));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
