// The possible ends of a move that is partly played on the server, for which there is no preview to list them.

import type { OutcomeScene } from '../protocol';
import type { Table } from '../live/table.svelte';

export class StartedMove {
  private loaded = $state.raw<{ key: string; outcomes: OutcomeScene[] }>({ key: '', outcomes: [] });
  private requestedKey = '';

  constructor(private readonly table: Table) {}

  /** Load the ends, once after each step. The server lists none for a flying move. */
  async refresh(): Promise<void> {
    const { key } = this;
    if (!key || key === this.requestedKey) return;
    this.requestedKey = key;
    const answer = await this.table.ask({ type: 'ask', what: 'outcomes' }).catch(() => null);
    if (key !== this.requestedKey) return;
    if (answer) this.loaded = { key, outcomes: answer.outcomes };
    // Allow another attempt, for example after a reconnection.
    else this.requestedKey = '';
  }

  /** The ends of the move in the current position; empty until they are loaded. */
  get outcomes(): OutcomeScene[] {
    return this.key && this.loaded.key === this.key ? this.loaded.outcomes : [];
  }

  /** Identifies the position; empty unless an own move is partly played. */
  private get key(): string {
    const { asked, myTurn, covered, scene } = this.table;
    if (!myTurn || covered || asked?.decision !== 'Sowing') return '';
    return [scene?.actions, asked.start, ...asked.path].join(' ');
  }
}
