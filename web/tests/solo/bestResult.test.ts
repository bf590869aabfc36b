import { beforeEach, expect, test } from 'vitest';
import { bestResult, saveBestResult } from '../../src/solo/bestResult';

beforeEach(() => localStorage.clear());

test('only the best result is stored', () => {
  expect(bestResult()).toBeNull();
  saveBestResult(200, 1);
  saveBestResult(190, 0);
  expect(bestResult()).toEqual({ points: 200, title: 1 });
  saveBestResult(230, 2);
  expect(bestResult()).toEqual({ points: 230, title: 2 });
});

test.each(['{', 'null', '5', '{"points": "many", "title": 1}', '{"points": 200}'])('a corrupt result (%s) is ignored', (stored) => {
  localStorage.setItem('naqala.best', stored);
  expect(bestResult()).toBeNull();
  saveBestResult(1, 0);
  expect(bestResult()).toEqual({ points: 1, title: 0 });
});
