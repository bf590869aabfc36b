import { afterEach, expect, test, vi } from 'vitest';
import type { OutcomeScene } from '../../src/protocol';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { act, happen, said, scene } from '../tables';
import { arrive, choice, drop, playing, take, type Played, type Question } from './turns';
import { filled } from '../sent';

afterEach(() => vi.unstubAllGlobals());

const end = (start: string, tile: string, tribe: string): OutcomeScene => ({ start, tile, tribe });
const OUTCOMES = [end('a1', 'c1', 'Y'), end('a1', 'c1', 'W'), end('a1', 'b2', 'Y'), end('d4', 'c1', 'Y')];
const DROPS: Record<string, ReturnType<typeof drop>[]> = {
  'take a1': [drop('b1', 'Y'), drop('b1', 'W'), drop('a2', 'Y')],
  'drop b1Y': [drop('c1', 'W'), drop('b2', 'W')],
  'drop b1W': [drop('c1', 'Y')],
};

/** A server that knows moves from a1 over b1. */
function reply(ask: Question): ReturnType<Parameters<typeof playing>[1] & {}> {
  if (ask.what === 'outcomes') {
    return { outcomes: OUTCOMES.filter((each) => (!ask.start || each.start === ask.start) && (!ask.tile || each.tile === ask.tile)) };
  }
  if (ask.what === 'ways')
    return { ways: [`sow ${ask.start} b1W ${ask.tile}${ask.tribe}`, `sow ${ask.start} a2W ${ask.tile}${ask.tribe}`] };
  return { choices: DROPS[ask.actions?.at(-1) ?? ''] ?? [], score: { total: 57, sources: {} } };
}

const moving = (answers: Parameters<typeof playing>[1] = reply): Played =>
  playing([take('a1'), take('d4')], answers, { secrets: { score: { total: 50, sources: {} } } });

const path = ({ turn }: Played): string => turn.move.path.join(' ');

test('a move is planned step by step and sent as one', async () => {
  const played = moving();
  const { turn } = played;
  turn.pick('a1');
  await arrive();
  expect(played.asks).toEqual([
    { type: 'ask', what: 'outcomes', start: 'a1' },
    { type: 'ask', what: 'preview', actions: ['take a1'] },
  ]);
  expect([turn.move.start, turn.move.complete, turn.planning]).toEqual(['a1', false, true]);
  turn.pick('b1');
  expect(turn.move.pendingTile, 'two tribes could stay there').toBe('b1');
  await turn.move.drop(turn.move.drops[0]!);
  expect([path(played), turn.move.pendingTile, turn.move.complete]).toEqual(['a1 b1', '', false]);
  turn.pick('c1');
  await arrive();
  expect(played.asks.at(-1)!.actions).toEqual(['take a1', 'drop b1Y', 'drop c1W']);
  expect([turn.move.complete, turn.preview.gain]).toEqual([true, 7]);
  await turn.commit();
  expect(played.sends).toEqual([{ type: 'act', action: 'sow a1 b1Y c1W' }]);
  expect(turn.planning, 'what was sent is forgotten').toBe(false);
});

test('one drop alone is made by the rules and belongs to the plan; it goes back with the one before it', async () => {
  const played = moving((ask) =>
    ask.actions?.at(-1) === 'drop b1W'
      ? { events: [{ type: 'Taken' }, { type: 'Dropped', tile: 'b1', tribe: 'W' }, { type: 'Dropped', tile: 'c1', tribe: 'Y' }] }
      : reply(ask),
  );
  await played.turn.move.begin('a1');
  await played.turn.move.drop(drop('b1', 'W'));
  expect(played.turn.move.action).toBe('sow a1 b1W c1Y');
  expect(played.turn.move.complete).toBe(true);
  await played.turn.move.stepBack();
  expect(path(played)).toBe('a1');
});

test('a move whose end draws something is planned whole, with the drops that the rules make', async () => {
  const played = moving((ask) =>
    ask.actions?.at(-1) === 'drop b1W'
      ? {
          played: 1,
          outcomes: OUTCOMES,
          events: [{ type: 'Taken' }, { type: 'Dropped', tile: 'b1', tribe: 'W' }, { type: 'Dropped', tile: 'c1', tribe: 'Y' }],
        }
      : reply(ask),
  );
  await played.turn.move.begin('a1');
  await played.turn.move.drop(drop('b1', 'W'));
  expect([played.turn.move.action, played.turn.move.complete, played.turn.move.reachableEnds]).toEqual(['sow a1 b1W c1Y', true, []]);
});

