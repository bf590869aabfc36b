import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import EndSheet from '../../src/end/EndSheet.svelte';
import { words } from '../../src/state/words.svelte';
import type { Table } from '../../src/live/table.svelte';
import { speak } from '../catalogue';
import { act, answer, info, player, scene, table } from '../tables';
import { filled } from '../sent';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CURVE = {
  points: [
    { actions: 0, round: 0, seat: -1, totals: [50, 50] },
    { actions: 9, round: 1, seat: 0, totals: [80, 50] },
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
  answer({ '/api/tables/abc/curve': CURVE, '/api/tables/abc/record': 'naqala record 1\n' });
  const players = [player({ gold: 50, tiles: 30 }), player({ gold: 50 })];
  return table({
    info: info({ phase: 'over', seed: '7', nonce: 'ff', commitment: 'c0' }),
    scene: scene({ over: true, winners: [0], players }),
    log: [act(1, 0, [{ type: 'Gathered' }, { type: 'TurnEnded' }], ['Ann gathers 3 Viziers on b1.', 'ends'])],
    ...more,
  });
}

test('the result comes first', () => {
  render(EndSheet, { table: finished() });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You win with 80 points');
});

test('who has lost reads who has won', () => {
  render(EndSheet, { table: finished({ seats: [1] }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann wins with 80 points');
});

test('a lost solo game says to what it was lost', () => {
  const lost = scene({ over: true, winners: [], players: [player({ gold: 3 })], yazid: { camels: 5, lost: 'djinns' } });
  render(EndSheet, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: lost }) });
  expect(screen.getByText(/Yazid has 6 Djinns/)).toBeTruthy();
});

test('a solo game that was won has its title', () => {
  const won = scene({ over: true, winners: [0], players: [player({ gold: 200 })], yazid: { camels: 5 } });
  render(EndSheet, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: won }) });
  expect(screen.getByText('Jafaar the Junior')).toBeTruthy();
});

test('who watches a solo game has not won it', () => {
  const won = scene({ over: true, winners: [0], players: [player({ gold: 200 })], yazid: { camels: 5 } });
  render(EndSheet, { table: finished({ info: info({ phase: 'over', options: { players: 1 } }), scene: won, seats: [] }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann wins with 200 points');
});

test('the best of a row is marked, also for those who do not see it', () => {
  render(EndSheet, { table: finished() });
  const row = screen.getByRole('row', { name: /source.tiles/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent?.trim())).toEqual(['30page.end.best_mark', '0']);
});

test('a turning point opens the replay where its turn began', async () => {
  const onreplay = vi.fn();
  render(EndSheet, { table: finished(), onreplay });
  await fireEvent.click(await screen.findByRole('button', { name: /Ann gathers 3 Viziers on b1/ }));
  expect(onreplay).toHaveBeenCalledWith(0);
});

test('turns that a record brought are not told with the sentences of later ones', async () => {
  render(EndSheet, { table: finished({ info: info({ phase: 'over', opening: 'record' }) }) });
  await screen.findByRole('button', { name: /page.end.turn_of/ });
  expect(screen.queryByText(/Ann gathers/)).toBeNull();
});

test('the picture of the score is also a table', async () => {
  render(EndSheet, { table: finished() });
  const found = await screen.findByRole('table', { name: 'page.end.chart_label' });
  expect(within(found).getByRole('row', { name: /Round 1/ }).textContent).toContain('80');
});

test.each([
  ['en', 'At the beginning: Ann 50', 'Round 1: Ann 80'],
  ['fr', 'Au début : Ann 50', 'Manche 1 : Ann 80'],
] as const)('the arrow keys read the picture round by round (%s)', async (language, before, after) => {
  const made = finished();
  speak(language);
  render(EndSheet, { table: made });
  const chart = await screen.findByRole('slider');
  await fireEvent.keyDown(chart, { key: 'Home' });
  expect(chart.getAttribute('aria-valuetext')).toContain(before);
  await fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(chart.getAttribute('aria-valuetext')).toContain(after);
});

test('a rematch is asked for with a new land or the same one', async () => {
  const made = finished();
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 9, table: 'next' }));
  render(EndSheet, { table: made });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch' }));
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch_same' }));
  expect(send).toHaveBeenCalledWith({ type: 'rematch', same: true });
  await waitFor(() => expect(location.pathname).toBe('/table/next'));
});

test('a game from a record can be followed by a new one', async () => {
  const made = finished({ info: info({ phase: 'over', opening: 'record' }) });
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 9, table: 'again' }));
  render(EndSheet, { table: made });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch' }));
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.rematch_new' }));
  expect(send).toHaveBeenCalledWith({ type: 'rematch', same: false });
  await waitFor(() => expect(location.pathname).toBe('/table/again'));
});

test('where a rematch is laid, one goes there instead of laying another', async () => {
  render(EndSheet, { table: finished({ info: info({ phase: 'over', rematch: 'other' }) }) });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.to_rematch' }));
  expect(location.pathname).toBe('/table/other');
});

test('the record is saved under the name of the table', async () => {
  const saved: { name: string; href: string }[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
  render(EndSheet, { table: finished() });
  await fireEvent.click(screen.getByRole('button', { name: 'page.end.save' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['abc.naqala']));
});

test('seed, nonce and commitment are told with how to check them', () => {
  const { container } = render(EndSheet, { table: finished() });
  expect(container.querySelector('pre')?.textContent).toContain("'naqala 7 ff' | sha256sum");
});
