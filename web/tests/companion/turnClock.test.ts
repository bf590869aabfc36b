import { expect, test } from 'vitest';
import { shownTime, spentBy, timeText, type ClockState } from '../../src/companion/turnClock';

const CLOCK: ClockState = { down: false, minutes: 2, spent: [30_000, 0], seat: 1 };

test('only the time of the current seat runs', () => {
  expect(spentBy(CLOCK, 1, 1000, 6000)).toBe(5000);
  expect(spentBy(CLOCK, 0, 1000, 6000)).toBe(30_000);
  expect(spentBy(CLOCK, 1, 0, 6000)).toBe(0);
});

test('a device whose time is set back does not give time back', () => {
  expect(spentBy(CLOCK, 1, 6000, 1000)).toBe(0);
});

test('the clock counts up or down', () => {
  expect(shownTime(CLOCK, 0, 0, 0)).toBe(30_000);
  expect(shownTime({ ...CLOCK, down: true }, 0, 0, 0)).toBe(90_000);
  expect(shownTime({ ...CLOCK, down: true }, 1, 1000, 131_000)).toBe(-10_000);
});

test.each([
  [0, '0:00'],
  [5999, '0:05'],
  [245_000, '4:05'],
  [3_723_000, '1:02:03'],
  [-7000, '−0:07'],
])('%i ms are %s', (ms, text) => expect(timeText(ms)).toBe(text));
