import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeTip, type Area, type Box } from '../../src/table/tipPlace';
import { lessonFor, neededFor, tipFor } from '../../src/table/tips';
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

const box = (top: number, height: number): Box => ({ left: 0, top, width: 390, height });
/** A phone in portrait: bar, rivals, board, market, own things and the prompt. */
const AREAS: Record<Area, Box> = { rivals: box(46, 51), board: box(100, 320), market: box(424, 120), own: box(548, 80) };
const FIXED = [box(0, 46), box(640, 204)];

test('a tip covers neither what it talks about nor what can be chosen', () => {
  const top = (...needed: Area[]): number | undefined => placeTip(90, AREAS, new Set(needed), FIXED)?.top;
  // Over one's own things and the gap below them rather than over the market.
  expect(top('board')).toBe(550);
  expect(top('own', 'rivals', 'board')).toBe(424);
  expect(top('market', 'rivals', 'board')).toBe(550);
  // Over the top of the board rather than over the cards that can be bought.
  expect([100, 330]).toContain(top('market', 'own', 'rivals'));
  expect(placeTip(90, {}, new Set(), FIXED)).toBeNull();
  // Where there is room above the prompt, nothing is covered.
  expect(placeTip(90, AREAS, new Set<Area>(['board']), [box(0, 46), box(724, 120)])?.top).toBe(634);
});

test('the market must be seen while Yazid takes cards or a Djinn', () => {
  const { table, turn } = playing([choice('pass', { kind: 'pass' })]);
  const tiles = [{ tile: 'a1', pile: 'G', cards: ['fish'] }];
  const yazid = filled('YazidScene', { camels: 11, strike: { price: 3, tiles } });
  table.scene = { ...table.scene, asked: { decision: 'Offering', seat: 0 }, yazid };
  expect(neededFor('strike', turn)).toEqual(new Set(['board', 'rivals', 'market']));
});

test('what can be chosen must be seen', () => {
  const { turn } = playing([choice('buy fish', { kind: 'buy' }), choice('take a1', { kind: 'take', tile: 'a1' })]);
  expect(neededFor('fakirs', turn)).toEqual(new Set(['own', 'market', 'board']));
});
