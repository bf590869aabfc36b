import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import EndPage from '../../src/end/EndPage.svelte';
import type { GameEvent } from '../../src/protocol';
import { words } from '../../src/state/words.svelte';
import type { Table } from '../../src/live/table.svelte';
import { speak } from '../catalogue';
import { act, stubFetch, info, player, scene, table } from '../tables';
import { filled } from '../fixtures';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CURVE = {
  points: [
    { actions: 0, round: 0, seat: -1, totals: [50, 50] },
    { actions: 9, round: 1, seat: 0, totals: [80, 45] },
  ],
};

function finished(more: Partial<Table> = {}): Table {
  words.use('en', {
    'page.end.won': 'You win with {points}',
    'page.end.wins': '{name} wins with {points}',
    'page.end.round': 'Round {number}',
    'count.points.other': '{count} points',
    'loss.djinns': 'Yazid has {djinns} Djinns',
    'title.1.name': 'Jafaar the Junior',
  });
  stubFetch({ '/api/tables/abc/curve': CURVE, '/api/tables/abc/record': 'naqala record 1\n' });
  const players = [player({ gold: 50, tiles: 30 }), player({ gold: 50 })];
  return table({
    info: info({ phase: 'over', seed: '7', nonce: 'ff', commitment: 'c0' }),
    scene: scene({ over: true, winners: [0], players }),
    log: [act(1, 0, [{ type: 'Gathered' }, { type: 'TurnEnded' }], ['Ann gathers 3 Viziers on b1.', 'ends'])],
    ...more,
  });
}

test('the heading shows the result', () => {
  render(EndPage, { table: finished() });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You win with 80 points');
});

test('the loser sees who won', () => {
  render(EndPage, { table: finished({ seats: [1] }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann wins with 80 points');
});

test('a lost solo game shows the reason', () => {
  const lost = scene({ over: true, winners: [], players: [player({ gold: 3 })], yazid: { camels: 5, lost: 'djinns' } });
  render(EndPage, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: lost }) });
  expect(screen.getByText(/Yazid has 6 Djinns/)).toBeTruthy();
});

test('a won solo game shows the title', () => {
  const won = scene({ over: true, winners: [0], players: [player({ gold: 200 })], yazid: { camels: 5 } });
  render(EndPage, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: won }) });
  expect(screen.getByText('Jafaar the Junior')).toBeTruthy();
});

test.each([
  [{ camels: 0 }, 4, 'Yazid placed his last camel. His last strike cost 6 gold.'],
  [{ camels: 0, lost: 'viziers' }, 4, 'Yazid placed his last camel. His last strike cost 6 gold.'],
  [{ camels: 3 }, 0, 'You placed your last camel. His last strike cost 6 gold.'],
  [{ camels: 3 }, 4, 'No move was left. His last strike cost 6 gold.'],
  [{ camels: 3, lost: 'assassins' }, 4, ''],
])('a solo game says why it ended and what the last strike cost: %o, own camels %s', (yazid, camels, text) => {
  const over = scene({ over: true, winners: 'lost' in yazid ? [] : [0], players: [player({ gold: 200 }, { camels })], yazid });
  const paid = { type: 'GoldPaid', seat: 0, purpose: 'yazid' } as const;
  const log = [
    act(1, 0, [
      { type: 'TurnStarted', seat: 1 },
      { ...paid, amount: 9 },
    ]),
    act(2, 0, [
      { type: 'TurnStarted', seat: 1 },
      { ...paid, amount: 4 },
    ]),
    act(3, 0, [
      { ...paid, amount: 2 },
      { ...paid, purpose: 'small_market', amount: 3 },
    ]),
  ];
  const shown = finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: over, log });
  speak('en');
  render(EndPage, { table: shown });
  expect(document.querySelectorAll('.why')[1]?.textContent ?? '').toBe(text);
});

test('a spectator of a solo game reads the name of the winner', () => {
  const won = scene({ over: true, winners: [0], players: [player({ gold: 200 })], yazid: { camels: 5 } });
  render(EndPage, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: won, seats: [] }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann wins with 200 points');
});

test('the best value of a row is marked for screen readers too', () => {
  render(EndPage, { table: finished() });
  const row = screen.getByRole('row', { name: /source.tiles/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent?.trim())).toEqual(['30page.end.best_mark', '0']);
});

