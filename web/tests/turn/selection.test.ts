import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../src/wire/api';
import { arrive, choice, playing } from './turns';

afterEach(() => vi.unstubAllGlobals());

const HAND = ['silk', 'fish', 'silk', 'ivory'];
const sell = (value: number, ...cards: string[]): ReturnType<typeof choice> => choice(`sell ${cards.join(' ')}`, { cards, value });

test('a tile with one choice proposes it, and a second press sends it', async () => {
  const played = playing([choice('kill b1Y', { tile: 'b1' }), choice('kill c1W', { tile: 'c1' })]);
  const { turn } = played;
  turn.pick('b1');
  expect([turn.selection.tile, turn.selection.chosen?.action]).toEqual(['b1', 'kill b1Y']);
  expect(played.asks.at(-1)).toEqual({ type: 'ask', what: 'preview', actions: ['kill b1Y'] });
  turn.pick('b1');
  await arrive();
  expect(played.sends).toEqual([{ type: 'act', action: 'kill b1Y' }]);
});

test('a tile is no longer selected when a choice elsewhere is proposed', async () => {
  const played = playing([choice('kill d5W', { tile: 'd5' }), choice('kill p2 Y')]);
  const { turn } = played;
  turn.pick('d5');
  turn.selection.propose(turn.choices[1]!);
  expect([turn.selection.tile, turn.selection.chosen?.action]).toEqual(['', 'kill p2 Y']);
  turn.pick('d5');
  await arrive();
  expect([turn.selection.chosen?.action, played.sends]).toEqual(['kill d5W', []]);
});

test('a tile with several choices lists them', () => {
  const { turn } = playing([choice('kill b1Y', { tile: 'b1' }), choice('kill b1W', { tile: 'b1' }), choice('pass')]);
  turn.pick('b1');
  expect([turn.selection.chosen, turn.selection.candidates.map((each) => each.action)]).toEqual([null, ['kill b1Y', 'kill b1W']]);
  turn.selection.propose(turn.selection.candidates[1]!);
  expect(turn.selection.chosen?.action).toBe('kill b1W');
});

test('a tile without choices clears the selection', () => {
  const { turn } = playing([choice('kill b1Y', { tile: 'b1' })]);
  turn.pick('b1');
  turn.pick('e5');
  expect(turn.planning).toBe(false);
});

test('market places are added to a purchase and removed', () => {
  const offers = [
    choice('buy ivory', { places: [1] }),
    choice('buy ivory silk', { places: [1, 2] }),
    choice('buy silk fish', { places: [2, 3] }),
  ];
  const { turn } = playing(offers);
  turn.selection.pickPlace(1);
  expect([turn.selection.places, turn.selection.chosen?.action]).toEqual([[1], 'buy ivory']);
  turn.selection.pickPlace(2);
  expect([turn.selection.places, turn.selection.chosen?.action]).toEqual([[1, 2], 'buy ivory silk']);
  turn.selection.pickPlace(1);
  expect([turn.selection.places, turn.selection.chosen], 'the second place alone is no purchase').toEqual([[2], null]);
  turn.selection.pickPlace(3);
  expect(turn.selection.chosen?.action).toBe('buy silk fish');
  turn.selection.pickPlace(1);
  expect([turn.selection.places, turn.selection.chosen?.action], 'no offer holds all three').toEqual([[1], 'buy ivory']);
  turn.selection.pickPlace(9);
  expect([turn.selection.places, turn.planning]).toEqual([[], false]);
});

test('selected cards of the hand are sold, each kind once', () => {
  const { turn } = playing([sell(1, 'silk'), sell(3, 'fish', 'silk'), sell(1, 'ivory')], undefined, { secrets: { hand: HAND } });
  turn.selection.pickHand(0);
  expect([turn.selection.cards, turn.selection.chosen?.action]).toEqual([[0], 'sell silk']);
  turn.selection.pickHand(1);
  expect([turn.selection.cards, turn.selection.chosen?.action]).toEqual([[0, 1], 'sell fish silk']);
  turn.selection.pickHand(2);
  expect([turn.selection.cards, turn.selection.chosen?.action], 'the other silk in place of the first').toEqual([[1, 2], 'sell fish silk']);
  turn.selection.pickHand(3);
  expect(turn.selection.chosen, 'no such sale').toBeNull();
  for (const nth of [1, 2, 3]) turn.selection.pickHand(nth);
  expect([turn.selection.cards, turn.planning]).toEqual([[], false]);
});

test('the best sale has the highest value and can be selected', () => {
  const { turn } = playing([sell(3, 'fish', 'silk'), sell(7, 'fish', 'ivory', 'silk'), sell(1, 'silk')], undefined, {
    secrets: { hand: HAND },
  });
  expect(turn.selection.bestSale?.value).toBe(7);
  turn.selection.pickSale(turn.selection.bestSale!);
  expect([turn.selection.cards, turn.selection.chosen?.value]).toEqual([[1, 3, 0], 7]);
  expect(playing([choice('end')]).turn.selection.bestSale).toBeNull();
});

