// The contents of tooltips for cards, tiles, tribes and symbols.

import { djinnPicture, goodPicture, itemPicture, kindPicture, TRIBE_KEYS, whimPicture } from '../drawing/sprites';
import type { Payment, WhimCard } from '../protocol';
import { say, words } from '../state/words.svelte';
import { DJINNS, ITEMS } from '../protocol/cards';
import cards from '../protocol/cards.json';

/** Topics that are not cards, tiles or tribes. */
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

/** The subject of a tooltip; `name` is the name used by the server, for a tribe its letter. */
export interface Topic {
  kind: 'djinn' | 'item' | 'tile' | 'tribe' | 'card' | 'whim' | 'symbol';
  name: string;
  /** For tiles: the name on the board, the points, and the Whim on it. */
  tile?: string;
  points?: number;
  whim?: string;
}

/** The properties of a game that change the texts. */
export interface GameContext {
  artisans: boolean;
  solo: boolean;
  whims: WhimCard[];
}

export interface TooltipContent {
  /** The symbol in sprites.svg. */
  picture: string;
  /** The class that colours the picture. */
  tint: string;
  title: string;
  /** What it is, or when its power works. */
  category: string;
  text: string;
  /** A sentence about the Whim on the tile. */
  more?: string;
  /** Shown in the brass disc; null if it has no value. */
  points: number | null;
  /** The alternative payments for its power; empty if it is free. */
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

/** The text for this game; some differ in the solo game or without the Artisans. */
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

/** The content of the tooltip of a topic, or null if the topic is unknown. */
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

/** Only the back of other players' Whims is known. */
function whimContent(whim: WhimCard | undefined): TooltipContent {
  if (!whim) return { ...baseContent('whim', say('help.symbol.whims'), say('help.about.whims')), edge: 'plum' };
  const { need, gold } = whimValues(whim);
  const { picture, tint } = whimPicture(whim.measure);
  return { ...baseContent(picture, say('help.whim'), say('help.whim_text', { need, gold })), tint, category: upper(need), edge: 'plum' };
}

function djinnContent(name: string, game: Game): TooltipContent | null {
  const known = DJINNS[name];
  if (!known) return null;
  const content = baseContent(djinnPicture(name), words.say(`djinn.${name}.name`), textOf(`djinn.${name}`, game));
  const edge = known.price.length ? 'terra' : known.when === 'event' ? 'brass' : 'lapis';
  return { ...content, category: say(`help.when.${known.when}`), points: known.points, price: known.price, edge };
}

/** The moments that the texts of their Djinns say themselves, in every language. */
const TOLD_MOMENTS = ['event', 'kill', 'bid', 'end'];

/** The power of a Djinn in a line, with its moment unless the text says it. */
export function powerLine(name: string, game: Game): string {
  const content = djinnContent(name, game);
  if (!content) return '';
  const said = TOLD_MOMENTS.includes(DJINNS[name]!.when);
  // In the solo game, some are of no use.
  const told = said || (game.solo && words.has(`djinn.${name}.solo`));
  return told ? content.text : say('help.power', { when: content.category, text: content.text });
}

function itemContent(name: string): TooltipContent | null {
  const known = ITEMS[name];
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
