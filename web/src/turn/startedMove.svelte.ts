// Where a move that was begun at the server can still end: a plan's preview tells it, a step that was sent does not.

import type { OutcomeScene } from '../protocol';
import type { Table } from '../live/table.svelte';

export class StartedMove {
  private known = $state.raw<{ moment: string; outcomes: OutcomeScene[] }>({ moment: '', outcomes: [] });
  private asked = '';

  constructor(private readonly table: Table) {}

  /** Ask for the ends, once after each step; of a move that flies they are not told. */
  async look(): Promise<void> {
    const { moment } = this;
    if (!moment || moment === this.asked) return;
    this.asked = moment;
    const answer = await this.table.ask({ type: 'ask', what: 'outcomes' }).catch(() => null);
    if (moment !== this.asked) return;
    if (answer) this.known = { moment, outcomes: answer.outcomes };
    // Perhaps nobody was there: whoever comes back may ask again.
    else this.asked = '';
  }

  /** The ends of the move as it stands now. */
  get outcomes(): OutcomeScene[] {
    return this.moment && this.known.moment === this.moment ? this.known.outcomes : [];
  }

  /** The step after which it is asked; none where no move is begun, or somebody else's. */
  private get moment(): string {
    const { asked, myTurn, covered, scene } = this.table;
    if (!myTurn || covered || asked?.decision !== 'Sowing') return '';
    return [scene?.actions, asked.start, ...asked.path].join(' ');
  }
}
