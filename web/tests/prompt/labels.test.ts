import { beforeEach, expect, test } from 'vitest';
import type { Choice } from '../../src/protocol';
import { distinctLabels, labelOf } from '../../src/prompt/labels';
import { choiceText } from '../../src/turn/choiceText';
import { speak } from '../catalogue';
import { choice, drop } from '../turn/turns';

beforeEach(() => speak('en'));

const nameOf = (seat: number): string => ['Ann', 'Bob'][seat]!;
const labels = (...choices: Choice[]): string[] => distinctLabels(choices, nameOf).map(({ label }) => label);
const paid = (action: string, payment: object, more: object = {}): Choice => choice(action, { payment, ...more });

test('the note of a choice is the second line of its button', () => {
  const build = choice('build', { meaning: 'Build', note: 'earns 14 gold' });
  expect(labelOf(build)).toEqual({ label: 'Build', sub: 'earns 14 gold' });
  expect(labelOf(choice('pass', { meaning: 'Buy nothing' }))).toEqual({ label: 'Buy nothing', sub: undefined });
});

test('a choice as one text has its note in brackets, or that of a power after a colon', () => {
  expect(choiceText(choice('build', { meaning: 'Build', note: 'earns 14 gold' }))).toBe('Build (earns 14 gold)');
  expect(choiceText(choice('use utug', { meaning: 'Utug for 2 Elders', note: 'take control of a1' }))).toBe(
    'Utug for 2 Elders: take control of a1',
  );
  expect(choiceText(choice('pass', { meaning: 'Buy nothing' }))).toBe('Buy nothing');
});

test('three or more choices are labelled by what differs', () => {
  const builds = [0, 1, 2].map((fakirs) => choice(`build fakirs ${fakirs}`, { fakirs, note: `earns ${fakirs} gold` }));
  expect(distinctLabels(builds, nameOf)).toEqual([
    { label: 'Without Fakirs', sub: 'earns 0 gold' },
    { label: 'With 1 Fakir', sub: 'earns 1 gold' },
    { label: 'With 2 Fakirs', sub: 'earns 2 gold' },
  ]);
  expect(labels(...['Y', 'W', 'B'].map((tribe) => choice(`gather a1${tribe}`, { tile: 'a1', tribe })))).toEqual([
    'Vizier',
    'Elder',
    'Builder',
  ]);
  expect(labels(drop('a1', 'Y'), drop('a1', 'W'), drop('b1', 'Y'))).toEqual(['Vizier · a1', 'Elder · a1', 'Vizier · b1']);
});

test('payments and tiles of powers tell them apart, without repeating the power', () => {
  const use = (tile: string, payment: object): Choice => paid(`use enki ${tile}`, payment, { djinn: 'enki', tile, note: `go to ${tile}` });
  expect(distinctLabels([use('a1', { elders: 1 }), use('a1', { fakirs: 1 }), use('b1', { fakirs: 1 })], nameOf)).toEqual([
    { label: '1 Elder · a1', sub: undefined },
    { label: '1 Fakir · a1', sub: undefined },
    { label: '1 Fakir · b1', sub: undefined },
  ]);
  expect(labels(paid('summon a', { elders: 2 }), paid('summon b', { elders: 1, fakirs: 1 }), paid('summon c', { artisans: 1 }))).toEqual([
    '2 Elders',
    '1 Elder and 1 Fakir',
    '1 Artisan',
  ]);
  const carry = (tile: string, to: string): Choice => choice(`use talisman ${tile} ${to}`, { item: 'talisman', tile, to });
  expect(labels(carry('a1', 'b1'), carry('a1', 'c1'), carry('b1', 'a1'))).toEqual(['a1 → b1', 'a1 → c1', 'b1 → a1']);
});

test('victims are always named, with their owner', () => {
  const kill = (victims: string, seat: number): Choice => choice(`kill p${seat + 1} ${victims}`, { victims, seat });
  expect(labels(kill('Y', 0), kill('YW', 1))).toEqual(['Vizier · Ann', 'Vizier · Elder · Bob']);
  const onTile = (victims: string): Choice => choice(`kill a1${victims}`, { victims, tile: 'a1', note: 'takes control' });
  expect(distinctLabels([onTile('Y'), onTile('W')], nameOf)).toEqual([
    { label: 'Vizier', sub: undefined },
    { label: 'Elder', sub: undefined },
  ]);
});

test('choices of several kinds, two choices and choices without differences keep their meaning', () => {
  const pass = choice('pass', { meaning: 'Go on' });
  expect(labels(pass, choice('camel', { meaning: 'Place a camel' }), choice('tent', { meaning: 'Pitch your tent' }))).toEqual([
    'Go on',
    'Place a camel',
    'Pitch your tent',
  ]);
  expect(labels(choice('build', { meaning: 'Build' }), choice('build fakirs 1', { meaning: 'Build with 1 Fakir', fakirs: 1 }))).toEqual([
    'Build',
    'Build with 1 Fakir',
  ]);
  expect(labels(pass, pass, pass)).toEqual(['Go on', 'Go on', 'Go on']);
  expect(labels()).toEqual([]);
});
