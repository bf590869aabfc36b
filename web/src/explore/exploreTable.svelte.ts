// The table of an exploration: this page plays all seats, and undo goes back in the tree.

import type { Accepted, AnyCommand, Explored, Private, ToPage } from '../protocol';
import { say } from '../state/words.svelte';
import { Table } from '../live/table.svelte';
import { Refusal } from '../wire/api';
import type { Unsent } from '../wire/connection';

/** Whoever keeps the tree. */
export interface TreeKeeper {
  /** A connection was made. Its table has a new game, so the position must be opened again. */
  connected(): void;
  /** The node on the table. */
  readonly current: number;
  readonly canGoBack: boolean;
  back(): Promise<void>;
  /** An action was played after a node. */
  acted(parent: number, explored: Explored): void;
}

export class ExploreTable extends Table {
  private latest: Explored | null = null;
  private connections = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly keeper: TreeKeeper) {
    super('new', 'explore');
  }

  /** All seats are played by whoever looks at the page. */
  override get covered(): boolean {
    return false;
  }

  override get own(): Private {
    const undo = { steps: this.keeper.canGoBack ? 1 : 0, turn: 0, closed: '', reason: say('explore.at_start') };
    return { ...super.own, undo };
  }

  /** Open a text, or another line from the same start: keep some actions of the line and play others. */
  open(text: string, keep: number, actions: string[]): Promise<Explored> {
    return this.inOrder(async () => {
      this.refreshing = true;
      try {
        await this.openConnection.ask({ type: 'open', text, keep, actions });
      } catch (error) {
        this.refreshing = false;
        throw error;
      }
      return this.latest!;
    });
  }

  override async send(send: Unsent<AnyCommand>): Promise<Accepted> {
    if (send.type === 'undo') {
      await this.keeper.back();
      return { type: 'accepted', id: '', number: this.number, secret: '', seat: -1, table: '' };
    }
    const { current } = this.keeper;
    const accepted = await this.inOrder(() => super.send(send));
    if (send.type === 'act') this.keeper.acted(current, this.latest!);
    return accepted;
  }

  /** Send one message after the other, so that each answer belongs to the line received last. */
  private inOrder<T>(request: () => Promise<T>): Promise<T> {
    const { connections } = this;
    const next = this.queue.then(async () => {
      const answer = await request();
      // It was sent again to another table.
      if (connections && connections !== this.connections) throw new Refusal('unreachable', '');
      return answer;
    });
    this.queue = next.catch(() => undefined);
    return next;
  }

  protected override receive(message: ToPage): void {
    if (message.type === 'explored') this.latest = message;
    super.receive(message);
    if (message.type === 'welcome' && this.connectionState !== 'open') {
      this.connections++;
      this.keeper.connected();
    }
  }
}
