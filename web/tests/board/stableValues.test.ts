import { expect, test } from 'vitest';
import { StableValues } from '../../src/board/stableValues';

test('an equal value returns the previous object', () => {
  const values = new StableValues<{ pile: string }>();
  const first = { pile: 'YW' };
  expect(values.reuse('c3', first)).toBe(first);
  expect(values.reuse('c3', { pile: 'YW' })).toBe(first);
});

test('a different value replaces the previous one', () => {
  const values = new StableValues<{ pile: string }>();
  values.reuse('c3', { pile: 'YW' });
  const next = { pile: 'Y' };
  expect(values.reuse('c3', next)).toBe(next);
  expect(values.reuse('c3', { pile: 'Y' })).toBe(next);
});

test('keys are independent', () => {
  const values = new StableValues<{ pile: string }>();
  const one = values.reuse('a1', { pile: 'Y' });
  expect(values.reuse('a2', { pile: 'Y' })).not.toBe(one);
});
