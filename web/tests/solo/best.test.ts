import { beforeEach, expect, test } from 'vitest';
import { best, keepBest } from '../../src/solo/best';

beforeEach(() => localStorage.clear());

test('only the best result is stored', () => {
  expect(best()).toBeNull();
  keepBest(200, 1);
  keepBest(190, 0);
  expect(best()).toEqual({ points: 200, title: 1 });
  keepBest(230, 2);
  expect(best()).toEqual({ points: 230, title: 2 });
});

test.each(['{', 'null', '5', '{"points": "many", "title": 1}', '{"points": 200}'])('a corrupt result (%s) is ignored', (kept) => {
  localStorage.setItem('naqala.best', kept);
  expect(best()).toBeNull();
  keepBest(1, 0);
  expect(best()).toEqual({ points: 1, title: 0 });
});
