import { beforeEach, expect, test, vi } from 'vitest';
import { loadSaved, save } from '../../src/explore/saved';
import {
  actionsTo,
  addStep,
  isMain,
  makeMain,
  parseTree,
  remove,
  ROOT,
  rowsOf,
  setComment,
  treeOf,
  withComments,
  type Tree,
} from '../../src/explore/tree';
import type { ExploredStep } from '../../src/protocol';
import { filled } from '../fixtures';

beforeEach(() => localStorage.clear());

const step = (action: string, turn = 0, points = 0): ExploredStep =>
  filled('ExploredStep', { action, seat: turn % 2, round: 1, turn, label: action, moment: 0, points });

/** Two bids, then a turn of two actions with a variation to its first action, which goes on. */
function branched(): { tree: Tree; end: number; other: number } {
  const { tree, last } = treeOf([step('bid 3'), step('bid 0', 1), step('sow a1 b1Y', 2, 4), step('end', 2)]);
  const first = addStep(tree, 2, step('sow c1 d1W', 2, 9));
  const second = addStep(first.tree, first.id, step('end', 2));
  return { tree: second.tree, end: last, other: second.id };
}

test('another action adds a variation, and the same action finds the one that is there', () => {
  const { tree, end, other } = branched();
  expect(actionsTo(tree, end)).toEqual(['bid 3', 'bid 0', 'sow a1 b1Y', 'end']);
  expect(actionsTo(tree, other)).toEqual(['bid 3', 'bid 0', 'sow c1 d1W', 'end']);
  expect(addStep(tree, 2, step('sow a1 b1Y'))).toEqual({ tree, id: 3 });
});

test('the list has a row for each turn, and variations after the turn they replace', () => {
  const { tree, end, other } = branched();
  const after = addStep(tree, end, step('bid 5', 3)).tree;
  const rows = (of: Tree): unknown[] => rowsOf(of).map(({ label, depth, points, ids }) => [label, depth, points, ids.length]);
  expect(rows(after)).toEqual([
    ['bid 3', 0, 0, 1],
    ['bid 0', 0, 0, 1],
    ['sow a1 b1Y', 0, 4, 2],
    ['sow c1 d1W', 1, 9, 2],
    ['bid 5', 0, 0, 1],
  ]);
  const turned = makeMain(after, other);
  expect([isMain(after, other), isMain(turned, other), isMain(turned, end)]).toEqual([false, true, false]);
  expect(rows(turned).slice(2)).toEqual([
    ['sow c1 d1W', 0, 9, 2],
    ['sow a1 b1Y', 1, 4, 2],
    ['bid 5', 1, 0, 1],
  ]);
});

test('deleting a variation keeps the line, and the other way round', () => {
  const { tree, end, other } = branched();
  expect(rowsOf(remove(tree, 5)).map(({ label }) => label)).toEqual(['bid 3', 'bid 0', 'sow a1 b1Y']);
  expect(rowsOf(remove(tree, 3)).map(({ label }) => label)).toEqual(['bid 3', 'bid 0', 'sow c1 d1W']);
  expect(remove(tree, 5).nodes[other]).toBeUndefined();
  expect(remove(tree, 5).nodes[end]).toBeDefined();
  expect(remove(tree, ROOT)).toBe(tree);
});

test('comments stand after their actions in a record', () => {
  const { tree, other } = branched();
  const commented = setComment(setComment(tree, ROOT, 'Before.'), other, 'One.\nTwo.');
  const record = 'naqala record 1\nplayers 2\nactions 4\nbid 3\nbid 0\nsow c1 d1W\nend\n';
  expect(withComments(record, commented, other)).toBe(
    'naqala record 1\nplayers 2\nactions 4\n# Before.\nbid 3\nbid 0\nsow c1 d1W\nend\n# One.\n# Two.\n',
  );
  // A move that was played in steps is one line of the record.
  const shorter = record.replace('end\n', '');
  expect(withComments(shorter, commented, other)).toBe(shorter);
});

test('an exploration is stored and loaded, and broken ones are left out', () => {
  const { tree, end } = branched();
  const saved = { id: 'a', title: 'A game', text: 'naqala record 1', tree, current: end };
  expect(save(saved)).toBe(true);
  for (const id of 'bcdefg') expect(save({ ...saved, id })).toBe(true);
  expect(loadSaved().map(({ id }) => id)).toEqual([...'gfedcb']);
  expect(loadSaved()[0]).toEqual({ ...saved, id: 'g' });
  const cyclic = { ...tree, nodes: { ...tree.nodes, 4: { ...tree.nodes[4]!, children: [3] } } };
  expect(parseTree(structuredClone(tree))).toEqual(tree);
  for (const broken of [null, 7, {}, { nodes: {}, next: 1 }, cyclic]) expect(parseTree(broken)).toBeNull();
  localStorage.setItem('naqala.explorations', JSON.stringify([saved, { ...saved, tree: cyclic }, 7]));
  expect(loadSaved()).toEqual([saved]);
});

test('on a full disk the oldest explorations are given up, and a failure is reported', () => {
  const { tree } = branched();
  const saved = { id: 'a', title: '', text: '', tree, current: 0 };
  const sizes: number[] = [];
  let room = 1;
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify([saved]),
    setItem: (_: string, text: string) => {
      sizes.push((JSON.parse(text) as unknown[]).length);
      if (sizes.at(-1)! > room) throw new Error('full');
    },
  });
  expect([save({ ...saved, id: 'b' }), sizes]).toEqual([true, [2, 1]]);
  room = 0;
  expect(save({ ...saved, id: 'c' })).toBe(false);
  vi.unstubAllGlobals();
});
