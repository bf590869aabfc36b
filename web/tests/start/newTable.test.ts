import { beforeEach, expect, test, vi } from 'vitest';
import { route } from '../../src/state/route.svelte';
import { secretOf } from '../../src/state/secrets';
import { DEFAULTS, type Settings } from '../../src/state/settings.svelte';
import {
  createTable,
  newTable,
  newTableFromRecord,
  onlineBotCount,
  playerCount,
  recordedPlayerCount,
  BOT_CHOICES,
} from '../../src/start/newTable';
import { speak } from '../catalogue';

const settings = (changes: Partial<Settings> = {}): Settings => ({ ...structuredClone(DEFAULTS), ...changes });

beforeEach(() => {
  localStorage.clear();
  speak('en');
});

test('a solo game has one seat, no expansions and is not listed', () => {
  const table = newTable('solo', settings({ name: ' Ann ', boxes: ['whims'], promos: ['dhenim'] }), 'fr');
  expect(table.options).toEqual({ players: 1, expansions: [], promos: ['dhenim'], doubled: false });
  expect(table.seats).toEqual([{ kind: 'me', name: 'Ann' }]);
  expect(table.listed).toBe(false);
  expect(table.language).toBe('fr');
});

test('bots of the chosen strength take all other seats', () => {
  const table = newTable('bots', settings({ bots: { count: 2, rung: 'djinn' } }), 'en', ' 7 ');
  expect(table.options?.players).toBe(3);
  expect(table.seats?.slice(1)).toEqual([
    { kind: 'bot', bot: 'djinn' },
    { kind: 'bot', bot: 'djinn' },
  ]);
  expect(table.seed).toBe('7');
});

test('the default bots are the weakest', () => {
  expect(newTable('bots', settings(), 'en').seats?.[1]).toEqual({ kind: 'bot', bot: BOT_CHOICES[0] });
});

test('a fifth player needs an expansion', () => {
  expect(playerCount('here', settings({ seats: { here: 5, online: 5 } }))).toBe(4);
  expect(playerCount('here', settings({ seats: { here: 5, online: 5 }, boxes: ['artisans'] }))).toBe(5);
  expect(playerCount('bots', settings({ bots: { count: 4, rung: 'vizier' } }))).toBe(4);
});

test('on one device all seats are own seats with optional names', () => {
  const table = newTable('here', settings({ seats: { here: 3, online: 2 }, names: ['Léa', ' '] }), 'en');
  expect(table.seats).toEqual([
    { kind: 'me', name: 'Léa' },
    { kind: 'me', name: '' },
    { kind: 'me', name: '' },
  ]);
});

test('an online table keeps one seat open', () => {
  const chosen = settings({ seats: { here: 2, online: 3 }, online: { listed: true, clock: 'quick', hints: false, bots: 2 } });
  expect(onlineBotCount(chosen)).toBe(1);
  const table = newTable('online', chosen, 'en');
  expect(table.seats?.map((seat) => seat.kind)).toEqual(['me', 'open', 'bot']);
  expect(table.listed).toBe(true);
  expect(table.hints).toBe(false);
  expect(table.clock).toEqual({ minutes: 20, increment: 10 });
});

test('the longer track needs four players', () => {
  const four = settings({ doubled: true, seats: { here: 4, online: 2 } });
  expect(newTable('here', four, 'en').options?.doubled).toBe(true);
  expect(newTable('online', four, 'en').options?.doubled).toBe(false);
});

test('the number of players is read from the record', () => {
  expect(recordedPlayerCount('naqala record 1\n# players 5\nplayers 3\nseed 7')).toBe(3);
  expect(recordedPlayerCount('naqala record 1\nposition\n  players 4\n')).toBe(4);
  expect(recordedPlayerCount('nothing')).toBe(2);
  const table = newTableFromRecord('players 3', 'bots', settings(), 'en');
  expect(table.seats?.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot']);
  expect(table.options).toBeUndefined();
  expect(newTableFromRecord('players 3', 'here', settings(), 'en').seats).toHaveLength(3);
});

test('creating a table stores its secrets and navigates to it', async () => {
  const fetched = vi.fn(async () => Response.json({ table: 'abc', number: 2, secrets: { '0': 'one', '1': 'two' } }, { status: 201 }));
  vi.stubGlobal('fetch', fetched);
  await createTable({ options: { players: 2 } });
  expect(secretOf('abc', 1)).toBe('two');
  expect(route.path).toBe('/table/abc');
  vi.unstubAllGlobals();
});
