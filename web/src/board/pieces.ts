// The layout of the pieces on a tile of 100 × 100: meeples in their slots, camel, tent, palms.

import { TRIBES } from '../drawing/sprites';
import type { TileScene } from '../protocol';
import type { Point } from './geometry';

/** A single meeple, or one meeple with a count that represents all of its tribe. */
export interface Placement extends Point {
  /** `y` is the line of its feet. */
  tribe: string;
  size: number;
  /** How many meeples it represents; 0 for a single meeple. */
  count: number;
  /** The x position of the count. */
  countAt: number;
  planned: boolean;
  ghost: boolean;
}

export const EMPTY_TILE: TileScene = { pile: '', camel: -1, tent: false, palms: 0, palaces: 0, whim: '' };

/** The meeples to place on a tile. */
export interface Crowd {
  pile: string;
  /** Meeples that a planned move drops here, in addition to the pile. */
  planned?: string;
  /** Meeples that are in the hand and are drawn as ghosts where they were. */
  ghosts?: string;
  /** Whether a camel or a tent is on the tile. */
  owned?: boolean;
}

type Slots = { size: number; at: [number, number][] };

const spread = (xs: number[], y: number): [number, number][] => xs.map((x) => [x, y]);

const FREE: Record<number, Slots> = {
  1: { size: 38, at: [[50, 92]] },
  2: { size: 37, at: spread([30, 70], 92) },
  3: { size: 32.5, at: [[50, 66], ...spread([31, 69], 97.5)] },
  4: { size: 32.5, at: [...spread([31, 69], 66), ...spread([31, 69], 97.5)] },
  5: { size: 30.5, at: [...spread([33, 67], 68), ...spread([18, 50, 82], 97)] },
  6: { size: 30.5, at: [...spread([18, 50, 82], 68), ...spread([18, 50, 82], 97)] },
  7: { size: 25, at: [...spread([26, 50, 74], 66), ...spread([14, 38, 62, 86], 97)] },
  8: { size: 25, at: [...spread([14, 38, 62, 86], 66), ...spread([14, 38, 62, 86], 97)] },
};

const BESIDE_CAMEL: Record<number, Slots> = {
  1: { size: 33, at: [[70, 97]] },
  2: { size: 28, at: spread([56, 84], 97) },
  3: { size: 28, at: [[70, 68], ...spread([56, 84], 97)] },
  4: { size: 28, at: [...spread([56, 84], 68), ...spread([56, 84], 97)] },
  5: { size: 28, at: [...spread([27, 56, 84], 68), ...spread([56, 84], 97)] },
};

/** One slot for each tribe present, wide enough for a count next to the meeple. */
const COUNTED: Record<number, Slots> = {
  1: { size: 38, at: [[48, 92]] },
  2: { size: 32.5, at: spread([28, 72], 92) },
  3: { size: 30, at: [[50, 67.5], ...spread([30, 70], 97)] },
  4: { size: 30, at: [...spread([30, 70], 67.5), ...spread([30, 70], 97)] },
  5: { size: 22.5, at: [...spread([17, 50, 83], 67.5), ...spread([30, 70], 97)] },
  6: { size: 22.5, at: [...spread([17, 50, 83], 67.5), ...spread([17, 50, 83], 97)] },
};

const COUNTED_BESIDE_CAMEL: Record<number, Slots> = {
  1: { size: 32.5, at: [[70, 97]] },
  2: {
    size: 28,
    at: [
      [70, 67.5],
      [70, 97],
    ],
  },
  3: { size: 28, at: [...spread([30, 72], 67.5), [72, 97]] },
  4: { size: 22.5, at: [...spread([17, 50, 83], 67.5), [72, 97]] },
  5: { size: 22, at: [...spread([17, 50, 83], 67.5), ...spread([57, 85], 97)] },
  6: { size: 21, at: [...spread([13, 38, 63, 88], 67.5), ...spread([57, 85], 97)] },
};

/** The most meeples that are drawn one by one on a tile of this width; more are drawn with counts. */
export function maxSingleMeeples(pixels: number): number {
  if (pixels > 100) return 8;
  return pixels >= 56 ? 6 : 4;
}

/** Meeples sorted by tribe, in the order in which they are drawn. */
export function sortMeeples(pile: string): string {
  const order = TRIBES.join('');
  return [...pile].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
}

/** The positions of the meeples, from left to right, back row first. */
export function placements(crowd: Crowd, room: number): Placement[] {
  const owned = crowd.owned ?? false;
  const { planned = '', ghosts = '' } = crowd;
  const all = sortMeeples(crowd.pile + ghosts + planned);
  const slots = (owned ? BESIDE_CAMEL : FREE)[all.length];
  // Counts do not save space if all meeples are different.
  const different = all.length <= 6 && new Set(all).size === all.length;
  if (slots && (all.length <= room || different)) return single(all, slots, crowd);
  return counted(all, owned ? COUNTED_BESIDE_CAMEL : COUNTED, crowd);
}

