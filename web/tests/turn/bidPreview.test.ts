import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackAfter } from '../../src/turn/bidPreview.svelte';
import { speak } from '../catalogue';
import { scene } from '../tables';
import { arrive, choice, playing, type Played } from './turns';
import { filled, gameEvents } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

const PUSHING = gameEvents([
  { type: 'Pushed', seat: 1, by: 0, spot: 0 },
  { type: 'Pushed', seat: 2, by: 0, spot: 1 },
  { type: 'BidPlaced', seat: 0, spot: 2 },
]);

test('pushed markers move one spot back, and the new one comes first', () => {
  expect(trackAfter([-1, 1, 2, -1], PUSHING)).toEqual({ spots: [1, 2, 0, -1], placed: 2, pushed: [0, 1] });
});

test('nobody moves if the spot is free', () => {
  expect(trackAfter([1, -1, -1, 2], [filled('GameEvent', { type: 'BidPlaced', seat: 0, spot: 2 })])).toEqual({
    spots: [1, -1, 0, 2],
    placed: 2,
    pushed: [],
  });
});

test('other events have no effect on the track', () => {
  expect(trackAfter([0, -1], [filled('GameEvent', { type: 'GoldPaid', seat: 0, amount: 3 })])).toBeNull();
});

function bidding(): Played {
  const asked = scene({ track: [0, 0, 0, 1], spots: [-1, 1, 2, -1], bid_order: [0], asked: { seat: 0, decision: 'Bidding' } });
  return playing(
    [choice('bid 0', { value: 0 }), choice('bid 1', { value: 1 })],
    ({ actions }) => ({ events: actions?.[0] === 'bid 0' ? PUSHING : [{ type: 'BidPlaced', seat: 0, spot: 3 }] }),
    {
      table: { scene: asked },
    },
  );
}

test('a hovered bid takes precedence over the chosen one and is loaded once', async () => {
  const { turn, asks } = bidding();
  turn.selection.propose(turn.of('bid')[1]!);
  await arrive();
  expect(turn.bids.track?.placed).toBe(3);
  await turn.bids.hover(turn.of('bid')[0]!);
  expect([turn.bids.track?.placed, turn.selection.chosen?.action]).toEqual([2, 'bid 1']);
  await turn.bids.hover(null);
  expect(turn.bids.track?.placed).toBe(3);
  await turn.bids.hover(turn.of('bid')[0]!);
  expect(asks.map((ask) => ask.actions)).toEqual([['bid 1'], ['bid 0']]);
});

test('previews are not reused in a later position', async () => {
  const { table, turn } = bidding();
  await turn.bids.hover(turn.of('bid')[0]!);
  table.scene = { ...table.scene!, actions: 1, spots: [-1, -1, 2, -1] };
  await turn.bids.hover(null);
  expect(turn.bids.track).toBeNull();
});
