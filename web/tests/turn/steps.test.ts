import { expect, test } from 'vitest';
import type { GameEvent } from '../../src/protocol';
import { dropsOf, withForced } from '../../src/turn/steps';
import { filled } from '../fixtures';

const dropped = (tile: string, tribe: string): GameEvent => ({ type: 'Dropped', seat: 0, tile, tribe });

test('forced drops are inserted at their position', () => {
  const chosen = [
    { tile: 'f6', tribe: 'W' },
    { tile: 'd6', tribe: 'G' },
  ];
  const events = [
    filled('GameEvent', { type: 'Taken', tile: 'f5' }),
    dropped('f6', 'W'),
    dropped('e6', 'G'),
    dropped('d6', 'G'),
    dropped('d5', 'Y'),
  ];
  const plan = withForced(chosen, events);
  expect(plan.map((step) => step.tile + step.tribe)).toEqual(['f6W', 'e6G', 'd6G', 'd5Y']);
  expect(plan.map((step) => step.forced ?? false)).toEqual([false, true, false, true]);
});

test('a move of a single forced drop is complete at once', () => {
  expect(withForced([], [dropped('e4', 'B')])).toEqual([{ tile: 'e4', tribe: 'B', forced: true }]);
});

test('the drops of a sow action are parsed', () => {
  expect(dropsOf('sow c3 d3W d4Y')).toEqual([
    { tile: 'd3', tribe: 'W' },
    { tile: 'd4', tribe: 'Y' },
  ]);
});
