// What a plan brings, in a few pictures and words: made from the events of its preview.

import { TRIBE_KEYS, goodPicture, kindPicture, meeple } from '../drawing/names';
import { say, words } from '../state/words.svelte';
import type { Table } from '../table/table.svelte';
import type { Preview } from '../table/foresight.svelte';
import { whimOn, whimWords } from '../table/whims';

export interface Gain {
  picture: string;
  /** The class that colours the picture. */
  colour: string;
  text: string;
}

/** What the seat in turn would get, the certain part of it. */
export function gainsOf(table: Table, preview: Preview): Gain[] {
  const gains: Gain[] = [];
  const me = table.turn;
  let gold = 0;
  for (const event of preview.events) {
    if (event.seat !== undefined && event.seat >= 0 && event.seat !== me) continue;
    switch (event.type) {
      case 'Gathered':
        gains.push({
          picture: meeple(event.tribe ?? ''),
          colour: `mp ${event.tribe ?? ''}`,
          text: `${event.count ?? 1} ${words.say(`tribe.${TRIBE_KEYS[event.tribe ?? 'Y']}`, { count: event.count ?? 1 })}`,
        });
        break;
      case 'CamelPlaced':
      case 'TentPlaced': {
        const points = table.land?.tiles.find((each) => each.tile === event.tile)?.points ?? 0;
        gains.push({
          picture: event.type === 'CamelPlaced' ? 'camel' : 'tent',
          colour: `own ${table.colour(me)}`,
          text: say('table.gain_tile', { tile: event.tile ?? '', points }),
        });
        break;
      }
      case 'GoldGained':
        gold += event.amount ?? 0;
        break;
      case 'GoldPaid':
        gold -= event.amount ?? 0;
        break;
      case 'CardsTaken':
        for (const card of event.cards ?? []) {
          gains.push({ picture: goodPicture(card), colour: '', text: words.say(`card.${card}.name`) });
        }
        break;
      case 'PalmPlaced':
        gains.push({ picture: 'palm', colour: '', text: event.tile ?? '' });
        break;
      case 'PalacePlaced':
        gains.push({ picture: 'palace', colour: '', text: event.tile ?? '' });
        break;
    }
  }
  if (gold) gains.push({ picture: 'coin', colour: '', text: `${gold > 0 ? '+' : '−'}${Math.abs(gold)}` });
  const whim = whimOn(table, preview.events.findLast((event) => event.type === 'Gathered')?.tile ?? '');
  if (whim) gains.push({ picture: 'whim', colour: '', text: whimWords(whim) });
  // The tile where the move ends acts too, after its tribe.
  const next = preview.scene?.asked;
  if (next?.decision === 'TileAction' || next?.decision === 'TribeAction') {
    const tile = preview.events.findLast((event) => event.type === 'Gathered')?.tile ?? next.tile;
    const kind = table.land?.tiles.find((each) => each.tile === tile)?.kind;
    if (kind) gains.push({ picture: kindPicture(kind), colour: 'wide', text: words.say(`kind.${kind}.name`) });
  }
  return gains;
}
