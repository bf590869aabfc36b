// What each thing of the game says about itself: a name, a drawing, a text, what it is worth and costs.

import { djinnPicture, goodPicture, itemPicture, kindPicture, TRIBE_KEYS } from '../drawing/names';
import type { Payment, WhimCard } from '../protocol';
import { say, words } from '../state/words.svelte';
import cards from './cards.json';

/** Signs that are no card: gold, palm trees and so on. */
export const SYMBOLS = [
  'coin',
  'points',
  'palm',
  'palace',
  'camel',
  'tent',
  'bag',
  'marker',
  'hidden',
  'hand',
  'pile',
  'djinns',
  'items',
  'whims',
  'dice',
  'majority',
  'mountain',
  'undo',
] as const;
export type SymbolName = (typeof SYMBOLS)[number];

export type Topic =
  | { kind: 'djinn'; name: string }
  | { kind: 'item'; name: string }
  /** A kind of tile, by the name the server gives it, and the points of one of them. */
  | { kind: 'tile'; name: string; points?: number; tile?: string }
  /** A tribe by its letter. */
  | { kind: 'tribe'; name: string }
  | { kind: 'card'; name: string }
  | { kind: 'whim'; whim: WhimCard }
  | { kind: 'symbol'; name: SymbolName };

/** What the card of a topic shows. */
export interface Face {
  /** The drawing, and the class that gives it its colour. */
  picture: string;
  tint: string;
  title: string;
  /** What sort of thing it is, or when it works. */
  sort: string;
  text: string;
  /** In the brass disc; nothing for things without. */
  points: number | null;
  /** Ways to pay for its power; none where it has no price. */
  price: Payment[];
  edge: 'lapis' | 'terra' | 'brass' | 'plum' | '';
}

const PICTURES: Record<SymbolName, string> = {
  coin: 'coin',
  points: 'star8',
  palm: 'palm',
  palace: 'palace',
  camel: 'camel',
  tent: 'tent',
  bag: 'bag',
  marker: 'marker',
  hidden: 'ui-hidden',
  hand: 'hand-card',
  pile: 'hand-card',
  djinns: 'dj-haurvatat',
  items: 'item-crown',
  whims: 'whim',
  dice: 'die-5',
  majority: 'm-vizier',
  mountain: 'mountain',
  undo: 'ui-undo',
};

/** The text for this game: some differ where the Artisans are in it. */
function textOf(key: string, artisans: boolean): string {
  return !artisans && words.has(`${key}.base`) ? words.say(`${key}.base`) : words.say(`${key}.text`);
}

const upper = (text: string): string => text.slice(0, 1).toLocaleUpperCase(words.language) + text.slice(1);

const plain = (picture: string, title: string, text: string): Face => ({
  picture,
  tint: '',
  title: upper(title),
  sort: '',
  text,
  points: null,
  price: [],
  edge: '',
});

/** The face of a topic, in a game with the Artisans or without. */
export function faceOf(topic: Topic, artisans = false): Face {
  switch (topic.kind) {
    case 'djinn':
      return djinnFace(topic.name, artisans);
    case 'item':
      return itemFace(topic.name);
    case 'card':
      return cardFace(topic.name);
    case 'whim': {
      const { measure, least, gold } = topic.whim;
      const need = words.say(`measure.${measure}`, { count: least });
      const face = plain('whim', say('help.whim'), say('help.whim_text', { need, gold: words.say('count.gold', { count: gold }) }));
      return { ...face, sort: upper(need), edge: 'plum' };
    }
    case 'tile': {
      const face = plain(kindPicture(topic.name), words.say(`kind.${topic.name}.name`), textOf(`kind.${topic.name}`, artisans));
      const sort = topic.tile ? say('help.tile', { tile: topic.tile }) : '';
      return { ...face, sort, points: topic.points || null };
    }
    case 'tribe': {
      const key = `tribe.${TRIBE_KEYS[topic.name] ?? 'viziers'}`;
      const drawing = (TRIBE_KEYS[topic.name] ?? 'viziers').slice(0, -1);
      return { ...plain(`m-${drawing}`, words.say(`${key}.other`), textOf(key, artisans)), tint: topic.name, sort: say('help.tribe') };
    }
    case 'symbol':
      return {
        ...plain(PICTURES[topic.name], say(`help.symbol.${topic.name}`), say(`help.about.${topic.name}`)),
        tint: topic.name === 'majority' ? 'Y' : '',
      };
  }
}

function djinnFace(name: string, artisans: boolean): Face {
  const known = (cards.djinns as Record<string, { points: number; price: Payment[]; when: string }>)[name];
  const face = plain(djinnPicture(name), words.say(`djinn.${name}.name`), textOf(`djinn.${name}`, artisans));
  if (!known) return face;
  const edge = known.when === 'used' ? 'terra' : known.when === 'event' ? 'brass' : 'lapis';
  return { ...face, sort: say(`help.when.${known.when}`), points: known.points, price: known.price, edge };
}

function itemFace(name: string): Face {
  const known = (cards.items as Record<string, { points: number; magic: boolean }>)[name];
  const face = plain(itemPicture(name), words.say(`item.${name}.name`), words.say(`item.${name}.text`));
  if (!known) return face;
  return { ...face, sort: say(known.magic ? 'help.magic' : 'help.precious'), points: known.points || null, edge: known.magic ? '' : 'brass' };
}

function cardFace(name: string): Face {
  const copies = (cards.copies as Record<string, number>)[name] ?? 0;
  const title = words.say(`card.${name}.name`);
  const values = words.list(cards.sets.map((value) => words.number(value)));
  const text = name === 'fakir' ? say('help.fakir_text') : say('help.goods_text', { values });
  return {
    ...plain(goodPicture(name), title, text),
    sort: say('help.copies', { count: copies }),
    edge: name === 'fakir' ? 'plum' : '',
  };
}
