import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Lost from '../../src/ui/Lost.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('an address without anything shows the way home', () => {
  render(Lost);
  expect(screen.getByRole('heading').textContent).toBe('Nothing here');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

test('a table that is not there is told in our words', () => {
  render(Lost, { refusal: new Refusal('no_table', 'There is no such table; perhaps the link was cut.') });
  expect(screen.getByRole('heading').textContent).toBe('Table not found');
  expect(screen.getByText(/Ask for the link again/)).toBeTruthy();
});

test('any other refusal is told in the words of the server', async () => {
  let again = 0;
  render(Lost, { refusal: new Refusal('other_rules', 'This game was started with version 1 of the rules.'), onagain: () => (again += 1) });
  expect(screen.getByText('This game was started with version 1 of the rules.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(again).toBe(1);
});
