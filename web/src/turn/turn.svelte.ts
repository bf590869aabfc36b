// The player's turn while it is planned: the move, the selection and their preview.
//
// The page does not know the rules. The server lists the choices of the seat in turn, and previews list those that
// follow a planned step. A move is planned here and sent as one `sow`; everything else is one choice of the list.

import type { Choice, LogEntry } from '../protocol';
import type { Table } from '../live/table.svelte';
import type { Refusal } from '../wire/api';
import { BidPreview } from './bidPreview.svelte';
import { ChoiceList, type ChoiceOf, type TurnContext } from './context';
import { MovePlan } from './movePlan.svelte';
import { PreviewStore } from './preview.svelte';
import { Requests } from './requests.svelte';
import { Selection } from './selection.svelte';
import { dropsOf } from './steps';

export class Turn {
  readonly preview: PreviewStore;
  /** The planned move. A turn has a move or a selection, never both. */
  readonly move: MovePlan;
  readonly selection: Selection;
  readonly bids: BidPreview;
  private readonly list: ChoiceList;
  private readonly requests: Requests;
  private readonly unsubscribe: () => void;

  constructor(readonly table: Table) {
    const reset = (): void => this.reset();
    this.list = new ChoiceList(table);
    this.requests = new Requests(table, reset);
    // A move cannot go on without a preview; a selected choice can still be sent.
    this.preview = new PreviewStore(table, this.requests, () => {
      if (this.move.start) reset();
    });
    const context: TurnContext = { table, choices: this.list, requests: this.requests, preview: this.preview, reset };
    this.move = new MovePlan(context);
    this.selection = new Selection(context);
    this.bids = new BidPreview(context, this.selection);
    this.unsubscribe = table.onEntries((entries) => this.follow(entries));
  }

  close(): void {
    this.unsubscribe();
  }

  /** Everything that the seat in turn can choose; empty while others decide. */
  get choices(): Choice[] {
    return this.list.all;
  }

  /** The choices of some kinds. */
  of<Kind extends Choice['kind']>(...kinds: Kind[]): ChoiceOf<Kind>[] {
    return this.list.of(...kinds);
  }

  /** The last refusal, until the player does something else. */
  get problem(): Refusal | null {
    return this.requests.problem;
  }

  dismissProblem(): void {
    this.requests.dismissProblem();
  }

  /** Whether an action or an undo is on its way to the server. */
  get busy(): boolean {
    return this.requests.busy;
  }

  /** Whether anything is planned or selected. */
  get planning(): boolean {
    return this.move.active || this.selection.active;
  }

  /** Pick a tile: for the move, or for what is selected. */
  pick(tile: string): void {
    this.dismissProblem();
    if (this.move.sowing) void this.move.pickDrop(tile);
    else if (this.move.moving && !this.selection.aiming) void this.move.pickTile(tile);
    else this.selection.pickTile(tile);
  }

  /** Send the planned move or the chosen action. */
  async commit(): Promise<void> {
    if (this.move.complete) await this.act(this.move.action);
    else if (this.selection.chosen) await this.act(this.selection.chosen.action);
  }

  /** Send an action; the plan is cleared when it is accepted. */
  act(action: string): Promise<boolean> {
    return this.requests.act(action);
  }

  /** Undo the last action, or the whole turn. */
  undo(turn = false): Promise<void> {
    return this.requests.undo(turn);
  }

  /** Show a suggested turn: its move as a plan, anything else as the chosen action. */
  plan(actions: string[]): void {
    this.reset();
    const first = actions[0] ?? '';
    if (first.startsWith('sow ')) {
      this.move.suggest(first.split(' ')[1] ?? '', dropsOf(first));
    } else {
      const choice = this.choices.find((each) => each.action === first);
      if (choice) this.selection.propose(choice);
    }
  }

  /** Play some actions one after the other, until one is refused. */
  async play(actions: string[]): Promise<void> {
    for (const action of actions) if (!(await this.act(action))) return;
  }

  /** Clear everything that is planned or selected. */
  reset(): void {
    this.requests.cancel();
    this.preview.clear();
    this.selection.clear();
    this.move.clear();
  }

  /** Discard the plan when the position changes. */
  private follow(entries: LogEntry[]): void {
    if (entries.some((entry) => entry.kind === 'act' || entry.kind === 'undo')) this.reset();
  }
}
