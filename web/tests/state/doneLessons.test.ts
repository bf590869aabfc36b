import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage } from '../fullStorage';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => (await import('../../src/state/doneLessons.svelte')).doneLessons;

test('finished lessons are kept in the browser', async () => {
  const done = await load();
  expect([done.count, done.next?.id]).toEqual([0, 'sowing']);
  done.add('sowing');
  done.add('sowing');
  expect([done.has('sowing'), done.count, done.next?.id]).toEqual([true, 1, 'control']);
  expect(localStorage.getItem('naqala.lessons')).toBe('["sowing"]');
  vi.resetModules();
  expect((await load()).has('sowing')).toBe(true);
});

test.each(['', '{', 'null', '{"a":1}', '[7, null]'])('a broken store (%s) is an empty one', async (text) => {
  localStorage.setItem('naqala.lessons', text);
  expect((await load()).count).toBe(0);
});

test('a lesson that no longer exists does not count', async () => {
  localStorage.setItem('naqala.lessons', '["chess", "control"]');
  const done = await load();
  expect([done.count, done.next?.id]).toEqual([1, 'sowing']);
});

test('a full disk loses only the tick after a reload', async () => {
  const done = await load();
  fillStorage();
  done.add('sowing');
  expect([done.has('sowing'), done.unstored]).toEqual([true, true]);
});