test('a tile that cannot be emptied begins nothing', () => {
  const played = moving();
  played.turn.pick('e5');
  expect([played.turn.move.start, played.asks]).toEqual(['', []]);
});

test('the start touched again gives the move up', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('a1');
  expect(turn.planning).toBe(false);
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  turn.pick('a1');
  expect(turn.planning).toBe(false);
});

test('a tile where the move cannot end says why, and the plan stays', async () => {
  speak('en');
  const played = moving((ask) => (ask.what === 'unreachable' ? { reason: `${ask.tile} is too far.` } : reply(ask)));
  const { turn } = played;
  await turn.move.begin('a1');
  turn.pick('e5');
  await arrive();
  expect(played.asks.at(-1)).toEqual({ type: 'ask', what: 'unreachable', start: 'a1', tile: 'e5', after: [] });
  expect([turn.problem?.message, turn.move.start]).toEqual(['e5 is too far.', 'a1']);
  turn.pick('d4');
  await arrive();
  expect([turn.problem?.message, turn.move.start]).toEqual(['d4 is too far. To start on d4, first press a1 again.', 'a1']);
  turn.pick('b2');
  await arrive();
  expect([turn.problem, turn.move.action]).toEqual([null, 'sow a1 b1W b2Y']);
  turn.pick('e5');
  await arrive();
  expect([turn.problem?.message, turn.move.action]).toEqual(['e5 is too far.', 'sow a1 b1W b2Y']);
});

test('why a tile is out of reach is asked of the drops that are planned, and told of the last press only', async () => {
  const played = moving((ask) => (ask.what === 'unreachable' ? null : reply(ask)));
  const { turn } = played;
  await turn.move.begin('a1');
  await turn.move.drop(turn.move.drops[0]!);
  turn.pick('e5');
  expect(played.asks.at(-1)).toEqual({ type: 'ask', what: 'unreachable', start: 'a1', tile: 'e5', after: ['b1Y'] });
  turn.pick('e4');
  await played.held[1]!.answer({ reason: 'e4 is odd.' });
  await played.held[0]!.answer({ reason: 'e5 is far.' });
  expect(turn.problem?.message).toBe('e4 is odd.');
});

test('another landing is chosen by a press, and the chosen one stays when it is pressed again', async () => {
  const played = moving();
  const { turn } = played;
  await turn.move.begin('a1');
  turn.pick('b2');
  await arrive();
  expect([turn.move.target, turn.move.landings.map((each) => each.tile)]).toEqual(['b2', ['c1', 'c1', 'b2']]);
  const asked = played.asks.length;
  turn.pick('b2');
  await arrive();
  expect([turn.move.action, played.asks.length]).toEqual(['sow a1 b1W b2Y', asked]);
  turn.pick('c1');
  await arrive();
  expect([turn.move.target, turn.move.complete, turn.move.ways], 'whom to gather is asked').toEqual(['c1', false, []]);
  await turn.move.findWays('a1', 'W');
  expect(turn.move.action).toBe('sow a1 b1W c1W');
  turn.pick('c1');
  await arrive();
  expect([turn.move.target, turn.move.ways], 'asked again').toEqual(['c1', []]);
  await turn.move.stepBack();
  expect([turn.move.start, turn.move.target]).toEqual(['a1', '']);
});

test('a press on a step bends the route to the same end', async () => {
  const played = moving((ask) => {
    if (ask.what !== 'ways') return reply(ask);
    return { ways: [`sow a1 ${ask.through || 'b1'}W b2Y`], passes: ['b1', 'a2', 'c1'] };
  });
  const { turn } = played;
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  expect(turn.move.stepTiles, 'neither on the route nor a landing').toEqual(['a2']);
  turn.pick('a2');
  await arrive();
  expect([turn.move.action, turn.move.target, turn.move.stepTiles]).toEqual(['sow a1 a2W b2Y', 'b2', ['b1']]);
});

