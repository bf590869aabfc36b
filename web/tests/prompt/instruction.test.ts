import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instruction } from '../../src/prompt/instruction';
import { say } from '../../src/state/words.svelte';
import { speak } from '../catalogue';
import { choice, drop, playing, take } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

test('the instruction follows the plan of a move', async () => {
  const { turn } = playing([take('a1')]);
  expect(instruction(turn)).toBe(say('table.guide_move'));
  await turn.move.begin('a1');
  expect(instruction(turn)).toBe(say('table.guide_end_only'));
  turn.reset();
  await turn.move.setSearch('landing');
  expect(instruction(turn)).toBe(say('table.guide_landing'));
});

test.each([
  ['c1', 'The move can end on a tile with a ring; corners mark the next step.'],
  ['b1', 'The move can end on a tile with a ring.'],
])('corners are explained only where a next step has no ring: landing on %s', async (tile, text) => {
  const outcomes = [{ start: 'a1', tile, tribe: 'Y' }];
  const { turn } = playing([take('a1')], () => ({ outcomes, choices: [drop('b1', 'Y')] }));
  await turn.move.begin('a1');
  expect(instruction(turn)).toBe(text);
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

test('the power of a chosen Djinn is told before it is summoned', () => {
  const { turn } = playing([choice('pass'), choice('summon sloar', { djinn: 'sloar' })]);
  turn.selection.pickDjinn('sloar');
  expect(instruction(turn)).toBe('Once a turn, between two steps. Draw the top card of the resource pile.');
});

test.each([
  ['en', 'nekir', '1 gold whenever you kill meeples'],
  ['en', 'kumarbi', 'When you bid, each'],
  ['en', 'kandicha', 'Your Assassins’ victims'],
  ['en', 'boaz', 'Always in force. Nobody'],
  ['fr', 'nekir', '1 PO quand vous éliminez'],
  ['fr', 'kumarbi', 'Quand vous misez, chaque'],
  ['fr', 'kandicha', 'Les victimes'],
  ['fr', 'boaz', 'Toujours actif. Personne'],
  ...['al-amin', 'geb', 'haurvatat', 'jafaar', 'ptah', 'shamhat'].flatMap((djinn) => [
    ['en', djinn, 'At the end of the game, '],
    ['fr', djinn, 'En fin de partie, '],
  ]),
] as ['en' | 'fr', string, string][])('in %s the moment of a power is said once: %s', (language, djinn, text) => {
  speak(language);
  const { turn } = playing([choice('pass'), choice(`summon ${djinn}`, { djinn })]);
  turn.selection.pickDjinn(djinn);
  expect(instruction(turn).startsWith(text)).toBe(true);
});

test('a pair of cards needs a second one', () => {
  const { turn } = playing([choice('pass'), choice('buy fish silk', { places: [1, 2] }), choice('buy fish gems', { places: [1, 5] })]);
  turn.selection.pickPlace(1);
  expect(instruction(turn)).toBe(say('table.guide_buy_more'));
  turn.selection.pickPlace(5);
  expect(instruction(turn)).toBe('');
});

test('there is no instruction if buttons answer the question', () => {
  expect(instruction(playing([choice('end'), choice('build 4')]).turn)).toBe('');
});

test('once a tile is named for Yazid, his strike replaces the instruction', () => {
  const { turn } = playing([choice('name a1'), choice('name b1')]);
  expect(instruction(turn)).toBe(say('table.guide_name'));
  turn.selection.propose(choice('name a1'));
  expect(instruction(turn)).toBe('');
});

test('drops that the rules add to a plan are explained', async () => {
  const events = [
    { type: 'Dropped', tile: 'b1', tribe: 'W' },
    { type: 'Dropped', tile: 'c1', tribe: 'Y' },
  ];
  const { turn } = playing([take('a1')], (question) => {
    const planned = question.actions?.length ?? 0;
    return planned > 1 ? { events, choices: [] } : { events: [], choices: [drop('b1', 'W'), drop('b2', 'W')] };
  });
  await turn.move.begin('a1');
  await turn.move.pickDrop('b1');
  expect(turn.move.complete).toBe(true);
  expect(instruction(turn)).toBe('The last meeple can only go to c1.');
});
