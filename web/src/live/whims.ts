// The Whims that lie on cities: whoever ends a move there takes the card.

import type { WhimCard } from '../protocol';
import { words } from '../state/words.svelte';
import type { Table } from './table.svelte';

/** The Whim on a tile, if one lies there. */
export function whimOn(table: Table, tile: string): WhimCard | undefined {
  const nth = table.land.tiles.findIndex((each) => each.tile === tile);
  const name = table.scene.tiles[nth]?.whim;
  return table.whimCards.find((card) => card.name === name);
}

/** What a Whim asks for and pays: `3 Viziers: 5 gold`. */
export function whimWords({ measure, least, gold }: WhimCard): string {
  return words.say('word.whim', {
    need: words.say(`measure.${measure}`, { count: least }),
    gold: words.say('count.gold', { count: gold }),
  });
}
