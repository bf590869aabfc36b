import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Djinns from '../../src/cards/Djinns.svelte';
import { speak } from '../catalogue';
import { info, scene } from '../tables';
import { playing } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = (djinns: string[]) => ({ scene: scene({ djinn_row: djinns }) });
const gaps = (): number => document.querySelectorAll('.gap').length;

test('a taken Djinn leaves a gap until the row is refilled', async () => {
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

test('if no Djinn is left, one gap says so', () => {
  const { table, turn } = playing([], undefined, { table: rowOf([]) });
  render(Djinns, { table, turn });
  expect(gaps()).toBe(3);
  expect(screen.getAllByText('No Djinn is left to summon.')).toHaveLength(1);
});

test('in the solo game a Djinn has its solo text', () => {
  const row = ['nekir', 'boaz', 'enki'];
  const several = playing([], undefined, { table: rowOf(row) });
  render(Djinns, { table: several.table, turn: several.turn });
  const captions = (): string[] => [...document.querySelectorAll('small')].map((each) => each.textContent);
  expect(captions()).toEqual(['A kill: +1 gold, +2 if by another', 'Your people cannot be killed', 'Palm tree on any oasis']);
  cleanup();
  const alone = playing([], undefined, { table: { ...rowOf(row), info: info({ options: { players: 1 } }) } });
  render(Djinns, { table: alone.table, turn: alone.turn });
  expect(captions()).toEqual(['A kill: +1 gold; Yazid captures Assassins: +2', 'Of no use against Yazid', 'Palm tree on any oasis']);
});
