// Board coordinates: a tile is 100 × 100 units, the gap between tiles is 5, and row 1 is at the bottom.

import type { Land } from '../protocol';

/** The distance from one tile to the next. */
export const STEP = 105;

/** The height within a tile at which routes are drawn and meeples walk. */
export const GROUND = 66;

export interface Coordinates {
  /** Counted from 0, from the left. */
  column: number;
  /** Counted from 0, from the bottom. */
  row: number;
}

export interface Point {
  x: number;
  y: number;
}

export function coordinatesOf(tile: string): Coordinates {
  return { column: tile.charCodeAt(0) - 97, row: Number(tile.slice(1)) - 1 };
}

export function tileName(column: number, row: number): string {
  return String.fromCharCode(97 + column) + String(row + 1);
}

/** The top left corner of a tile on the board. */
export function corner(tile: string, rows: number): Point {
  const { column, row } = coordinatesOf(tile);
  return { x: column * STEP, y: (rows - 1 - row) * STEP };
}

/** The names of all tiles and holes, row by row from the top. */
export function tileRows(land: Land): string[][] {
  return Array.from({ length: land.rows }, (_, line) =>
    Array.from({ length: land.columns }, (_, column) => tileName(column, land.rows - 1 - line)),
  );
}

/** The outer rectangle of the board with its frame. A narrow frame is thin on the sides without coordinates. */
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

/** The size of a tile in pixels if the board is fitted into a box with its aspect ratio kept. */
export function tilePixels(frame: Tray, width: number, height: number): number {
  const wide = width / frame.width;
  return 100 * (height > 0 ? Math.min(wide, height / frame.height) : wide);
}

/** The position of the mountains between two tiles, and whether they are vertical. */
export function mountainPosition([a, b]: [string, string], rows: number): Point & { upright: boolean } {
  const [first, second] = [corner(a, rows), corner(b, rows)];
  const upright = first.y === second.y;
  return { x: Math.max(first.x, second.x), y: Math.max(first.y, second.y), upright };
}

/** The tile that a navigation key moves to; the same tile at the edge of the board, null for other keys. */
export function neighbour(land: Land, tile: string, key: string, far: boolean): string | null {
  const { column, row } = coordinatesOf(tile);
  const right = land.columns - 1;
  const top = land.rows - 1;
  switch (key) {
    case 'ArrowLeft':
      return tileName(Math.max(0, column - 1), row);
    case 'ArrowRight':
      return tileName(Math.min(right, column + 1), row);
    case 'ArrowUp':
      return tileName(column, Math.min(top, row + 1));
    case 'ArrowDown':
      return tileName(column, Math.max(0, row - 1));
    case 'Home':
      return far ? tileName(0, top) : tileName(0, row);
    case 'End':
      return far ? tileName(right, 0) : tileName(right, row);
    default:
      return null;
  }
}
