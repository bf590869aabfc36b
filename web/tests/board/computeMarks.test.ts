import { afterEach, expect, test, vi } from 'vitest';
import type { Land } from '../../src/protocol';
import { computeMarks, tilesByParity, lastMoveEnd } from '../../src/board/computeMarks';
import { EMPTY_SCENE } from '../../src/live/placeholders';
import { act, scene, table } from '../tables';
import { arrive, choice, drop, playing, take, type Played } from '../turn/turns';
import { filled } from '../fixtures';

afterEach(() => vi.unstubAllGlobals());

const NAMES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'];
const land: Land = {
  columns: 3,
  rows: 2,
  walls: [],
  holes: [],
  lake: '',
  tiles: NAMES.map((tile) => ({ tile, kind: 'village', points: 5, blue: true })),
};
const none = { dangers: false, parity: false };
const marked = (played: Played, which: keyof ReturnType<typeof computeMarks>[string]): string[] =>
  Object.entries(computeMarks(played.table, played.turn, none))
    .flatMap(([tile, mark]) => (mark[which] ? [tile] : []))
    .sort();

test('tiles that can be emptied are legal, and the others dimmed', () => {
  const played = playing([take('a1'), take('b1')], undefined, { table: { land } });
  expect(marked(played, 'legal')).toEqual(['a1', 'b1']);
  expect(marked(played, 'dim')).toEqual(['a2', 'b2', 'c1', 'c2']);
});

test('a started move marks its start, its next drops, and its possible ends with their tribes', async () => {
  const reply = {
    outcomes: [
      { start: 'a1', tile: 'c1', tribe: 'Y' },
      { start: 'a1', tile: 'c1', tribe: 'W' },
    ],
    choices: [drop('b1', 'Y'), drop('a2', 'Y')],
  };
  const played = playing([take('a1')], () => reply, { table: { land } });
  await played.turn.move.begin('a1');
  const marks = computeMarks(played.table, played.turn, none);
  expect(marked(played, 'start')).toEqual(['a1']);
  expect([marked(played, 'landing'), marked(played, 'legal'), marked(played, 'step')]).toEqual([['c1'], ['c1'], ['a2', 'b1']]);
  expect(marks.c1!.tribes).toBe('YW');
});

test('after a planned step the ends that are still possible stay marked', async () => {
  const played = playing(
    [take('a1')],
    (ask) => {
      if (ask.what === 'outcomes') return { outcomes: [{ start: 'a1', tile: 'c1', tribe: 'Y' }] };
      return ask.actions?.length === 1
        ? { choices: [drop('b1', 'Y')] }
        : {
            choices: [drop('b2', 'W')],
            outcomes: [
              { start: 'a1', tile: 'c2', tribe: 'G' },
              { start: 'a1', tile: 'c2', tribe: 'W' },
            ],
          };
    },
    { table: { land } },
  );
  await played.turn.move.begin('a1');
  expect(marked(played, 'landing')).toEqual(['c1']);
  await played.turn.move.drop(played.turn.move.drops[0]!);
  expect([marked(played, 'landing'), marked(played, 'step')]).toEqual([['c2'], ['b2']]);
  expect(computeMarks(played.table, played.turn, none).c2).toMatchObject({ tribes: 'GW', dim: false });
});

test('a planned move marks its drops and its end', async () => {
  const played = playing([take('a1')], undefined, { table: { land } });
  played.turn.plan(['sow a1 b1W c1Y b1G']);
  await arrive();
  const marks = computeMarks(played.table, played.turn, none);
  expect([marks.b1!.planned, marks.c1!.planned]).toEqual(['WG', 'Y']);
  expect(marked(played, 'chosen')).toEqual(['b1']);
});

test('a search by landing marks the ends, then the starts that lead there', async () => {
  const played = playing(
    [take('a1'), take('b2')],
    () => ({
      outcomes: [
        { start: 'a1', tile: 'c1', tribe: 'Y' },
        { start: 'b2', tile: 'c1', tribe: 'Y' },
      ],
    }),
    { table: { land } },
  );
  await played.turn.move.setSearch('landing');
  expect(marked(played, 'legal')).toEqual(['c1']);
  await played.turn.move.findMovesTo('c1');
  expect(marked(played, 'legal')).toEqual(['a1', 'b2', 'c1']);
  expect(marked(played, 'chosen')).toEqual(['c1']);
});

test('a move in progress on the server marks its start and the picked tile', () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1' } });
  const played = playing([drop('b1', 'Y'), drop('b1', 'W'), drop('a2', 'Y')], undefined, { table: { land, scene: asked } });
  played.turn.pick('b1');
  expect([marked(played, 'start'), marked(played, 'step'), marked(played, 'chosen')]).toEqual([['a1'], ['a2', 'b1'], ['b1']]);
});

