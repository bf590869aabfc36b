// Where tiles lie: a tile is 100 × 100, the gap between two is 5, and row 1 is at the bottom.

import type { Land } from '../protocol';

/** From one tile to the next. */
export const STEP = 105;

/** The ground in front of the skyline: where a route runs and meeples walk. */
export const GROUND = 66;

export interface Place {
  /** Counted from 0, from the left. */
  column: number;
  /** Counted from 0, from the bottom. */
  row: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The place of a tile by its name. */
export function placeOf(tile: string): Place {
  return { column: tile.charCodeAt(0) - 97, row: Number(tile.slice(1)) - 1 };
}

/** The name of the tile at a place. */
export function tileAt(column: number, row: number): string {
  return String.fromCharCode(97 + column) + String(row + 1);
}

/** The top left corner of a tile on the board. */
export function corner(tile: string, rows: number): Point {
  const { column, row } = placeOf(tile);
  return { x: column * STEP, y: (rows - 1 - row) * STEP };
}

/** The names of all places, line by line from the top as they are read. */
export function lines(land: Land): string[][] {
  return Array.from({ length: land.rows }, (_, line) =>
    Array.from({ length: land.columns }, (_, column) => tileAt(column, land.rows - 1 - line)),
  );
}

/** The board with its frame: a narrow one is thin where it bears no coordinates. */
export interface Tray {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function tray(land: Land, narrow: boolean): Tray {
  const [left, top, right, bottom] = narrow ? [15, 6, 6, 19] : [16, 16, 16, 16];
  return {
    x: -left,
    y: -top,
    width: land.columns * STEP - 5 + left + right,
    height: land.rows * STEP - 5 + top + bottom,
  };
}

/** How many pixels a tile takes where the tray is drawn into a box, kept in proportion. */
export function tilePixels(frame: Tray, width: number, height: number): number {
  const wide = width / frame.width;
  return 100 * (height > 0 ? Math.min(wide, height / frame.height) : wide);
}

/** Where to lay the mountains between two tiles: their corner, and whether they stand upright. */
export function ridge([a, b]: [string, string], rows: number): Point & { upright: boolean } {
  const [one, other] = [corner(a, rows), corner(b, rows)];
  const upright = one.y === other.y;
  return { x: Math.max(one.x, other.x), y: Math.max(one.y, other.y), upright };
}

/** The tile that a key leads to from another, or the same where the board ends; null for other keys. */
export function neighbour(land: Land, tile: string, key: string, far: boolean): string | null {
  const { column, row } = placeOf(tile);
  const right = land.columns - 1;
  const top = land.rows - 1;
  switch (key) {
    case 'ArrowLeft':
      return tileAt(Math.max(0, column - 1), row);
    case 'ArrowRight':
      return tileAt(Math.min(right, column + 1), row);
    case 'ArrowUp':
      return tileAt(column, Math.min(top, row + 1));
    case 'ArrowDown':
      return tileAt(column, Math.max(0, row - 1));
    case 'Home':
      return far ? tileAt(0, top) : tileAt(0, row);
    case 'End':
      return far ? tileAt(right, 0) : tileAt(right, row);
    default:
      return null;
  }
}
