import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Holdings from '../../src/end/Holdings.svelte';
import { speak } from '../catalogue';
import { player, scene, table } from '../tables';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('of a finished game gold, goods and items are shown, goods of a kind once', () => {
  const players = [player({ gold: 8 }, { gold: 8, hand: ['silk', 'silk', 'fish'], kept: ['lamp'] }), player({}, { gold: 0, hand: [] })];
  render(Holdings, { table: table(), scene: scene({ players }) });
  expect(screen.queryByText('+ hidden')).toBeNull();
  const things = [...document.querySelectorAll('.things')].map((list) => [...list.children].map((one) => one.textContent.trim()));
  expect(things).toEqual([['8', '2', '', ''], ['0']]);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toContain('silk');
});

test('while a game runs it only says that there is more', () => {
  const hidden = { score: { total: 5, sources: {}, hidden: true } };
  render(Holdings, { table: table(), scene: scene({ players: [hidden, hidden] }) });
  expect(screen.getAllByText('+ hidden')).toHaveLength(2);
  expect(document.querySelector('.things')).toBeNull();
});
