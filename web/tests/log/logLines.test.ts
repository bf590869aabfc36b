import { expect, test } from 'vitest';
import { effectiveEntries, goldSince, linesByRound, linesByTurn, linesOf, splitByTileNames, turnsSince } from '../../src/log/logLines';
import type { GameEvent, LogEntry } from '../../src/protocol';
import { act, chatEntry } from '../tables';
import { filled } from '../fixtures';

const undo = (number: number, back_to: number): LogEntry =>
  filled('LogEntry', { number, at: 0, kind: 'undo', seat: 0, back_to, lines: ['Ann undoes a choice.'] });
const texts = (entries: LogEntry[]): string[][] =>
  linesByRound(entries).map((round) => round.items.map((item) => ('text' in item ? item.text : '')));

test('a move is one line with its path and tribes', () => {
  const [round] = linesByRound([
    act(1, 0, [
      { type: 'Taken', tile: 'a1' },
      { type: 'Dropped', tile: 'b1', tribe: 'W' },
      { type: 'Dropped', tile: 'b2', tribe: 'Y' },
      { type: 'Gathered' },
    ]),
  ]);
  const [gathered, move] = round!.items;
  expect(gathered).toMatchObject({ text: 'Gathered', path: [] });
  expect(move).toMatchObject({ path: ['a1', 'b1', 'b2'], tribes: ['W', 'Y'], seat: 0 });
});

test('drops of several entries are joined to one move', () => {
  const [round] = linesByRound([
    act(1, 0, [{ type: 'Taken', tile: 'a1' }]),
    act(2, 0, [{ type: 'Dropped', tile: 'b1', tribe: 'W' }]),
    act(3, 0, [{ type: 'Dropped', tile: 'b2', tribe: 'Y' }]),
  ]);
  expect(round!.items).toHaveLength(1);
  expect(round!.items[0]).toMatchObject({ path: ['a1', 'b1', 'b2'] });
});

test('rounds and lines are newest first', () => {
  const entries = [
    act(1, 0, [{ type: 'RoundStarted', number: 1 }, { type: 'TurnStarted' }], ['Round 1', 'first']),
    act(
      2,
      1,
      [{ type: 'TurnEnded', moved: true }, { type: 'RowRefilled' }, { type: 'RoundStarted', number: 2 }],
      ['end', 'refilled', 'Round 2'],
    ),
    act(3, 1, [{ type: 'BidPlaced' }], ['bid']),
  ];
  expect(linesByRound(entries).map((round) => round.number)).toEqual([2, 1]);
  expect(texts(entries)).toEqual([['bid'], ['refilled', 'first']]);
});

test('a game opened from a record does not show the start of round one', () => {
  const started = filled('LogEntry', {
    number: 2,
    at: 0,
    kind: 'started',
    lines: ['The game begins.', 'New in the row.', 'Round 1.'],
    events: [{ type: 'RowRefilled' }, { type: 'RoundStarted', number: 1 }],
  });
  const acted = act(3, 0, [{ type: 'BidPlaced', seat: 0 }], ['You bid 3.']);
  const texts = (opened: boolean): unknown[] =>
    linesByRound([started, acted], opened).map((round) => [round.number, ...round.items.map((item) => item.text)]);
  expect(texts(true)).toEqual([[0, 'You bid 3.', 'The game begins.']]);
  expect(texts(false)[0]).toEqual([1, 'You bid 3.']);
});

test('redundant lines are left out', () => {
  expect(texts([act(1, 0, [{ type: 'GoldPaid', purpose: 'bid' }, { type: 'BidPlaced' }, { type: 'TurnEnded', moved: true }])])).toEqual([
    ['BidPlaced'],
  ]);
  expect(texts([act(1, 0, [{ type: 'TurnEnded' }])]), 'a turn without a move is listed').toEqual([['TurnEnded']]);
});

