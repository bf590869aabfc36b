// The explorations of this browser, the latest first.

import { parseTree, type Tree } from './tree';

export interface Saved {
  id: string;
  title: string;
  /** The record or position that was opened. */
  text: string;
  tree: Tree;
  /** The node that was shown last. */
  current: number;
}

const KEY = 'naqala.explorations';
const MAX_SAVED = 6;

export function loadSaved(): Saved[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.map(parse).filter((each) => each !== null) : [];
  } catch {
    return [];
  }
}

function parse(value: unknown): Saved | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, title, text, current, tree } = value as Partial<Saved>;
  const parsed = parseTree(tree);
  if (typeof id !== 'string' || typeof title !== 'string' || typeof text !== 'string' || !parsed) return null;
  return { id, title, text, tree: parsed, current: typeof current === 'number' && parsed.nodes[current] ? current : 0 };
}

/** Store an exploration in front of the others. Returns whether the browser accepted it. */
export function save(exploration: Saved): boolean {
  const others = loadSaved().filter((each) => each.id !== exploration.id);
  // On a full disk, the oldest ones are given up first.
  for (let kept = Math.min(others.length, MAX_SAVED - 1); kept >= 0; kept--) {
    try {
      localStorage.setItem(KEY, JSON.stringify([exploration, ...others.slice(0, kept)]));
      return true;
    } catch {
      // Try again with fewer.
    }
  }
  return false;
}
