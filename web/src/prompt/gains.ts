// Summarises the gains of a plan from the events of its preview.

import { TRIBE_KEYS, goodPicture, kindPicture, meeplePicture } from '../drawing/sprites';
import type { CardsTakenEvent } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Preview } from '../turn/preview.svelte';
import type { Table } from '../live/table.svelte';
import { whimOn, describeWhim } from '../live/whims';

export interface Gain {
  picture: string;
  /** The class of the picture. */
  colour: string;
  text: string;
  /** A shorter text for use if space is short. */
  short?: string;
}

/** The sources of points that gathering a tribe affects. */
const SOURCES: Record<string, string[]> = { Y: ['viziers', 'majority'], W: ['elders'], P: ['artisans'] };

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${words.number(Math.abs(points))}`;
const withPoints = (what: string, points: number): string => (points ? say('prompt.gain_of', { what, points: signed(points) }) : what);

/** The gains of the seat in turn that do not depend on chance. */
export function gainsOf(table: Table, preview: Preview): Gain[] {
  const gains: Gain[] = [];
  const me = table.turn;
  const landOf = (tile: string) => table.land.tiles.find((each) => each.tile === tile);
  const [before, after] = [table.own.score.sources, preview.score?.sources];
  const pointsFrom = (sources: string[]): number =>
    after ? sources.reduce((sum, source) => sum + (after[source] ?? 0) - (before[source] ?? 0), 0) : 0;
  const mine = preview.events.filter(({ seat = -1 }) => seat < 0 || seat === me);
  let gold = 0;
  for (const event of mine) {
    const { type, tile = '', tribe = '', count = 1 } = event;
    switch (type) {
      case 'Gathered': {
        const who = `${count} ${words.say(`tribe.${TRIBE_KEYS[tribe || 'Y']}`, { count })}`;
        gains.push({ picture: meeplePicture(tribe), colour: `mp ${tribe}`, text: withPoints(who, pointsFrom(SOURCES[tribe] ?? [])) });
        break;
      }
      case 'CamelPlaced':
      case 'TentPlaced': {
        const camel = type === 'CamelPlaced';
        const points = camel ? (landOf(tile)?.points ?? 0) : pointsFrom(['tent', 'tiles']);
        gains.push({
          picture: camel ? 'camel' : 'tent',
          colour: `own ${table.colour(me)}`,
          text: withPoints(say(camel ? 'prompt.gain_camel' : 'prompt.gain_tent', { tile }), points),
          short: withPoints(tile, points),
        });
        break;
      }
      case 'GoldGained':
        gold += event.amount;
        break;
      case 'GoldPaid':
        gold -= event.amount;
        break;
      case 'PalmPlaced':
        gains.push({ picture: 'palm', colour: '', text: withPoints(tile, pointsFrom(['palms'])) });
        break;
      case 'PalacePlaced':
        gains.push({ picture: 'palace', colour: '', text: withPoints(tile, pointsFrom(['palaces'])) });
        break;
    }
  }
  // Palm trees and palaces that stand on the tile already.
  const tile = mine.findLast((event) => event.type === 'CamelPlaced')?.tile;
  for (const [picture, source, placed] of [
    ['palm', 'palms', 'PalmPlaced'],
    ['palace', 'palaces', 'PalacePlaced'],
  ] as const) {
    const points = pointsFrom([source]);
    if (tile && points > 0 && !mine.some(({ type }) => type === placed))
      gains.push({ picture, colour: '', text: withPoints(tile, points) });
  }
  const taken = mine.filter((event) => event.type === 'CardsTaken');
  if (taken.length) gains.push(cardsOf(taken, pointsFrom(['goods'])));
  if (gold) gains.push({ picture: 'coin', colour: '', text: signed(gold) });
  const whim = whimOn(table, mine.findLast((event) => event.type === 'Gathered')?.tile ?? '');
  if (whim) gains.push({ picture: 'whim', colour: '', text: describeWhim(whim) });
  // The action of the tile follows that of the tribe.
  const next = preview.scene?.asked;
  if (next?.decision === 'TileAction' || next?.decision === 'TribeAction') {
    const tile = preview.events.findLast((event) => event.type === 'Gathered')?.tile ?? next.tile;
    const kind = landOf(tile)?.kind;
    if (kind && !whim) gains.push({ picture: kindPicture(kind), colour: 'wide', text: words.say(`kind.${kind}.name`) });
  }
  return gains;
}

/** The gain of goods from the market: a single card by its name, several by their places in the row. */
function cardsOf(taken: CardsTakenEvent[], points: number): Gain {
  const cards = taken.flatMap((event) => event.cards);
  if (cards.length === 1)
    return { picture: goodPicture(cards[0]!), colour: '', text: withPoints(words.say(`card.${cards[0]}.name`), points) };
  const places = taken.flatMap((event) => event.places).sort((a, b) => a - b);
  const contiguous = places.at(-1)! - places[0]! === places.length - 1;
  const range = contiguous ? `${places[0]}–${places.at(-1)}` : places.join(', ');
  return { picture: 'hand-card', colour: '', text: withPoints(say('prompt.gain_cards', { places: range, count: cards.length }), points) };
}