test('an end that is chosen after some steps keeps them; one that they miss does without them', async () => {
  const ends = [end('a1', 'c1', 'W')];
  const played = moving((ask) => {
    if (ask.what === 'ways')
      return { ways: ask.after?.length ? (ask.tile === 'c1' ? ['sow a1 b1Y c1W'] : []) : [`sow a1 a2W ${ask.tile}${ask.tribe}`] };
    return ask.actions?.at(-1) === 'drop b1Y' ? { choices: [drop('d1', 'W')], outcomes: ends } : reply(ask);
  });
  const { turn } = played;
  await turn.move.begin('a1');
  await turn.move.drop(turn.move.drops[0]!);
  turn.pick('c1');
  await arrive();
  expect(turn.move.action).toBe('sow a1 b1Y c1W');
  await turn.move.stepBack();
  expect([path(played), turn.move.target]).toEqual(['a1 b1', '']);
  turn.pick('c1');
  await arrive();
  turn.pick('b2');
  await arrive();
  expect(turn.move.action).toBe('sow a1 a2W b2Y');
});

test('a next tile where a longer way can end asks which of both is meant', async () => {
  const { turn } = moving((ask) => (ask.what === 'outcomes' ? { outcomes: [end('a1', 'a2', 'W')] } : reply(ask)));
  await turn.move.begin('a1');
  turn.pick('a2');
  expect([turn.move.pendingTile, turn.move.longerWayTribes('a2')]).toEqual(['a2', ['W']]);
  await turn.move.endHere('W');
  expect(turn.move.action).toBe('sow a1 b1W a2W');
});

test('the end of a move can be chosen before its way; several tribes are asked for', async () => {
  const played = moving();
  const { turn } = played;
  await turn.move.begin('a1');
  turn.pick('c1');
  expect([turn.move.target, turn.move.tribesAt('c1'), turn.move.ways]).toEqual(['c1', ['Y', 'W'], []]);
  await turn.move.findWays('a1', 'W');
  expect(turn.move.action).toBe('sow a1 b1W c1W');
  expect([turn.move.complete, turn.move.ways.length]).toEqual([true, 2]);
});

test('a next tile that is touched while a tribe is asked for asks its own question alone', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('c1');
  await arrive();
  turn.pick('b1');
  expect([turn.move.pendingTile, turn.move.target]).toEqual(['b1', '']);
});

test('one tribe alone is not asked for', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('b2');
  await arrive();
  expect([turn.move.targetTribe, turn.move.action]).toEqual(['Y', 'sow a1 b1W b2Y']);
});

test('other ways to the same end are shown one after the other', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  await turn.move.showWay(turn.move.way + 1);
  expect([turn.move.way, turn.move.action]).toEqual([1, 'sow a1 a2W b2Y']);
  await turn.move.showWay(turn.move.way + 1);
  expect([turn.move.way, turn.move.action]).toEqual([0, 'sow a1 b1W b2Y']);
});

test('back from a way leads to its beginning, and from there to nothing', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  await turn.move.stepBack();
  expect([turn.move.start, turn.move.steps, turn.move.target, turn.move.outcomes.length]).toEqual(['a1', [], '', 3]);
  await turn.move.stepBack();
  expect(turn.planning).toBe(false);
});

test('back closes the question who stays before it takes a step', async () => {
  const played = moving();
  await played.turn.move.begin('a1');
  played.turn.pick('b1');
  await played.turn.move.stepBack();
  expect([played.turn.move.pendingTile, path(played)]).toEqual(['', 'a1']);
});

test('a move can be dragged from its start to its end', async () => {
  const { turn } = moving();
  turn.move.drag('a1', 'b2');
  await arrive();
  expect(turn.move.action).toBe('sow a1 b1W b2Y');
});

test('dragged to where no move ends, it is begun and waits', async () => {
  const { turn } = moving();
  turn.move.drag('a1', 'e5');
  await arrive();
  expect([turn.move.start, turn.move.target]).toEqual(['a1', '']);
});

test('what cannot be emptied cannot be dragged, and a plan stays as it was', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.move.drag('e5', 'b2');
  await arrive();
  expect([turn.move.start, turn.move.target, turn.move.steps]).toEqual(['a1', '', []]);
});

// --- From the end

test('moves can be looked for from their end: the tile, then the start', async () => {
  const played = moving();
  const { turn } = played;
  await turn.move.setSearch('landing');
  expect(played.asks).toEqual([{ type: 'ask', what: 'outcomes' }]);
  expect(turn.move.outcomes).toHaveLength(4);
  turn.pick('c1');
  await arrive();
  expect([turn.move.target, turn.move.start, turn.move.outcomes.length]).toEqual(['c1', '', 3]);
  turn.pick('d4');
  await arrive();
  expect([turn.move.action, turn.move.complete]).toEqual(['sow d4 b1W c1Y', true]);
});

