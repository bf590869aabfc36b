import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announcements } from '../../src/state/announcements.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  announcements.clear();
  vi.useRealTimers();
});

const announced = (): string[] => announcements.lines.map(({ text }) => text);

test('the first text is announced immediately, later ones together after a second', () => {
  announce('Your turn');
  announce('Bob bids 3', '');
  announce('Ann bids 5');
  expect(announced()).toEqual(['Your turn']);
  vi.advanceTimersByTime(999);
  expect(announced()).toEqual(['Your turn']);
  vi.advanceTimersByTime(1);
  expect(announced()).toEqual(['Bob bids 3', 'Ann bids 5']);
});

test('clear drops pending announcements', () => {
  announce('Your turn', 'Bob bids 3');
  announce('Ann bids 5');
  announcements.clear();
  vi.advanceTimersByTime(5000);
  expect(announced()).toEqual([]);
});
