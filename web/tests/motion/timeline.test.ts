import { expect, test } from 'vitest';
import { EMPTY_SCENE } from '../../src/live/placeholders';
import { timelineOf, type Cue } from '../../src/motion/timeline';
import type { GameEvent } from '../../src/protocol';
import { land, scene } from '../board/lands';
import { filled, gameEvents } from '../fixtures';

const walk: GameEvent[] = [
  { type: 'Taken', seat: 0, tile: 'c3', pile: 'YWR' },
  { type: 'Dropped', seat: 0, tile: 'c4', tribe: 'W' },
  { type: 'Dropped', seat: 0, tile: 'd4', tribe: 'Y' },
  { type: 'Dropped', seat: 0, tile: 'd5', tribe: 'R' },
  { type: 'Gathered', seat: 0, tile: 'd5', tribe: 'R', count: 2 },
  { type: 'Bagged', pile: 'RR' },
  { type: 'CamelPlaced', seat: 0, tile: 'd5', left: 7 },
];

const of = <K extends Cue['kind']>(cues: Cue[], kind: K): Extract<Cue, { kind: K }>[] =>
  cues.filter((cue): cue is Extract<Cue, { kind: K }> => cue.kind === kind);

test('a hand moves tile by tile and shrinks', () => {
  const steps = of(timelineOf(walk, EMPTY_SCENE).cues, 'sow');
  expect(steps.map(({ from, to, hand }) => [from, to, hand])).toEqual([
    ['c3', 'c4', 'YWR'],
    ['c4', 'd4', 'YR'],
    ['d4', 'd5', 'R'],
  ]);
  expect(steps.map((step) => step.at)).toEqual([0, 220, 440]);
  expect(steps.map((step) => step.stays)).toEqual([true, true, false]);
});

test('cues follow each other: steps, gather, camel', () => {
  const { cues, duration } = timelineOf(walk, EMPTY_SCENE);
  expect(cues.map((cue) => cue.kind)).toEqual(['sow', 'sow', 'sow', 'gather', 'camel']);
  expect(of(cues, 'gather')[0]).toMatchObject({ at: 660, count: 2, kept: false, dropped: 660 });
  expect(of(cues, 'camel')[0]).toMatchObject({ at: 920, tile: 'd5' });
  expect(duration).toBe(920 + 620);
});

test('a long move takes at most 1600 milliseconds', () => {
  const drops = gameEvents(Array.from({ length: 12 }, (_, nth) => ({ type: 'Dropped', seat: 0, tile: nth % 2 ? 'a1' : 'a2', tribe: 'Y' })));
  const { cues } = timelineOf([{ type: 'Taken', seat: 0, tile: 'a1', pile: 'Y'.repeat(12) }, ...drops], EMPTY_SCENE);
  const last = cues.at(-1)!;
  expect(Math.round(last.at + last.duration)).toBe(1600);
});

test('a drop of a move in progress starts where the hand is', () => {
  const asked = { seat: 0, decision: 'Sowing', start: 'c3', hand: 'YR', path: ['c4W'] };
  const before = filled('Scene', { ...scene(land()), asked });
  const { cues } = timelineOf([{ type: 'Dropped', seat: 0, tile: 'd4', tribe: 'Y' }], before);
  expect(cues[0]).toMatchObject({ kind: 'sow', from: 'c4', to: 'd4', hand: 'YR' });
  const first = filled('Scene', { ...before, asked: { ...asked, path: [] } });
  expect(timelineOf([{ type: 'Dropped', seat: 0, tile: 'c4', tribe: 'Y' }], first).cues[0]).toMatchObject({ from: 'c3' });
});

test('coins without a tile come from the tile of the current action', () => {
  const before = filled('Scene', { ...scene(land(), {}), asked: { seat: 0, decision: 'TribeAction', tile: 'c2' } });
  expect(of(timelineOf([filled('GameEvent', { type: 'GoldGained', seat: 0, amount: 8 })], before).cues, 'coins')[0]).toMatchObject({
    tile: 'c2',
  });
  expect(of(timelineOf([filled('GameEvent', { type: 'GoldPaid', seat: 0, amount: 3 })], EMPTY_SCENE).cues, 'coins')[0]).toMatchObject({
    tile: '',
  });
});

test('at most six coins are shown, from the tile of the action', () => {
  const { cues, seats } = timelineOf(
    [
      { type: 'PalacePlaced', seat: 1, tile: 'b2' },
      { type: 'GoldGained', seat: 1, amount: 30, source: 'x' },
    ],
    EMPTY_SCENE,
  );
  expect(of(cues, 'coins')[0]).toMatchObject({ count: 6, tile: 'b2', seat: 1, gained: true });
  expect(seats).toEqual([1]);
});

test('every changed tile is listed for the glow', () => {
  expect(timelineOf(walk, EMPTY_SCENE).tiles).toEqual(['c3', 'c4', 'd4', 'd5']);
  expect(timelineOf([{ type: 'CamelMoved', seat: 0, tile: 'a1', to: 'b2' }], EMPTY_SCENE).tiles).toEqual(['a1', 'b2']);
});

test('events that do not concern the board have no cue', () => {
  expect(
    timelineOf(
      [
        { type: 'TurnEnded', seat: 0, moved: true },
        { type: 'RoundStarted', number: 2, order: [0] },
      ],
      EMPTY_SCENE,
    ),
  ).toEqual({
    cues: [],
    duration: 0,
    tiles: [],
    seats: [],
  });
});

test('a Djinn comes from its previous place in the row, or from the deck', () => {
  const before = { ...scene(land()), djinn_row: ['enki', 'leta', 'boaz'] };
  const taken = (from_row: boolean): Cue[] => timelineOf([{ type: 'DjinnTaken', seat: 1, djinn: 'leta', from_row }], before).cues;
  expect(taken(true)).toMatchObject([{ kind: 'djinn', seat: 1, djinn: 'leta', place: 1 }]);
  expect(taken(false)).toMatchObject([{ kind: 'djinn', place: -1 }]);
});

test('every event with a movement has a cue', () => {
  const events: GameEvent[] = [
    { type: 'DiceRolled', white: 3, black: 2 },
    { type: 'Captured', seat: 1, tile: 'c2', pile: 'RY' },
    filled('GameEvent', { type: 'Killed', seat: 0, tile: 'd4', pile: 'B' }),
    { type: 'MeeplesDrawn', tile: 'a1', pile: 'YWG' },
    { type: 'MeepleMoved', tile: 'a1', to: 'a2', tribe: 'Y' },
    { type: 'CamelMoved', seat: 0, tile: 'a3', to: 'b3' },
    { type: 'TentPlaced', seat: 0, tile: 'f5' },
    { type: 'PalmPlaced', seat: 0, tile: 'c5' },
    { type: 'WhimTaken', seat: 0, tile: 'b5', whim: 'x' },
    { type: 'CardsTaken', seat: 0, cards: ['ivory'], places: [2] },
    { type: 'DjinnTaken', seat: 0, djinn: 'leta', from_row: true },
    { type: 'GoldPaid', seat: 0, amount: 3, purpose: 'bid' },
  ];
  const { cues } = timelineOf(events, EMPTY_SCENE);
  expect(cues.map((cue) => cue.kind)).toEqual([
    'dice',
    'fall',
    'fall',
    'arrive',
    'move',
    'move',
    'camel',
    'grow',
    'whim',
    'cards',
    'djinn',
    'coins',
  ]);
  expect(cues.every((cue, nth) => nth === 0 || cue.at >= cues[nth - 1]!.at)).toBe(true);
});