test('a start with several tribes to gather at the end asks which', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  await turn.move.findMovesTo('c1');
  turn.pick('a1');
  await arrive();
  expect([turn.move.target, turn.move.start, turn.move.outcomes.map((each) => each.start + each.tribe)]).toEqual(['c1', '', ['a1Y', 'a1W']]);
});

test('back from a move found by its end leads to that end, then to all ends', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  await turn.move.findMovesTo('c1');
  await turn.move.findWays('d4', 'Y');
  await turn.move.stepBack();
  expect([turn.move.target, turn.move.start, turn.move.outcomes.length]).toEqual(['c1', '', 3]);
  await turn.move.stepBack();
  expect([turn.move.search, turn.move.target, turn.move.outcomes.length]).toEqual(['landing', '', 4]);
});

test('where no move ends, nothing is wished', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  turn.pick('e5');
  await arrive();
  expect([turn.move.search, turn.move.target, turn.move.outcomes.length]).toEqual(['landing', '', 4]);
});

test('the next turn begins with starts again', async () => {
  const { table, turn } = moving();
  await turn.move.setSearch('landing');
  happen(table, [act(2, 0, [])]);
  expect([turn.move.search, turn.move.outcomes]).toEqual(['start', []]);
});

// --- A move begun at the server

test('a move that was begun at the server goes on drop by drop', async () => {
  const played = playing([drop('b1', 'Y'), drop('b1', 'W'), drop('c2', 'Y')]);
  played.turn.pick('c2');
  await arrive();
  expect(played.sends).toEqual([{ type: 'act', action: 'drop c2Y' }]);
  played.turn.pick('b1');
  expect(played.turn.move.pendingTile).toBe('b1');
  await played.turn.move.drop(played.turn.move.drops[1]!);
  expect(played.sends.at(-1)).toEqual({ type: 'act', action: 'drop b1W' });
});

// --- Answers that come late, or not

/** A server that leaves previews open. */
const slow = (ask: Question): ReturnType<typeof reply> => (ask.what === 'preview' ? null : reply(ask));

test('nothing is built on a preview that has not come', async () => {
  const played = moving(slow);
  const { turn } = played;
  void turn.move.begin('a1');
  await arrive();
  await played.held[0]!.answer({ choices: DROPS['take a1'] });
  turn.pick('a2');
  expect([turn.move.drops, turn.move.complete]).toEqual([[], false]);
  turn.pick('d4');
  await arrive();
  expect(path(played), 'another tile is not taken meanwhile').toBe('a1 a2');
  await turn.commit();
  expect(played.sends).toEqual([]);
  await played.held[1]!.answer({ choices: [] });
  expect(turn.move.complete).toBe(true);
});

test('a preview that comes late is not that of the plan of now', async () => {
  const played = moving(slow);
  const { turn } = played;
  turn.plan(['sow a1 b1W c1Y']);
  turn.plan(['sow a1 b1Y c1W']);
  await played.held[1]!.answer({ score: { total: 60, sources: {} } });
  await played.held[0]!.answer({ score: { total: 51, sources: {} } });
  expect(turn.preview.gain).toBe(10);
});

test('a preview of what was chosen before does not come back', async () => {
  const played = playing([choice('buy ivory', { places: [1] }), choice('buy silk', { places: [2] })], () => null);
  const { turn } = played;
  turn.selection.pickPlace(1);
  turn.selection.pickPlace(1);
  expect([turn.selection.places, turn.selection.chosen]).toEqual([[], null]);
  await played.held[0]!.answer({ score: { total: 60, sources: {} } });
  expect(turn.preview.current).toBeNull();
});

test('a refused preview gives the plan up, and its reason is told', async () => {
  const { turn } = moving((ask) => (ask.what === 'preview' ? new Refusal('not_now', 'It is not your turn.') : reply(ask)));
  turn.pick('a1');
  await arrive();
  expect([turn.planning, turn.problem?.message]).toEqual([false, 'It is not your turn.']);
  turn.pick('e5');
  expect(turn.problem, 'read, and gone with the next touch').toBeNull();
});

