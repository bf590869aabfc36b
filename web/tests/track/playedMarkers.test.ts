import { expect, test } from 'vitest';
import type { GameEvent } from '../../src/protocol';
import { playedMarkers } from '../../src/track/playedMarkers';
import { act } from '../tables';

const round: Partial<GameEvent>[][] = [
  [{ type: 'RoundStarted', number: 2 }],
  [{ type: 'BidPlaced', seat: 0, spot: 2 }],
  [
    { type: 'Pushed', seat: 0, by: 1, spot: 1 },
    { type: 'BidPlaced', seat: 1, spot: 2 },
  ],
  [
    { type: 'BidPlaced', seat: 2, spot: 6 },
    { type: 'TurnStarted', seat: 2 },
  ],
  [
    { type: 'TurnEnded', seat: 2 },
    { type: 'TurnStarted', seat: 1 },
  ],
];
const entries = (...events: Partial<GameEvent>[][]): ReturnType<typeof act>[] =>
  events.map((list, nth) => act(nth + 1, 0, list as GameEvent[]));

test('the markers of the round are found in turn order, with their last spots', () => {
  expect(playedMarkers(entries(...round))).toEqual([
    { seat: 2, spot: 6 },
    { seat: 1, spot: 2 },
  ]);
});

test('a new round starts with an empty track', () => {
  expect(playedMarkers(entries(...round, [{ type: 'RoundStarted', number: 3 }]))).toEqual([]);
});

test('markers whose bids are not in the log are left out', () => {
  expect(playedMarkers(entries(...round.slice(3)))).toEqual([{ seat: 2, spot: 6 }]);
});
