// The guided first game of this browser: its table, whether the coach is still there, the tips that were shown, and
// whether somebody has played here before.

const KEY = 'naqala.first';

interface Stored {
  table: string;
  /** Whether the coach explains the turns; afterwards there are only tips. */
  coached: boolean;
  /** Whether the coach has explained all turns, although nobody has sent it away. */
  explained: boolean;
  tips: string[];
  /** Whether other games were played here, so that no first game is offered. */
  played: boolean;
}

export function loadFirstGame(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Stored, unknown>> | null;
    const tips = Array.isArray(stored?.tips) ? stored.tips.filter((tip): tip is string => typeof tip === 'string') : [];
    return {
      table: typeof stored?.table === 'string' ? stored.table : '',
      coached: stored?.coached === true,
      explained: stored?.explained === true,
      tips,
      played: stored?.played === true,
    };
  } catch {
    return { table: '', coached: false, explained: false, tips: [], played: false };
  }
}

class FirstGame {
  private stored = $state.raw(loadFirstGame());

  /** Whether a guided game was ever begun here. */
  get begun(): boolean {
    return this.stored.table !== '';
  }

  /** Whether the coach has explained the guided game to its end, or was sent away. */
  get finished(): boolean {
    return this.begun && !this.stored.coached;
  }

  /** The table of a guided game that the coach still explains; else empty. */
  get unfinished(): string {
    return this.stored.coached ? this.stored.table : '';
  }

  /** Whether this is the table of the guided game. */
  isAt(table: string): boolean {
    return this.stored.table === table;
  }

  /** Whether the coach explains the turns at a table. */
  coaches(table: string): boolean {
    return this.stored.coached && this.isAt(table);
  }

  /** Whether other games were played here. */
  get played(): boolean {
    return this.stored.played;
  }

  markPlayed(): void {
    if (!this.played) this.store({ ...this.stored, played: true });
  }

  begin(table: string): void {
    this.store({ ...this.stored, table, coached: true, explained: false });
  }

  /** Whether the coach has explained all turns of the guided game. */
  get explained(): boolean {
    return this.stored.explained;
  }

  markExplained(): void {
    if (!this.explained) this.store({ ...this.stored, explained: true });
  }

  /** The coach leaves; the game goes on at the normal table. */
  dismissCoach(): void {
    this.store({ ...this.stored, coached: false });
  }

  hasSeen(tip: string): boolean {
    return this.stored.tips.includes(tip);
  }

  markSeen(tip: string): void {
    if (!this.hasSeen(tip)) this.store({ ...this.stored, tips: [...this.stored.tips, tip] });
  }

  private store(stored: Stored): void {
    this.stored = stored;
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // Without storage, the coach and the tips work until the page is closed.
    }
  }
}

export const firstGame = new FirstGame();
