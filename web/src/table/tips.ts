// The tips of the guided first game and of the first solo games: each is shown once, in a turn of one's own in which it applies.

import type { Choice } from '../protocol';
import type { Table } from '../live/table.svelte';
import type { Turn } from '../turn/turn.svelte';
import { strikeOf } from '../live/yazid';
import type { Area } from './tipPlace';

export interface Tip {
  /** The key of its sentence, `page.learn.tip.ID`. */
  id: string;
  applies: (table: Table, turn: Turn) => boolean;
  /** What it talks about, so that it does not cover that. */
  about?: Area[];
  /** The lesson that explains more. */
  lesson?: string;
  /** Whether it may be shown while Yazid is about to strike. Other tips could cover the board and his counters. */
  atStrike?: boolean;
}

/** Camels left at which the end of the game is near. */
const FEW_CAMELS = 3;
/** Elders that pay for a Djinn. */
const DJINN_PRICE = 2;
/** Yazid's Assassins at which they become dangerous. */
const MANY_ASSASSINS = 3;

const offers = (turn: Turn, kind: Choice['kind']): boolean => turn.of(kind).length > 0;
const camelsOf = (table: Table): number[] => table.scene.players.map(({ camels }) => camels);

/** The most urgent first. */
export const TIPS: Tip[] = [
  { id: 'last', atStrike: true, applies: (table) => table.scene.last_round },
  { id: 'strike', about: ['board', 'rivals'], lesson: 'solo', atStrike: true, applies: (table) => table.asked?.decision === 'Offering' },
  { id: 'assassins', about: ['rivals'], atStrike: true, applies: (table) => (table.scene.yazid?.assassins ?? 0) >= MANY_ASSASSINS },
  { id: 'move', about: ['board'], applies: (_, turn) => offers(turn, 'take') },
  { id: 'landing', about: ['board'], applies: (_, turn) => turn.move.start !== '' },
  { id: 'kill', about: ['board'], applies: (_, turn) => offers(turn, 'kill') },
  { id: 'summon', about: ['market', 'own'], applies: (_, turn) => offers(turn, 'summon') },
  { id: 'buy', about: ['market', 'own'], applies: (_, turn) => offers(turn, 'buy') },
  { id: 'sell', about: ['own'], applies: (_, turn) => offers(turn, 'sell') },
  { id: 'undo', applies: (table, turn) => offers(turn, 'end') && table.own.undo.steps > 0 },
  { id: 'bid', about: ['own'], applies: (_, turn) => offers(turn, 'bid') },
  { id: 'camels', about: ['own', 'rivals'], applies: (table) => Math.min(...camelsOf(table)) <= FEW_CAMELS },
  { id: 'fakirs', about: ['own'], applies: (table) => table.own.hand.includes('fakir') },
  { id: 'elders', about: ['own'], applies: (table) => table.player(table.me).elders >= DJINN_PRICE },
  {
    id: 'more_viziers',
    about: ['own', 'rivals'],
    applies: (table) => (table.scene.yazid?.viziers ?? -1) >= table.player(table.me).viziers,
  },
  {
    id: 'viziers',
    about: ['own', 'rivals'],
    applies: (table) => table.scene.players.some(({ viziers }) => viziers > table.player(table.me).viziers),
  },
];

/** The tip to show now, if any. */
export function tipFor(table: Table, turn: Turn, seen: (tip: string) => boolean): string {
  if (!table.myTurn || table.over) return '';
  const { decision } = table.asked ?? {};
  const tips = decision === 'Offering' || decision === 'Naming' ? TIPS.filter(({ atStrike }) => atStrike) : TIPS;
  return tips.find((tip) => !seen(tip.id) && tip.applies(table, turn))?.id ?? '';
}

/** The lesson that explains what a tip talks about; empty if there is none. */
export const lessonFor = (tip: string): string => TIPS.find(({ id }) => id === tip)?.lesson ?? '';

/** What a player must see while a tip is shown: what it or the prompt talks about, and what can be chosen. */
export function neededFor(tip: string, turn: Turn): Set<Area> {
  const needed = new Set(TIPS.find(({ id }) => id === tip)?.about);
  const strike = strikeOf(turn.table);
  if (strike) needed.add('board');
  if (strike?.djinn || strike?.tiles.some(({ cards }) => cards.length)) needed.add('market');
  for (const choice of turn.choices) {
    if (choice.tile) needed.add('board');
    else if (choice.kind === 'buy' || choice.kind === 'summon') needed.add('market');
    else if (choice.kind === 'sell') needed.add('own');
  }
  return needed;
}
