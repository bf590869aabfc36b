import { afterEach, expect, test, vi } from 'vitest';
import type { OutcomeScene } from '../../src/protocol';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { act, addEntries, chatEntry, scene } from '../tables';
import { arrive, choice, drop, playing, take, type Played, type Question } from './turns';
import { filled } from '../fixtures';

afterEach(() => vi.unstubAllGlobals());

const end = (start: string, tile: string, tribe: string): OutcomeScene => ({ start, tile, tribe });
const OUTCOMES = [end('a1', 'c1', 'Y'), end('a1', 'c1', 'W'), end('a1', 'b2', 'Y'), end('d4', 'c1', 'Y')];
const DROPS: Record<string, ReturnType<typeof drop>[]> = {
  'take a1': [drop('b1', 'Y'), drop('b1', 'W'), drop('a2', 'Y')],
  'drop b1Y': [drop('c1', 'W'), drop('b2', 'W')],
  'drop b1W': [drop('c1', 'Y')],
};

/** A server with moves from a1 over b1. */
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

test('a move is planned step by step and sent as one action', async () => {
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

test('a forced drop is added to the plan and undone with the drop before it', async () => {
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

test('a move whose end depends on chance is complete with its forced drops', async () => {
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

test('a tile that cannot be emptied does not start a move', () => {
  const played = moving();
  played.turn.pick('e5');
  expect([played.turn.move.start, played.asks]).toEqual(['', []]);
});

test('picking the start again cancels the move', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('a1');
  expect(turn.planning).toBe(false);
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  turn.pick('a1');
  expect(turn.planning).toBe(false);
});

test('an unreachable tile shows the reason and keeps the plan', async () => {
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

test('the reason considers the planned drops and is shown for the last press only', async () => {
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

test('picking another landing changes the target, and picking it again keeps it', async () => {
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
  expect([turn.move.target, turn.move.complete, turn.move.ways], 'the tribe has to be chosen').toEqual(['c1', false, []]);
  await turn.move.findWays('a1', 'W');
  expect(turn.move.action).toBe('sow a1 b1W c1W');
  turn.pick('c1');
  await arrive();
  expect([turn.move.target, turn.move.ways], 'asked again').toEqual(['c1', []]);
  await turn.move.stepBack();
  expect([turn.move.start, turn.move.target]).toEqual(['a1', '']);
});

test('picking a step tile routes the move through it to the same end', async () => {
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

test('an end chosen after some steps keeps them if it can be reached with them', async () => {
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

test('a next tile that is also the end of a longer way offers both', async () => {
  const { turn } = moving((ask) => (ask.what === 'outcomes' ? { outcomes: [end('a1', 'a2', 'W')] } : reply(ask)));
  await turn.move.begin('a1');
  turn.pick('a2');
  expect([turn.move.pendingTile, turn.move.longerWayTribes('a2')]).toEqual(['a2', ['W']]);
  await turn.move.endHere('W');
  expect(turn.move.action).toBe('sow a1 b1W a2W');
});

test('the end can be chosen before the way, and several tribes are offered', async () => {
  const played = moving();
  const { turn } = played;
  await turn.move.begin('a1');
  turn.pick('c1');
  expect([turn.move.target, turn.move.tribesAt('c1'), turn.move.ways]).toEqual(['c1', ['Y', 'W'], []]);
  await turn.move.findWays('a1', 'W');
  expect(turn.move.action).toBe('sow a1 b1W c1W');
  expect([turn.move.complete, turn.move.ways.length]).toEqual([true, 2]);
});

test('picking a next tile replaces the choice of a tribe', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('c1');
  await arrive();
  turn.pick('b1');
  expect([turn.move.pendingTile, turn.move.target]).toEqual(['b1', '']);
});

test('a single tribe is chosen automatically', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.pick('b2');
  await arrive();
  expect([turn.move.targetTribe, turn.move.action]).toEqual(['Y', 'sow a1 b1W b2Y']);
});

test('the ways to the same end can be switched', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  await turn.move.showWay(turn.move.way + 1);
  expect([turn.move.way, turn.move.action]).toEqual([1, 'sow a1 a2W b2Y']);
  await turn.move.showWay(turn.move.way + 1);
  expect([turn.move.way, turn.move.action]).toEqual([0, 'sow a1 b1W b2Y']);
});

test('undo returns from a way to the start and then to no plan', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  await turn.move.chooseEnd('b2');
  await turn.move.stepBack();
  expect([turn.move.start, turn.move.steps, turn.move.target, turn.move.outcomes.length]).toEqual(['a1', [], '', 3]);
  await turn.move.stepBack();
  expect(turn.planning).toBe(false);
});

test('undo closes the choice of a meeple before it removes a step', async () => {
  const played = moving();
  await played.turn.move.begin('a1');
  played.turn.pick('b1');
  await played.turn.move.stepBack();
  expect([played.turn.move.pendingTile, path(played)]).toEqual(['', 'a1']);
});

test('a move can be planned by drag and drop', async () => {
  const { turn } = moving();
  turn.move.drag('a1', 'b2');
  await arrive();
  expect(turn.move.action).toBe('sow a1 b1W b2Y');
});

test('dragging to an unreachable tile only starts the move', async () => {
  const { turn } = moving();
  turn.move.drag('a1', 'e5');
  await arrive();
  expect([turn.move.start, turn.move.target]).toEqual(['a1', '']);
});

test('a tile that cannot be emptied cannot be dragged, and the plan is kept', async () => {
  const { turn } = moving();
  await turn.move.begin('a1');
  turn.move.drag('e5', 'b2');
  await arrive();
  expect([turn.move.start, turn.move.target, turn.move.steps]).toEqual(['a1', '', []]);
});

// --- End first

test('moves can be planned by their end and then their start', async () => {
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

test('a start with several tribes to gather offers them', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  await turn.move.findMovesTo('c1');
  turn.pick('a1');
  await arrive();
  expect([turn.move.target, turn.move.start, turn.move.outcomes.map((each) => each.start + each.tribe)]).toEqual([
    'c1',
    '',
    ['a1Y', 'a1W'],
  ]);
});

test('undo returns from a move to its end and then to all ends', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  await turn.move.findMovesTo('c1');
  await turn.move.findWays('d4', 'Y');
  await turn.move.stepBack();
  expect([turn.move.target, turn.move.start, turn.move.outcomes.length]).toEqual(['c1', '', 3]);
  await turn.move.stepBack();
  expect([turn.move.search, turn.move.target, turn.move.outcomes.length]).toEqual(['landing', '', 4]);
});

test('a tile where no move ends does not become the target', async () => {
  const { turn } = moving();
  await turn.move.setSearch('landing');
  turn.pick('e5');
  await arrive();
  expect([turn.move.search, turn.move.target, turn.move.outcomes.length]).toEqual(['landing', '', 4]);
});

test('the next turn picks the start first again', async () => {
  const { table, turn } = moving();
  await turn.move.setSearch('landing');
  addEntries(table, [act(2, 0, [])]);
  expect([turn.move.search, turn.move.outcomes]).toEqual(['start', []]);
});

// --- Partly played moves

test('a partly played move continues drop by drop', async () => {
  const played = playing([drop('b1', 'Y'), drop('b1', 'W'), drop('c2', 'Y')]);
  played.turn.pick('c2');
  await arrive();
  expect(played.sends).toEqual([{ type: 'act', action: 'drop c2Y' }]);
  played.turn.pick('b1');
  expect(played.turn.move.pendingTile).toBe('b1');
  await played.turn.move.drop(played.turn.move.drops[1]!);
  expect(played.sends.at(-1)).toEqual({ type: 'act', action: 'drop b1W' });
});

// --- Late and missing answers

/** A server that does not answer previews. */
const slow = (ask: Question): ReturnType<typeof reply> => (ask.what === 'preview' ? null : reply(ask));

test('a missing preview blocks the next step', async () => {
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

test('a late preview does not replace that of the current plan', async () => {
  const played = moving(slow);
  const { turn } = played;
  turn.plan(['sow a1 b1W c1Y']);
  turn.plan(['sow a1 b1Y c1W']);
  await played.held[1]!.answer({ score: { total: 60, sources: {} } });
  await played.held[0]!.answer({ score: { total: 51, sources: {} } });
  expect(turn.preview.gain).toBe(10);
});

test('a late preview of an earlier choice is ignored', async () => {
  const played = playing([choice('buy ivory', { places: [1] }), choice('buy silk', { places: [2] })], () => null);
  const { turn } = played;
  turn.selection.pickPlace(1);
  turn.selection.pickPlace(1);
  expect([turn.selection.places, turn.selection.chosen]).toEqual([[], null]);
  await played.held[0]!.answer({ score: { total: 60, sources: {} } });
  expect(turn.preview.current).toBeNull();
});

test('a refused preview cancels the plan and shows the reason', async () => {
  const { turn } = moving((ask) => (ask.what === 'preview' ? new Refusal('not_now', 'It is not your turn.') : reply(ask)));
  turn.pick('a1');
  await arrive();
  expect([turn.planning, turn.problem?.message]).toEqual([false, 'It is not your turn.']);
  turn.pick('e5');
  expect(turn.problem, 'read, and gone with the next touch').toBeNull();
});

test('late ways of an earlier start or tribe are ignored', async () => {
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

test('a refused action shows the reason and keeps the plan', async () => {
  const { table, turn } = moving();
  vi.spyOn(table, 'send').mockRejectedValue(new Refusal('illegal', 'You cannot do this.'));
  turn.plan(['sow a1 b1W c1Y']);
  await arrive();
  expect(await turn.act(turn.move.action)).toBe(false);
  expect([turn.problem?.code, turn.busy, path({ turn } as Played)]).toEqual(['illegal', false, 'a1 b1 c1']);
});

test('nothing is sent while a request is pending', async () => {
  const { table, turn } = moving();
  const sent = vi.spyOn(table, 'send').mockReturnValue(new Promise(() => {}));
  void turn.act('end');
  expect(await turn.act('end')).toBe(false);
  await turn.undo();
  expect(sent).toHaveBeenCalledTimes(1);
});

// --- Clearing the plan

test('undo clears the plan and undoes the last action or the turn', async () => {
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

test('a plan is cleared by new actions, not by chat', async () => {
  const { table, turn } = moving();
  await turn.move.begin('a1');
  addEntries(table, [chatEntry(2, 1, 'Bob', 'Hurry')]);
  expect(turn.move.start).toBe('a1');
  addEntries(table, [filled('LogEntry', { number: 3, at: 0, kind: 'undo' })]);
  expect(turn.move.start).toBe('');
});

test('a plan made after the update survives the later answer', async () => {
  const { table, turn } = moving();
  vi.spyOn(table, 'send').mockImplementation(async () => {
    table.number = 2;
    addEntries(table, [act(2, 0, [])]);
    await turn.move.begin('a1');
    return filled('Accepted', { type: 'accepted', id: '1', number: 2 });
  });
  await turn.act('end');
  expect(turn.move.start).toBe('a1');
});

test('a closed turn ignores events', async () => {
  const { table, turn } = moving();
  await turn.move.begin('a1');
  turn.close();
  addEntries(table, [act(2, 1, [])]);
  expect(turn.move.start).toBe('a1');
});

test('there are no choices in turns of others', () => {
  const { turn } = playing([take('a1')], reply, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } });
  expect([turn.choices, turn.move.moving]).toEqual([[], false]);
});

// --- Hints

test('a suggested move is shown as a plan, anything else as the chosen action', async () => {
  const played = moving();
  played.turn.plan(['sow a1 b1W c1Y', 'end']);
  await arrive();
  expect([path(played), played.turn.move.complete]).toEqual(['a1 b1 c1', true]);
  const bids = playing([choice('bid 3', { value: 3 }), choice('bid 5', { value: 5 })]);
  bids.turn.plan(['bid 5']);
  expect(bids.turn.selection.chosen?.action).toBe('bid 5');
});

test('a suggested turn is played until an action is refused', async () => {
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
