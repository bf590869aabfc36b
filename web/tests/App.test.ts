import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import App from '../src/App.svelte';
import { CATALOGUES } from './catalogue';

let broken = true;
const reports: unknown[] = [];

vi.mock('../src/start/StartPage.svelte', () => ({
  default: () => {
    if (broken) throw new TypeError('tables is undefined');
  },
}));

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/faults') {
      reports.push(JSON.parse(String(init.body)));
      return new Response(null, { status: 204 });
    }
    return new Response(JSON.stringify(path === '/api/about' ? { languages: ['en'] } : CATALOGUES.en));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an unexpected error shows a message with a way back, and is reported once', async () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(App);
  expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong');
  expect(screen.getByRole('link', { name: 'Start page' }).getAttribute('href')).toBe('/');
  const again = screen.getByRole('button', { name: 'Try again' });
  await fireEvent.click(again);
  expect(await screen.findByRole('heading')).toBeTruthy();
  expect(complained).toHaveBeenCalledTimes(2);
  expect(reports).toMatchObject([{ message: 'TypeError: tables is undefined', path: '/' }]);
  broken = false;
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});
