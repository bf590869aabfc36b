// Boards and scenes for tests and screenshots.

import type { Land, LandTile, Scene, TileScene } from '../../src/protocol';
import { tileName } from '../../src/board/geometry';
import { EMPTY_SCENE } from '../../src/live/placeholders';
import { filled, type DeepPartial } from '../fixtures';

const KINDS: [string, number, boolean][] = [
  ['village', 5, true],
  ['small market', 6, false],
  ['sacred place', 10, true],
  ['oasis', 8, false],
  ['large market', 4, false],
  ['village', 5, true],
  ['sacred place', 15, true],
  ['small market', 6, false],
  ['oasis', 8, false],
];

interface Extras {
  walls?: [string, string][];
  holes?: string[];
  lake?: string;
  /** The kinds of certain tiles, with their value and whether they are blue. */
  kinds?: Record<string, [string, number, boolean]>;
}

export function land(columns = 6, rows = 5, extras: Extras = {}): Land {
  const { walls = [], holes = [], lake = '', kinds = {} } = extras;
  const tiles: LandTile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tile = tileName(column, row);
      if (holes.includes(tile)) continue;
      const [kind, points, blue] = kinds[tile] ?? KINDS[(column * 2 + row * 5) % KINDS.length]!;
      tiles.push({ tile, kind, points, blue });
    }
  }
  return { columns, rows, tiles, walls, holes, lake };
}

/** A board of 7 × 6 with everything that the expansions add. */
export const grand = (): Land =>
  land(7, 6, {
    holes: ['c4', 'e2', 'f6'],
    lake: 'c4',
    walls: [
      ['b2', 'b3'],
      ['a2', 'b2'],
      ['f4', 'g4'],
      ['f4', 'f5'],
    ],
    kinds: {
      b2: ['workshop', 5, true],
      f4: ['workshop', 5, true],
      d3: ['specialised market', 10, false],
      b5: ['blue city', 0, true],
      e5: ['red city', 0, false],
    },
  });

/** A scene with the given tiles; the other tiles get some meeples by their position. */
export function scene(on: Land, tiles: Record<string, DeepPartial<TileScene>> = {}): Scene {
  const fill = ['YWG', 'BR', 'GGB', 'W', 'YRR', 'WGB', 'G', 'BB', 'YWGB', ''];
  return filled('Scene', {
    ...EMPTY_SCENE,
    round: 1,
    tiles: on.tiles.map((place, nth) => tiles[place.tile] ?? { pile: fill[nth % fill.length]! }),
  });
}