test('a turning point opens the replay at the start of its turn', async () => {
  const onreplay = vi.fn();
  render(EndPage, { table: finished(), onreplay });
  const swing = await screen.findByRole('button', { name: /Ann gathers 3 Viziers on b1/ });
  expect(swing.querySelector('.plus')?.textContent, 'the change of the lead, by which it was chosen').toBe('+35');
  await fireEvent.click(swing);
  expect(onreplay).toHaveBeenCalledWith(0);
});

const moment = (actions: number, events: Partial<GameEvent>[], lines: string[]): unknown => ({
  actions,
  last: 9,
  scene: scene({ actions }),
  events,
  lines,
  turns: [9],
});

test('turns loaded from a record have the sentences of their moments', async () => {
  const game = finished({ info: info({ phase: 'over', opening: 'record' }) });
  const paths: Record<string, unknown> = { '/api/tables/abc/curve': CURVE };
  for (let actions = 1; actions < 9; actions++) paths[`/api/tables/abc/moments/${actions}`] = moment(actions, [], []);
  paths['/api/tables/abc/moments/3'] = moment(3, [{ type: 'Gathered' }], ['You gather 2 Elders on c3.']);
  paths['/api/tables/abc/moments/9'] = moment(9, [{ type: 'TurnEnded' }], ['Your turn ends.']);
  stubFetch(paths);
  render(EndPage, { table: game });
  expect(await screen.findByRole('button', { name: /You gather 2 Elders on c3/ })).toBeTruthy();
  expect(screen.queryByText(/Ann gathers/), 'a sentence of a later turn').toBeNull();
});

test.each([
  [[0], /page.table.your_turn/],
  [[1], /page.end.turn_of/],
])('turns without a sentence have the name of the player (seats: %j)', async (seats, name) => {
  render(EndPage, { table: finished({ seats, info: info({ phase: 'over', opening: 'record' }) }) });
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('the score chart is also available as a table', async () => {
  render(EndPage, { table: finished() });
  const found = await screen.findByRole('table', { name: 'page.end.chart_label' });
  expect(within(found).getByRole('row', { name: /Round 1/ }).textContent).toContain('80');
});

test.each([
  ['en', 'At the beginning: Ann 50', 'Round 1: Ann 80'],
  ['fr', 'Au début : Ann 50', 'Manche 1 : Ann 80'],
] as const)('the arrow keys select the rounds of the round (%s)', async (language, before, after) => {
  const made = finished();
  speak(language);
  render(EndPage, { table: made });
  const chart = await screen.findByRole('slider');
  await fireEvent.keyDown(chart, { key: 'Home' });
  expect(chart.getAttribute('aria-valuetext')).toContain(before);
  await fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(chart.getAttribute('aria-valuetext')).toContain(after);
});

test('a rematch can be requested with a new or the same board', async () => {
  const made = finished();
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 9, table: 'next' }));
  render(EndPage, { table: made });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch' }));
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch_same' }));
  expect(send).toHaveBeenCalledWith({ type: 'rematch', same: true });
  await waitFor(() => expect(location.pathname).toBe('/table/next'));
});

test('a game opened from a record can have a rematch', async () => {
  const made = finished({ info: info({ phase: 'over', opening: 'record' }) });
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 9, table: 'again' }));
  render(EndPage, { table: made });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch' }));
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch_new' }));
  expect(send).toHaveBeenCalledWith({ type: 'rematch', same: false });
  await waitFor(() => expect(location.pathname).toBe('/table/again'));
});

test('an existing rematch is opened instead of creating another', async () => {
  render(EndPage, { table: finished({ info: info({ phase: 'over', rematch: 'other' }) }) });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.to_rematch' }));
  expect(location.pathname).toBe('/table/other');
});

test('the record is saved under the name of the table', async () => {
  const saved: { name: string; href: string }[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
  render(EndPage, { table: finished() });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.save' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['abc.naqala']));
});

test('seed and nonce are shown with the command to verify the commitment', () => {
  const { container } = render(EndPage, { table: finished() });
  expect(container.querySelector('pre')?.textContent).toContain("'naqala 7 ff' | sha256sum");
});
