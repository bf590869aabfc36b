import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Happening } from '../../src/protocol';
import { gainsOf } from '../../src/prompt/gains';
import type { Preview } from '../../src/table/foresight.svelte';
import { speak } from '../catalogue';
import { scene, table } from '../tables';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

const made = (): ReturnType<typeof table> => table({ scene: scene({ asked: { seat: 0, decision: 'Moving' } }) });
const preview = (events: Happening[], more: Partial<Preview> = {}): Preview => ({ scene: null, score: null, events, lines: [], choices: [], outcomes: [], cut: false, ...more });
const told = (events: Happening[], more: Partial<Preview> = {}): string[] => gainsOf(made(), preview(events, more)).map((gain) => gain.text);

test('what is gathered, placed and taken is told', () => {
  expect(
    told([
      { type: 'Dropped', tile: 'b1' },
      { type: 'Gathered', tribe: 'Y', count: 3 },
      { type: 'CamelPlaced', tile: 'b1' },
      { type: 'CardsTaken', cards: ['ivory', 'fakir'] },
      { type: 'PalmPlaced', tile: 'b1' },
    ]),
  ).toEqual(['3 Viziers', 'b1, 8 points', 'ivory', 'Fakir', 'b1']);
});

test('one alone is told as one', () => {
  expect(told([{ type: 'Gathered', tribe: 'Y', count: 1 }])).toEqual(['1 Vizier']);
});

test('gold is summed up, and told only where something is left', () => {
  expect(told([{ type: 'GoldGained', amount: 5 }, { type: 'GoldPaid', amount: 3 }])).toEqual(['+2']);
  expect(told([{ type: 'GoldPaid', amount: 3 }])).toEqual(['−3']);
  expect(told([{ type: 'GoldGained', amount: 3 }, { type: 'GoldPaid', amount: 3 }])).toEqual([]);
});

test('what others get is not mine', () => {
  expect(told([{ type: 'GoldGained', amount: 5, seat: 1 }, { type: 'GoldGained', amount: 1, seat: 0 }])).toEqual(['+1']);
});

test('a camel has the colour of its player', () => {
  expect(gainsOf(made(), preview([{ type: 'CamelPlaced', tile: 'a1' }]))).toEqual([{ picture: 'camel', colour: 'own seat1', text: 'a1, 5 points' }]);
});

test('the action of the tile that would come next is told', () => {
  expect(told([], { scene: scene({ asked: { seat: 0, decision: 'TileAction', tile: 'b1' } }) })).toEqual(['oasis']);
});

test('a tile that acts after its tribe is told too', () => {
  const gathered: Happening = { type: 'Gathered', tribe: 'R', count: 2, tile: 'b1' };
  expect(told([gathered], { scene: scene({ asked: { seat: 0, decision: 'TribeAction' } }) })).toEqual(['2 Assassins', 'oasis']);
});

test('the Whim of the city where a move ends is told', () => {
  const there = made();
  there.whimCards = [{ name: 'court', gold: 12, measure: 'viziers', least: 4 }];
  const nth = there.land!.tiles.findIndex((each) => each.tile === 'b1');
  there.scene = scene({ asked: { seat: 0, decision: 'Moving' }, tiles: there.land!.tiles.map((_, at) => (at === nth ? { whim: 'court' } : {})) });
  const gathered: Happening = { type: 'Gathered', tribe: 'R', count: 2, tile: 'b1' };
  expect(gainsOf(there, preview([gathered])).map((gain) => gain.text)).toEqual(['2 Assassins', '4 Viziers: 12 gold']);
});
