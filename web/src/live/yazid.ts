// Yazid's dice and the tiles he is about to strike in the solo game.

import type { Scene } from '../protocol';
import type { Table } from './table.svelte';

/** The tiles that Yazid would strike; empty if the player must name them. */
export function struckTiles(table: Table): string[] {
  if (table.asked?.decision !== 'Offering') return [];
  return (table.scene.yazid?.strike?.tiles ?? []).map(({ tile }) => tile);
}

/** Yazid's dice until he has struck: white (column) and black (row); 0 if there is none. */
export function diceOf(scene: Scene): [number, number] {
  const striking = scene.asked?.decision === 'Offering' || scene.asked?.decision === 'Naming';
  return (striking && scene.yazid?.dice) || [0, 0];
}
