import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { weightedReasons } from '../../src/help/advice';
import HintPanel from '../../src/help/HintPanel.svelte';
import type { Answer } from '../../src/protocol';
import type { Table } from '../../src/live/table.svelte';
import { settings } from '../../src/state/settings.svelte';
import { words } from '../../src/state/words.svelte';
import { Refusal } from '../../src/wire/api';
import { act, addEntries, info, scene, table } from '../tables';
import { filled } from '../fixtures';

beforeEach(() =>
  words.use('en', {
    'page.help.percent': '{number} %',
    'page.help.value.one': 'to win, {value} point',
    'page.help.value.other': 'to win, {value} points',
  }),
);
afterEach(() => {
  cleanup();
  settings.hintDetails = false;
  words.use('en', {});
});

const HINTS = [
  {
    actions: ['sow a1 b1W', 'end'],
    value: 4.5,
    chance: 0.616,
    points: 3,
    reasons: [
      { text: 'It costs 3 gold.', weight: -3, main: true },
      { text: 'You act first.', weight: 9, main: true },
      { text: 'Partly luck.', weight: 0, main: false },
    ],
  },
  { actions: ['bid 3'], value: -1, chance: 0.999, points: 0, reasons: [] },
];

function asked(answer: (what: string) => Partial<Answer>): Table {
  const made = table({ scene: scene({ asked: { seat: 0, decision: 'Moving' } }) });
  vi.spyOn(made, 'ask').mockImplementation(async ({ what }) => filled('Answer', { type: 'answer', id: '1', ...answer(what) }));
  return made;
}
const ask = (): Promise<unknown> => fireEvent.click(screen.getByRole('button', { name: 'page.help.ask' }));

test('hints show their value and reasons and can be shown and played', async () => {
  const [onshow, onplay] = [vi.fn(), vi.fn()];
  const made = asked((what) =>
    what === 'hint'
      ? { hints: HINTS, brief: 'Option 1 brings 3 points.', lead: 'The first option brings 3 points right away.', titles: 'A title.' }
      : {
          events: [filled('GameEvent', { type: 'Taken', tile: 'a1' }), filled('GameEvent', { type: 'Gathered' })],
          lines: ['You take.', 'You gather 2 Elders on b1.'],
        },
  );
  render(HintPanel, { table: made, onshow, onplay });
  await ask();
  expect(await screen.findByText('62 %')).toBeTruthy();
  expect(screen.getByText('to win, +5 points')).toBeTruthy();
  expect(screen.getByText('99 %'), 'nothing is certain yet').toBeTruthy();
  expect(screen.getByText('to win, −1 point')).toBeTruthy();
  expect(screen.getByText('Option 1 brings 3 points.')).toBeTruthy();
  expect(screen.getByText('You act first.')).toBeTruthy();
  const details = ['The first option brings 3 points right away.', 'A title.', 'Partly luck.'];
  for (const text of details) expect(screen.queryByText(text)).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'page.help.more' }));
  for (const text of details) expect(screen.getByText(text)).toBeTruthy();
  expect(await screen.findByText('You gather 2 Elders on b1.'), 'the drops are drawn, not written').toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'page.help.show' }));
  await fireEvent.click(screen.getByRole('button', { name: 'page.help.play' }));
  expect(onshow).toHaveBeenCalledWith(['sow a1 b1W', 'end']);
  expect(onplay).toHaveBeenCalledWith(['sow a1 b1W', 'end']);
});

test('reasons have signs and keep their order', () => {
  expect(weightedReasons(HINTS[0]!.reasons)).toEqual([
    { text: 'It costs 3 gold.', sign: 'against', icon: 'ui-warn' },
    { text: 'You act first.', sign: 'for', icon: 'ui-check' },
    { text: 'Partly luck.', sign: 'neutral', icon: '' },
  ]);
});

