import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import HandSummary from '../../src/end/HandSummary.svelte';
import { speak } from '../catalogue';
import { player } from '../tables';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('goods are grouped by kind', () => {
  render(HandSummary, { player: player({}, { hand: ['silk', 'silk', 'fish'] }) });
  expect([...document.querySelectorAll('.held li')].map((one) => one.textContent.trim())).toEqual(['2', '']);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual(['silk', 'fish']);
});

test('an unknown hand is not shown', () => {
  render(HandSummary, { player: player({}, {}) });
  expect(document.querySelector('.held')).toBeNull();
});
