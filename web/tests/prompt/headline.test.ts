import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { YazidScene } from '../../src/protocol';
import { apart, headline, isPlain, phaseOf } from '../../src/prompt/prompt';
import { say } from '../../src/state/words.svelte';
import { speak } from '../catalogue';
import { info, scene, table } from '../tables';
import { arrive, choice, drop, playing, take } from '../table/turns';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Bidding', 'bid'],
  ['Offering', 'yazid'],
  ['Moving', 'sow'],
  ['Sowing', 'sow'],
  ['TribeAction', 'tribe'],
  ['Slaying', 'tribe'],
  ['TileAction', 'tile'],
  ['Keeping', 'tile'],
  ['Finishing', 'end'],
])('%s belongs to the part %s', (decision, phase) => {
  expect(phaseOf(table({ scene: scene({ asked: { seat: 0, decision } }) }))).toBe(phase);
});

test('where nobody decides there is no part', () => {
  expect(phaseOf(table())).toBeNull();
});

test('only what points at nothing needs a button of its own', () => {
  expect([choice('end'), choice('pass'), choice('build'), choice('craft')].every(isPlain)).toBe(true);
  expect([take('a1'), choice('kill Y', { seat: 1 }), choice('bid 3'), choice('sell silk'), choice('use leta'), choice('keep enki')].some(isPlain)).toBe(false);
});

test('sentences that begin alike are told by what sets them apart', () => {
  expect(apart(['Build (8 gold)', 'Build with 1 Fakir (10 gold)', 'Build with 2 Fakirs (12 gold)'])).toEqual(['8 gold', 'With 1 Fakir (10 gold)', 'With 2 Fakirs (12 gold)']);
  expect(apart(['Keep Enki', 'Lay silk'])).toEqual(['Keep Enki', 'Lay silk']);
  expect(apart(['Go on', 'Go on now'])).toEqual(['On', 'On now']);
  expect(apart([])).toEqual([]);
});

test('others are waited for by name, bots think', () => {
  const theirs = (decision: string, seat = {}): string => {
    const seats = [{ kind: 'person' as const, name: 'Ann' }, { kind: 'person' as const, name: 'Bob', ...seat }];
    const { table: made, turn } = playing([], undefined, { table: { scene: scene({ asked: { seat: 1, decision } }), info: info({ seats }) } });
    return headline(made, turn);
  };
  expect([theirs('Bidding'), theirs('Moving')]).toEqual(['Waiting for Bob to bid', 'Waiting for Bob to play']);
  expect([theirs('Bidding', { kind: 'bot' }), theirs('Moving', { handed: true })]).toEqual(['Bob is bidding', 'Bob is thinking']);
});

test('the question of the server is asked until something is planned', async () => {
  const { table: made, turn } = playing([take('a1')], (ask) => (ask.actions?.length === 1 ? { choices: [drop('b1', 'Y'), drop('b1', 'W')] } : {}), { secrets: { prompt: 'Empty a tile.' } });
  expect(headline(made, turn)).toBe('Empty a tile.');
  turn.pick('a1');
  await arrive();
  expect(headline(made, turn)).toBe('Choose where to go from a1: the next tile, or the last');
  turn.pick('b1');
  expect(headline(made, turn)).toBe('Who stays on b1?');
  await turn.drop(turn.drops[0]!);
  expect(headline(made, turn)).toBe('Sow 1 meeple from a1 to b1');
});

test('a search from the end asks for the end, then for the start', async () => {
  const { table: made, turn } = playing([take('a1')], () => ({ outcomes: [{ start: 'a1', tile: 'b1', tribe: 'Y' }, { start: 'a1', tile: 'b1', tribe: 'W' }] }));
  await turn.seek('landing');
  expect(headline(made, turn)).toBe('Choose the tile where your move shall end');
  await turn.wishFor('b1');
  expect(headline(made, turn)).toBe('Where do you start to reach b1?');
});

test('an end with several tribes asks which', async () => {
  const { table: made, turn } = playing([take('a1')], () => ({ outcomes: [{ start: 'a1', tile: 'b1', tribe: 'Y' }, { start: 'a1', tile: 'b1', tribe: 'W' }], choices: [drop('b2', 'Y')] }));
  await turn.begin('a1');
  turn.pick('b1');
  expect(headline(made, turn)).toBe('Which tribe will you gather on b1?');
});

test('Yazid strikes a tile only where there is one', () => {
  const strikes = (dice: [number, number]): string => {
    const yazid: YazidScene = { camels: 8, dice };
    const { table: made, turn } = playing([choice('pass')], undefined, { secrets: { prompt: 'Act first?' }, table: { scene: scene({ asked: { seat: 0, decision: 'Offering' }, yazid }) } });
    return headline(made, turn);
  };
  expect([strikes([2, 1]), strikes([6, 6])]).toEqual(['Yazid strikes b1. Let him, or act first?', 'Act first?']);
});

test('after the end the game is over', () => {
  const { table: made, turn } = playing([], undefined, { table: { scene: scene({ over: true }) } });
  expect(headline(made, turn)).toMatch(/over/);
});

test('where only the end of the turn is left, nothing else is asked for', () => {
  const { table: made, turn } = playing([choice('end')], undefined, { decision: 'Finishing', secrets: { prompt: 'Anything else?' } });
  expect(headline(made, turn)).toBe(say('table.all_done'));
  const more = playing([choice('end'), choice('sell silk')], undefined, { decision: 'Finishing', secrets: { prompt: 'Anything else?' } });
  expect(headline(more.table, more.turn)).toBe('Anything else?');
});
