// Where Yazid would strike, while it is asked whether to act first.

import type { Table } from './table.svelte';

/** The tiles that Yazid would strike; none where the dice leave open which ones. */
export function struckTiles(table: Table): string[] {
  if (table.asked?.decision !== 'Offering') return [];
  return (table.scene?.yazid?.strike?.tiles ?? []).map(({ tile }) => tile);
}
