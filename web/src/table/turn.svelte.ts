// The turn as it is being planned: what is chosen so far, and what it would bring.
//
// A page knows no rules. What can be chosen is told by the server: `choices` of the seat in turn,
// and after a planned step those of its preview. A move is planned here, step by step or from its
// end, and sent as one `sow`; everything else is one choice of the list.

import type { LogEntry } from '../protocol';
import { Move } from './move.svelte';
import { Outlook } from './outlook.svelte';
import { dropsOf } from './steps';
import type { Table } from './table.svelte';

export class Turn extends Move {
  /** What the bid that is looked at would do to the track. */
  readonly outlook = new Outlook(this);
  private readonly stop: () => void;

  constructor(table: Table) {
    super(table);
    this.stop = table.onHappened((entries) => this.follow(entries));
  }

  close(): void {
    this.stop();
  }

  /** Whether anything is planned or touched. */
  get planning(): boolean {
    return Boolean(this.start || this.open || this.wish || this.chosen || this.tile || this.djinn || this.item || this.places.length || this.cards.length);
  }

  /** Whether a place on the track is to be chosen now. */
  get bidding(): boolean {
    return this.of('bid').length > 0;
  }

  /** A tile was touched. */
  pick(tile: string): void {
    this.problem = null;
    if (this.sowing) return void this.pickDrop(tile);
    if (this.moving && !this.aiming) return void this.pickMove(tile);
    this.pickTarget(tile);
  }

  /** Send what is planned or chosen. */
  async commit(): Promise<void> {
    if (this.whole) await this.act(this.move);
    else if (this.chosen) await this.act(this.chosen.action);
  }

  /** Show a turn that was advised: its move as a plan, anything else as what is chosen. */
  plan(actions: string[]): void {
    this.forget();
    const first = actions[0] ?? '';
    if (first.startsWith('sow ')) {
      this.start = first.split(' ')[1] ?? '';
      this.steps = dropsOf(first);
      this.ways = [this.steps];
      void this.look();
      void this.survey();
    } else {
      const choice = this.choices.find((each) => each.action === first);
      if (choice) this.propose(choice);
    }
  }

  /** Play some actions one after the other, as far as they are accepted. */
  async play(actions: string[]): Promise<void> {
    for (const action of actions) if (!(await this.act(action))) return;
  }

  /** The game went on: what was planned for the position before means nothing any more. */
  private follow(entries: LogEntry[]): void {
    if (entries.some((entry) => entry.kind === 'act' || entry.kind === 'undo')) this.forget();
  }
}
