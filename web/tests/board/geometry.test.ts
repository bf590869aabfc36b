import { expect, test } from 'vitest';
import { corner, tileRows, neighbour, coordinatesOf, mountainPosition, tileName, tilePixels, tray } from '../../src/board/geometry';
import { land } from './lands';

test('a1 is at the bottom left for every board size', () => {
  expect(corner('a1', 5)).toEqual({ x: 0, y: 420 });
  expect(corner('a1', 8)).toEqual({ x: 0, y: 735 });
  expect(corner('f5', 5)).toEqual({ x: 525, y: 0 });
});

test('coordinates and tile names convert both ways', () => {
  for (const line of tileRows(land(8, 8))) {
    for (const tile of line) {
      const { column, row } = coordinatesOf(tile);
      expect(tileName(column, row)).toBe(tile);
    }
  }
});

test('rows are listed from the top', () => {
  expect(tileRows(land(6, 5)).map((line) => line[0])).toEqual(['a5', 'a4', 'a3', 'a2', 'a1']);
});

test('the frame of six by five has room for the coordinates, wide and narrow', () => {
  expect(tray(land(), false)).toMatchObject({ x: -16, y: -16, width: 657, height: 552 });
  expect(tray(land(), true)).toMatchObject({ x: -15, y: -6, width: 646, height: 545 });
});

test('a tile has 122 pixels on a desktop and 59 on a phone', () => {
  expect(Math.round(tilePixels(tray(land(), false), 804, 676))).toBe(122);
  expect(Math.round(tilePixels(tray(land(), true), 382, 0))).toBe(59);
});

test('in a low box the height limits the tile size', () => {
  expect(tilePixels(tray(land(), false), 2000, 552)).toBe(100);
});

test('mountains are in the gap between their tiles', () => {
  expect(mountainPosition(['b2', 'b3'], 5)).toEqual({ x: 105, y: 315, upright: false });
  expect(mountainPosition(['a2', 'b2'], 5)).toEqual({ x: 105, y: 315, upright: true });
});

test('arrow keys go by one tile and stop at the edge', () => {
  const on = land(6, 5);
  expect(neighbour(on, 'c3', 'ArrowUp', false)).toBe('c4');
  expect(neighbour(on, 'c3', 'ArrowDown', false)).toBe('c2');
  expect(neighbour(on, 'c3', 'ArrowLeft', false)).toBe('b3');
  expect(neighbour(on, 'f5', 'ArrowRight', false)).toBe('f5');
  expect(neighbour(on, 'f5', 'ArrowUp', false)).toBe('f5');
  expect(neighbour(on, 'c3', 'x', false)).toBeNull();
});

test('Home and End go along the row, with Control to the corners', () => {
  const on = land(7, 6);
  expect(neighbour(on, 'c3', 'Home', false)).toBe('a3');
  expect(neighbour(on, 'c3', 'End', false)).toBe('g3');
  expect(neighbour(on, 'c3', 'Home', true)).toBe('a6');
  expect(neighbour(on, 'c3', 'End', true)).toBe('g1');
});
