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
const sowingScene = (...path: string[]): Scene =>
  scene({ actions: path.length, asked: { seat: 0, decision: 'Sowing', start: 'a1', path, hand: 'YW' } });
const sowing = (reply: Parameters<typeof playing>[1] = () => ({ outcomes: [END] }), shown = sowingScene('b1Y')): Played =>
  playing([drop('c1', 'W'), drop('b2', 'W')], reply, { table: { scene: shown } });

test('the ends of a partly played move are loaded once after each step', async () => {
  const { table, turn, asks } = sowing();
  await turn.move.started.refresh();
  await turn.move.started.refresh();
  expect([asks, turn.move.reachableEnds]).toEqual([[QUESTION], [END]]);
  expect(instruction(turn)).toBe(say('table.guide_ahead'));
  table.scene = sowingScene('b1Y', 'b2W');
  expect(turn.move.reachableEnds, 'ends of the step before are not used').toEqual([]);
  await turn.move.started.refresh();
  expect([asks, turn.move.reachableEnds]).toEqual([[QUESTION, QUESTION], [END]]);
});

test('late answers are not used for the next step', async () => {
  const { table, turn, held } = sowing(() => null);
  void turn.move.started.refresh();
  table.scene = sowingScene('b1Y', 'b2W');
  void turn.move.started.refresh();
  await held[1]!.answer({ outcomes: [] });
  await held[0]!.answer({ outcomes: [END] });
  expect(turn.move.reachableEnds).toEqual([]);
});

test('the move continues if the request fails, and the request can be repeated', async () => {
  const { turn, held } = sowing(() => null);
  void turn.move.started.refresh();
  await held[0]!.answer(new Refusal('bad_question', 'It flies.'));
  expect([turn.move.reachableEnds, turn.problem, turn.move.drops.length]).toEqual([[], null, 2]);
  void turn.move.started.refresh();
  await held[1]!.answer({ outcomes: [END] });
  expect(turn.move.reachableEnds).toEqual([END]);
});

test('nothing is loaded before a move starts or for the move of another player', async () => {
  const mine = playing([take('a1')]);
  await mine.turn.move.started.refresh();
  const theirs = sowing(undefined, scene({ asked: { seat: 1, decision: 'Sowing', start: 'a1' } }));
  await theirs.turn.move.started.refresh();
  expect([mine.asks, theirs.asks]).toEqual([[], []]);
});