test('details stay shown or hidden', async () => {
  const made = asked((what) => (what === 'hint' ? { hints: HINTS, titles: 'A title.' } : {}));
  const open = async (): Promise<void> => {
    cleanup();
    render(HintPanel, { table: made });
    await ask();
    await screen.findByText('62 %');
  };
  const press = (name: string): Promise<unknown> => fireEvent.click(screen.getByRole('button', { name: `page.help.${name}` }));
  await open();
  await press('more');
  await open();
  expect(screen.getByText('A title.')).toBeTruthy();
  await press('less');
  await open();
  expect(screen.queryByText('A title.')).toBeNull();
});

test('effects are loaded once, for the open hint and only with details', async () => {
  const made = asked((what) =>
    what === 'hint' ? { hints: HINTS } : { events: [filled('GameEvent', { type: 'Gathered' })], lines: ['You gather.'] },
  );
  const previews = (): unknown[] =>
    vi
      .mocked(made.ask)
      .mock.calls.filter(([{ what }]) => what === 'preview')
      .map(([{ actions }]) => actions);
  const press = (name: string | RegExp): Promise<unknown> => fireEvent.click(screen.getByRole('button', { name }));
  render(HintPanel, { table: made });
  await ask();
  await screen.findByText('62 %');
  await press(/99 %/);
  await press(/62 %/);
  expect(previews()).toEqual([]);
  await press('page.help.more');
  expect(await screen.findByText('You gather.')).toBeTruthy();
  expect(previews()).toEqual([HINTS[0]!.actions]);
  await press(/99 %/);
  await press(/62 %/);
  await press('page.help.less');
  await press('page.help.more');
  expect(previews()).toEqual([HINTS[0]!.actions, HINTS[1]!.actions]);
  cleanup();
  render(HintPanel, { table: made });
  await ask();
  await screen.findByText('You gather.');
  expect(previews().slice(2)).toEqual([HINTS[0]!.actions]);
});

test('effects that could not be loaded are asked for again', async () => {
  const made = asked(() => ({ hints: HINTS }));
  render(HintPanel, { table: made });
  await ask();
  await screen.findByText('62 %');
  const refused = vi.mocked(made.ask).mockRejectedValue(new Refusal('too_many', 'Wait a little.'));
  const press = (name: string): Promise<unknown> => fireEvent.click(screen.getByRole('button', { name: `page.help.${name}` }));
  await press('more');
  await press('less');
  await press('more');
  expect(refused).toHaveBeenCalledTimes(3); // with the hint
  expect(screen.queryByRole('alert')).toBeNull();
});

test('hints are cleared when the game goes on', async () => {
  const made = asked(() => ({ hints: HINTS, brief: 'One is better.' }));
  render(HintPanel, { table: made });
  await ask();
  await screen.findByText('One is better.');
  addEntries(made, [act(2, 0, [{ type: 'BidPlaced' }])]);
  await tick();
  expect(screen.queryByText('62 %')).toBeNull();
  expect(screen.queryByText('One is better.')).toBeNull();
});

test('an answer for an earlier position is ignored', async () => {
  let tell: (answer: Answer) => void = () => {};
  const made = asked(() => ({}));
  vi.spyOn(made, 'ask').mockReturnValue(new Promise((resolve) => (tell = resolve)));
  render(HintPanel, { table: made });
  await ask();
  addEntries(made, [act(2, 0, [{ type: 'BidPlaced' }])]);
  tell(filled('Answer', { type: 'answer', id: '1', hints: HINTS }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'page.help.ask' })).toBeTruthy());
  expect(screen.queryByText('+4.5')).toBeNull();
});

test('the message of a refusal is shown', async () => {
  const made = asked(() => ({}));
  vi.spyOn(made, 'ask').mockRejectedValue(new Refusal('too_many_hints', 'A seat gets 6 hints in a minute; wait a little.'));
  render(HintPanel, { table: made });
  await ask();
  expect((await screen.findByRole('alert')).textContent).toContain('wait a little');
});

test('a table without hints has no button', () => {
  render(HintPanel, { table: table({ info: info({ hints: false }) }) });
  expect(screen.getByText('page.help.no_hints')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
