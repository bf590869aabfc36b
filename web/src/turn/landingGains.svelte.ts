// What a landing would bring at once: asked for as soon as somebody looks at it, before it is chosen.

import type { LandingGain } from '../protocol';
import type { Table } from '../live/table.svelte';

/** How long a pointer must rest on a landing before the server is asked. */
const REST = 120;

/** What is known of the move whose landings are looked at. */
interface Beginning {
  readonly start: string;
  /** The drops so far. */
  readonly after: string[];
  landsOn(tile: string): boolean;
}

export class LandingGains {
  /** By landing, for one position and one beginning of a move. */
  private known = $state.raw<{ moment: string; gains: Record<string, LandingGain[]> }>({ moment: '', gains: {} });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly move: Beginning,
  ) {}

  /** Somebody looks at a tile, or no longer at any. */
  look(tile: string): void {
    clearTimeout(this.timer);
    if (!this.move.landsOn(tile) || this.at(tile) !== null) return;
    this.timer = setTimeout(() => void this.ask(tile), REST);
  }

  /** The most points that the move brings where it ends on a tile; null while they are not known. */
  at(tile: string): number | null {
    const gains = this.known.moment === this.moment ? this.known.gains[tile] : undefined;
    return gains?.length ? Math.max(...gains.map((gain) => gain.points)) : null;
  }

  private async ask(tile: string): Promise<void> {
    const { moment } = this;
    const { start, after } = this.move;
    const answer = await this.table.ask({ type: 'ask', what: 'gains', start, tile, after }).catch(() => null);
    if (!answer || moment !== this.moment) return;
    const gains = this.known.moment === moment ? this.known.gains : {};
    this.known = { moment, gains: { ...gains, [tile]: answer.gains } };
  }

  private get moment(): string {
    return [this.table.scene.actions, this.move.start, ...this.move.after].join(' ');
  }
}
