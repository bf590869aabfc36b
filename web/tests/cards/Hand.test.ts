import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../src/state/settings.svelte';
import Hand from '../../src/cards/Hand.svelte';
import { speak } from '../catalogue';
import { choice, playing, type Played } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  settings.sets = true;
  vi.unstubAllGlobals();
});

const shown = ({ table, turn }: Played): void => void render(Hand, { table, turn });
const hand = ['silk', 'fakir', 'silk', 'fish'];
const secrets = { hand, score: { total: 3, sources: { goods: 4 } } };

test('cards are buttons only while they can be sold, and Fakirs never', async () => {
  shown(playing([choice('end')], undefined, { secrets }));
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  const played = playing([choice('sell fish silk', { cards: ['fish', 'silk'], value: 3 })], undefined, { secrets });
  shown(played);
  const cards = screen.getAllByRole('button');
  expect(cards.map((card) => card.textContent?.trim())).toEqual(['silk', 'silk', 'fish']);
  await fireEvent.click(cards[0]!);
  await fireEvent.click(cards[2]!);
  expect(cards.map((card) => card.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'true']);
  expect(played.turn.selection.chosen?.action).toBe('sell fish silk');
});

test('the number of different goods, without Fakirs, is shown if the setting is on', () => {
  shown(playing([], undefined, { secrets }));
  expect(screen.getByText('2 different goods: 3 · 1 double: 1')).toBeTruthy();
  cleanup();
  settings.sets = false;
  shown(playing([], undefined, { secrets }));
  expect(screen.queryByText(/different goods/)).toBeNull();
});

test('sets of goods that are there more than once are added, and so is what a Djinn makes of Fakirs', () => {
  const goods = ['silk', 'silk', 'silk', 'fish', 'fish', 'gold', 'fakir', 'fakir'];
  const score = { total: 0, sources: { goods: 17 } };
  shown(playing([], undefined, { secrets: { hand: goods, score } }));
  expect(screen.getByText('3 different goods: 7 · 3 doubles: 4 · Al-Amin: 6')).toBeTruthy();
});

test('an empty hand explains how to get cards', () => {
  shown(playing([]));
  expect(screen.getByText('Merchants and markets bring cards.')).toBeTruthy();
});
