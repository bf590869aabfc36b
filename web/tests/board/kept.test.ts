import { expect, test } from 'vitest';
import { Kept } from '../../src/board/kept';

test('an equal value is the same object again', () => {
  const kept = new Kept<{ pile: string }>();
  const first = { pile: 'YW' };
  expect(kept.keep('c3', first)).toBe(first);
  expect(kept.keep('c3', { pile: 'YW' })).toBe(first);
});

test('a different value takes its place', () => {
  const kept = new Kept<{ pile: string }>();
  kept.keep('c3', { pile: 'YW' });
  const next = { pile: 'Y' };
  expect(kept.keep('c3', next)).toBe(next);
  expect(kept.keep('c3', { pile: 'Y' })).toBe(next);
});

test('names do not know of each other', () => {
  const kept = new Kept<{ pile: string }>();
  const one = kept.keep('a1', { pile: 'Y' });
  expect(kept.keep('a2', { pile: 'Y' })).not.toBe(one);
});