test('ways from a start or to a tribe that is no longer wished are not shown', async () => {
  const played = moving((ask) => (ask.what === 'ways' ? null : reply(ask)));
  const { turn } = played;
  await turn.move.findMovesTo('c1');
  void turn.move.findWays('d4', 'Y');
  void turn.move.findWays('a1', 'Y');
  void turn.move.findWays('a1', 'W');
  await played.held[2]!.answer({ ways: ['sow a1 b1Y c1W'] });
  await played.held[1]!.answer({ ways: ['sow a1 b1W c1Y'] });
  await played.held[0]!.answer({ ways: ['sow d4 b1W c1Y'] });
  expect(turn.move.action).toBe('sow a1 b1Y c1W');
});

test('an action that is refused says why, and the plan stays', async () => {
  const { table, turn } = moving();
  vi.spyOn(table, 'send').mockRejectedValue(new Refusal('illegal', 'You cannot do this.'));
  turn.plan(['sow a1 b1W c1Y']);
  await arrive();
  expect(await turn.act(turn.move.action)).toBe(false);
  expect([turn.problem?.code, turn.busy, path({ turn } as Played)]).toEqual(['illegal', false, 'a1 b1 c1']);
});

test('nothing is sent while something is on its way', async () => {
  const { table, turn } = moving();
  const sent = vi.spyOn(table, 'send').mockReturnValue(new Promise(() => {}));
  void turn.act('end');
  expect(await turn.act('end')).toBe(false);
  await turn.undo();
  expect(sent).toHaveBeenCalledTimes(1);
});

// --- What forgets a plan

test('undo forgets the plan and takes back the last send, or the turn', async () => {
  const played = moving();
  await played.turn.move.begin('a1');
  await played.turn.undo();
  await played.turn.undo(true);
  expect(played.turn.planning).toBe(false);
  expect(played.sends).toEqual([
    { type: 'undo', turn: false },
    { type: 'undo', turn: true },
  ]);
});

test('a plan is forgotten when the game goes on, and not for talk', async () => {
  const { table, turn } = moving();
  await turn.move.begin('a1');
  happen(table, [said(2, 1, 'Bob', 'Hurry')]);
  expect(turn.move.start).toBe('a1');
  happen(table, [filled('LogEntry', { number: 3, at: 0, kind: 'undo' })]);
  expect(turn.move.start).toBe('');
});

test('what is planned after the news of the own act stays when the answer comes later', async () => {
  const { table, turn } = moving();
  vi.spyOn(table, 'send').mockImplementation(async () => {
    table.number = 2;
    happen(table, [act(2, 0, [])]);
    await turn.move.begin('a1');
    return filled('Accepted', { type: 'accepted', id: '1', number: 2 });
  });
  await turn.act('end');
  expect(turn.move.start).toBe('a1');
});

test('a turn that is closed listens no more', async () => {
  const { table, turn } = moving();
  await turn.move.begin('a1');
  turn.close();
  happen(table, [act(2, 1, [])]);
  expect(turn.move.start).toBe('a1');
});

test('others’ turns offer nothing', () => {
  const { turn } = playing([take('a1')], reply, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } });
  expect([turn.choices, turn.move.moving]).toEqual([[], false]);
});

// --- Advice

test('advised turns are shown as a plan, anything else as what is chosen', async () => {
  const played = moving();
  played.turn.plan(['sow a1 b1W c1Y', 'end']);
  await arrive();
  expect([path(played), played.turn.move.complete]).toEqual(['a1 b1 c1', true]);
  const bids = playing([choice('bid 3', { value: 3 }), choice('bid 5', { value: 5 })]);
  bids.turn.plan(['bid 5']);
  expect(bids.turn.selection.chosen?.action).toBe('bid 5');
});

test('an advised turn is played as far as it is accepted', async () => {
  const { table, turn } = moving();
  const sent: string[] = [];
  vi.spyOn(table, 'send').mockImplementation(async (send) => {
    sent.push((send as { action: string }).action);
    if (sent.length === 2) throw new Refusal('illegal', 'No.');
    return filled('Accepted', { type: 'accepted', id: '1', number: 2 });
  });
  await turn.play(['sow a1 b1W c1Y', 'camel', 'end']);
  expect([sent, turn.problem?.message]).toEqual([['sow a1 b1W c1Y', 'camel'], 'No.']);
});
