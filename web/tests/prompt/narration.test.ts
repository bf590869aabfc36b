import { expect, test } from 'vitest';
import { stepText } from '../../src/prompt/narration.svelte';
import type { GameEvent } from '../../src/protocol';
import { speak } from '../catalogue';

const text = (event: Partial<GameEvent>, tense: 'was' | 'now'): string => stepText({ event: event as GameEvent, left: 0 }, tense);

test.each([
  ['en', 'picks up 1 on b2', 'picks up 3 on b2'],
  ['fr', 'prend 1 meeple sur b2', 'prend 3 meeples sur b2'],
] as const)('the meeples that somebody takes agree with their number (%s)', (language, one, three) => {
  speak(language);
  expect(text({ type: 'Taken', tile: 'b2', pile: 'Y' }, 'now')).toBe(one);
  expect(text({ type: 'Taken', tile: 'b2', pile: 'YBB' }, 'now')).toBe(three);
});

test.each([
  ['en', 'killed an Elder', 'killed an Elder and a Vizier'],
  ['fr', 'un Sage éliminé', 'un Sage et un Vizir éliminés'],
] as const)('one victim or two agree with their number (%s)', (language, one, two) => {
  speak(language);
  expect(text({ type: 'Killed', tile: 'b2', pile: 'W' }, 'was')).toBe(one);
  expect(text({ type: 'Killed', tile: 'b2', pile: 'WY' }, 'was')).toBe(two);
});
