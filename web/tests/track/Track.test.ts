import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Track from '../../src/track/Track.svelte';
import { speak } from '../catalogue';
import type { GameEvent } from '../../src/protocol';
import { act, scene } from '../tables';
import { arrive, choice, playing, type Played } from '../turn/turns';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TRACK = [0, 0, 0, 1, 3, 5, 8];
const bid = (value: number, more = {}): ReturnType<typeof choice> => choice(`bid ${value}`, { value, ...more });

function bidding(choices = [bid(0), bid(1), bid(5)], reply?: Parameters<typeof playing>[1]): Played {
  const asked = scene({ track: TRACK, spots: [-1, -1, -1, -1, 1, -1, -1], bid_order: [0, 1], asked: { seat: 0, decision: 'Bidding' } });
  return playing(choices, reply, { table: { scene: asked } });
}
const shown = ({ table, turn }: Played): void => void render(Track, { table, turn });
const prices = (): string[] => [...document.querySelectorAll('.grow .spot')].map((spot) => spot.querySelector('.pr')?.textContent ?? '');

test('spots are shown from the most expensive on, in turn order', () => {
  shown(bidding());
  expect(prices()).toEqual(['8', '5', '3', '1', '0', '0', '0']);
});

test('only possible bids are buttons, labelled with their meaning', () => {
  shown(bidding());
  expect(screen.getAllByRole('button').map((button) => button.dataset.bid)).toEqual(['5', '1', '0', '0', '0']);
  expect(screen.getByRole('button', { name: /Do: bid 5/ })).toBeTruthy();
});

test('an available spot where a marker stands is told apart from a free one', () => {
  const played = bidding();
  played.table.scene = { ...played.table.scene, spots: [1, -1, -1, -1, -1, -1, -1] };
  shown(played);
  const taken = [...document.querySelectorAll('.free.taken')];
  expect(taken).toHaveLength(1);
  expect(taken[0]!.querySelector('button')!.textContent).toContain('Bob');
});

test('the first click chooses a bid, the second sends it', async () => {
  const played = bidding();
  shown(played);
  const five = screen.getByRole('button', { name: /Do: bid 5/ });
  await fireEvent.click(five);
  expect([five.getAttribute('aria-pressed'), played.sends]).toEqual(['true', []]);
  await fireEvent.click(five);
  expect(played.sends).toEqual([{ type: 'act', action: 'bid 5' }]);
});

test('if a bid can be paid in two ways, the next click chooses the other', async () => {
  const played = bidding([bid(5), choice('bid 5 1f', { value: 5, fakirs: 1 })]);
  shown(played);
  const five = screen.getByRole('button');
  const seen: (string | undefined)[] = [];
  for (const _ of [1, 2, 3]) {
    await fireEvent.click(five);
    seen.push(played.turn.selection.chosen?.action);
  }
  expect([seen, played.sends]).toEqual([['bid 5', 'bid 5 1f', 'bid 5'], []]);
});

test('a chosen bid shows a ghost of one’s own marker', async () => {
  const played = bidding(undefined, () => ({ events: [{ type: 'BidPlaced', seat: 0, spot: 5 }] }));
  shown(played);
  played.turn.selection.propose(played.turn.of('bid')[2]!);
  await arrive();
  await tick();
  expect(document.querySelectorAll('.ghost')).toHaveLength(1);
});

test('a placed marker keeps its id from the bid order', async () => {
  const played = bidding();
  shown(played);
  const marker = (): string | undefined => document.querySelector<HTMLElement>('.bid .marker')?.dataset.marker;
  const own = marker();
  played.table.scene = {
    ...played.table.scene,
    spots: [-1, -1, -1, -1, 1, 0, -1],
    bid_order: [1],
    asked: { seat: 1, decision: 'Bidding' },
  };
  await tick();
  expect(document.querySelector<HTMLElement>('.grow .spot:nth-child(2) .marker')?.dataset.marker).toBe(own);
  expect(marker()).not.toBe(own);
});

test('inspecting a taken spot shows which markers are pushed', async () => {
  const asked = scene({ track: [0, 0, 0, 1], spots: [-1, -1, 1, -1], bid_order: [0], asked: { seat: 0, decision: 'Bidding' } });
  const events = [
    { type: 'Pushed', seat: 1, by: 0, spot: 1 },
    { type: 'BidPlaced', seat: 0, spot: 2 },
  ];
  const played = playing([bid(0)], () => ({ events }), { table: { scene: asked } });
  shown(played);
  const first = screen.getAllByRole('button')[0]!;
  expect(first.textContent).toContain('Bob');
  await fireEvent.focus(first);
  await arrive();
  const spot = (nth: number): Element => document.querySelector(`.grow .spot:nth-child(${nth})`)!;
  expect(spot(2).querySelector('.ghost')).toBeTruthy();
  expect([spot(2).querySelector('.push'), spot(3).querySelector('.push') !== null]).toEqual([null, true]);
  expect(played.turn.selection.chosen).toBeNull();
  await fireEvent.blur(first);
  await tick();
  expect(document.querySelector('.ghost, .push')).toBeNull();
});

test('while others bid there are no buttons', () => {
  const played = bidding();
  played.table.scene = { ...played.table.scene, asked: { seat: 1, decision: 'Bidding' } };
  shown(played);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('two players have four places in the bid order, also if the number of players is omitted', () => {
  const played = bidding();
  played.table.info = filled('TableInfo', { ...played.table.info!, options: {} });
  shown(played);
  expect(document.querySelectorAll('.spot.bid')).toHaveLength(4);
});

test('markers that have played stay on their spots, faded with a tick', () => {
  const bids = [5, 4].map((spot, seat) => ({ type: 'BidPlaced', seat, spot }));
  const turns = [0, 1].map((seat) => ({ type: 'TurnStarted', seat }));
  const asked = scene({ track: TRACK, spots: TRACK.map(() => -1), next_order: [0, 1], asked: { seat: 1, decision: 'Moving' } });
  const played = playing([], undefined, { table: { scene: asked, log: [act(1, 0, [...bids, ...turns] as GameEvent[])] } });
  shown(played);
  const marked = (state: string): (string | undefined)[] =>
    [...document.querySelectorAll(`.grow .${state}`)].map((spot) => spot.querySelector('.pr')?.textContent);
  expect([marked('done'), marked('now')]).toEqual([['5'], ['3']]);
  expect(document.querySelectorAll('.bid.now')).toHaveLength(0);
});
