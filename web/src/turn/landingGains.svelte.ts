// Loads the points that a move would gain by ending on the hovered tile.

import type { LandingGain } from '../protocol';
import type { Table } from '../live/table.svelte';

/** How long a tile must be hovered before the server is asked. */
const HOVER_DELAY = 120;

/** The part of a move that is already planned. */
interface MoveStart {
  readonly start: string;
  /** The drops so far, in notation. */
  readonly after: string[];
  landsOn(tile: string): boolean;
}

export class LandingGains {
  /** The gains by tile, for one position and one planned start of a move. */
  private cache = $state.raw<{ key: string; gains: Record<string, LandingGain[]> }>({ key: '', gains: {} });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly move: MoveStart,
  ) {}

  /** Set the hovered tile, or none. */
  hover(tile: string): void {
    clearTimeout(this.timer);
    if (!this.move.landsOn(tile) || this.at(tile) !== null) return;
    this.timer = setTimeout(() => void this.ask(tile), HOVER_DELAY);
  }

  /** The best gain of ending the move on a tile; null until it is loaded. */
  at(tile: string): LandingGain | null {
    const gains = this.cache.key === this.key ? this.cache.gains[tile] : undefined;
    const most = (gain: LandingGain): number => gain.points + (gain.extra_points.at(-1) ?? 0);
    return gains?.length ? gains.reduce((best, gain) => (most(gain) > most(best) ? gain : best)) : null;
  }

  private async ask(tile: string): Promise<void> {
    const { key } = this;
    const { start, after } = this.move;
    const answer = await this.table.ask({ type: 'ask', what: 'gains', start, tile, after }).catch(() => null);
    if (!answer || key !== this.key) return;
    const gains = this.cache.key === key ? this.cache.gains : {};
    this.cache = { key, gains: { ...gains, [tile]: answer.gains } };
  }

  private get key(): string {
    return [this.table.scene.actions, this.move.start, ...this.move.after].join(' ');
  }
}
