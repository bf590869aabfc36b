// Yazid's dice and the tiles he is about to strike in the solo game.

import type { Scene, StrikeScene } from '../protocol';
import type { Table } from './table.svelte';

/** From this many camels on, the page warns that Yazid's last one ends the game. */
export const FEW_CAMELS = 2;

/** The strike to show: one that is presented, or the one that the player may act before. */
export function strikeOf(table: Table): StrikeScene | null {
  if (table.pastStrike) return table.pastStrike.strike;
  return table.asked?.decision === 'Offering' ? (table.scene.yazid?.strike ?? null) : null;
}

/** The tiles that Yazid strikes; empty if the player must name them. */
export const struckTiles = (table: Table): string[] => (strikeOf(table)?.tiles ?? []).map(({ tile }) => tile);

/** Yazid's dice until he has struck: white (column) and black (row); 0 if there is none. */
export function diceOf(scene: Scene): [number, number] {
  const striking = scene.asked?.decision === 'Offering' || scene.asked?.decision === 'Naming';
  return (striking && scene.yazid?.dice) || [0, 0];
}
