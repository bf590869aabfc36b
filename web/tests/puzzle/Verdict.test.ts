import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Puzzle } from '../../src/puzzle/puzzle.svelte';
import Verdict from '../../src/puzzle/Verdict.svelte';
import { speak } from '../catalogue';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(cleanup);

/** The text of the result of a turn that brings some points at once, and the best one others. */
function textOf(own: number, best: number, short: number): string {
  const turns = { path: ['a1', 'a3'], own_path: ['b1', 'b3'], best: [], follow: [], tribe: 'W' };
  const progress = filled('PuzzleProgress', { ...turns, puzzle: 'p', level: 1, why: '', own_points: own, points: best, short });
  const { container } = render(Verdict, { puzzle: { judged: true, shown: false, progress } as unknown as Puzzle });
  return container.textContent.replaceAll(/\s+/g, ' ');
}

test('the headline is about the end of the game, and the turns are about points at once', () => {
  const text = textOf(6, 13, 11);
  expect(text).toContain('There was more: 11 points by the end of the game.');
  expect(text).toContain('+6 at once');
  expect(text).toContain('+13 at once');
  expect(text).toContain('The best turn brings 7 points more at once. With what follows, it should be worth 11 points more');
});

test('where both are the same, nothing more is said', () => {
  expect(textOf(6, 9, 3)).toContain('So close: 3 points less at the end of the game.');
  expect(textOf(6, 9, 3)).not.toContain('With what follows');
});

test('a turn that brings more at once may be worth less', () => {
  expect(textOf(9, 9, 3)).toContain('At once your turn brings at least as much');
});
