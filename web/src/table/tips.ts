// The tips of the guided first game and of the first solo games: each is shown once, in a turn of one's own in which it applies.

import type { Choice } from '../protocol';
import type { Table } from '../live/table.svelte';
import { say } from '../state/words.svelte';
import type { Turn } from '../turn/turn.svelte';

export interface Tip {
  /** The key of its sentence, `page.learn.tip.ID`. */
  id: string;
  applies: (table: Table, turn: Turn) => boolean;
  /** The lesson that explains more. */
  lesson?: string;
  /** Whether it may be shown while Yazid is about to strike. Other tips would distract from the choice. */
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
  { id: 'strike', lesson: 'solo', atStrike: true, applies: (table) => table.asked?.decision === 'Offering' },
  { id: 'assassins', atStrike: true, applies: (table) => (table.scene.yazid?.assassins ?? 0) >= MANY_ASSASSINS },
  { id: 'move', applies: (_, turn) => offers(turn, 'take') },
  { id: 'landing', applies: (_, turn) => turn.move.start !== '' },
  { id: 'way', applies: (_, turn) => turn.move.ways.length > 1 },
  { id: 'kill', applies: (_, turn) => offers(turn, 'kill') },
  { id: 'summon', applies: (_, turn) => offers(turn, 'summon') },
  { id: 'buy', applies: (_, turn) => offers(turn, 'buy') },
  { id: 'sell', applies: (_, turn) => offers(turn, 'sell') },
  { id: 'undo', applies: (table, turn) => offers(turn, 'end') && table.own.undo.steps > 0 },
  { id: 'bid', applies: (_, turn) => offers(turn, 'bid') },
  { id: 'camels', applies: (table) => Math.min(...camelsOf(table)) <= FEW_CAMELS },
  { id: 'fakirs', applies: (table) => table.own.hand.includes('fakir') },
  { id: 'elders', applies: (table) => table.player(table.me).elders >= DJINN_PRICE },
  { id: 'more_viziers', applies: (table) => (table.scene.yazid?.viziers ?? -1) >= table.player(table.me).viziers },
  { id: 'viziers', applies: (table) => table.scene.players.some(({ viziers }) => viziers > table.player(table.me).viziers) },
];

/** The tip to show now, if any. */
export function tipFor(table: Table, turn: Turn, seen: (tip: string) => boolean): string {
  if (!table.myTurn || table.over) return '';
  const { decision } = table.asked ?? {};
  const tips = decision === 'Offering' || decision === 'Naming' ? TIPS.filter(({ atStrike }) => atStrike) : TIPS;
  return tips.find((tip) => !seen(tip.id) && tip.applies(table, turn))?.id ?? '';
}

/** The sentence of a tip; it may name the other player with the most Viziers. */
export function tipText(table: Table, tip: string): string {
  const { players } = table.scene;
  const others = players.map((_, seat) => seat).filter((seat) => seat !== table.me);
  const first = Math.max(...others.map((seat) => players[seat]!.viziers));
  const name = table.nameOf(others.find((seat) => players[seat]!.viziers === first) ?? -1);
  return say(`learn.tip.${tip}`, { name });
}

/** The lesson that explains what a tip talks about; empty if there is none. */
export const lessonFor = (tip: string): string => TIPS.find(({ id }) => id === tip)?.lesson ?? '';
