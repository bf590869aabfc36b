import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { route } from '../../src/state/route.svelte';
import OpenDialog from '../../src/start/OpenDialog.svelte';
import { speak } from '../catalogue';

const posted: { opening: string; seats: { kind: string }[] }[] = [];

beforeEach(() => {
  speak('en');
  posted.length = 0;
  route.go('/');
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    posted.push(JSON.parse(String(init.body)));
    return Response.json({ table: 'new', number: 2, secrets: {} });
  });
  render(OpenDialog, { open: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const form = (): HTMLFormElement => document.querySelector('dialog form')!;

test('an empty text is not sent', async () => {
  await fireEvent.submit(form());
  expect(screen.getByRole('alert').textContent).toContain('no text yet');
  expect(posted).toEqual([]);
});

test('a pasted record continues against bots', async () => {
  await fireEvent.input(document.querySelector('textarea')!, { target: { value: 'naqala record 1\nplayers 3\nseed 7' } });
  await fireEvent.submit(form());
  await vi.waitFor(() => expect(route.path).toBe('/table/new'));
  expect(posted[0]!.opening).toBe('naqala record 1\nplayers 3\nseed 7\n');
  expect(posted[0]!.seats.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot']);
});

test('a dropped file is read', async () => {
  const file = new File(['naqala record 1\nplayers 1\n'], 'game.naqala');
  await fireEvent.drop(document.querySelector('textarea')!, { dataTransfer: { files: [file] } });
  await vi.waitFor(() => expect(document.querySelector('textarea')!.value).toContain('players 1'));
  await fireEvent.submit(form());
  await vi.waitFor(() => expect(posted[0]!.seats).toHaveLength(1));
});

test('a file that is too large is not read', async () => {
  const file = new File(['x'.repeat(300_000)], 'film.mp4');
  await fireEvent.drop(document.querySelector('textarea')!, { dataTransfer: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toContain('too large');
});