test('a Djinn with several payments lists them', () => {
  const pays = [
    choice('summon enki 2e', { djinn: 'enki', payment: { elders: 2 } }),
    choice('summon enki 1e 1f', { djinn: 'enki', payment: { elders: 1, fakirs: 1 } }),
    choice('summon boaz 2e', { djinn: 'boaz', payment: { elders: 2 } }),
  ];
  const { turn } = playing(pays);
  turn.selection.pickDjinn('enki');
  expect([turn.selection.chosen, turn.selection.candidates]).toEqual([null, pays.slice(0, 2)]);
  turn.selection.pickDjinn('boaz');
  expect([turn.selection.djinn, turn.selection.chosen?.action]).toEqual(['boaz', 'summon boaz 2e']);
  turn.selection.pickDjinn('boaz');
  expect(turn.planning, 'touched again').toBe(false);
  turn.selection.pickDjinn('sloar');
  expect(turn.planning, 'not offered').toBe(false);
});

test('an own Djinn is used on a tile', () => {
  const { turn } = playing([
    choice('use leta b1', { djinn: 'leta', tile: 'b1' }),
    choice('use leta c1', { djinn: 'leta', tile: 'c1' }),
    choice('kill b1Y', { tile: 'b1' }),
  ]);
  turn.selection.pickDjinn('leta');
  expect(turn.selection.chosen).toBeNull();
  turn.pick('b1');
  expect(turn.selection.chosen?.action).toBe('use leta b1');
});

test('with a Djinn selected, a tile is its target even before the move', () => {
  const { turn } = playing([
    choice('take b1', { tile: 'b1' }),
    choice('use utug b1', { djinn: 'utug', tile: 'b1' }),
    choice('use utug c1', { djinn: 'utug', tile: 'c1' }),
  ]);
  turn.selection.pickDjinn('utug');
  turn.pick('b1');
  expect([turn.move.start, turn.selection.chosen?.action]).toEqual(['', 'use utug b1']);
});

test('an item is used on a tile and then a second one', async () => {
  const played = playing([
    choice('use carpet a1 c1', { item: 'carpet', tile: 'a1', to: 'c1' }),
    choice('use carpet a1 d1', { item: 'carpet', tile: 'a1', to: 'd1' }),
    choice('use carpet b1 c1', { item: 'carpet', tile: 'b1', to: 'c1' }),
  ]);
  const { turn } = played;
  turn.selection.pickItem('carpet');
  turn.pick('a1');
  expect([turn.selection.tile, turn.selection.chosen]).toEqual(['a1', null]);
  turn.pick('c1');
  expect(turn.selection.chosen?.action).toBe('use carpet a1 c1');
  turn.pick('c1');
  await arrive();
  expect(played.sends).toEqual([{ type: 'act', action: 'use carpet a1 c1' }]);
});

test('the second tile of an item can be picked first', () => {
  const { turn } = playing([
    choice('use carpet a1 d1', { item: 'carpet', tile: 'a1', to: 'd1' }),
    choice('use carpet b1 c1', { item: 'carpet', tile: 'b1', to: 'c1' }),
  ]);
  turn.selection.pickItem('carpet');
  turn.pick('d1');
  expect(turn.selection.chosen?.action).toBe('use carpet a1 d1');
});

test('a new selection replaces the previous one', () => {
  const { turn } = playing(
    [sell(1, 'silk'), choice('use leta b1', { djinn: 'leta', tile: 'b1' }), choice('kill c1Y', { tile: 'c1' })],
    undefined,
    { secrets: { hand: HAND } },
  );
  turn.selection.pickDjinn('leta');
  turn.selection.pickHand(0);
  expect([turn.selection.djinn, turn.selection.cards, turn.selection.chosen?.action]).toEqual(['', [0], 'sell silk']);
  turn.pick('c1');
  expect([turn.selection.cards, turn.selection.chosen?.action]).toEqual([[], 'kill c1Y']);
});

test('ending the turn is not previewed', () => {
  const played = playing([choice('end')]);
  played.turn.selection.propose(played.turn.choices[0]!);
  expect([played.turn.selection.chosen?.action, played.asks]).toEqual(['end', []]);
});

test('a choice with a refused preview stays chosen, and the reason is shown', async () => {
  const { turn } = playing([choice('bid 3')], () => new Refusal('broke', 'You have not enough gold.'));
  turn.selection.propose(turn.choices[0]!);
  await arrive();
  expect([turn.selection.chosen?.action, turn.problem?.message]).toEqual(['bid 3', 'You have not enough gold.']);
});

test('a preview truncated by chance has no further choices', async () => {
  const { turn } = playing([choice('bid 3')], () => ({ played: 0, choices: [choice('drop a1Y')] }));
  turn.selection.propose(turn.choices[0]!);
  await arrive();
  expect([turn.preview.current?.truncated, turn.move.drops]).toEqual([true, []]);
});
