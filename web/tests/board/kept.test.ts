import { expect, test } from 'vitest';
import { Kept } from '../../src/board/kept';

test('an equal value returns the previous object', () => {
  const kept = new Kept<{ pile: string }>();
  const first = { pile: 'YW' };
  expect(kept.keep('c3', first)).toBe(first);
  expect(kept.keep('c3', { pile: 'YW' })).toBe(first);
});

test('a different value replaces the previous one', () => {
  const kept = new Kept<{ pile: string }>();
  kept.keep('c3', { pile: 'YW' });
  const next = { pile: 'Y' };
  expect(kept.keep('c3', next)).toBe(next);
  expect(kept.keep('c3', { pile: 'Y' })).toBe(next);
});

test('keys are independent', () => {
  const kept = new Kept<{ pile: string }>();
  const one = kept.keep('a1', { pile: 'Y' });
  expect(kept.keep('a2', { pile: 'Y' })).not.toBe(one);
});
