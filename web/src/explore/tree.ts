// The tree of variations: a node is an action, the root is the position that was opened. Trees are never changed; every
// function returns a new one.

import type { ExploredStep } from '../protocol';

export interface TreeNode {
  /** Null at the root. */
  step: ExploredStep | null;
  parent: number;
  /** The first one continues the line; the others are variations. */
  children: number[];
  comment: string;
}

export interface Tree {
  nodes: Record<number, TreeNode>;
  /** The number of the next node. */
  next: number;
}

export const ROOT = 0;
export const MAX_NODES = 3000;
export const MAX_COMMENT = 400;

export function newTree(comment = ''): Tree {
  return { nodes: { [ROOT]: { step: null, parent: ROOT, children: [], comment: comment.slice(0, MAX_COMMENT) } }, next: 1 };
}

/** A tree with one line. */
export function treeOf(steps: ExploredStep[], comment = ''): { tree: Tree; last: number } {
  const tree = newTree(comment);
  let last = ROOT;
  for (const step of steps) {
    const id = tree.next++;
    tree.nodes[id] = { step, parent: last, children: [], comment: step.comment.slice(0, MAX_COMMENT) };
    tree.nodes[last]!.children.push(id);
    last = id;
  }
  return { tree, last };
}

/** Add a step after a node. A step that is there already is found instead, so nothing is overwritten. */
export function addStep(tree: Tree, parent: number, step: ExploredStep): { tree: Tree; id: number } {
  const node = tree.nodes[parent]!;
  const known = node.children.find((id) => tree.nodes[id]!.step?.action === step.action);
  if (known !== undefined) return { tree, id: known };
  const id = tree.next;
  return {
    id,
    tree: {
      next: id + 1,
      nodes: {
        ...tree.nodes,
        [parent]: { ...node, children: [...node.children, id] },
        [id]: { step, parent, children: [], comment: step.comment },
      },
    },
  };
}

/** The nodes from the first action to this one. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at !== ROOT && tree.nodes[at]; at = tree.nodes[at]!.parent) path.unshift(at);
  return path;
}

export const actionsTo = (tree: Tree, id: number): string[] => pathTo(tree, id).map((each) => tree.nodes[each]!.step!.action);

export function setComment(tree: Tree, id: number, comment: string): Tree {
  return { ...tree, nodes: { ...tree.nodes, [id]: { ...tree.nodes[id]!, comment: comment.slice(0, MAX_COMMENT) } } };
}

/** Replace the steps of some nodes, such as their labels in another language. */
export function relabel(tree: Tree, ids: number[], steps: ExploredStep[]): Tree {
  const nodes = { ...tree.nodes };
  ids.forEach((id, nth) => {
    const step = steps[nth];
    if (nodes[id] && step) nodes[id] = { ...nodes[id], step };
  });
  return { ...tree, nodes };
}

/** Make the line to a node the main line. */
export function makeMain(tree: Tree, id: number): Tree {
  const nodes = { ...tree.nodes };
  for (const each of pathTo(tree, id)) {
    const parent = nodes[each]!.parent;
    const children = nodes[parent]!.children;
    nodes[parent] = { ...nodes[parent]!, children: [each, ...children.filter((other) => other !== each)] };
  }
  return { ...tree, nodes };
}

/** Whether the line to a node is the main line. */
export const isMain = (tree: Tree, id: number): boolean =>
  pathTo(tree, id).every((each) => tree.nodes[tree.nodes[each]!.parent]!.children[0] === each);

/** Remove a node with everything that follows. */
export function remove(tree: Tree, id: number): Tree {
  if (id === ROOT) return tree;
  const nodes = { ...tree.nodes };
  const drop = (each: number): void => {
    nodes[each]?.children.forEach(drop);
    delete nodes[each];
  };
  const parent = nodes[id]!.parent;
  drop(id);
  nodes[parent] = { ...nodes[parent]!, children: nodes[parent]!.children.filter((each) => each !== id) };
  return { ...tree, nodes };
}

export const isFull = (tree: Tree): boolean => Object.keys(tree.nodes).length >= MAX_NODES;

/** A line of the list: the actions of one turn. */
export interface Row {
  ids: number[];
  label: string;
  seat: number;
  round: number;
  points: number;
  /** How deep it is in variations; 0 on the main line. */
  depth: number;
  comment: string;
}

/** The tree as a list: after each turn of a line come the variations to it, then the line goes on. */
export function rowsOf(tree: Tree): Row[] {
  const rows: Row[] = [];
  const first = (id: number): number | undefined => tree.nodes[id]!.children[0];
  function line(start: number | undefined, depth: number): void {
    for (let at = start; at !== undefined;) {
      const ids = [at];
      const turn = tree.nodes[at]!.step!.turn;
      for (let next = first(at); next !== undefined && tree.nodes[next]!.step!.turn === turn; next = first(next)) ids.push(next);
      rows.push(rowOf(tree, ids, depth));
      for (const id of ids) {
        const siblings = tree.nodes[tree.nodes[id]!.parent]!.children;
        if (siblings[0] === id) siblings.slice(1).forEach((other) => line(other, depth + 1));
      }
      at = first(ids.at(-1)!);
    }
  }
  line(first(ROOT), 0);
  return rows;
}

function rowOf(tree: Tree, ids: number[], depth: number): Row {
  const steps = ids.map((id) => tree.nodes[id]!.step!);
  const move = steps.find(({ action }) => /^(sow|bid) /.test(action)) ?? steps[0]!;
  return {
    ids,
    label: move.label,
    seat: move.seat,
    round: move.round,
    points: steps.reduce((sum, step) => sum + step.points, 0),
    depth,
    comment: ids
      .map((id) => tree.nodes[id]!.comment)
      .filter(Boolean)
      .join(' '),
  };
}

/** A record with the comments of a line; they stand after their actions. */
export function withComments(record: string, tree: Tree, id: number): string {
  const path = [ROOT, ...pathTo(tree, id)];
  const written = (at: number): string[] => {
    const comment = tree.nodes[at]?.comment ?? '';
    return comment ? comment.split(/\s*\n\s*/).map((part) => `# ${part}`) : [];
  };
  const start = /^actions[^\n]*\n/m.exec(record);
  const bodyAt = start ? start.index + start[0].length : record.length;
  const head = record.slice(0, bodyAt);
  const actions = record.slice(bodyAt).split('\n').filter(Boolean);
  // A move that was played drop by drop is one line of the record, so the lines may not match.
  if (actions.length !== path.length - 1) return record;
  const lines = path.flatMap((at, nth) => [...(nth ? [actions[nth - 1]!] : []), ...written(at)]);
  return `${head}${lines.join('\n')}\n`;
}

/** A stored tree; null if it is not one. */
export function parseTree(value: unknown): Tree | null {
  if (typeof value !== 'object' || value === null) return null;
  const { nodes, next } = value as Partial<Tree>;
  if (typeof next !== 'number' || typeof nodes !== 'object' || nodes === null || !nodes[ROOT]) return null;
  for (const [key, node] of Object.entries(nodes)) {
    const root = key === String(ROOT);
    const sound =
      Array.isArray(node?.children) &&
      node.children.every((child) => nodes[child]?.parent === Number(key) && child > Number(key) && child < next) &&
      typeof node.comment === 'string' &&
      typeof nodes[node.parent] === 'object' &&
      (root ? node.step === null : typeof node.step?.action === 'string' && typeof node.step.turn === 'number');
    if (!sound) return null;
  }
  return { nodes, next };
}
