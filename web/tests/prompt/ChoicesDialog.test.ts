import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ChoicesDialog from '../../src/prompt/ChoicesDialog.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { arrive, choice, playing, take, type Played } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CHOICES = [
  choice('bid 3', { meaning: 'Bid 3 gold' }),
  choice('bid 5', { meaning: 'Bid 5 gold' }),
  choice('pass', { meaning: 'Do nothing' }),
];

function opened(choices = CHOICES): Played {
  const played = playing(choices);
  render(ChoicesDialog, { turn: played.turn, open: true });
  return played;
}
const field = (): HTMLInputElement => screen.getByRole('textbox');
const write = (value: string): Promise<unknown> => fireEvent.input(field(), { target: { value } });
const enter = async (): Promise<void> => {
  await fireEvent.submit(field().form!);
  await arrive();
};
const offers = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-choice]')].map((button) => button.dataset.choice!);

test('all choices are listed, and a click sends one', async () => {
  const played = opened();
  expect(offers()).toEqual(['bid 3', 'bid 5', 'pass']);
  await fireEvent.click(document.querySelector('[data-choice=pass]')!);
  await arrive();
  expect(played.sends).toEqual([{ type: 'act', action: 'pass' }]);
  expect(document.querySelector('dialog')!.open).toBe(false);
});

test('words in any order match meaning and notation', async () => {
  opened();
  await write('GOLD 5');
  expect(offers()).toEqual(['bid 5']);
  await write('pass');
  expect(offers()).toEqual(['pass']);
});

test('Enter sends the only match', async () => {
  const played = opened();
  await write('nothing');
  await enter();
  expect(played.sends).toEqual([{ type: 'act', action: 'pass' }]);
});

test('an exact match is sent even if there are others', async () => {
  const played = opened([choice('bid 1'), choice('bid 12')]);
  await write('bid 1');
  expect(offers()).toHaveLength(2);
  await enter();
  expect(played.sends).toEqual([{ type: 'act', action: 'bid 1' }]);
});

test('other notation is sent unchanged, and a refusal is shown', async () => {
  const played = opened();
  vi.spyOn(played.table, 'send').mockRejectedValue(new Refusal('illegal', 'No meeple is on c3.'));
  await write('sow c3 d3W');
  expect(screen.getByText(/No match/)).toBeTruthy();
  await enter();
  expect(played.table.send).toHaveBeenCalledWith({ type: 'act', action: 'sow c3 d3W' });
  expect(screen.getByRole('alert').textContent).toBe('No meeple is on c3.');
  expect([document.querySelector('dialog')!.open, field().value]).toEqual([true, 'sow c3 d3W']);
  expect(played.turn.problem, 'not shown again in the prompt').toBeNull();
});

test('an empty field sends nothing', async () => {
  const played = opened();
  await enter();
  expect(played.sends).toEqual([]);
});

test('a long list is truncated with a count', () => {
  opened(Array.from({ length: 125 }, (_, nth) => choice(`bid ${nth}`)));
  expect(offers()).toHaveLength(120);
  expect(screen.getByText('5 more')).toBeTruthy();
});

test('the dialog stays open if it is reopened before the close event', async () => {
  const { turn } = playing(CHOICES);
  const { rerender } = render(ChoicesDialog, { turn, open: true });
  const dialog = document.querySelector('dialog')!;
  await fireEvent(dialog, new Event('cancel'));
  expect(dialog.open).toBe(false);
  await rerender({ open: false });
  await rerender({ open: true });
  await fireEvent(dialog, new Event('close'));
  await arrive();
  expect(dialog.open).toBe(true);
});

test('while a start is asked for, the starts that lead to the chosen end are listed', async () => {
  const played = playing([take('a1'), take('a2'), take('b1')], ({ what }) =>
    what === 'ways' ? { ways: ['sow a2 b1Y'] } : { outcomes: ['a1', 'a2'].map((start) => ({ start, tile: 'b1', tribe: 'Y' })) },
  );
  await played.turn.move.findMovesTo('b1');
  render(ChoicesDialog, { turn: played.turn, open: true });
  expect([offers(), screen.getByRole('heading').textContent]).toEqual([[], 'Where will you start to reach b1?']);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Vizier, from a1', 'Vizier, from a2']);
  await write('a2');
  await enter();
  expect([played.turn.move.start, played.sends]).toEqual(['a2', []]);
});
