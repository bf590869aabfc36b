import { afterEach, expect, test, vi } from 'vitest';
import type { Land } from '../../src/protocol';
import { boardMarks, evenly, lastMoved } from '../../src/board/boardMarks';
import { NO_SCENE } from '../../src/live/empty';
import { act, scene, table } from '../tables';
import { arrive, choice, drop, playing, take, type Played } from '../turn/turns';
import { filled } from '../sent';

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
const marked = (played: Played, which: keyof ReturnType<typeof boardMarks>[string]): string[] =>
  Object.entries(boardMarks(played.table, played.turn, none))
    .flatMap(([tile, mark]) => (mark[which] ? [tile] : []))
    .sort();

test('tiles that can be emptied are legal, and the others put back', () => {
  const played = playing([take('a1'), take('b1')], undefined, { table: { land } });
  expect(marked(played, 'legal')).toEqual(['a1', 'b1']);
  expect(marked(played, 'dim')).toEqual(['a2', 'b2', 'c1', 'c2']);
});

test('a begun move shows its start, its next drops and its possible ends with their tribes', async () => {
  const reply = {
    outcomes: [
      { start: 'a1', tile: 'c1', tribe: 'Y' },
      { start: 'a1', tile: 'c1', tribe: 'W' },
    ],
    choices: [drop('b1', 'Y'), drop('a2', 'Y')],
  };
  const played = playing([take('a1')], () => reply, { table: { land } });
  await played.turn.move.begin('a1');
  const marks = boardMarks(played.table, played.turn, none);
  expect(marked(played, 'start')).toEqual(['a1']);
  expect([marked(played, 'landing'), marked(played, 'legal'), marked(played, 'step')]).toEqual([['c1'], ['c1'], ['a2', 'b1']]);
  expect(marks.c1!.tribes).toBe('YW');
});

test('after a planned step the ends that are still possible stay in sight, behind the next steps', async () => {
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
  expect(boardMarks(played.table, played.turn, none).c2).toMatchObject({ tribes: 'GW', dim: false });
});

test('a planned move shows what it leaves where, and its end', async () => {
  const played = playing([take('a1')], undefined, { table: { land } });
  played.turn.plan(['sow a1 b1W c1Y b1G']);
  await arrive();
  const marks = boardMarks(played.table, played.turn, none);
  expect([marks.b1!.planned, marks.c1!.planned]).toEqual(['WG', 'Y']);
  expect(marked(played, 'chosen')).toEqual(['b1']);
});

test('a search from the end shows the ends, then the starts that lead there', async () => {
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

test('a move begun at the server shows its start and the tile that is asked about', () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1' } });
  const played = playing([drop('b1', 'Y'), drop('b1', 'W'), drop('a2', 'Y')], undefined, { table: { land, scene: asked } });
  played.turn.pick('b1');
  expect([marked(played, 'start'), marked(played, 'step'), marked(played, 'chosen')]).toEqual([['a1'], ['a2', 'b1'], ['b1']]);
});

test('a move begun at the server shows where it can still end and with whom, the way it took, and its hand at the start', async () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1', path: ['b1Y'], hand: 'WG' } });
  const ends = [
    { start: 'a1', tile: 'c2', tribe: 'G' },
    { start: 'a1', tile: 'c2', tribe: 'W' },
  ];
  const played = playing([drop('c1', 'W'), drop('b2', 'W')], () => ({ outcomes: ends }), { table: { land, scene: asked } });
  await played.turn.move.started.refresh();
  expect([marked(played, 'ahead'), marked(played, 'step'), marked(played, 'dim')]).toEqual([['c2'], ['b2', 'c1'], ['a2', 'b1']]);
  const marks = boardMarks(played.table, played.turn, none);
  expect([marks.c2!.tribes, marks.a1!.ghosts]).toEqual(['GW', 'WG']);
  expect(played.turn.move.path).toEqual(['a1', 'b1']);
});

test('the last meeple of a move that was begun at the server lands', () => {
  const asked = scene({ asked: { seat: 0, decision: 'Sowing', start: 'a1', path: ['b1Y'], hand: 'W' } });
  const played = playing([drop('c1', 'W'), drop('b2', 'W')], undefined, { table: { land, scene: asked } });
  expect([marked(played, 'landing'), marked(played, 'step')]).toEqual([['b2', 'c1'], []]);
});

/** A server that knows two landings, and of c1 two ways. */
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

