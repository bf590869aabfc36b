// The Whim cards on cities. A player whose move ends there takes the card.

import type { WhimCard } from '../protocol';
import { words } from '../state/words.svelte';
import type { Table } from './table.svelte';

/** The Whim on a tile, if any. */
export function whimOn(table: Table, tile: string): WhimCard | undefined {
  const nth = table.land.tiles.findIndex((each) => each.tile === tile);
  const name = table.scene.tiles[nth]?.whim;
  return table.whimCards.find((card) => card.name === name);
}

/** The requirement and reward of a Whim: `3 Viziers: 5 gold`. */
export function describeWhim({ measure, least, gold }: WhimCard): string {
  return words.say('word.whim', {
    need: words.say(`measure.${measure}`, { count: least }),
    gold: words.say('count.gold', { count: gold }),
  });
}
