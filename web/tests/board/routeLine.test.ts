import { expect, test } from 'vitest';
import { routeArrows, routePoints, routePath } from '../../src/board/routeLine';

test('a route connects the ground of its tiles', () => {
  expect(routePath(routePoints(['c3', 'c4', 'd4', 'e4', 'e5'], 5))).toBe('M260 276 L260 171 L365 171 L470 171 L470 66');
});

test('arrowheads are in the gaps and point in the direction of the move', () => {
  expect(routeArrows(['c3', 'c4', 'd4'], 5)).toEqual([
    { x: 260, y: 207.5, angle: -90 },
    { x: 312.5, y: 171, angle: 0 },
  ]);
  const [back] = routeArrows(['d4', 'c4'], 5);
  expect(Math.abs(back!.angle)).toBe(180);
  expect(routeArrows(['c4', 'c3'], 5)[0]).toMatchObject({ y: 207.5, angle: 90 });
});

test('a step between tiles that are not adjacent has its arrowhead halfway', () => {
  expect(routeArrows(['a1', 'c3'], 5)[0]).toMatchObject({ x: 155, y: 381 });
});

test('a route that revisits a tile does not overlap itself', () => {
  const points = routePoints(['a1', 'b1', 'b2', 'a2', 'a1', 'b1'], 5);
  expect(points[4]).not.toEqual(points[0]);
  expect(points[5]).not.toEqual(points[1]);
});

test('fewer than two tiles give an empty route', () => {
  expect(routePath(routePoints([], 5))).toBe('');
  expect(routePath(routePoints(['a1'], 5))).toBe('');
  expect(routeArrows(['a1'], 5)).toEqual([]);
});