test('a move in progress on the server marks its possible ends, its steps and its hand at the start', async () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1', path: ['b1Y'], hand: 'WG' } });
  const ends = [
    { start: 'a1', tile: 'c2', tribe: 'G' },
    { start: 'a1', tile: 'c2', tribe: 'W' },
  ];
  const played = playing([drop('c1', 'W'), drop('b2', 'W')], () => ({ outcomes: ends }), { table: { land, scene: asked } });
  await played.turn.move.started.refresh();
  expect([marked(played, 'ahead'), marked(played, 'step'), marked(played, 'dim')]).toEqual([['c2'], ['b2', 'c1'], ['a2', 'b1']]);
  const marks = computeMarks(played.table, played.turn, none);
  expect([marks.c2!.tribes, marks.a1!.ghosts]).toEqual(['GW', 'WG']);
  expect(played.turn.move.path).toEqual(['a1', 'b1']);
});

test('the last meeple of a move in progress on the server marks landings', () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1', path: ['b1Y'], hand: 'W' } });
  const played = playing([drop('c1', 'W'), drop('b2', 'W')], undefined, { table: { land, scene: asked } });
  expect([marked(played, 'landing'), marked(played, 'step')]).toEqual([['b2', 'c1'], []]);
});

/** A turn whose server answers with two landings, and two ways to c1. */
const landing = (): Played =>
  playing(
    [take('a1'), take('c2')],
    (ask) => {
      if (ask.what === 'outcomes')
        return {
          outcomes: [
            { start: 'a1', tile: 'c1', tribe: 'Y' },
            { start: 'a1', tile: 'b2', tribe: 'W' },
          ],
        };
      if (ask.what === 'ways') return { ways: [`sow a1 b1W ${ask.tile}Y`], passes: ['b1', 'a2', 'b2'] };
      if (ask.what === 'gains')
        return {
          gains: [
            { tribe: 'W', points: 4 },
            { tribe: 'Y', points: 9 },
          ],
        };
      return { score: { total: 57, sources: {} } };
    },
    { table: { land }, secrets: { score: { total: 50, sources: {} } } },
  );

test('a chosen landing has its gain; the others stay marked, and so do the steps of other ways', async () => {
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.pick('c1');
  await arrive();
  expect([marked(played, 'landing'), marked(played, 'step'), marked(played, 'chosen')]).toEqual([['b2', 'c1'], ['a2'], ['c1']]);
  const marks = computeMarks(played.table, played.turn, none);
  expect([marks.c1!.gain, marks.b2!.gain, marks.b2!.tribes]).toEqual([7, undefined, undefined]);
});

test('an inspected landing has its highest gain', async () => {
  vi.useFakeTimers();
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.move.gains.hover('c2');
  played.turn.move.gains.hover('b2');
  await vi.advanceTimersByTimeAsync(200);
  expect(played.asks.filter((ask) => ask.what === 'gains')).toEqual([{ type: 'ask', what: 'gains', start: 'a1', tile: 'b2', after: [] }]);
  expect(computeMarks(played.table, played.turn, none).b2!.gain).toBe(9);
  played.turn.move.gains.hover('b2');
  await vi.advanceTimersByTimeAsync(200);
  expect(
    played.asks.filter((ask) => ask.what === 'gains'),
    'asked once',
  ).toHaveLength(1);
  played.turn.move.gains.hover('c1');
  played.turn.move.gains.hover('');
  await vi.advanceTimersByTimeAsync(200);
  expect(
    played.asks.filter((ask) => ask.what === 'gains'),
    'passed over',
  ).toHaveLength(1);
  vi.useRealTimers();
});

test('a gain that depends on chance is not shown', async () => {
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.pick('c1');
  await arrive();
  played.turn.preview.current = { ...played.turn.preview.current!, truncated: true };
  expect(computeMarks(played.table, played.turn, none).c1!.gain).toBeUndefined();
});

test('kill choices mark a kill; other choices of a tile mark it legal', () => {
  const played = playing([choice('kill b1Y', { tile: 'b1' }), choice('palm a2', { tile: 'a2' })], undefined, { table: { land } });
  expect([marked(played, 'kill'), marked(played, 'legal')]).toEqual([['b1'], ['a2']]);
});

