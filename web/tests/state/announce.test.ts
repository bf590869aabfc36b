import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, voice } from '../../src/state/announce.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  voice.hush();
  vi.useRealTimers();
});

const said = (): string[] => voice.lines.map(({ text }) => text);

test('what is said first is said at once, what follows a second later and together', () => {
  announce('Your turn');
  announce('Bob bids 3', '');
  announce('Ann bids 5');
  expect(said()).toEqual(['Your turn']);
  vi.advanceTimersByTime(999);
  expect(said()).toEqual(['Your turn']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual(['Bob bids 3', 'Ann bids 5']);
});

test('nothing is left to be said on another page', () => {
  announce('Your turn', 'Bob bids 3');
  announce('Ann bids 5');
  voice.hush();
  vi.advanceTimersByTime(5000);
  expect(said()).toEqual([]);
});
