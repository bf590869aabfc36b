import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutcomeScene, Scene } from '../../src/protocol';
import { say } from '../../src/state/words.svelte';
import { instruction } from '../../src/prompt/instruction';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { scene } from '../tables';
import { drop, playing, take, type Played } from './turns';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

const END: OutcomeScene = { start: 'a1', tile: 'c1', tribe: 'Y' };
const QUESTION = { type: 'ask', what: 'outcomes' };
const begun = (...path: string[]): Scene =>
  scene({ actions: path.length, asked: { seat: 0, decision: 'Sowing', start: 'a1', path, hand: 'YW' } });
const sowing = (reply: Parameters<typeof playing>[1] = () => ({ outcomes: [END] }), shown = begun('b1Y')): Played =>
  playing([drop('c1', 'W'), drop('b2', 'W')], reply, { table: { scene: shown } });

test('a move begun at the server is asked where it can end, once after each step', async () => {
  const { table, turn, asks } = sowing();
  await turn.move.started.refresh();
  await turn.move.started.refresh();
  expect([asks, turn.move.reachableEnds]).toEqual([[QUESTION], [END]]);
  expect(instruction(turn)).toBe(say('table.guide_ahead'));
  table.scene = begun('b1Y', 'b2W');
  expect(turn.move.reachableEnds, 'those of the step before mean nothing').toEqual([]);
  await turn.move.started.refresh();
  expect([asks, turn.move.reachableEnds]).toEqual([[QUESTION, QUESTION], [END]]);
});

test('ends that come late are not those of the next step', async () => {
  const { table, turn, held } = sowing(() => null);
  void turn.move.started.refresh();
  table.scene = begun('b1Y', 'b2W');
  void turn.move.started.refresh();
  await held[1]!.answer({ outcomes: [] });
  await held[0]!.answer({ outcomes: [END] });
  expect(turn.move.reachableEnds).toEqual([]);
});

test('where the ends cannot be told the move goes on without them, and they can be asked for again', async () => {
  const { turn, held } = sowing(() => null);
  void turn.move.started.refresh();
  await held[0]!.answer(new Refusal('bad_question', 'It flies.'));
  expect([turn.move.reachableEnds, turn.problem, turn.move.drops.length]).toEqual([[], null, 2]);
  void turn.move.started.refresh();
  await held[1]!.answer({ outcomes: [END] });
  expect(turn.move.reachableEnds).toEqual([END]);
});

test('nothing is asked before a move is begun, or of the move of somebody else', async () => {
  const mine = playing([take('a1')]);
  await mine.turn.move.started.refresh();
  const theirs = sowing(undefined, scene({ asked: { seat: 1, decision: 'Sowing', start: 'a1' } }));
  await theirs.turn.move.started.refresh();
  expect([mine.asks, theirs.asks]).toEqual([[], []]);
});
