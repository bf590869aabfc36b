import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Possessions from '../../src/cards/Possessions.svelte';
import { speak } from '../catalogue';
import { player, scene } from '../tables';
import { choice, playing, type Played } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function owning(choices: Parameters<typeof playing>[0] = []): Played {
  const players = [
    player({}, { djinns: ['leta', 'enki'], used: ['enki'], items: 2, whims: 1 }),
    player({}, { djinns: ['boaz'], items: 3, whims: 2 }),
  ];
  return playing(choices, undefined, {
    secrets: { items: ['carpet', 'lamp'], whims: ['w1'] },
    table: { scene: scene({ players, asked: { seat: 0, decision: 'Moving' } }) },
  });
}
const shown = ({ table, turn }: Played, seat: number): void => void render(Possessions, { table, turn, seat });
const usable = (): string[] => screen.queryAllByRole('button').map((button) => button.dataset.use!);

test('possessions that can be used are buttons; used ones are faded', async () => {
  const played = owning([choice('use leta a1', { djinn: 'leta', tile: 'a1' }), choice('use carpet a1', { item: 'carpet', tile: 'a1' })]);
  shown(played, 0);
  expect(usable()).toEqual(['leta', 'carpet']);
  expect(document.querySelectorAll('.used')).toHaveLength(1);
  await fireEvent.click(screen.getAllByRole('button')[0]!);
  expect([played.turn.selection.djinn, screen.getAllByRole('button')[0]!.getAttribute('aria-pressed')]).toEqual(['leta', 'true']);
  await fireEvent.click(screen.getAllByRole('button')[1]!);
  expect([played.turn.selection.djinn, played.turn.selection.item, played.turn.selection.chosen?.action]).toEqual([
    '',
    'carpet',
    'use carpet a1',
  ]);
});

test('of other players only the number of items and Whims is shown, and nothing can be used', () => {
  shown(owning([choice('use boaz', { djinn: 'boaz' })]), 1);
  expect(usable()).toEqual([]);
  expect([...document.querySelectorAll('.count b')].map((count) => count.textContent)).toEqual(['3', '2']);
  expect(document.body.innerHTML).not.toContain('item-');
});

test('a Djinn that an item calls is used through the item', () => {
  shown(owning([choice('use lamp enki', { item: 'lamp', djinn: 'enki' })]), 0);
  expect(usable()).toEqual(['lamp']);
});
