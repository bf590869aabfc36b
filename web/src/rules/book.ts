// The order of the rules on their page, and the figures of the cards; the words are in the catalogue.

/** What is drawn at the end of a section. */
export type Gallery = 'goods' | 'tribes' | 'tiles' | 'scores' | 'djinns' | 'whims' | 'artisans';

export interface Section {
  id: string;
  rules: string[];
  galleries: Gallery[];
}

const numbered = (letter: string, last: number): string[] =>
  Array.from({ length: last }, (_, place) => `${letter}${place + 1}`);

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

export const GOODS: [card: string, copies: number][] = [
  ['ivory', 2],
  ['gems', 2],
  ['gold', 2],
  ['papyrus', 4],
  ['silk', 4],
  ['spices', 4],
  ['fish', 6],
  ['wheat', 6],
  ['pottery', 6],
  ['fakir', 18],
];

export const BASE_TILES = ['village', 'sacred place', 'oasis', 'small market', 'large market'];
export const WHIM_TILES = ['blue city', 'red city', 'great lake'];
export const ARTISAN_TILES = ['workshop', 'specialised market', 'chasm'];

/** Where points come from in the base game, in the order of the score sheet. */
export const SOURCES = ['gold', 'viziers', 'majority', 'elders', 'djinns', 'palms', 'palaces', 'tiles', 'goods'];

/** Djinns from D1 on, each with its points and the price of its power. */
export const DJINNS: [djinn: string, points: number, price: 'none' | 'F' | 'E/F' | 'E+' | 'bid'][] = [
  ['al-amin', 5, 'none'],
  ['anun-nak', 8, 'E/F'],
  ["ba'al", 6, 'none'],
  ['boaz', 6, 'none'],
  ['bouraq', 6, 'E/F'],
  ['echidna', 4, 'E+'],
  ['enki', 8, 'E/F'],
  ['hagis', 10, 'E/F'],
  ['haurvatat', 8, 'none'],
  ['iblis', 8, 'E/F'],
  ['jafaar', 6, 'none'],
  ['kandicha', 6, 'none'],
  ['kumarbi', 6, 'bid'],
  ['lamia', 10, 'E/F'],
  ['leta', 4, 'E+'],
  ['marid', 6, 'none'],
  ['monkir', 6, 'none'],
  ['nekir', 6, 'none'],
  ['shamhat', 6, 'none'],
  ['sibittis', 4, 'E+'],
  ['sloar', 8, 'F'],
  ['utug', 4, 'E+'],
  ['dhenim', 6, 'none'],
  ['ganapati', 6, 'none'],
  ['kali', 6, 'none'],
  ['geb', 6, 'none'],
  ['ptah', 6, 'none'],
];

/** Magic items from I1 on, and precious ones with their number and points. */
export const MAGIC = ['carpet', 'lamp', 'flute', 'scimitar', 'talisman', 'horn', 'ring'];
export const PRECIOUS: [item: string, copies: number, points: number][] = [
  ['jewel', 5, 5],
  ['treasure', 4, 7],
  ['crown', 2, 9],
];

/** Whims: what is measured, the least that is asked for, the gold. */
export const WHIMS: [measure: string, least: number, gold: number][] = [
  ['viziers', 3, 5],
  ['elders', 3, 5],
  ['fakirs', 3, 5],
  ['red_tiles', 3, 5],
  ['blue_tiles', 2, 5],
  ['djinns', 2, 5],
  ['goods', 4, 5],
  ['viziers', 5, 10],
  ['vizier_lead', 2, 10],
  ['elders', 5, 10],
  ['djinns', 3, 10],
  ['goods', 6, 10],
  ['oases', 2, 10],
  ['villages', 2, 10],
  ['markets', 3, 10],
  ['palms', 3, 10],
  ['palaces', 3, 15],
  ['line', 3, 15],
  ['sacred_places', 2, 15],
  ['artisans', 3, 10],
  ['tent_reds', 4, 15],
  ['items', 3, 15],
];

/** The title of a rule and the rest of it: the first sentence, and what follows. */
export function parted(text: string): [title: string, rest: string] {
  const end = /[.?]\s/.exec(text);
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 2)] : [text, ''];
}

/** Letters without accents and case, so that `batisseurs` finds `Bâtisseurs`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .toLowerCase();
