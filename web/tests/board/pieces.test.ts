import { expect, test } from 'vitest';
import { camelBox, horizonPieces, meepleBox, planDisc, ribbonX, maxSingleMeeples, sortMeeples, placements } from '../../src/board/pieces';
import { filled } from '../fixtures';

const piles = ['Y', 'YW', 'YWG', 'YWGB', 'YWGBR', 'YWGBRP', 'YYWGBRP', 'YYWWGBRP'];

test('up to eight meeples are drawn one by one, in the order of the tribes', () => {
  for (const pile of piles) {
    const placed = placements({ pile: [...pile].reverse().join('') }, 8);
    expect(placed.map((each) => each.tribe).join('')).toBe(pile);
    expect(placed.every((each) => each.count === 0)).toBe(true);
  }
});

test('a single meeple is in the middle of the ground', () => {
  expect(placements({ pile: 'R' }, 8)[0]).toMatchObject({ x: 50, y: 92, size: 38 });
});

test('from nine meeples on, each tribe is drawn once with a count', () => {
  const placed = placements({ pile: 'YYYWWGGGB' }, 8);
  expect(placed.map((each) => `${each.tribe}${each.count}`)).toEqual(['Y3', 'W2', 'G3', 'B0']);
});

test('the smaller the tile, the sooner meeples are counted', () => {
  expect([122, 103, 80, 60, 51].map(maxSingleMeeples)).toEqual([8, 8, 6, 6, 4]);
  expect(placements({ pile: 'YYWWGGB' }, maxSingleMeeples(122))).toHaveLength(7);
  expect(placements({ pile: 'YYWWGGB' }, maxSingleMeeples(60))).toHaveLength(4);
  expect(placements({ pile: 'YYWGB' }, maxSingleMeeples(60))).toHaveLength(5);
  expect(placements({ pile: 'YYWGB' }, maxSingleMeeples(51))).toHaveLength(4);
});

test('up to six different meeples are never counted', () => {
  expect(placements({ pile: 'YWGBRP' }, 4)).toHaveLength(6);
});

test('next to a camel up to five meeples are drawn one by one', () => {
  const placed = placements({ pile: 'YWGBR', owned: true }, 8);
  expect(placed.map(({ x, y }) => [x, y])).toEqual([
    [27, 68],
    [56, 68],
    [84, 68],
    [56, 97],
    [84, 97],
  ]);
  expect(placements({ pile: 'YYWGBR', owned: true }, 8)[0]).toMatchObject({ tribe: 'Y', count: 2 });
});

test('no piece extends beyond its tile by more than its outline, for any number of pieces', () => {
  const many = ['YYYYYYYYYYYY', 'YYYYYYWWWWWW', 'YYYYWWWWGGGG', 'YYYWWWGGGBBB', 'YYYWWWGGGBR', 'YYYWWWGGBRP'];
  for (const pile of [...piles, ...many]) {
    for (const owned of [false, true]) {
      for (const room of [4, 6, 8]) {
        const placed = placements({ pile, owned }, room);
        expect(placed.reduce((sum, each) => sum + (each.count || 1), 0)).toBe(pile.length);
        for (const each of placed) {
          const { x, y, width } = meepleBox(each);
          expect(x).toBeGreaterThan(-2);
          expect(x + width).toBeLessThan(102);
          expect(y).toBeGreaterThan(30);
          expect(each.y).toBeLessThanOrEqual(98);
        }
      }
    }
  }
});

test('no two meeples have the same position', () => {
  for (const pile of [...piles, 'YYYWWWGGBRP']) {
    for (const owned of [false, true]) {
      const places = placements({ pile, owned }, 8).map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(places.length);
    }
  }
});

test('a planned meeple takes the last slot of its tribe', () => {
  const placed = placements({ pile: 'GGR', planned: 'G' }, 8);
  expect(placed.map((each) => each.tribe).join('')).toBe('GGGR');
  expect(placed.map((each) => each.planned)).toEqual([false, false, true, false]);
});

test('a planned meeple is slightly smaller than its disc', () => {
  const [one] = placements({ pile: '', planned: 'W' }, 8);
  const box = meepleBox(one!);
  const disc = planDisc(one!);
  expect(box.width).toBe(33.5);
  expect(disc.r * 2).toBeGreaterThan(box.width);
});

test('ghosts keep their positions, and planned meeples are placed next to them', () => {
  const placed = placements({ pile: '', ghosts: 'GWR', planned: 'R' }, 8);
  expect(placed.map((each) => each.tribe).join('')).toBe('WGRR');
  expect(placed.map((each) => each.ghost)).toEqual([true, true, true, false]);
  expect(placed.map((each) => each.planned)).toEqual([false, false, false, true]);
});

test('planned meeples are marked among counted ones', () => {
  const placed = placements({ pile: 'YYYYWWWW', planned: 'W' }, 8);
  expect(placed.map((each) => [each.tribe, each.count, each.planned])).toEqual([
    ['Y', 4, false],
    ['W', 5, true],
  ]);
});

test('a camel is large if it is alone', () => {
  expect(camelBox(true).width).toBeGreaterThan(camelBox(false).width);
});

test('two palms are drawn one by one, three as one with a count', () => {
  expect(horizonPieces(2, 0, false).map((grown) => grown.count)).toEqual([0, 0]);
  expect(horizonPieces(3, 0, false).map((grown) => grown.count)).toEqual([3]);
});

test('palms and palaces on the horizon do not overlap', () => {
  const grown = horizonPieces(2, 1, true);
  expect(grown.map((each) => [each.name, each.count])).toEqual([
    ['palm', 2],
    ['palace', 0],
    ['whim', 0],
  ]);
  for (const [nth, each] of grown.slice(1).entries()) {
    expect(each.x).toBeGreaterThan(grown[nth]!.x + grown[nth]!.width - 5);
  }
  expect(horizonPieces(0, 0, false)).toEqual([]);
});

test('meeples are sorted by tribe', () => {
  expect(sortMeeples('RWYRP')).toBe('YWRRP');
});

test('the ribbon of the last move does not overlap palms, palaces and Whims', () => {
  expect(ribbonX(filled('TileScene', {}))).toBe(80);
  for (const scene of [
    { palms: 1 },
    { palms: 2 },
    { palms: 4 },
    { palaces: 2 },
    { palms: 1, palaces: 1 },
    { palms: 3, palaces: 3, whim: 'court' },
  ].map((each) => filled('TileScene', each))) {
    const left = Math.min(...horizonPieces(scene.palms, scene.palaces, Boolean(scene.whim)).map((each) => each.x));
    expect(ribbonX(scene) + 14.5).toBeLessThan(Math.max(left, 49));
  }
});
