// From what was chosen on the start page to the table that the server shall lay.

import { BOTS, MOST_PLAYERS, MOST_PLAYERS_BASE, type Clock, type GameOptions, type Laid, type NewTable, type SeatPlan } from '../protocol';
import { route } from '../state/route.svelte';
import { keepSecret } from '../state/secrets';
import type { Settings } from '../state/settings.svelte';
import * as api from '../wire/api';

/** The ways to play. */
export type Mode = 'solo' | 'bots' | 'here' | 'online';

/** The clocks that a table can be laid with, by what the settings call them. */
export const CLOCKS: Record<string, Partial<Clock> | null> = {
  none: null,
  quick: { minutes: 20, increment: 10 },
  slow: { days: 3 },
};

/** How many can play: the fifth needs a box that makes the land larger. */
export const maxPlayers = (boxes: string[]): number => (boxes.length ? MOST_PLAYERS : MOST_PLAYERS_BASE);

/** How many play in a mode, as far as the boxes allow. */
export function playerCount(mode: Mode, settings: Settings): number {
  const counts = { solo: 1, bots: settings.bots.count + 1, here: settings.seats.here, online: settings.seats.online };
  return Math.min(counts[mode], mode === 'solo' ? 1 : maxPlayers(settings.boxes));
}

/** How many bots sit at an online table: one seat at least is left for somebody else. */
export const onlineBotCount = (settings: Settings): number => Math.min(settings.online.bots, playerCount('online', settings) - 2);

function optionsOf(mode: Mode, settings: Settings): Partial<GameOptions> {
  const players = playerCount(mode, settings);
  return {
    players,
    // The solo game is played with the base tiles alone.
    expansions: mode === 'solo' ? [] : [...settings.boxes],
    promos: [...settings.promos],
    doubled: settings.doubled && players === 4,
  };
}

/** The strengths that can be chosen, weakest first. The traveller plays at random and is left out. */
export const RUNGS: string[] = BOTS.filter((bot) => bot !== 'traveller');

/** Bots of one strength; the server names them after it. */
const botsOf = (count: number, rung: string): SeatPlan[] => Array<SeatPlan>(count).fill({ kind: 'bot', bot: rung });

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

/** The table of a mode as it was chosen. */
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

/** How many play in a record or a position, as its text says. */
export function recordedPlayerCount(text: string): number {
  const found = /^\s*players\s+([1-5])\b/m.exec(text);
  return found ? Number(found[1]) : 2;
}

/** The table that goes on from a record or a position: against bots, or with everybody here. */
export function newTableFromRecord(text: string, against: 'bots' | 'here', settings: Settings, language: string): NewTable {
  const others = recordedPlayerCount(text) - 1;
  const seats: SeatPlan[] =
    against === 'bots'
      ? [{ kind: 'me', name: settings.name.trim() }, ...botsOf(others, settings.bots.rung)]
      : Array.from({ length: others + 1 }, () => ({ kind: 'me' as const }));
  return { opening: text, seats, listed: false, language };
}

/** Lay a table, remember the secrets of its seats, and go there. */
export async function createTable(table: NewTable): Promise<Laid> {
  const created = await api.layTable(table);
  for (const [seat, secret] of Object.entries(created.secrets)) keepSecret(created.table, seat, secret);
  route.go(`/table/${created.table}`);
  return created;
}