test('an item marks where it can be used, then its targets', () => {
  const uses = [
    choice('use carpet a1 c1', { item: 'carpet', tile: 'a1', to: 'c1' }),
    choice('use carpet a1 c2', { item: 'carpet', tile: 'a1', to: 'c2' }),
  ];
  const played = playing(uses, undefined, { table: { land } });
  expect(marked(played, 'legal'), 'not before it is touched').toEqual([]);
  played.turn.selection.pickItem('carpet');
  expect(marked(played, 'legal')).toEqual(['a1']);
  played.turn.pick('a1');
  expect(marked(played, 'legal')).toEqual(['a1', 'c1', 'c2']);
});

test('before a move, a selected Djinn marks its tiles instead of the possible starts', () => {
  const played = playing([take('a1'), choice('use utug b1', { djinn: 'utug', tile: 'b1' })], undefined, { table: { land } });
  expect(marked(played, 'legal')).toEqual(['a1']);
  played.turn.selection.pickDjinn('utug');
  expect(marked(played, 'legal')).toEqual(['b1']);
});

test('nothing is legal while others decide, or before the game has begun', () => {
  const theirs = playing([take('a1')], undefined, { table: { land, scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } });
  expect(computeMarks(theirs.table, theirs.turn, none)).toEqual({});
  theirs.table.scene = EMPTY_SCENE;
  expect(computeMarks(theirs.table, theirs.turn, none)).toEqual({});
});

test('the tiles that Yazid is about to strike are marked until he has struck', () => {
  const struck = (decision: string): string[] => {
    const strike = {
      price: 10,
      tiles: [
        { tile: 'b2', pile: 'Y' },
        { tile: 'b1', pile: 'W' },
      ],
    };
    const there = scene({ asked: { seat: 0, decision }, yazid: { camels: 8, dice: [2, 6], strike } });
    return marked(playing([], undefined, { table: { land, scene: there } }), 'struck');
  };
  expect([struck('Offering'), struck('Moving')]).toEqual([['b1', 'b2'], []]);
});

test('the danger helper marks stacks of one tribe, and lone meeples on tiles without an owner', () => {
  const tiles = [{ pile: 'Y' }, { pile: 'YY', camel: 0 }, { pile: 'YYW' }, { pile: 'R', camel: 0 }, { pile: 'GBGG' }, {}];
  const played = playing([], undefined, { table: { land, scene: scene({ tiles }) } });
  const marks = computeMarks(played.table, played.turn, { dangers: true, parity: false });
  expect(Object.entries(marks).map(([tile, mark]) => [tile, mark.danger])).toEqual([
    ['a1', 'lone'],
    ['b1', 'stack'],
    ['b2', 'stack'],
  ]);
});

test('the parity helper marks the chessboard colour on which a move can end', async () => {
  expect(tilesByParity(NAMES, 'a1', 2)).toEqual(['c1', 'b2']);
  expect(tilesByParity(NAMES, 'a1', 3)).toEqual(['b1', 'a2', 'c2']);
  const played = playing([take('a1')], undefined, {
    table: { land, scene: scene({ tiles: [{ pile: 'YW' }], asked: { seat: 0, decision: 'Moving' } }) },
  });
  await played.turn.move.begin('a1');
  const marks = computeMarks(played.table, played.turn, { dangers: false, parity: true });
  expect(
    Object.keys(marks)
      .filter((tile) => marks[tile]!.parity)
      .sort(),
  ).toEqual(['b2', 'c1']);
});

const moved = (number: number, seat: number, tile: string): ReturnType<typeof act> =>
  act(number, seat, [
    { type: 'Dropped', tile: 'a1' },
    { type: 'Dropped', tile },
  ]);

test('the end of another player’s last move is marked until one moves oneself', () => {
  const made = table({ log: [moved(2, 1, 'b2'), act(3, 1, [{ type: 'TurnEnded' }])] });
  expect(lastMoveEnd(made)).toEqual({ tile: 'b2', seat: 1 });
  made.log = [...made.log, moved(4, 0, 'c1')];
  expect(lastMoveEnd(made)).toBeNull();
});

test('an undone move is not the last move', () => {
  const made = table({ log: [moved(2, 1, 'b2'), moved(3, 1, 'c1'), filled('LogEntry', { number: 4, at: 0, kind: 'undo', back_to: 3 })] });
  expect(lastMoveEnd(made)).toEqual({ tile: 'b2', seat: 1 });
});

test('on a shared screen each player sees the move of the previous one', () => {
  const made = table({ seats: [0, 1], log: [moved(2, 0, 'b2')], privates: [filled('Private', { seat: 0, gold: 1, hand: [] })] });
  expect(lastMoveEnd(made)).toEqual({ tile: 'b2', seat: 0 });
});
