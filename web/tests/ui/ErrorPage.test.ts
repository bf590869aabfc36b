import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { site } from '../../src/state/site.svelte';
import ErrorPage from '../../src/ui/ErrorPage.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  site.engine = 'none';
});

test('an unknown address shows a link to the start page', () => {
  render(ErrorPage);
  expect(screen.getByRole('heading').textContent).toBe('Nothing here');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

test('a missing table has the page’s own text', () => {
  render(ErrorPage, { refusal: new Refusal('no_table', 'There is no such table; perhaps the link was cut.') });
  expect(screen.getByRole('heading').textContent).toBe('Table not found');
  expect(screen.getByText(/Ask for the link again/)).toBeTruthy();
});

test('without a server, a missing table is in another browser', () => {
  site.engine = 'ready';
  render(ErrorPage, { refusal: new Refusal('no_table', 'There is no such table; perhaps the link was cut.') });
  expect(screen.getByText(/stored in the browser in which they began/)).toBeTruthy();
  expect(screen.queryByText(/Ask for the link again/)).toBeNull();
});

test('other refusals show the server’s message', async () => {
  let retries = 0;
  render(ErrorPage, {
    refusal: new Refusal('other_rules', 'This game was started with version 1 of the rules.'),
    onretry: () => (retries += 1),
  });
  expect(screen.getByText('This game was started with version 1 of the rules.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries).toBe(1);
});
