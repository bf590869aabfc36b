// The ids of sprites for the names that the server uses.

/** The letters of the tribes, in display order. */
export const TRIBES = ['Y', 'W', 'G', 'B', 'R', 'P'] as const;

const MEEPLE_PICTURES: Record<string, string> = {
  Y: 'vizier',
  W: 'elder',
  G: 'merchant',
  B: 'builder',
  R: 'assassin',
  P: 'artisan',
};

/** The catalogue keys of the tribes. */
export const TRIBE_KEYS: Record<string, string> = {
  Y: 'viziers',
  W: 'elders',
  G: 'merchants',
  B: 'builders',
  R: 'assassins',
  P: 'artisans',
};

const KIND_PICTURES: Record<string, string> = {
  village: 'village',
  'sacred place': 'sacred',
  oasis: 'oasis',
  'small market': 'small',
  'large market': 'large',
  workshop: 'workshop',
  'specialised market': 'special',
  'blue city': 'city-blue',
  'red city': 'city-red',
  'great lake': 'lake',
  chasm: 'chasm',
};

/** A meeple, with or without its letter. */
export const meeplePicture = (tribe: string, letters = false): string => `${letters ? 'ml' : 'm'}-${MEEPLE_PICTURES[tribe] ?? 'vizier'}`;

/** The full picture of a tile. */
export const tilePicture = (kind: string): string => `tile-${KIND_PICTURES[kind] ?? 'village'}`;

/** The small icon of a kind of tile, for use in text. */
export const kindPicture = (kind: string): string => `kind-${(KIND_PICTURES[kind] ?? 'village').replace(/^city-.*/, 'city')}`;

export const goodPicture = (card: string): string => (card === 'fakir' ? 'fakir' : `good-${card}`);

/** The rarity of a card, as the CSS class of its background. */
export function rarityClass(card: string): '' | 'rare' | 'mid' | 'fakir' {
  if (card === 'fakir') return 'fakir';
  if (['ivory', 'gems', 'gold'].includes(card)) return 'rare';
  return ['papyrus', 'silk', 'spices'].includes(card) ? 'mid' : '';
}

/** The picture of a Djinn; of any Djinn if none is named. */
export const djinnPicture = (djinn = 'haurvatat'): string => `dj-${djinn.replace("'", '')}`;
export const itemPicture = (item: string): string => `item-${item}`;

/** The icon of a source of points. */
export function sourcePicture(source: string): string {
  const known: Record<string, string> = {
    gold: 'coin',
    viziers: 'm-vizier',
    elders: 'm-elder',
    artisans: 'm-artisan',
    djinns: 'dj-haurvatat',
    tiles: 'camel',
    palms: 'palm',
    palaces: 'palace',
    goods: 'hand-card',
    items: 'item-crown',
    tent: 'tent',
    majority: 'm-vizier',
    cities: 'kind-city',
    whims: 'whim',
  };
  return known[source] ?? 'star8';
}

const WHIM_PICTURES: Record<string, string> = {
  viziers: 'm-vizier Y',
  elders: 'm-elder W',
  artisans: 'm-artisan P',
  fakirs: 'fakir',
  djinns: 'dj-haurvatat',
  items: 'item-crown',
  goods: 'hand-card',
  vizier_lead: 'p-0',
  red_tiles: 'tile-small',
  blue_tiles: 'tile-village',
  oases: 'kind-oasis',
  villages: 'kind-village',
  sacred_places: 'kind-sacred',
  markets: 'kind-small',
  palms: 'palm',
  palaces: 'palace',
  line: 'camel',
  tent_reds: 'tent',
};

/** The icon of a Whim's requirement, and the CSS class for its colour. */
export function whimPicture(measure: string): { picture: string; tint: string } {
  const [picture = 'whim', tint = ''] = (WHIM_PICTURES[measure] ?? 'whim').split(' ');
  return { picture, tint };
}
