import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Goods from '../../src/cards/Goods.svelte';
import { appearParams, slide, slideParams, keyCards, keyMarkers } from '../../src/motion/rowTransitions';
import { settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';
import { scene } from '../tables';
import { playing } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  settings.speed = 1;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ids = (row: { id: number }[]): number[] => row.map((card) => card.id);

test('remaining cards keep their ids, new cards get new ones', () => {
  const first = keyCards([], ['fish', 'silk', 'fish', 'gold']);
  expect(new Set(ids(first)).size).toBe(4);
  const then = keyCards(first, ['silk', 'fish', 'gold', 'fish']);
  expect(ids(then).slice(0, 3)).toEqual(ids(first).slice(1));
  expect(ids(first)).not.toContain(then[3]!.id);
});

test('with two markers of one player, the one that moved is identified', () => {
  const first = keyMarkers(
    [],
    [
      { seat: 0, place: 'bid 0' },
      { seat: 0, place: 'spot 4' },
      { seat: 1, place: 'bid 1' },
    ],
  );
  expect(new Set(ids(first)).size).toBe(3);
  const then = keyMarkers(first, [
    { seat: 1, place: 'bid 0' },
    { seat: 0, place: 'spot 4' },
    { seat: 0, place: 'spot 6' },
  ]);
  expect(ids(then)).toEqual([first[2]!.id, first[1]!.id, first[0]!.id]);
});

test('durations follow the speed setting and are 0 if motion is off', () => {
  const durations = (): unknown[] => [slideParams().duration, appearParams(0).delay, appearParams(0).duration];
  expect(durations()).toEqual([240, 240, 180]);
  settings.speed = 2;
  expect(durations()).toEqual([120, 120, 90]);
  settings.speed = 0;
  expect(durations()).toEqual([0, 0, 0]);
  settings.speed = 1;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(durations()).toEqual([0, 0, 0]);
});

test('an element slides only if it is shown before and after the change', () => {
  const node = document.createElement('div');
  const [here, there, hidden] = [new DOMRect(0, 0, 40, 40), new DOMRect(50, 0, 40, 40), new DOMRect()];
  const duration = (from: DOMRect, to: DOMRect): unknown => slide(node, { from, to }, slideParams()).duration ?? 0;
  expect(duration(here, there)).toBe(240);
  expect(duration(here, hidden)).toBe(0);
  expect(duration(hidden, there)).toBe(0);
});

test('when a row changes, remaining cards keep their elements and only new ones appear', async () => {
  const appeared: Element[] = [];
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element) {
    if (!appeared.includes(this)) appeared.push(this);
    return { cancel: () => {}, onfinish: null } as unknown as Animation;
  });
  const { table, turn } = playing([], undefined, { table: { scene: scene({ row: ['fish', 'silk', 'gems'] }) } });
  render(Goods, { table, turn });
  const cards = (): Element[] => [...document.querySelectorAll('.place:not(:has(.gap))')];
  const [, silk, gems] = cards();
  expect(appeared).toEqual([]);
  table.scene = scene({ row: ['silk', 'gems', 'fish'] });
  await tick();
  const now = cards();
  expect([now[0], now[1]]).toEqual([silk, gems]);
  expect(now[0]!.querySelector('[data-place="1"]')).toBeTruthy();
  expect(appeared).toEqual([now[2]]);
});
