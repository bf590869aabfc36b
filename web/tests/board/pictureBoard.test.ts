import { expect, test } from 'vitest';
import { pictureBoard } from '../../src/board/pictureBoard';
import { PICTURES } from '../../src/rules/pictures';

test('a board is read like the tiles and meeples of a position', () => {
  const { land, scene } = pictureBoard({ tiles: 'o8 v5/m6 s10', meeples: 'YW -/R GG', camels: { b2: 1 }, palms: { a2: 2 } });
  expect([land.columns, land.rows]).toEqual([2, 2]);
  expect(land.tiles).toEqual([
    { tile: 'a2', kind: 'oasis', points: 8, blue: false },
    { tile: 'b2', kind: 'village', points: 5, blue: true },
    { tile: 'a1', kind: 'small market', points: 6, blue: false },
    { tile: 'b1', kind: 'sacred place', points: 10, blue: true },
  ]);
  expect(scene.tiles.map(({ pile, camel, palms }) => [pile, camel, palms])).toEqual([
    ['YW', -1, 2],
    ['', 1, 0],
    ['R', -1, 0],
    ['GG', -1, 0],
  ]);
});

test('the moves in the pictures of the rules begin with as many meeples as they have steps', () => {
  for (const [rule, pictures] of Object.entries(PICTURES)) {
    for (const picture of pictures) {
      if (!('board' in picture) || !picture.board.route) continue;
      const { land, scene } = pictureBoard(picture.board);
      const start = land.tiles.findIndex(({ tile }) => tile === picture.board.route![0]);
      expect(scene.tiles[start]!.pile.length, rule).toBe(picture.board.route.length - 1);
    }
  }
});
