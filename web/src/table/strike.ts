// Where the dice of Yazid point, while it is asked whether to act first.

import type { Table } from './table.svelte';

/** The tiles that Yazid would strike; none where the dice leave open which one it is. */
export function struckTiles(table: Table): string[] {
  const [white, black] = table.scene?.yazid?.dice ?? [0, 0];
  if (!table.land || !white || !black || table.asked?.decision !== 'Offering') return [];
  const column = 'abcdefgh'[white - 1]!;
  const standing = table.land.tiles.map(({ tile }) => tile).filter((tile, nth) => tile.startsWith(column) && table.scene?.tiles[nth]?.pile);
  if (black <= table.land.rows) return standing.filter((tile) => tile === `${column}${black}`);
  return [...new Set([...standing.slice(-1), ...standing.slice(0, 1)])];
}
