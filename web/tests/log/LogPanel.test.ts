import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import LogPanel from '../../src/log/LogPanel.svelte';
import { firstGame } from '../../src/state/firstGame.svelte';
import { act, stubFetch, table } from '../tables';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a focused tile name highlights the tile until it loses the focus', async () => {
  const onhighlight = vi.fn();
  render(LogPanel, { table: table({ log: [act(1, 1, [{ type: 'PalmPlaced' }], ['Bob plants a palm tree on b1.'])] }), onhighlight });
  const tile = screen.getByRole('button', { name: 'b1' });
  await fireEvent.focus(tile);
  expect(onhighlight).toHaveBeenLastCalledWith(['b1']);
  await fireEvent.blur(tile);
  expect(onhighlight).toHaveBeenLastCalledWith([]);
});

test('a tile of a move highlights the whole path', async () => {
  const onhighlight = vi.fn();
  const move = act(1, 1, [
    { type: 'Taken', tile: 'a1' },
    { type: 'Dropped', tile: 'b1', tribe: 'W' },
  ]);
  render(LogPanel, { table: table({ log: [move] }), onhighlight });
  await fireEvent.mouseEnter(screen.getByRole('button', { name: 'a1' }));
  expect(onhighlight).toHaveBeenLastCalledWith(['a1', 'b1']);
});

test('a hovered line highlights its tiles', async () => {
  const onhighlight = vi.fn();
  const gathered = { ...act(1, 1, [{ type: 'Gathered', tile: 'b1' }]), lines: ['Bob gathers 2 Elders on b1.'] };
  render(LogPanel, { table: table({ log: [gathered] }), onhighlight });
  const line = screen.getByText(/gathers/).closest('.line')!;
  await fireEvent.mouseEnter(line);
  expect(onhighlight).toHaveBeenLastCalledWith(['b1']);
  await fireEvent.mouseLeave(line);
  expect(onhighlight).toHaveBeenLastCalledWith([]);
});

test('the replay of missed turns starts at the end of the own last turn', async () => {
  stubFetch({ '/api/tables/abc/moments/9': { actions: 9, last: 9, scene: {}, turns: [1, 2, 6, 9] } });
  const log = [
    act(1, 1, [{ type: 'BidPlaced' }]),
    act(2, 0, [{ type: 'BidPlaced' }]),
    act(3, 1, [{ type: 'TurnEnded' }]),
    act(4, 1, [{ type: 'TurnEnded' }]),
  ];
  const onreplay = vi.fn();
  const made = table({ log });
  made.scene = { ...made.scene!, actions: 9 };
  render(LogPanel, { table: made, onreplay });
  await fireEvent.click(screen.getByRole('button', { name: 'page.log.since' }));
  await waitFor(() => expect(onreplay).toHaveBeenCalledWith(2));
});

test('the gold gained and paid since the own last turn is shown', () => {
  const log = [act(1, 0, [{ type: 'TurnEnded' }]), act(2, 1, [{ type: 'GoldPaid', seat: 0, amount: 8 }])];
  render(LogPanel, { table: table({ log }), onreplay: vi.fn() });
  expect(document.querySelector('.gold')!.textContent).toContain('−8');
  cleanup();
  render(LogPanel, { table: table({ log, seats: [0, 1] }), onreplay: vi.fn() });
  expect(document.querySelector('.gold'), 'of whose purse?').toBeNull();
});

test('older entries are loaded on demand', async () => {
  stubFetch({
    '/api/tables/abc/log?after=0': {
      number: 3,
      entries: [act(1, 0, [{ type: 'A' }]), act(2, 0, [{ type: 'B' }]), act(3, 0, [{ type: 'C' }])],
    },
  });
  const made = table({ log: [act(3, 0, [{ type: 'C' }])] });
  render(LogPanel, { table: made });
  await fireEvent.click(screen.getByRole('button', { name: 'page.log.older' }));
  await waitFor(() => expect(made.log.map((entry) => entry.number)).toEqual([1, 2, 3]));
  expect(screen.queryByRole('button', { name: 'page.log.older' })).toBeNull();
});

test('a failed request is reported, and the entries are kept', async () => {
  stubFetch({});
  render(LogPanel, { table: table({ log: [act(3, 0, [{ type: 'C' }])] }) });
  await fireEvent.click(screen.getByRole('button', { name: 'page.log.older' }));
  expect((await screen.findByRole('alert')).textContent).toBe('page.log.failed');
  expect(screen.getByText('C')).toBeTruthy();
});

test('the log of the guided first game leaves out what was taken back', () => {
  const undo = { ...act(2, 0, [], ['Ann takes it back.']), kind: 'undo' as const, back_to: 1 };
  const log = [act(1, 0, [{ type: 'PalmPlaced' }], ['Ann plants a palm tree.']), undo];
  const made = table({ log });
  render(LogPanel, { table: made });
  expect(screen.queryByText(/takes it back/)).not.toBeNull();
  cleanup();
  firstGame.begin(made.name);
  render(LogPanel, { table: made });
  expect(screen.queryByText(/takes it back|palm tree/)).toBeNull();
});
