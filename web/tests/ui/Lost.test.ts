import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Lost from '../../src/ui/Lost.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('an unknown address shows a link to the start page', () => {
  render(Lost);
  expect(screen.getByRole('heading').textContent).toBe('Nothing here');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

test('a missing table has the page’s own text', () => {
  render(Lost, { refusal: new Refusal('no_table', 'There is no such table; perhaps the link was cut.') });
  expect(screen.getByRole('heading').textContent).toBe('Table not found');
  expect(screen.getByText(/Ask for the link again/)).toBeTruthy();
});

test('other refusals show the server’s message', async () => {
  let again = 0;
  render(Lost, { refusal: new Refusal('other_rules', 'This game was started with version 1 of the rules.'), onagain: () => (again += 1) });
  expect(screen.getByText('This game was started with version 1 of the rules.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(again).toBe(1);
});
