import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = async () => (await import('../../src/state/firstGame.svelte')).firstGame;

test('the coach stays at one table until it is dismissed', async () => {
  const first = await load();
  expect(first.begun).toBe(false);
  first.begin('abc');
  expect([first.begun, first.coaches('abc'), first.coaches('def')]).toEqual([true, true, false]);
  expect([first.finished, first.unfinished]).toEqual([false, 'abc']);
  vi.resetModules();
  const again = await load();
  expect(again.coaches('abc')).toBe(true);
  again.dismissCoach();
  expect([again.coaches('abc'), again.isAt('abc')]).toEqual([false, true]);
  expect([again.finished, again.unfinished]).toEqual([true, '']);
});

test('what the coach has explained is remembered until another guided game', async () => {
  const first = await load();
  first.begin('abc');
  expect(first.explained).toBe(false);
  first.markExplained();
  vi.resetModules();
  const again = await load();
  expect([again.explained, again.unfinished]).toEqual([true, 'abc']);
  again.begin('def');
  expect(again.explained).toBe(false);
});

test('other games are remembered', async () => {
  const first = await load();
  expect(first.played).toBe(false);
  first.markPlayed();
  vi.resetModules();
  expect((await load()).played).toBe(true);
});

test('each tip is remembered', async () => {
  const first = await load();
  first.markSeen('bid');
  first.markSeen('bid');
  vi.resetModules();
  const again = await load();
  expect([again.hasSeen('bid'), again.hasSeen('kill')]).toEqual([true, false]);
});

test.each(['nonsense', '[]', 'null', '{"table": 3, "tips": "bid"}'])('a damaged store counts as empty: %s', async (text) => {
  localStorage.setItem('naqala.first', text);
  const first = await load();
  expect([first.begun, first.hasSeen('bid')]).toEqual([false, false]);
});
