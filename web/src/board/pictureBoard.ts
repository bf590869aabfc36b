// Small boards for pictures, written like the tiles and meeples of a position.

import type { Land, Scene, TileScene } from '../protocol';
import { EMPTY_SCENE } from '../live/placeholders';
import { tileName } from './geometry';
import { EMPTY_TILE } from './pieces';

const KINDS: Record<string, string> = { o: 'oasis', v: 'village', m: 'small market', l: 'large market', s: 'sacred place' };
const BLUE = ['v', 's'];

export interface BoardDrawing {
  /** Row by row from the top, as in a position: `o8 v5/m6 s10`. */
  tiles: string;
  /** The meeples of each tile; `-` for none. */
  meeples: string;
  /** Tiles with the camel of a seat. */
  camels?: Record<string, number>;
  palms?: Record<string, number>;
  /** The tiles of a move, from start to end. */
  route?: string[];
  /** The tiles with a ring. */
  rings?: string[];
  /** The tiles where a meeple can be killed. */
  kills?: string[];
  /** Yazid's dice: column and row. */
  dice?: [number, number];
}

/** The land and the scene of a drawing. */
export function pictureBoard({ tiles, meeples, camels = {}, palms = {} }: BoardDrawing): { land: Land; scene: Scene } {
  const rows = tiles.split('/').map((row) => row.split(' '));
  const piles = meeples.split('/').map((row) => row.split(' '));
  const land: Land = { columns: rows[0]!.length, rows: rows.length, tiles: [], walls: [], holes: [], lake: '' };
  const scenes: TileScene[] = [];
  rows.forEach((row, nth) =>
    row.forEach((text, column) => {
      const tile = tileName(column, rows.length - 1 - nth);
      const letter = text[0]!;
      land.tiles.push({ tile, kind: KINDS[letter]!, points: Number(text.slice(1)), blue: BLUE.includes(letter) });
      const pile = piles[nth]![column]!;
      scenes.push({ ...EMPTY_TILE, pile: pile === '-' ? '' : pile, camel: camels[tile] ?? -1, palms: palms[tile] ?? 0 });
    }),
  );
  return { land, scene: { ...EMPTY_SCENE, tiles: scenes } };
}
