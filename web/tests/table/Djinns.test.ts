import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Djinns from '../../src/table/Djinns.svelte';
import { speak } from '../catalogue';
import { scene } from '../tables';
import { playing } from './turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = (djinns: string[]) => ({ scene: scene({ djinn_row: djinns }) });
const gaps = (): number => document.querySelectorAll('.gap').length;

test('a Djinn that was taken leaves a gap until the row is filled again', async () => {
  const { table, turn } = playing([], undefined, { table: rowOf(['enki', 'leta', 'nekir']) });
  render(Djinns, { table, turn });
  expect(gaps()).toBe(0);
  table.scene = rowOf(['enki', 'nekir']).scene;
  await tick();
  expect(gaps()).toBe(1);
  expect(screen.getByText('No Djinn here')).toBeTruthy();
  table.scene = rowOf(['enki', 'nekir', 'utug']).scene;
  await tick();
  expect(gaps()).toBe(0);
});

test('when no Djinn is left the gaps say so once', () => {
  const { table, turn } = playing([], undefined, { table: rowOf([]) });
  render(Djinns, { table, turn });
  expect(gaps()).toBe(3);
  expect(screen.getAllByText('No Djinn is left to summon.')).toHaveLength(1);
});