function single(all: string, slots: Slots, { planned = '', ghosts = '', pile }: Crowd): Placement[] {
  return [...all].map((tribe, nth) => {
    // Within a tribe, meeples of the pile come first, then ghosts, then planned ones.
    const rank = nth - all.indexOf(tribe);
    const pileCount = countOf(pile, tribe);
    const ghostCount = countOf(ghosts, tribe);
    const [x, y] = slots.at[nth]!;
    return {
      tribe,
      x,
      y,
      size: slots.size,
      count: 0,
      countAt: 0,
      ghost: rank >= pileCount && rank < pileCount + ghostCount,
      planned: countOf(planned, tribe) > 0 && rank >= pileCount + ghostCount,
    };
  });
}

function counted(all: string, table: Record<number, Slots>, { planned = '', pile }: Crowd): Placement[] {
  const present = [...new Set(all)];
  const slots = table[present.length];
  if (!slots) return [];
  return present.map((tribe, nth) => {
    const [middle, y] = slots.at[nth]!;
    const many = countOf(all, tribe);
    const arriving = planned.includes(tribe);
    return {
      tribe,
      x: many > 1 ? middle - slots.size * 0.21 : middle,
      y,
      size: slots.size,
      count: many > 1 ? many : 0,
      countAt: middle + slots.size * 0.46,
      ghost: !pile.includes(tribe) && !arriving,
      planned: arriving,
    };
  });
}

function countOf(pile: string, tribe: string): number {
  return pile.split(tribe).length - 1;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The box of a meeple whose feet are on the line of its slot. */
export function meepleBox({ x, y, size, planned }: Placement): Box {
  // A planned meeple is slightly smaller and higher, to fit on its disc.
  const side = planned ? size - 4.5 : size;
  return { x: x - side / 2, y: (planned ? y - 1.5 : y) - side * 0.945, width: side, height: side };
}

/** The white disc under a planned meeple. */
export function planDisc({ x, y, size }: Placement): Point & { r: number } {
  const side = size - 4.5;
  return { x, y: y - 1.5 - side * 0.49, r: side * 0.556 + 2.14 };
}

/** The box of a camel: large in the middle if it is alone, in the front left next to meeples. */
export function camelBox(alone: boolean): Box {
  return alone ? { x: 20, y: 44.5, width: 60, height: 50 } : { x: 2.5, y: 65.9, width: 38, height: 31.7 };
}

/** The box of a tent, which takes the position of a camel. */
export function tentBox(alone: boolean): Box {
  return alone ? { x: 24, y: 44, width: 52, height: 47 } : { x: 4, y: 64, width: 36, height: 32.5 };
}

/** A palm, palace or Whim on the horizon; `count` is not 0 if it represents several. */
export interface HorizonPiece extends Box {
  name: 'palm' | 'palace' | 'whim';
  count: number;
}

const HORIZON = {
  palm: { y: 12, width: 21, height: 26 },
  palace: { y: 13.5, width: 22, height: 24.5 },
  whim: { y: 8, width: 18, height: 24 },
};

/** Palms, palaces and a Whim's card, placed from the right edge to the left. */
export function horizonPieces(palms: number, palaces: number, whim: boolean): HorizonPiece[] {
  const kinds = (
    [
      ['whim', Number(whim)],
      ['palace', palaces],
      ['palm', palms],
    ] as const
  ).filter(([, many]) => many > 0);
  // Two of a kind are drawn only if there is no other kind.
  const most = kinds.length === 1 ? 2 : 1;
  const grown: HorizonPiece[] = [];
  let right = 97;
  for (const [name, many] of kinds) {
    const box = HORIZON[name];
    const drawn = many <= most ? many : 1;
    for (let nth = 0; nth < drawn; nth++) {
      grown.push({ name, ...box, x: right - box.width, count: many > drawn ? many : 0 });
      right -= box.width - 2 + (many > drawn ? 3 : 0);
    }
  }
  return grown.reverse();
}

/** The width of the ribbon on the tile of the last move, with its margin. */
const RIBBON_WIDTH = 17;

/** The x position of that ribbon: at the right edge, or left of what is on the horizon. */
export function ribbonX({ palms = 0, palaces = 0, whim = '' }: TileScene): number {
  const grown = horizonPieces(palms, palaces, Boolean(whim));
  const left = Math.min(97, ...grown.map((each) => each.x - (each.count ? 11 : 0)));
  return Math.max(34, left - RIBBON_WIDTH);
}

/** Whether a seat's colour is so light that its glyph needs a dark colour. */
export const needsDarkGlyph = (colour: string): boolean => colour === 'seat2' || colour === 'seat3';
