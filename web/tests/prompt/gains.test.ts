import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameEvent } from '../../src/protocol';
import { gainsOf } from '../../src/prompt/gains';
import type { Preview } from '../../src/turn/preview.svelte';
import { speak } from '../catalogue';
import { scene, table } from '../tables';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

const made = (): ReturnType<typeof table> => table({ scene: scene({ asked: { seat: 0, decision: 'Moving' } }) });
const preview = (events: GameEvent[], more: Partial<Preview> = {}): Preview => ({
  scene: null,
  score: null,
  extraPoints: [],
  strike: null,
  events,
  lines: [],
  choices: [],
  outcomes: [],
  truncated: false,
  ...more,
});
const texts = (events: GameEvent[], more: Partial<Preview> = {}): string[] =>
  gainsOf(made(), preview(events, more)).map((gain) => gain.text);

test('gathered, placed and taken pieces are listed', () => {
  expect(
    texts([
      filled('GameEvent', { type: 'Dropped', tile: 'b1' }),
      filled('GameEvent', { type: 'Gathered', tribe: 'Y', count: 3 }),
      filled('GameEvent', { type: 'CamelPlaced', tile: 'b1' }),
      filled('GameEvent', { type: 'CardsTaken', cards: ['ivory', 'fakir'], places: [1, 2] }),
      filled('GameEvent', { type: 'PalmPlaced', tile: 'b1' }),
    ]),
  ).toEqual(['3 Viziers', 'camel on b1: +8', 'b1', 'cards 1–2']);
});

test('a single meeple is in the singular', () => {
  expect(texts([filled('GameEvent', { type: 'Gathered', tribe: 'Y', count: 1 })])).toEqual(['1 Vizier']);
});

test('gold is summed up and omitted if the sum is zero', () => {
  expect(texts([filled('GameEvent', { type: 'GoldGained', amount: 5 }), filled('GameEvent', { type: 'GoldPaid', amount: 3 })])).toEqual([
    '+2',
  ]);
  expect(texts([filled('GameEvent', { type: 'GoldPaid', amount: 3 })])).toEqual(['−3']);
  expect(texts([filled('GameEvent', { type: 'GoldGained', amount: 3 }), filled('GameEvent', { type: 'GoldPaid', amount: 3 })])).toEqual([]);
});

test('gains of others are left out', () => {
  expect(
    texts([
      filled('GameEvent', { type: 'GoldGained', amount: 5, seat: 1 }),
      filled('GameEvent', { type: 'GoldGained', amount: 1, seat: 0 }),
    ]),
  ).toEqual(['+1']);
});

test('a camel has the colour of the player', () => {
  expect(gainsOf(made(), preview([filled('GameEvent', { type: 'CamelPlaced', tile: 'a1' })]))).toEqual([
    { picture: 'camel', colour: 'own seat1', text: 'camel on a1: +5', short: 'a1: +5' },
  ]);
});

test('palm trees and palaces of a tile that is taken are listed', () => {
  const score = (palaces: number) => filled('ScoreSheet', { total: 0, sources: { tiles: 0, palms: 6, palaces } });
  const scored = table({
    scene: scene({ asked: { seat: 0, decision: 'Moving' } }),
    privates: [filled('Private', { seat: 0, score: score(0) })],
  });
  const camel = filled('GameEvent', { type: 'CamelPlaced', tile: 'a1' });
  const listed = (events: GameEvent[]): string[] => gainsOf(scored, preview(events, { score: score(5) })).map(({ text }) => text);
  expect(listed([camel])).toEqual(['camel on a1: +5', 'a1: +5']);
  expect(listed([camel, filled('GameEvent', { type: 'PalacePlaced', tile: 'a1' })])).toEqual(['camel on a1: +5', 'a1: +5']);
});

test('the next action of the tile is listed', () => {
  expect(texts([], { scene: scene({ asked: { seat: 0, decision: 'TileAction', tile: 'b1' } }) })).toEqual(['oasis']);
});

test('a tile action after the tribe action is listed', () => {
  const gathered = filled('GameEvent', { type: 'Gathered', tribe: 'R', count: 2, tile: 'b1' });
  expect(texts([gathered], { scene: scene({ asked: { seat: 0, decision: 'TribeAction' } }) })).toEqual(['2 Assassins', 'oasis']);
});

test('points are shown with their source', () => {
  const scored = table({
    scene: scene({ asked: { seat: 0, decision: 'Moving' } }),
    privates: [filled('Private', { seat: 0, gold: 50, hand: [], choices: [], score: { total: 50, sources: { gold: 50, goods: 1 } } })],
  });
  const score = filled('ScoreSheet', { total: 67, sources: { gold: 50, goods: 7, viziers: 1, majority: 10 } });
  const events: GameEvent[] = [
    filled('GameEvent', { type: 'Gathered', tribe: 'Y', count: 1 }),
    filled('GameEvent', { type: 'CardsTaken', cards: ['silk'], places: [4] }),
  ];
  expect(gainsOf(scored, preview(events, { score })).map((gain) => gain.text)).toEqual(['1 Vizier: +11', 'silk: +6']);
  const apart: GameEvent[] = [filled('GameEvent', { type: 'CardsTaken', cards: ['silk', 'fish'], places: [4, 1] })];
  expect(gainsOf(made(), preview(apart)).map((gain) => gain.text)).toEqual(['cards 1, 4']);
});

test('the Whim of the city where the move ends is listed', () => {
  const there = made();
  there.whimCards = [{ name: 'court', gold: 12, measure: 'viziers', least: 4 }];
  const nth = there.land!.tiles.findIndex((each) => each.tile === 'b1');
  there.scene = scene({
    asked: { seat: 0, decision: 'Moving' },
    tiles: there.land!.tiles.map((_, at) => (at === nth ? { whim: 'court' } : {})),
  });
  const gathered = filled('GameEvent', { type: 'Gathered', tribe: 'R', count: 2, tile: 'b1' });
  expect(gainsOf(there, preview([gathered])).map((gain) => gain.text)).toEqual(['2 Assassins', '4 Viziers: 12 gold']);
});
