// What each thing of the game says about itself: a name, a drawing, a text, what it is worth and costs.

import { djinnPicture, goodPicture, itemPicture, kindPicture, TRIBE_KEYS, wishPicture } from '../drawing/names';
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
export interface GameContext {
  artisans: boolean;
  solo: boolean;
  whims: WhimCard[];
}

/** What the card of a topic shows. */
export interface TooltipContent {
  /** The drawing, and the class that gives it its colour. */
  picture: string;
  tint: string;
  title: string;
  /** What sort of thing it is, or when it works. */
  category: string;
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

type Game = Pick<GameContext, 'artisans' | 'solo'>;

/** The text for this game: some differ in the solo game, or where the Artisans are in it. */
function textOf(key: string, { artisans, solo }: Game): string {
  if (solo && words.has(`${key}.solo`)) return words.say(`${key}.solo`);
  return !artisans && words.has(`${key}.base`) ? words.say(`${key}.base`) : words.say(`${key}.text`);
}

function symbolText(name: SymbolName, solo: boolean): string {
  return solo && words.has(`page.help.about_solo.${name}`) ? say(`help.about_solo.${name}`) : say(`help.about.${name}`);
}

const upper = (text: string): string => text.slice(0, 1).toLocaleUpperCase(words.language) + text.slice(1);

const baseContent = (picture: string, title: string, text: string): TooltipContent => ({
  picture,
  tint: '',
  title: upper(title),
  category: '',
  text,
  points: null,
  price: [],
  edge: '',
});

const isSymbol = (name: string): name is SymbolName => (SYMBOLS as readonly string[]).includes(name);

/** The face of a topic, or nothing for what is not known. */
export function contentOf(topic: Topic, { artisans, solo, whims }: GameContext): TooltipContent | null {
  const game = { artisans, solo };
  const { kind, name } = topic;
  switch (kind) {
    case 'djinn':
      return djinnContent(name, game);
    case 'item':
      return itemContent(name);
    case 'card':
      return cardContent(name);
    case 'whim':
      return whimContent(whims.find((whim) => whim.name === name));
    case 'tile': {
      const content = baseContent(kindPicture(name), words.say(`kind.${name}.name`), textOf(`kind.${name}`, game));
      const whim = whims.find((each) => each.name === topic.whim);
      const more = whim ? say('help.whim_here', whimValues(whim)) : '';
      return { ...content, category: topic.tile ? say('help.tile', { tile: topic.tile }) : '', points: topic.points || null, more };
    }
    case 'tribe': {
      const tribe = TRIBE_KEYS[name];
      if (!tribe) return null;
      const content = baseContent(`m-${tribe.slice(0, -1)}`, words.say(`tribe.${tribe}.other`), textOf(`tribe.${tribe}`, game));
      return { ...content, tint: name, category: say('help.tribe') };
    }
    case 'symbol': {
      if (!isSymbol(name)) return null;
      const content = baseContent(PICTURES[name], say(`help.symbol.${name}`), symbolText(name, game.solo));
      return { ...content, tint: name === 'majority' ? 'Y' : '' };
    }
  }
}

const whimValues = ({ measure, least, gold }: WhimCard): { need: string; gold: string } => ({
  need: words.say(`measure.${measure}`, { count: least }),
  gold: words.say('count.gold', { count: gold }),
});

/** A Whim of somebody else is a back: what it says is not known. */
function whimContent(whim: WhimCard | undefined): TooltipContent {
  if (!whim) return { ...baseContent('whim', say('help.symbol.whims'), say('help.about.whims')), edge: 'plum' };
  const { need, gold } = whimValues(whim);
  const { picture, tint } = wishPicture(whim.measure);
  return { ...baseContent(picture, say('help.whim'), say('help.whim_text', { need, gold })), tint, category: upper(need), edge: 'plum' };
}

function djinnContent(name: string, game: Game): TooltipContent | null {
  const known = DJINNS[name];
  if (!known) return null;
  const content = baseContent(djinnPicture(name), words.say(`djinn.${name}.name`), textOf(`djinn.${name}`, game));
  const edge = known.when === 'used' ? 'terra' : known.when === 'event' ? 'brass' : 'lapis';
  return { ...content, category: say(`help.when.${known.when}`), points: known.points, price: known.price, edge };
}

function itemContent(name: string): TooltipContent | null {
  const known = (cards.items as Record<string, { points: number; magic: boolean }>)[name];
  if (!known) return null;
  const content = baseContent(itemPicture(name), words.say(`item.${name}.name`), words.say(`item.${name}.text`));
  return {
    ...content,
    category: say(known.magic ? 'help.magic' : 'help.precious'),
    points: known.points || null,
    edge: known.magic ? '' : 'brass',
  };
}

function cardContent(name: string): TooltipContent | null {
  const copies = (cards.copies as Record<string, number>)[name];
  if (!copies) return null;
  const title = words.say(`card.${name}.name`);
  const values = words.list(cards.sets.map((value) => words.number(value)));
  const text = name === 'fakir' ? say('help.fakir_text') : say('help.goods_text', { values });
  return {
    ...baseContent(goodPicture(name), title, text),
    category: say('help.copies', { count: copies }),
    edge: name === 'fakir' ? 'plum' : '',
  };
}
