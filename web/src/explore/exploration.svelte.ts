// What is explored: the tree of variations, the node on the table, and their copy in this browser.

import type { Explored } from '../protocol';
import { Turn } from '../turn/turn.svelte';
import { say } from '../state/words.svelte';
import { errorText } from '../ui/errorText';
import type { Finding } from './editor.svelte';
import { ExploreTable, type TreeKeeper } from './exploreTable.svelte';
import { loadSaved, save, type Saved } from './saved';
import {
  actionsTo,
  addStep,
  isFull,
  makeMain,
  newTree,
  pathTo,
  relabel,
  remove,
  ROOT,
  setComment,
  treeOf,
  withComments,
  type Tree,
} from './tree';

/** The most bytes of a text; the server accepts messages of 16 KiB. */
const MAX_BYTES = 15_000;

/** A name for a new exploration. */
const newId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

export class Exploration implements TreeKeeper {
  readonly table: ExploreTable;
  readonly turn: Turn;
  title = $state('');
  tree = $state.raw<Tree>(newTree());
  current = $state(ROOT);
  /** The node whose position has arrived at the table. */
  arrived = $state(ROOT);
  /** The position on the table, as text. */
  position = $state('');
  /** Whether something was opened. */
  opened = $state(false);
  /** Why something could not be opened or done. */
  problem = $state('');
  /** Whether this browser did not store the last change. */
  unsaved = $state(false);
  private id = '';
  private text = '';
  /** The nodes of the server's line. */
  private line: number[] = [];
  private connectedBefore = false;

  /** `start` opens something when the first connection is made. */
  constructor(private readonly start: () => Promise<void>) {
    this.table = new ExploreTable(this);
    this.turn = new Turn(this.table);
  }

  close(): void {
    this.turn.close();
    this.table.close();
  }

  // --- Opening ---------------------------------------------------------------------------------

  connected(): void {
    if (!this.connectedBefore) {
      this.connectedBefore = true;
      void this.start();
    } else if (this.text) void this.reopen();
  }

  /** Open a record or a position. Returns whether it was accepted. */
  async openText(text: string, title: string, moment?: number): Promise<boolean> {
    this.problem = '';
    if (new Blob([text]).size > MAX_BYTES) {
      this.problem = say('explore.too_long');
      return false;
    }
    try {
      const explored = await this.table.open(text, -1, []);
      const { tree, last } = treeOf(explored.steps, explored.comment);
      this.show({ id: newId(), title, text, tree, current: last }, explored);
    } catch (error) {
      this.problem = errorText(error);
      return false;
    }
    if (moment !== undefined) await this.goTo(this.nodeAt(moment));
    return true;
  }

  /** Open an exploration of this browser. */
  async openSaved(saved: Saved): Promise<boolean> {
    this.problem = '';
    try {
      await this.table.open(saved.text, 0, []);
      const explored = await this.table.open('', 0, actionsTo(saved.tree, saved.current));
      this.show({ ...saved, tree: relabel(saved.tree, pathTo(saved.tree, saved.current), explored.steps) }, explored);
      return true;
    } catch (error) {
      this.problem = errorText(error);
      return false;
    }
  }

  private show({ id, title, text, tree, current }: Saved, explored: Explored): void {
    this.turn.reset();
    Object.assign(this, { id, title, text, tree, current });
    this.line = pathTo(tree, current);
    this.position = explored.position;
    this.arrived = current;
    this.opened = true;
    this.store();
  }

  private async reopen(): Promise<void> {
    const { id, title, text, tree, current } = this;
    await this.openSaved({ id, title, text, tree, current });
  }

  /** The last node of the main line that was played after at most so many actions of the game. */
  private nodeAt(moment: number): number {
    let at = ROOT;
    for (;;) {
      const next = this.tree.nodes[at]!.children[0];
      if (next === undefined || this.tree.nodes[next]!.step!.moment > moment) return at;
      at = next;
    }
  }

  // --- Going through the tree ---------------------------------------------------------------------

  get canGoBack(): boolean {
    return this.current !== ROOT;
  }

  get next(): number | undefined {
    return this.tree.nodes[this.current]?.children[0];
  }

  back(): Promise<void> {
    return this.goTo(this.tree.nodes[this.current]!.parent);
  }

  async forward(): Promise<void> {
    if (this.next !== undefined) await this.goTo(this.next);
  }

  async goTo(id: number): Promise<void> {
    if (!this.tree.nodes[id] || (id === this.current && this.position)) return;
    this.problem = '';
    this.turn.reset();
    const path = pathTo(this.tree, id);
    let kept = 0;
    while (kept < path.length && path[kept] === this.line[kept]) kept++;
    this.line = path;
    this.current = id;
    try {
      const explored = await this.table.open('', kept, actionsTo(this.tree, id).slice(kept));
      this.tree = relabel(this.tree, path.slice(explored.kept), explored.steps);
      if (this.current === id) {
        this.position = explored.position;
        this.arrived = id;
      }
      this.store();
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  acted(parent: number, explored: Explored): void {
    const step = explored.steps.at(-1);
    if (!step) return;
    if (isFull(this.tree)) {
      this.problem = say('explore.full');
      void this.reopen();
      return;
    }
    const { tree, id } = addStep(this.tree, parent, step);
    this.tree = tree;
    if (this.current === parent) {
      this.current = id;
      this.line = pathTo(tree, id);
      this.position = explored.position;
      this.arrived = id;
    }
    this.store();
  }

  // --- Changing the tree ----------------------------------------------------------------------------

  comment(id: number, text: string): void {
    this.tree = setComment(this.tree, id, text);
    this.store();
  }

  makeMain(id: number): void {
    this.tree = makeMain(this.tree, id);
    this.store();
  }

  async remove(id: number): Promise<void> {
    const { parent } = this.tree.nodes[id]!;
    if (pathTo(this.tree, this.current).includes(id)) await this.goTo(parent);
    this.tree = remove(this.tree, id);
    this.store();
  }

  private store(): void {
    const { id, title, text, tree, current } = this;
    this.unsaved = !save({ id, title, text, tree, current });
  }

  saved(): Saved[] {
    return loadSaved().filter((each) => each.id !== this.id);
  }

  /** The record of the line on the table, with its comments. */
  async record(): Promise<string> {
    const { text } = await this.table.ask({ type: 'ask', what: 'record' });
    return withComments(text, this.tree, this.current);
  }

  /** What is wrong with a position, and how it could be mended. */
  async check(text: string): Promise<Finding> {
    const { reason, odd, mend, text: mended } = await this.table.ask({ type: 'ask', what: 'check', text });
    return { problem: reason, odd, mend, mended };
  }
}
