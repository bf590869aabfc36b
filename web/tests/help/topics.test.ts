import { beforeEach, expect, test } from 'vitest';
import { contentOf, SYMBOLS } from '../../src/help/topics';
import { words } from '../../src/state/words.svelte';
import cards from '../../src/protocol/cards.json';
import SHEET from '../../src/drawing/sprites.svg?raw';

const BASE = { artisans: false, solo: false, whims: [] };

beforeEach(() =>
  words.use('en', {
    'djinn.boaz.name': 'Boaz',
    'djinn.boaz.base': 'Viziers and Elders.',
    'djinn.boaz.text': 'Viziers, Elders and Artisans.',
    'djinn.nekir.text': 'Opponents.',
    'djinn.nekir.solo': 'Yazid.',
    'page.help.about.gold': 'Bids.',
    'page.help.about_solo.gold': 'Builders.',
    'measure.viziers.other': '{count} Viziers',
    'count.gold': '{count} gold',
    'page.help.whim_text': '{gold} for {need}',
  }),
);

test('a Djinn has points, a price and the text for the game', () => {
  expect(contentOf({ kind: 'djinn', name: 'boaz' }, BASE)).toMatchObject({
    title: 'Boaz',
    points: 6,
    price: [],
    text: 'Viziers and Elders.',
    edge: 'lapis',
  });
  expect(contentOf({ kind: 'djinn', name: 'boaz' }, { ...BASE, artisans: true })?.text).toBe('Viziers, Elders and Artisans.');
  expect(contentOf({ kind: 'djinn', name: 'enki' }, BASE)).toMatchObject({ price: [{ elders: 1 }, { fakirs: 1 }], edge: 'terra' });
});

test('the solo game has its own texts', () => {
  const solo = { ...BASE, solo: true };
  expect(contentOf({ kind: 'djinn', name: 'nekir' }, BASE)?.text).toBe('Opponents.');
  expect(contentOf({ kind: 'djinn', name: 'nekir' }, solo)?.text).toBe('Yazid.');
  expect(contentOf({ kind: 'djinn', name: 'boaz' }, solo)?.text).toBe('Viziers and Elders.');
  expect(contentOf({ kind: 'symbol', name: 'gold' }, BASE)?.text).toBe('Bids.');
  expect(contentOf({ kind: 'symbol', name: 'gold' }, solo)?.text).toBe('Builders.');
});

test('unknown topics have no content', () => {
  expect(contentOf({ kind: 'card', name: '' }, BASE)).toBeNull();
  expect(contentOf({ kind: 'djinn', name: 'nobody' }, BASE)).toBeNull();
  expect(contentOf({ kind: 'symbol', name: 'nothing' }, BASE)).toBeNull();
});

test('a Whim shows its condition, and an unknown one a general text', () => {
  const whims = [{ name: 'court', gold: 12, measure: 'viziers', least: 4 }];
  expect(contentOf({ kind: 'whim', name: 'court' }, { ...BASE, whims })?.text).toBe('12 gold for 4 Viziers');
  expect(contentOf({ kind: 'whim', name: 'court' }, BASE)?.text).toBe('page.help.about.whims');
});

test('a city mentions the Whim on it', () => {
  const whims = [{ name: 'court', gold: 12, measure: 'viziers', least: 4 }];
  const city = { kind: 'tile' as const, name: 'blue city', tile: 'b1' };
  expect(contentOf({ ...city, whim: 'court' }, { ...BASE, whims })?.more).toBe('page.help.whim_here');
  expect(contentOf(city, { ...BASE, whims })?.more).toBe('');
});

test('every topic has a picture', () => {
  const topics = [
    ...Object.keys(cards.djinns).map((name) => ({ kind: 'djinn' as const, name })),
    ...Object.keys(cards.items).map((name) => ({ kind: 'item' as const, name })),
    ...Object.keys(cards.copies).map((name) => ({ kind: 'card' as const, name })),
    ...SYMBOLS.map((name) => ({ kind: 'symbol' as const, name })),
    ...[...'YWGBRP'].map((name) => ({ kind: 'tribe' as const, name })),
    ...['village', 'sacred place', 'oasis', 'small market', 'large market', 'workshop', 'specialised market', 'blue city', 'red city'].map(
      (name) => ({ kind: 'tile' as const, name }),
    ),
  ];
  const missing = topics.filter((topic) => !SHEET.includes(`id="${contentOf(topic, BASE)?.picture}"`));
  expect(missing).toEqual([]);
});
