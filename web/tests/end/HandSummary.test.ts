import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import HandSummary from '../../src/end/HandSummary.svelte';
import { speak } from '../catalogue';
import { player } from '../tables';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('of a finished game the goods of a player are shown, those of a kind once', () => {
  render(HandSummary, { player: player({}, { hand: ['silk', 'silk', 'fish'] }) });
  expect([...document.querySelectorAll('.held li')].map((one) => one.textContent.trim())).toEqual(['2', '']);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual(['silk', 'fish']);
});

test('while a game runs nobody’s hand is', () => {
  render(HandSummary, { player: player({}, {}) });
  expect(document.querySelector('.held')).toBeNull();
});
