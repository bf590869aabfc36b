import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StrikeScene, StruckScene } from '../../src/protocol';
import { headline } from '../../src/prompt/headline';
import { seatStatus } from '../../src/live/players';
import { say } from '../../src/state/words.svelte';
import { speak } from '../catalogue';
import { info, scene } from '../tables';
import { arrive, choice, drop, playing, take } from '../turn/turns';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

test('the headline names the player or bot to move', () => {
  const theirs = (decision: string, seat = {}): string => {
    const seats = [
      { kind: 'person' as const, name: 'Ann' },
      { kind: 'person' as const, name: 'Bob', ...seat },
    ];
    const { table: made, turn } = playing([], undefined, {
      table: { scene: scene({ asked: { seat: 1, decision } }), info: info({ seats }) },
    });
    return headline(made, turn);
  };
  expect([theirs('Bidding'), theirs('Moving')]).toEqual(['Waiting for Bob to bid', 'Waiting for Bob to play']);
  expect([theirs('Bidding', { kind: 'bot' }), theirs('Moving', { handed: true })]).toEqual(['Bob is bidding', 'Bob is thinking']);
});

test('the question of the server is shown until something is planned', async () => {
  const { table: made, turn } = playing(
    [take('a1')],
    (ask) => (ask.actions?.length === 1 ? { choices: [drop('b1', 'Y'), drop('b1', 'W')] } : {}),
    { secrets: { prompt: 'Empty a tile.' } },
  );
  expect(headline(made, turn)).toBe('Empty a tile.');
  turn.pick('a1');
  await arrive();
  expect(headline(made, turn)).toBe('Choose where to go from a1: the next tile, or the last');
  turn.pick('b1');
  expect(headline(made, turn)).toBe('Who stays on b1?');
  await turn.move.drop(turn.move.drops[0]!);
  expect(headline(made, turn)).toBe('Sow 1 meeple from a1 to b1');
});

test('with the end first, the headline asks for the end and then the start', async () => {
  const { table: made, turn } = playing([take('a1')], () => ({
    outcomes: [
      { start: 'a1', tile: 'b1', tribe: 'Y' },
      { start: 'a1', tile: 'b1', tribe: 'W' },
      { start: 'a2', tile: 'b1', tribe: 'W' },
    ],
  }));
  await turn.move.setSearch('landing');
  expect(headline(made, turn)).toBe('Choose where your move ends');
  await turn.move.findMovesTo('b1');
  expect(headline(made, turn)).toBe('Where will you start to reach b1?');
  await turn.move.pickTile('a1');
  expect(headline(made, turn)).toBe('Which tribe will you gather on b1?');
});

test('an end with several tribes asks for the tribe', async () => {
  const { table: made, turn } = playing([take('a1')], () => ({
    outcomes: [
      { start: 'a1', tile: 'b1', tribe: 'Y' },
      { start: 'a1', tile: 'b1', tribe: 'W' },
    ],
    choices: [drop('b2', 'Y')],
  }));
  await turn.move.begin('a1');
  turn.pick('b1');
  expect(headline(made, turn)).toBe('Which tribe will you gather on b1?');
});

test('the headline of a strike names its tiles or what is undecided', () => {
  const strikes = (strike: StrikeScene): string => {
    const { table: made, turn } = playing([choice('pass')], undefined, {
      table: { scene: scene({ asked: { seat: 0, decision: 'Offering' }, yazid: { camels: 8, dice: [4, 6], strike } }) },
    });
    return headline(made, turn);
  };
  const tile = (name: string): StruckScene => filled('StruckScene', { tile: name, pile: 'Y' });
  expect(strikes(filled('StrikeScene', { price: 5, tiles: [tile('b1')] }))).toBe('Yazid strikes b1');
  expect(strikes(filled('StrikeScene', { price: 5, tiles: [tile('d5'), tile('d1')] }))).toBe('Black 6: Yazid strikes twice, d5 and d1');
  expect(strikes(filled('StrikeScene', { price: 5, named: 1, column: 'd' }))).toBe('Yazid strikes a tile of column d');
  expect(strikes(filled('StrikeScene', { price: 5, named: 2 }))).toBe('Yazid strikes 2 tiles of your choice');
});

test('the question of the server is the headline', () => {
  const { table: made, turn } = playing([choice('pass')], undefined, {
    secrets: { prompt: 'Will you use an item first?', statement: 'You gathered 2 Merchants.' },
  });
  expect(headline(made, turn)).toBe('Will you use an item first?');
});

test.each([
  ['a closed page', { presence: [true, false] }],
  [
    'a seat that may be handed over',
    {
      info: info({
        seats: [
          { kind: 'person', name: 'Ann' },
          { kind: 'person', name: 'Bob', state: 'away' },
        ],
      }),
    },
  ],
])('the headline and the panel agree that the player to move is away: %s', (_, more) => {
  const { table: made, turn } = playing([], undefined, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }), ...more } });
  expect([headline(made, turn), seatStatus(made, 1)]).toEqual(['Bob is away; the game waits', 'Away']);
});

test('a chosen Djinn with several prices asks how to pay', () => {
  const { table: made, turn } = playing([
    choice('summon sloar WW', { djinn: 'sloar', payment: { elders: 2 } }),
    choice('summon sloar WF', { djinn: 'sloar', payment: { elders: 1, fakirs: 1 } }),
  ]);
  turn.selection.pickDjinn('sloar');
  expect(headline(made, turn)).toBe('How will you pay for Sloar?');
});

test('the headline says that the game is over', () => {
  const { table: made, turn } = playing([], undefined, { table: { scene: scene({ over: true }) } });
  expect(headline(made, turn)).toMatch(/over/);
});

test('the headline says if only ending the turn is left', () => {
  const { table: made, turn } = playing([choice('end')], undefined, { decision: 'Finishing', secrets: { prompt: 'Anything else?' } });
  expect(headline(made, turn)).toBe(say('table.all_done'));
  const more = playing([choice('end'), choice('sell silk')], undefined, { decision: 'Finishing', secrets: { prompt: 'Anything else?' } });
  expect(headline(more.table, more.turn)).toBe('Anything else?');
  const worth = playing([choice('end'), choice('sell silk fish ivory', { cards: ['silk', 'fish', 'ivory'], value: 7 })], undefined, {
    decision: 'Finishing',
  });
  expect(headline(worth.table, worth.turn)).toBe('End your turn, or sell first?');
});
