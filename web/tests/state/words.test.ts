import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { say, words } from '../../src/state/words.svelte';
import { stubFetch } from '../tables';
import { speak } from '../catalogue';

const MESSAGES = {
  'count.points.one': '{count} point',
  'count.points.other': '{count} points',
  'count.camels.zero': 'no camel',
  'count.camels.one': '{count} camel',
  'count.camels.other': '{count} camels',
  'page.hello': 'Hello {name}, {name}',
};
const points = (...counts: number[]): string[] => counts.map((count) => words.say('count.points', { count }));

beforeEach(() => words.use('en', MESSAGES));
afterEach(() => vi.unstubAllGlobals());

test('English has a singular for 1 only', () => {
  expect(points(0, 1, 2, 1.5, -1)).toEqual(['0 points', '1 point', '2 points', '1.5 points', '−1 point']);
});

test('French uses the singular for 0 and 1.5 too', () => {
  words.use('fr', MESSAGES);
  expect(points(0, 1, 1.5, 2)).toEqual(['0 point', '1 point', '1,5 point', '2 points']);
});

test('a language can have more plural forms', () => {
  words.use('pl', {
    'count.points.one': 'punkt',
    'count.points.few': 'punkty',
    'count.points.many': 'punktów',
    'count.points.other': 'punktu',
  });
  expect(points(1, 2, 5, 1.5)).toEqual(['punkt', 'punkty', 'punktów', 'punktu']);
});

test('a message can be split around a placeholder', () => {
  words.use('en', { 'page.sows': '{name} sows from {tile}', 'page.none': 'Nobody' });
  expect(words.around('page.sows', 'name', { tile: 'a1' })).toEqual(['', ' sows from a1']);
  expect(words.around('page.none', 'name')).toEqual(['Nobody', '']);
});

test('zero has its own form if the catalogue has one', () => {
  expect([0, 1, 2].map((count) => words.say('count.camels', { count }))).toEqual(['no camel', '1 camel', '2 camels']);
});

test('placeholders are filled in everywhere, and missing values stay visible', () => {
  expect(say('hello', { name: 'Ann' })).toBe('Hello Ann, Ann');
  expect(say('hello')).toBe('Hello {name}, {name}');
});

test('placeholders inside values are not replaced', () => {
  expect(say('hello', { name: '{count} $1' })).toBe('Hello {count} $1, {count} $1');
});

test('a missing message is shown as its key', () => {
  expect([say('missing'), words.say('count.points')]).toEqual(['page.missing', 'count.points']);
  expect([words.has('page.hello'), words.has('page.missing')]).toEqual([true, false]);
});

test('numbers are formatted for the language, with a real minus sign', () => {
  expect([words.number(-3), words.number(2.25), words.number(12_345)]).toEqual(['−3', '2.3', '12,345']);
  words.use('fr', MESSAGES);
  expect(words.number(2.5)).toBe('2,5');
});

test('lists are joined as text', () => {
  const listed = (): string[] => [[], ['ivory'], ['ivory', 'silk'], ['ivory', 'silk', 'fish']].map((parts) => words.list(parts));
  speak('en');
  expect(listed()).toEqual(['', 'ivory', 'ivory and silk', 'ivory, silk and fish']);
  speak('fr');
  expect(listed()).toEqual(['', 'ivory', 'ivory et silk', 'ivory, silk et fish']);
});

test('a loaded language is used in later requests', async () => {
  const fetched = stubFetch({ '/api/words/fr': { 'page.hello': 'Bonjour' } });
  await words.load('fr');
  expect([say('hello'), words.language, document.documentElement.lang]).toEqual(['Bonjour', 'fr', 'fr']);
  await words.load('fr');
  expect(new Headers((fetched.mock.calls[1]![1] as RequestInit).headers).get('Accept-Language')).toBe('fr');
});

test('if a language cannot be loaded, the previous one is kept', async () => {
  stubFetch({});
  await expect(words.load('fr')).rejects.toMatchObject({ status: 404 });
  expect([words.ready, words.language, say('hello', { name: 'Ann' })]).toEqual([true, 'en', 'Hello Ann, Ann']);
});

test('the rules are loaded when they are needed, and then with every language', async () => {
  const fetched = stubFetch({
    '/api/words/en/rules': { 'page.rules.text.B1': 'Bid.' },
    '/api/words/fr/rules': { 'page.rules.text.B1': 'Misez.' },
    '/api/words/fr': { 'page.hello': 'Bonjour' },
  });
  await words.loadPart('rules');
  expect([say('rules.text.B1'), say('hello', { name: 'Ann' })]).toEqual(['Bid.', 'Hello Ann, Ann']);
  await words.loadPart('rules');
  expect(fetched).toHaveBeenCalledTimes(1);
  await words.load('fr');
  expect([say('rules.text.B1'), say('hello')]).toEqual(['Misez.', 'Bonjour']);
});
