// What each thing of the game says about itself: a name, a drawing, a text, what it is worth and costs.

import { djinnPicture, goodPicture, itemPicture, kindPicture, TRIBE_KEYS, whimPicture } from '../drawing/sprites';
import type { Payment, WhimCard } from '../protocol';
import { say, words } from '../state/words.svelte';
import { DJINNS } from '../protocol/cards';
import cards from '../protocol/cards.json';

/** Signs that are no card: gold, palm trees and so on. */
export const SYMBOLS = [
  'gold',
  'points',
  'palm',
  'palace',
  'camel',
  'tent',
  'bag',
  'marker',
  'hidden',
  'goods',
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

/** What can be explained; `name` as the server names it, a tribe by its letter. */
export interface Topic {
  kind: 'djinn' | 'item' | 'tile' | 'tribe' | 'card' | 'whim' | 'symbol';
  name: string;
  /** Of a tile: which one, its points, and the Whim that lies on it. */
  tile?: string;
  points?: number;
  whim?: string;
}

/** What of the game in play changes what things say. */
export interface Circumstances {
  artisans: boolean;
  solo: boolean;
  whims: WhimCard[];
}

/** What the card of a topic shows. */
export interface Face {
  /** The drawing, and the class that gives it its colour. */
  picture: string;
  tint: string;
  title: string;
  /** What sort of thing it is, or when it works. */
  sort: string;
  text: string;
  /** What else lies on it, in a sentence of its own. */
  more?: string;
  /** In the brass disc; nothing for things without. */
  points: number | null;
  /** Ways to pay for its power; none where it has no price. */
  price: Payment[];
  edge: 'lapis' | 'terra' | 'brass' | 'plum' | '';
}

const PICTURES: Record<SymbolName, string> = {
  gold: 'coin',
  points: 'star8',
  palm: 'palm',
  palace: 'palace',
  camel: 'camel',
  tent: 'tent',
  bag: 'bag',
  marker: 'marker',
  hidden: 'ui-hidden',
  goods: 'hand-card',
  pile: 'hand-card',
  djinns: 'dj-haurvatat',
  items: 'item-crown',
  whims: 'whim',
  dice: 'die-5',
  majority: 'm-vizier',
  mountain: 'mountain',
  undo: 'ui-undo',
};

type Game = Pick<Circumstances, 'artisans' | 'solo'>;

/** The text for this game: some differ in the solo game, or where the Artisans are in it. */
function textOf(key: string, { artisans, solo }: Game): string {
  if (solo && words.has(`${key}.solo`)) return words.say(`${key}.solo`);
  return !artisans && words.has(`${key}.base`) ? words.say(`${key}.base`) : words.say(`${key}.text`);
}

function symbolText(name: SymbolName, solo: boolean): string {
  return solo && words.has(`page.help.about_solo.${name}`) ? say(`help.about_solo.${name}`) : say(`help.about.${name}`);
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

const isSymbol = (name: string): name is SymbolName => (SYMBOLS as readonly string[]).includes(name);

/** The face of a topic, or nothing for what is not known. */
export function faceOf(topic: Topic, { artisans, solo, whims }: Circumstances): Face | null {
  const game = { artisans, solo };
  const { kind, name } = topic;
  switch (kind) {
    case 'djinn':
      return djinnFace(name, game);
    case 'item':
      return itemFace(name);
    case 'card':
      return cardFace(name);
    case 'whim':
      return whimFace(whims.find((whim) => whim.name === name));
    case 'tile': {
      const face = plain(kindPicture(name), words.say(`kind.${name}.name`), textOf(`kind.${name}`, game));
      const whim = whims.find((each) => each.name === topic.whim);
      const more = whim ? say('help.whim_here', wordsOf(whim)) : '';
      return { ...face, sort: topic.tile ? say('help.tile', { tile: topic.tile }) : '', points: topic.points || null, more };
    }
    case 'tribe': {
      const tribe = TRIBE_KEYS[name];
      if (!tribe) return null;
      const face = plain(`m-${tribe.slice(0, -1)}`, words.say(`tribe.${tribe}.other`), textOf(`tribe.${tribe}`, game));
      return { ...face, tint: name, sort: say('help.tribe') };
    }
    case 'symbol': {
      if (!isSymbol(name)) return null;
      const face = plain(PICTURES[name], say(`help.symbol.${name}`), symbolText(name, game.solo));
      return { ...face, tint: name === 'majority' ? 'Y' : '' };
    }
  }
}

const wordsOf = ({ measure, least, gold }: WhimCard): { need: string; gold: string } => ({
  need: words.say(`measure.${measure}`, { count: least }),
  gold: words.say('count.gold', { count: gold }),
});

/** A Whim of somebody else is a back: what it says is not known. */
function whimFace(whim: WhimCard | undefined): Face {
  if (!whim) return { ...plain('whim', say('help.symbol.whims'), say('help.about.whims')), edge: 'plum' };
  const { need, gold } = wordsOf(whim);
  const { picture, tint } = whimPicture(whim.measure);
  return { ...plain(picture, say('help.whim'), say('help.whim_text', { need, gold })), tint, sort: upper(need), edge: 'plum' };
}

function djinnFace(name: string, game: Game): Face | null {
  const known = DJINNS[name];
  if (!known) return null;
  const face = plain(djinnPicture(name), words.say(`djinn.${name}.name`), textOf(`djinn.${name}`, game));
  const edge = known.when === 'used' ? 'terra' : known.when === 'event' ? 'brass' : 'lapis';
  return { ...face, sort: say(`help.when.${known.when}`), points: known.points, price: known.price, edge };
}

function itemFace(name: string): Face | null {
  const known = (cards.items as Record<string, { points: number; magic: boolean }>)[name];
  if (!known) return null;
  const face = plain(itemPicture(name), words.say(`item.${name}.name`), words.say(`item.${name}.text`));
  return {
    ...face,
    sort: say(known.magic ? 'help.magic' : 'help.precious'),
    points: known.points || null,
    edge: known.magic ? '' : 'brass',
  };
}

function cardFace(name: string): Face | null {
  const copies = (cards.copies as Record<string, number>)[name];
  if (!copies) return null;
  const title = words.say(`card.${name}.name`);
  const values = words.list(cards.sets.map((value) => words.number(value)));
  const text = name === 'fakir' ? say('help.fakir_text') : say('help.goods_text', { values });
  return {
    ...plain(goodPicture(name), title, text),
    sort: say('help.copies', { count: copies }),
    edge: name === 'fakir' ? 'plum' : '',
  };
}
