// Where a move that was begun at the server can still end: a plan's preview tells it, a step that was sent does not.

import type { OutcomeScene } from '../protocol';
import type { Table } from '../live/table.svelte';

export class StartedMove {
  private loaded = $state.raw<{ key: string; outcomes: OutcomeScene[] }>({ key: '', outcomes: [] });
  private requestedKey = '';

  constructor(private readonly table: Table) {}

  /** Ask for the ends, once after each step; of a move that flies they are not told. */
  async refresh(): Promise<void> {
    const { key } = this;
    if (!key || key === this.requestedKey) return;
    this.requestedKey = key;
    const answer = await this.table.ask({ type: 'ask', what: 'outcomes' }).catch(() => null);
    if (key !== this.requestedKey) return;
    if (answer) this.loaded = { key, outcomes: answer.outcomes };
    // Perhaps nobody was there: whoever comes back may ask again.
    else this.requestedKey = '';
  }

  /** The ends of the move as it stands now. */
  get outcomes(): OutcomeScene[] {
    return this.key && this.loaded.key === this.key ? this.loaded.outcomes : [];
  }

  /** The step after which it is asked; none where no move is begun, or somebody else's. */
  private get key(): string {
    const { asked, mine, covered, scene } = this.table;
    if (!mine || covered || asked?.decision !== 'Sowing') return '';
    return [scene?.actions, asked.start, ...asked.path].join(' ');
  }
}
