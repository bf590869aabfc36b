import { beforeEach, expect, test, vi } from 'vitest';
import { fillStorage } from '../fullStorage';
import { dayName, streakOf, weekOf } from '../../src/state/puzzleDays.svelte';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = async () => (await import('../../src/state/puzzleDays.svelte')).puzzleDays;
const TUESDAY = new Date(2026, 10, 17, 23, 59);

test('a streak counts the days up to today, or up to yesterday', () => {
  expect(streakOf([], TUESDAY)).toBe(0);
  expect(streakOf(['2026-11-16', '2026-11-15', '2026-11-13'], TUESDAY)).toBe(2);
  expect(streakOf(['2026-11-17', '2026-11-16', '2026-11-15'], TUESDAY)).toBe(3);
  expect(streakOf(['2026-11-15'], TUESDAY)).toBe(0);
  expect(streakOf(['2026-03-01', '2026-02-28'], new Date(2026, 2, 1))).toBe(2);
});

test('a week begins on Monday', () => {
  const week = (date: Date): string[] => weekOf(date).map(dayName);
  expect(week(TUESDAY)).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`));
  expect(week(new Date(2026, 10, 22))).toEqual(week(TUESDAY));
});

test('the best result of a puzzle and the days are kept in the browser', async () => {
  const days = await load();
  days.add('abc', 6, TUESDAY);
  days.add('abc', 0, TUESDAY);
  days.add('abc', 3, TUESDAY);
  expect([days.result('abc'), days.result('xyz'), days.streak(TUESDAY), days.has(TUESDAY)]).toEqual([0, undefined, 1, true]);
  vi.resetModules();
  const again = await load();
  expect([again.result('abc'), again.streak(TUESDAY)]).toEqual([0, 1]);
});

test.each(['', '{', 'null', '7', '{"days":7,"results":[null]}', '{"days":[1]}'])('a broken store (%s) is an empty one', async (text) => {
  localStorage.setItem('naqala.puzzles', text);
  const days = await load();
  expect([days.streak(TUESDAY), days.result('abc')]).toEqual([0, undefined]);
});

test('two tabs keep the results of both', async () => {
  const first = await load();
  vi.resetModules();
  const second = await load();
  first.add('abc', 4, new Date(2026, 10, 16));
  second.add('xyz', 0, TUESDAY);
  vi.resetModules();
  const again = await load();
  expect([again.result('abc'), again.result('xyz'), again.streak(TUESDAY)]).toEqual([4, 0, 2]);
});

test('a full store keeps the results until a reload, and says so', async () => {
  const days = await load();
  fillStorage();
  days.add('abc', 4, TUESDAY);
  days.add('xyz', 0, TUESDAY);
  expect([days.unsaved, days.result('abc'), days.result('xyz')]).toEqual([true, 4, 0]);
  vi.unstubAllGlobals();
  days.add('abc', 0, TUESDAY);
  vi.resetModules();
  const again = await load();
  expect([days.unsaved, again.result('abc'), again.result('xyz')]).toEqual([false, 0, 0]);
});
