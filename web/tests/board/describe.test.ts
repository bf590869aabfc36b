import { beforeEach, expect, test } from 'vitest';
import { describeTile, describeMeeples, describeMark, gainText } from '../../src/board/describe';
import { grand, land, scene } from './lands';
import { speak } from '../catalogue';

const names = (seat: number): string => ['Ann', 'Amara'][seat] ?? '';
const base = land(6, 5, { kinds: { c3: ['oasis', 8, false], d3: ['village', 5, true] } });
const told = scene(base, {
  c3: { pile: 'RWW', camel: 1, palms: 1 },
  d3: { pile: '', palaces: 2, camel: 0, tent: true },
});

beforeEach(() => speak('en'));

test('a description includes everything on the tile', () => {
  expect(describeTile(base, told, 'c3', names)).toBe('c3, oasis, worth 8, red; 2 Elders, 1 Assassin; Amara’s camel; 1 palm tree');
  expect(describeTile(base, told, 'd3', names)).toBe('d3, village, worth 5, blue; no meeples; Ann’s tent; 2 palaces');
});

test('a description in French', () => {
  speak('fr');
  expect(describeTile(base, told, 'c3', names)).toBe(
    'c3, oasis, valeur 8, tuile rouge ; 2 Sages, 1 Assassin ; chameau posé par Amara ; 1 palmier',
  );
  expect(describeTile(base, told, 'd3', names)).toBe(
    'd3, village, valeur 5, tuile bleue ; aucun meeple ; campement dressé par Ann ; 2 palais',
  );
});

test('holes, mountains, cities and Whims are described', () => {
  const big = grand();
  const there = scene(big, { b5: { pile: 'Y', whim: 'viziers' }, b2: { pile: 'PP' } });
  expect(describeTile(big, there, 'c4', names)).toMatch(/^c4, great lake; Nothing can enter it/);
  expect(describeTile(big, there, 'e2', names)).toBe('e2, chasm; Nothing can enter it.');
  expect(describeTile(big, there, 'b5', names)).toBe('b5, blue fabulous city; 1 Vizier; a Whim lies here');
  const cards = [{ name: 'viziers', measure: 'viziers', least: 3, gold: 5 }];
  expect(describeTile(big, there, 'b5', names, cards)).toBe('b5, blue fabulous city; 1 Vizier; Whim of the Sultan, 3 Viziers: 5 gold');
  expect(describeTile(big, there, 'b2', names)).toBe('b2, workshop, worth 5, blue; 2 Artisans; mountains towards b3 and a2');
});

test('meeples are counted by tribe', () => {
  expect(describeMeeples('GBG')).toBe('2 Merchants, 1 Builder');
});

test('marks are described in both languages', () => {
  const mark = {
    legal: true,
    tribes: 'RW',
    start: true,
    planned: 'G',
    chosen: true,
    kill: true,
    struck: true,
    danger: 'stack' as const,
    parity: true,
    last: { colour: 'seat1', glyph: 'p-1' },
  };
  const english = describeMark(mark);
  expect(english).toContain('can be chosen');
  expect(english).toContain('Elders and Assassins can be gathered here');
  expect(english).toContain('your plan leaves 1 Merchant here');
  speak('fr');
  const french = describeMark(mark);
  expect(french).toHaveLength(10);
  expect(french.every((said) => !said.includes('page.') && !said.includes('{') && !english.includes(said))).toBe(true);
});

test('landings include their gain if it is known, and steps are named', () => {
  expect(describeMark({ legal: true, landing: true })).toEqual(['landing']);
  expect(describeMark({ legal: true, landing: true, gain: 9 })).toEqual(['landing, +9']);
  expect(describeMark({ legal: true, landing: true, gain: -2 })).toEqual(['landing, −2']);
  expect(describeMark({ step: true })).toEqual(['step']);
});

test('a dimmed tile has no description', () => {
  expect(describeMark({ dim: true })).toEqual([]);
});

test('a gain says what can really come', () => {
  expect([gainText(9), gainText(-2, [0]), gainText(0, [8, 12])]).toEqual(['+9', '−2', '+8 or +12']);
  expect([gainText(3, [0, 5]), gainText(0, [0, 5]), gainText(-2, [4, 6, 8])]).toEqual(['+3 or +8', 'up to +5', 'up to +6']);
  speak('fr');
  expect([gainText(0, [8, 12]), gainText(2, [4, 6, 8])]).toEqual(['+8 ou +12', 'jusqu’à +10']);
});