test('a bid comes before its effects', () => {
  const pushed = act(1, 0, [
    { type: 'Pushed', seat: 1 },
    { type: 'GoldGained' },
    { type: 'GoldPaid', purpose: 'bid' },
    { type: 'BidPlaced' },
    { type: 'TurnStarted' },
  ]);
  expect(linesOf(pushed).map((line) => line.text)).toEqual(['BidPlaced', 'Pushed', 'GoldGained', 'TurnStarted']);
  const sat = { ...pushed, lines: ['A sentence of the entry.', ...pushed.lines!] };
  expect(linesOf(sat).map((line) => line.text)[1]).toBe('BidPlaced');
  const ended = act(2, 1, [
    { type: 'GoldGained' },
    { type: 'TurnEnded' },
    { type: 'RoundStarted', number: 2 },
    { type: 'Pushed' },
    { type: 'BidPlaced' },
  ]);
  expect(
    linesOf(ended).map((line) => line.text),
    'only its own',
  ).toEqual(['GoldGained', 'TurnEnded', 'BidPlaced', 'Pushed']);
});

test('gold since the own last turn is summed up', () => {
  const gained = (seat: number, amount: number): GameEvent => filled('GameEvent', { type: 'GoldGained', seat, amount });
  const entries = [
    act(1, 0, [{ type: 'GoldPaid', amount: 9 }, { type: 'BidPlaced' }]),
    act(2, 1, [gained(0, 2), gained(1, 7), { type: 'TurnEnded' }]),
    act(3, 1, [{ type: 'GoldPaid', seat: 0, amount: 5 }]),
  ];
  expect(goldSince(entries, 0)).toBe(-3);
  expect(goldSince(entries, 1)).toBe(0);
  expect(goldSince(entries, 2), 'never yet').toBe(0);
  expect(goldSince([...entries, undo(4, 3)], 0)).toBe(2);
});

test('chat messages are left out', () => {
  expect(linesByRound([chatEntry(1, 0, 'Ann', 'hello')])).toEqual([]);
});

test('undone lines are grouped under the undo', () => {
  const entries = [
    act(1, 0, [{ type: 'BidPlaced' }], ['kept']),
    act(2, 0, [{ type: 'Killed' }], ['gone']),
    undo(3, 2),
    act(4, 0, [{ type: 'Sold' }], ['after']),
  ];
  const [round] = linesByRound(entries);
  expect(round!.items.map((item) => item.text)).toEqual(['after', 'Ann undoes a choice.', 'kept']);
  expect(round!.items[1]).toMatchObject({ kind: 'undone', lines: [{ text: 'gone' }] });
  expect(effectiveEntries(entries).map((entry) => entry.number)).toEqual([1, 4]);
});

test('a second undo groups only entries that were not undone before', () => {
  const entries = [act(1, 0, [{ type: 'A' }]), act(2, 0, [{ type: 'B' }]), undo(3, 2), undo(4, 1)];
  expect(effectiveEntries(entries)).toEqual([]);
  expect(linesByRound(entries)[0]!.items).toMatchObject([{ lines: [{ text: 'A' }] }, { lines: [{ text: 'B' }] }]);
});

test('lines are split into turns at the end of each bid and turn', () => {
  const entries = [
    act(1, 0, [{ type: 'BidPlaced' }]),
    act(2, 1, [{ type: 'BidPlaced' }, { type: 'TurnStarted' }]),
    act(3, 0, [{ type: 'Gathered' }]),
    act(4, 0, [{ type: 'TurnEnded', moved: true }, { type: 'RowRefilled' }]),
  ];
  expect(linesByTurn(entries).map((lines) => lines.map((line) => line.text))).toEqual([
    ['BidPlaced'],
    ['BidPlaced', 'TurnStarted'],
    ['Gathered', 'RowRefilled'],
  ]);
});

test('bids and turns since the own last one are counted', () => {
  const entries = [act(1, 0, [{ type: 'BidPlaced' }]), act(2, 1, [{ type: 'BidPlaced' }]), act(3, 1, [{ type: 'TurnEnded' }])];
  expect(turnsSince(entries, [0])).toBe(2);
  expect(turnsSince(entries, [1])).toBe(0);
  expect(turnsSince(entries, [2]), 'never yet').toBe(-1);
  expect(turnsSince([...entries, undo(4, 3)], [0]), 'undone turns do not count').toBe(1);
});

test('a text is split at the names of existing tiles', () => {
  expect(splitByTileNames('from a1 to b9, z1', new Set(['a1']))).toEqual([
    { text: 'from ', isTile: false },
    { text: 'a1', isTile: true },
    { text: ' to b9, z1', isTile: false },
  ]);
});
