import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instruction } from '../../src/prompt/instruction';
import { say } from '../../src/state/words.svelte';
import { speak } from '../catalogue';
import { choice, playing, take } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

test('the instruction follows the plan of a move', async () => {
  const { turn } = playing([take('a1')]);
  expect(instruction(turn)).toBe(say('table.guide_move'));
  await turn.move.begin('a1');
  expect(instruction(turn)).toBe(say('table.guide_end'));
  turn.reset();
  await turn.move.setSearch('landing');
  expect(instruction(turn)).toBe(say('table.guide_landing'));
});

test.each([
  ['bid 3', 'bid'],
  ['kill a1 Y', 'kill'],
  ['summon enki', 'summon'],
  ['buy 1', 'buy'],
  ['sell silk', 'sell'],
])('%s has its own instruction', (action, key) => {
  const { turn } = playing([choice('end'), choice(action)]);
  expect(instruction(turn)).toBe(say(`table.guide_${key}`));
});

test('there is no instruction if buttons answer the question', () => {
  expect(instruction(playing([choice('end'), choice('build 4')]).turn)).toBe('');
});
