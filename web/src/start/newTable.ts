// Builds the request for a new table from the settings, and creates the table.

import {
  BOTS,
  DOUBLED_PLAYERS,
  MOST_PLAYERS,
  MOST_PLAYERS_BASE,
  type Clock,
  type GameOptions,
  type CreatedTable,
  type NewTable,
  type SeatPlan,
} from '../protocol';
import { DEFAULT_OPTIONS } from '../live/placeholders';
import { firstGame } from '../state/firstGame.svelte';
import { route } from '../state/route.svelte';
import { site } from '../state/site.svelte';
import { saveSecret } from '../state/secrets';
import type { Settings } from '../state/settings.svelte';
import * as api from '../wire/api';

/** The ways to play. */
export type Mode = 'solo' | 'bots' | 'here' | 'online';

/** The clocks to choose from, by their name in the settings. */
export const CLOCKS: Record<string, Partial<Clock> | null> = {
  none: null,
  quick: { minutes: 20, increment: 10 },
  slow: { days: 3 },
};

/** The maximum number of players; a fifth needs an expansion, which makes the board larger. */
export const maxPlayers = (boxes: string[]): number => (boxes.length ? MOST_PLAYERS : MOST_PLAYERS_BASE);

/** The number of players in a mode, limited by the expansions. */
export function playerCount(mode: Mode, settings: Settings): number {
  const counts = { solo: 1, bots: settings.bots.count + 1, here: settings.seats.here, online: settings.seats.online };
  return Math.min(counts[mode], mode === 'solo' ? 1 : maxPlayers(settings.boxes));
}

/** The number of bots at an online table; at least one seat stays open. */
export const onlineBotCount = (settings: Settings): number => Math.min(settings.online.bots, playerCount('online', settings) - 2);

function optionsOf(mode: Mode, settings: Settings): Partial<GameOptions> {
  const players = playerCount(mode, settings);
  return {
    players,
    // The solo game has no expansions.
    expansions: mode === 'solo' ? [] : [...settings.boxes],
    promos: [...settings.promos],
    doubled: settings.doubled && players === DOUBLED_PLAYERS,
  };
}

/** The bots to choose from, weakest first, without the traveller, which plays at random. */
export const BOT_CHOICES: string[] = BOTS.filter((bot) => bot !== 'traveller');

/** Bots of one strength. The server names them. */
const botsOf = (count: number, bot: string): SeatPlan[] => Array<SeatPlan>(count).fill({ kind: 'bot', bot });

function seatsOf(mode: Mode, settings: Settings): SeatPlan[] {
  const me: SeatPlan = { kind: 'me', name: settings.name.trim() };
  const others = playerCount(mode, settings) - 1;
  if (mode === 'bots') return [me, ...botsOf(others, settings.bots.rung)];
  if (mode === 'here') {
    return Array.from({ length: others + 1 }, (_, seat) => ({ kind: 'me' as const, name: settings.names[seat]?.trim() ?? '' }));
  }
  if (mode === 'online') {
    const bots = onlineBotCount(settings);
    return [me, ...Array<SeatPlan>(others - bots).fill({ kind: 'open' }), ...botsOf(bots, settings.bots.rung)];
  }
  return [me];
}

/** The request for a table in a mode, from the settings. */
export function newTable(mode: Mode, settings: Settings, language: string, seed = ''): NewTable {
  const online = mode === 'online';
  return {
    options: optionsOf(mode, settings),
    seats: seatsOf(mode, settings),
    listed: online && settings.online.listed,
    clock: online ? (CLOCKS[settings.online.clock] ?? null) : null,
    hints: !online || settings.online.hints,
    seed: seed.trim(),
    language,
  };
}

/** The number of players in the text of a record or position. */
export function recordedPlayerCount(text: string): number {
  const found = /^\s*players\s+(\d)\b/m.exec(text);
  const count = Number(found?.[1]);
  return count >= 1 && count <= MOST_PLAYERS ? count : DEFAULT_OPTIONS.players;
}

/** The request for a table that continues from a record or position, against bots or on one device. */
export function newTableFromRecord(text: string, against: 'bots' | 'here', settings: Settings, language: string): NewTable {
  const others = recordedPlayerCount(text) - 1;
  const seats: SeatPlan[] =
    against === 'bots'
      ? [{ kind: 'me', name: settings.name.trim() }, ...botsOf(others, settings.bots.rung)]
      : Array.from({ length: others + 1 }, () => ({ kind: 'me' as const }));
  return { opening: text, seats, listed: false, language };
}

/** Create the table of the guided first game, and navigate to it. */
export async function createFirstGame(settings: Settings, language: string): Promise<void> {
  const { default: game } = await import('../protocol/firstGame.json');
  const seats: SeatPlan[] = [{ kind: 'me', name: settings.name.trim() }, ...botsOf(1, game.bot)];
  await createTable({ opening: game.position, seats, listed: false, language }, (name) => firstGame.begin(name));
}

/** Create a table, store the secrets of its seats, and navigate to it. */
export async function createTable(table: NewTable, oncreated?: (name: string) => void): Promise<CreatedTable> {
  const created = await api.createTable(table);
  for (const [seat, secret] of Object.entries(created.secrets)) saveSecret(created.table, seat, secret);
  site.keepGames();
  oncreated?.(created.table);
  route.go(`/table/${created.table}`);
  return created;
}
