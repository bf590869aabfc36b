import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lessonFor, tipFor, tipText } from '../../src/table/tips';
import { speak } from '../catalogue';
import { filled } from '../fixtures';
import { choice, playing } from '../turn/turns';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

/** The tips for a decision against Yazid, in the order in which they would be shown. */
function tipsFor(decision: 'Offering' | 'Finishing', yazid: object): string[] {
  const { table, turn } = playing([choice('end')]);
  const players = [filled('PlayerScene', { viziers: 2, camels: 11 })];
  table.scene = { ...table.scene, players, asked: { decision, seat: 0 }, yazid: filled('YazidScene', { camels: 11, ...yazid }) };
  const seen: string[] = [];
  for (let tip = tipFor(table, turn, () => false); tip; tip = tipFor(table, turn, (each) => seen.includes(each))) seen.push(tip);
  return seen;
}

test('a newcomer is told about Yazid when it matters', () => {
  expect(tipsFor('Offering', { viziers: 1 })).toEqual(['strike']);
  // Nothing else while he is about to strike.
  expect(tipsFor('Offering', { viziers: 2, assassins: 3 })).toEqual(['strike', 'assassins']);
  expect(tipsFor('Finishing', { viziers: 1, assassins: 3 })).toEqual(['assassins']);
  expect(tipsFor('Finishing', { viziers: 2 })).toEqual(['more_viziers']);
  expect([lessonFor('strike'), lessonFor('undo')]).toEqual(['solo', '']);
});

test('a tip names the rival with more Viziers', () => {
  const { table } = playing([choice('end')]);
  table.scene = { ...table.scene, players: [1, 3].map((viziers) => filled('PlayerScene', { viziers })) };
  expect(tipText(table, 'viziers')).toBe('Bob has more Viziers than you: that is ten points more.');
  table.scene = { ...table.scene, players: [filled('PlayerScene', { viziers: 1 })] };
  expect(tipText(table, 'elders')).toBe('Two Elders buy a Djinn: land on a sacred place, a tile with a flame.');
});
