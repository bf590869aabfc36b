import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, voice } from '../../src/state/announce.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  voice.hush();
  vi.useRealTimers();
});

const said = (): string[] => voice.lines.map(({ text }) => text);

test('the first text is announced immediately, later ones together after a second', () => {
  announce('Your turn');
  announce('Bob bids 3', '');
  announce('Ann bids 5');
  expect(said()).toEqual(['Your turn']);
  vi.advanceTimersByTime(999);
  expect(said()).toEqual(['Your turn']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual(['Bob bids 3', 'Ann bids 5']);
});

test('clear drops pending announcements', () => {
  announce('Your turn', 'Bob bids 3');
  announce('Ann bids 5');
  voice.hush();
  vi.advanceTimersByTime(5000);
  expect(said()).toEqual([]);
});
