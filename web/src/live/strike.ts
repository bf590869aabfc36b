// Where Yazid would strike, while it is asked whether to act first.

import type { Scene } from '../protocol';
import type { Table } from './table.svelte';

/** The tiles that Yazid would strike; none where the dice leave open which ones. */
export function struckTiles(table: Table): string[] {
  if (table.asked?.decision !== 'Offering') return [];
  return (table.scene.yazid?.strike?.tiles ?? []).map(({ tile }) => tile);
}

/** The dice of Yazid, until he has struck: white for the column, black for the row; 0 for none. */
export function diceOf(scene: Scene): [number, number] {
  const striking = scene.asked?.decision === 'Offering' || scene.asked?.decision === 'Naming';
  return (striking && scene.yazid?.dice) || [0, 0];
}
