// The structure of the rules page. The texts are in the catalogue, the values of the cards in cards.json.

import { BASE_SOURCES } from '../protocol';
import cards from '../protocol/cards.json';
import { djinnPoints, djinnPrice } from '../protocol/cards';

/** The galleries at the end of sections. */
export type GalleryName = 'goods' | 'tribes' | 'tiles' | 'scores' | 'djinns' | 'whims' | 'artisans';

export interface Section {
  id: string;
  rules: string[];
  galleries: GalleryName[];
}

const numbered = (letter: string, last: number): string[] => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

export const SECTIONS: Section[] = [
  { id: 'minute', rules: [], galleries: ['tribes', 'tiles'] },
  { id: 'C', rules: numbered('C', 10), galleries: ['goods'] },
  { id: 'S', rules: numbered('S', 6), galleries: [] },
  { id: 'B', rules: numbered('B', 7), galleries: [] },
  { id: 'M', rules: numbered('M', 10), galleries: [] },
  { id: 'T', rules: numbered('T', 8), galleries: ['tribes'] },
  { id: 'A', rules: numbered('A', 9), galleries: ['tiles'] },
  { id: 'E', rules: numbered('E', 4), galleries: ['scores'] },
  { id: 'J', rules: [...numbered('J', 3), 'D28'], galleries: ['djinns'] },
  { id: 'W', rules: numbered('W', 10), galleries: ['whims'] },
  { id: 'Y', rules: numbered('Y', 13), galleries: [] },
  { id: 'N', rules: numbered('N', 11), galleries: ['artisans'] },
  { id: 'X', rules: numbered('X', 8), galleries: [] },
];

export const TIPS = 8;

/** Goods with the number of copies, the rarest first. */
export const GOODS: [card: string, copies: number][] = Object.entries(cards.copies);

export const BASE_TILES = ['village', 'sacred place', 'oasis', 'small market', 'large market'];
export const WHIM_TILES = ['blue city', 'red city', 'great lake'];
export const ARTISAN_TILES = ['workshop', 'specialised market', 'chasm'];

/** The sources of points in the base game, in the order of the score sheet. */
export const SOURCES: readonly string[] = BASE_SOURCES;

type Price = '' | 'F' | 'E/F' | 'E+' | 'bid';

/** The price of a power in the notation of the reference. */
function priceOf(djinn: string): Price {
  const [first, second] = djinnPrice(djinn);
  // Any number of Fakirs pays for bids; the power itself has no price.
  if (djinn === 'kumarbi') return 'bid';
  if (!first) return '';
  if (!second) return 'F';
  return first.elders > 1 ? 'E+' : 'E/F';
}

/** The Djinns in the order of their ids, from D1 on. D28 is a rule about Kandicha, not a card. */
const DJINN_ORDER = [
  ...['al-amin', 'anun-nak', "ba'al", 'boaz', 'bouraq', 'echidna', 'enki', 'hagis', 'haurvatat', 'iblis', 'jafaar'],
  ...['kandicha', 'kumarbi', 'lamia', 'leta', 'marid', 'monkir', 'nekir', 'shamhat', 'sibittis', 'sloar', 'utug'],
  ...['dhenim', 'ganapati', 'kali', 'geb', 'ptah', null],
];

/** Every Djinn with its id, its points and the price of its power. */
export const DJINNS: [id: string, djinn: string, points: number, price: Price][] = DJINN_ORDER.flatMap((djinn, index) =>
  djinn === null ? [] : [[`D${index + 1}`, djinn, djinnPoints(djinn), priceOf(djinn)]],
);

const ITEMS = Object.entries(cards.items);
/** Magic items from I1 on, and precious ones with their number and points. */
export const MAGIC: string[] = ITEMS.filter(([, { magic }]) => magic).map(([item]) => item);
export const PRECIOUS: [item: string, copies: number, points: number][] = ITEMS.filter(([, { magic }]) => !magic).map(
  ([item, { copies, points }]) => [item, copies, points],
);

/** Whims: what they count, the required number, and the gold. */
export const WHIMS: [measure: string, least: number, gold: number][] = cards.whims.map(({ measure, least, gold }) => [
  measure,
  least,
  gold,
]);

/** Remove accents and case, so that `batisseurs` finds `Bâtisseurs`. */
export const foldForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();