test('a chosen landing bears its gain; the others stay lit, and steps are where other ways pass', async () => {
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.pick('c1');
  await arrive();
  expect([marked(played, 'landing'), marked(played, 'step'), marked(played, 'chosen')]).toEqual([['b2', 'c1'], ['a2'], ['c1']]);
  const marks = boardMarks(played.table, played.turn, none);
  expect([marks.c1!.gain, marks.b2!.gain, marks.b2!.tribes]).toEqual([7, undefined, undefined]);
});

test('a landing that is looked at bears the most that it can bring', async () => {
  vi.useFakeTimers();
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.move.gains.hover('c2');
  played.turn.move.gains.hover('b2');
  await vi.advanceTimersByTimeAsync(200);
  expect(played.asks.filter((ask) => ask.what === 'gains')).toEqual([{ type: 'ask', what: 'gains', start: 'a1', tile: 'b2', after: [] }]);
  expect(boardMarks(played.table, played.turn, none).b2!.gain).toBe(9);
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

test('a gain that chance decides is not told', async () => {
  const played = landing();
  await played.turn.move.begin('a1');
  played.turn.pick('c1');
  await arrive();
  played.turn.preview.current = { ...played.turn.preview.current!, truncated: true };
  expect(boardMarks(played.table, played.turn, none).c1!.gain).toBeUndefined();
});

test('what can be killed is a kill; what else points at a tile is legal', () => {
  const played = playing([choice('kill b1Y', { tile: 'b1' }), choice('palm a2', { tile: 'a2' })], undefined, { table: { land } });
  expect([marked(played, 'kill'), marked(played, 'legal')]).toEqual([['b1'], ['a2']]);
});

test('an item shows where it can be used, then where it can go from there', () => {
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

test('before a move, a Djinn that was touched shows its tiles instead of those to be emptied', () => {
  const played = playing([take('a1'), choice('use utug b1', { djinn: 'utug', tile: 'b1' })], undefined, { table: { land } });
  expect(marked(played, 'legal')).toEqual(['a1']);
  played.turn.selection.pickDjinn('utug');
  expect(marked(played, 'legal')).toEqual(['b1']);
});

test('nothing is legal while others decide, or before there is a board', () => {
  const theirs = playing([take('a1')], undefined, { table: { land, scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } });
  expect(boardMarks(theirs.table, theirs.turn, none)).toEqual({});
  theirs.table.scene = NO_SCENE;
  expect(boardMarks(theirs.table, theirs.turn, none)).toEqual({});
});

test('the tiles that Yazid is about to strike are shown until he has', () => {
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

test('helpers warn of stacks of one tribe, and of lone meeples unless somebody has the tile', () => {
  const tiles = [{ pile: 'Y' }, { pile: 'YY', camel: 0 }, { pile: 'YYW' }, { pile: 'R', camel: 0 }, { pile: 'GBGG' }, {}];
  const played = playing([], undefined, { table: { land, scene: scene({ tiles }) } });
  const marks = boardMarks(played.table, played.turn, { dangers: true, parity: false });
  expect(Object.entries(marks).map(([tile, mark]) => [tile, mark.danger])).toEqual([
    ['a1', 'lone'],
    ['b1', 'stack'],
    ['b2', 'stack'],
  ]);
});

test('helpers show the chessboard colour on which a pile can end', async () => {
  expect(evenly(NAMES, 'a1', 2)).toEqual(['c1', 'b2']);
  expect(evenly(NAMES, 'a1', 3)).toEqual(['b1', 'a2', 'c2']);
  const played = playing([take('a1')], undefined, {
    table: { land, scene: scene({ tiles: [{ pile: 'YW' }], asked: { seat: 0, decision: 'Moving' } }) },
  });
  await played.turn.move.begin('a1');
  const marks = boardMarks(played.table, played.turn, { dangers: false, parity: true });
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

test('the end of another’s last move is shown until one has moved oneself', () => {
  const made = table({ log: [moved(2, 1, 'b2'), act(3, 1, [{ type: 'TurnEnded' }])] });
  expect(lastMoved(made)).toEqual({ tile: 'b2', seat: 1 });
  made.log = [...made.log, moved(4, 0, 'c1')];
  expect(lastMoved(made)).toBeNull();
});

test('a move that was taken back is not the last', () => {
  const made = table({ log: [moved(2, 1, 'b2'), moved(3, 1, 'c1'), filled('LogEntry', { number: 4, at: 0, kind: 'undo', back_to: 3 })] });
  expect(lastMoved(made)).toEqual({ tile: 'b2', seat: 1 });
});

test('at a shared page each sees where the one before moved', () => {
  const made = table({ seats: [0, 1], log: [moved(2, 0, 'b2')], privates: [filled('Private', { seat: 0, gold: 1, hand: [] })] });
  expect(lastMoved(made)).toEqual({ tile: 'b2', seat: 0 });
});
