// The adviser beside the board: its lines get better while it thinks, and stop when another position is shown.

import type { Hint } from '../protocol';
import { settings } from '../state/settings.svelte';
import { errorText } from '../ui/errorText';
import { Refusal } from '../wire/api';
import type { Exploration } from './exploration.svelte';

/** The efforts to ask for, one after the other. */
const EFFORTS = [1, 2, 3] as const;
/** How long a position must be shown before the adviser starts. */
const PAUSE_MS = 300;
/** How long to wait after the server refused a question because there were too many. */
const RETRY_MS = 4000;

interface Lines {
  effort: number;
  hints: Hint[];
}

export class Adviser {
  hints = $state.raw<Hint[]>([]);
  /** How much was examined for them: 0 to 3. */
  effort = $state(0);
  thinking = $state(false);
  problem = $state('');
  /** The line that is drawn on the board, or -1. */
  hovered = $state(-1);
  /** The lines of each node. */
  private known = new Map<number, Lines>();
  private run = 0;

  constructor(private readonly exploration: Exploration) {}

  /** Another text was opened. */
  forget(): void {
    this.known.clear();
  }

  stop(): void {
    this.run++;
    this.hints = [];
    this.effort = 0;
    this.thinking = false;
    this.problem = '';
    this.hovered = -1;
  }

  /** Think about the position on the table. */
  async start(): Promise<void> {
    this.stop();
    const { table, current } = this.exploration;
    const run = this.run;
    if (!settings.adviser || !table.myTurn) return;
    const known = this.known.get(current);
    if (known) this.take(known);
    this.thinking = this.effort < EFFORTS.length;
    await wait(PAUSE_MS);
    for (const effort of EFFORTS) {
      if (run !== this.run) return;
      if (effort <= this.effort) continue;
      const lines = await this.ask(effort, run);
      if (run !== this.run) return;
      if (!lines) break;
      this.known.set(current, lines);
      this.take(lines);
    }
    this.thinking = false;
  }

  private take({ effort, hints }: Lines): void {
    this.effort = effort;
    this.hints = hints;
  }

  /** Null if there is no answer. */
  private async ask(effort: 1 | 2 | 3, run: number): Promise<Lines | null> {
    while (run === this.run) {
      try {
        const { hints } = await this.exploration.table.ask({ type: 'ask', what: 'hint', effort });
        this.problem = '';
        return { effort, hints };
      } catch (error) {
        if (run !== this.run) return null;
        this.problem = errorText(error);
        if (!(error instanceof Refusal) || error.code !== 'too_many') return null;
        await wait(RETRY_MS);
      }
    }
    return null;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
