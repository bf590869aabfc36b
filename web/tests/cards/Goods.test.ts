import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Goods from '../../src/cards/Goods.svelte';
import { EMPTY_LAND } from '../../src/live/placeholders';
import { speak } from '../catalogue';
import { scene } from '../tables';
import { arrive, choice, playing, take, type Played } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = ['ivory', 'silk', 'fish', 'fakir', 'silk', 'wheat', 'gems'];
const market = (choices: Parameters<typeof playing>[0], reply?: Parameters<typeof playing>[1]): Played =>
  playing(choices, reply, { table: { scene: scene({ row, deck: 12, asked: { seat: 0, decision: 'TileAction' } }) } });
const shown = ({ table, turn }: Played): void => void render(Goods, { table, turn });
const taken = (): string[] => [...document.querySelectorAll<HTMLElement>('.take')].map((card) => card.dataset.place!);

test('nine places are shown, also empty ones', () => {
  shown(market([]));
  expect(document.querySelectorAll('[data-place]')).toHaveLength(9);
  expect(screen.getAllByText('No card here')).toHaveLength(2);
  expect(screen.getByText('12 in the pile')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('clicking a card chooses the purchase with its place', async () => {
  const played = market([choice('buy silk fakir', { places: [2, 4] }), choice('buy fakir silk', { places: [4, 5] })]);
  shown(played);
  expect(screen.getAllByRole('button').map((card) => card.dataset.place)).toEqual(['2', '4', '5']);
  await fireEvent.click(document.querySelector('[data-place="5"]')!);
  await fireEvent.click(document.querySelector('[data-place="4"]')!);
  expect([taken(), played.turn.selection.chosen?.action]).toEqual([['4', '5'], 'buy fakir silk']);
  expect(document.querySelector('[data-place="5"]')!.getAttribute('aria-pressed')).toBe('true');
});

test('all equal cards side by side can be pressed, though the first ones are bought', async () => {
  const made = {
    scene: scene({ row: ['fish', 'fakir', 'fakir', 'fakir'], asked: { seat: 0, decision: 'TileAction', tile: 'b1' } }),
    land: { ...EMPTY_LAND, tiles: [{ tile: 'b1', kind: 'small market', points: 6, blue: false }] },
  };
  const offers = [choice('buy fish', { places: [1] }), choice('buy fakir', { places: [2] })];
  const played = playing(offers, undefined, { table: made });
  shown(played);
  expect(screen.getAllByRole('button').map((card) => card.dataset.place)).toEqual(['1', '2', '3']);
  await fireEvent.click(document.querySelector('[data-place="3"]')!);
  expect([taken(), played.turn.selection.chosen?.action]).toEqual([['3'], 'buy fakir']);
  expect(document.querySelector('[data-place="3"]')!.getAttribute('aria-pressed')).toBe('true');
  await fireEvent.click(document.querySelector('[data-place="2"]')!);
  expect([taken(), played.turn.selection.chosen?.action]).toEqual([['2'], 'buy fakir']);
  await fireEvent.click(document.querySelector('[data-place="2"]')!);
  expect([taken(), played.turn.selection.chosen]).toEqual([[], null]);
});

test('two equal cards are bought by pressing any two of them', async () => {
  const made = {
    scene: scene({ row: ['silk', 'silk', 'silk', 'fish'], asked: { seat: 0, decision: 'TileAction', tile: 'b1' } }),
    land: { ...EMPTY_LAND, tiles: [{ tile: 'b1', kind: 'large market', points: 4, blue: false }] },
  };
  const offers = [choice('buy silk silk', { places: [1, 2] }), choice('buy silk fish', { places: [1, 4] })];
  const played = playing(offers, undefined, { table: made });
  shown(played);
  await fireEvent.click(document.querySelector('[data-place="3"]')!);
  await fireEvent.click(document.querySelector('[data-place="2"]')!);
  expect([taken().sort(), played.turn.selection.chosen?.action]).toEqual([['2', '3'], 'buy silk silk']);
});

test('cards that a planned move would take are marked', async () => {
  const played = market([take('a1')], () => ({ events: [{ type: 'CardsTaken', cards: ['ivory', 'silk'], places: [1, 2] }] }));
  shown(played);
  played.turn.plan(['sow a1 b1G']);
  await arrive();
  await tick();
  expect(taken()).toEqual(['1', '2']);
});

test.each([
  ['small market', '4–6'],
  ['large market', '1–3'],
])('the prices of another market are struck out at a %s', (kind, range) => {
  const made = {
    scene: scene({ row, asked: { seat: 0, decision: 'TileAction', tile: 'b1' } }),
    land: { ...EMPTY_LAND, tiles: [{ tile: 'b1', kind, points: 6, blue: false }] },
  };
  shown(playing([choice('buy ivory', { places: [1] })], undefined, { table: made }));
  expect(screen.getByText(range).parentElement!.classList.contains('elsewhere')).toBe(true);
  expect(document.querySelectorAll('.elsewhere')).toHaveLength(1);
});
