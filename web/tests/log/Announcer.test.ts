import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Announcer from '../../src/log/Announcer.svelte';
import { act, addEntries, chatEntry, table } from '../tables';

afterEach(cleanup);

test('new events are announced politely, and earlier ones are not', async () => {
  const made = table({ log: [act(1, 1, [{ type: 'Old' }])] });
  render(Announcer, { table: made });
  const region = screen.getByRole('log');
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('');
  addEntries(made, [act(2, 1, [{ type: 'PalmPlaced' }], ['Bob plants a palm tree on b1.'])]);
  await tick();
  expect(region.textContent).toBe('Bob plants a palm tree on b1.');
});

test('at most twelve lines are kept', async () => {
  const made = table();
  render(Announcer, { table: made });
  addEntries(
    made,
    Array.from({ length: 30 }, (_, nth) => chatEntry(nth + 2, 1, 'Bob', 'Hey')),
  );
  await tick();
  expect(screen.getByRole('log').children).toHaveLength(12);
});
