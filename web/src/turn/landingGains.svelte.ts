// What a landing would bring at once: asked for as soon as somebody looks at it, before it is chosen.

import type { LandingGain } from '../protocol';
import type { Table } from '../live/table.svelte';

/** How long a pointer must rest on a landing before the server is asked. */
const HOVER_DELAY = 120;

/** What is known of the move whose landings are looked at. */
interface MoveStart {
  readonly start: string;
  /** The drops so far. */
  readonly after: string[];
  landsOn(tile: string): boolean;
}

export class LandingGains {
  /** By landing, for one position and one beginning of a move. */
  private cache = $state.raw<{ key: string; gains: Record<string, LandingGain[]> }>({ key: '', gains: {} });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly move: MoveStart,
  ) {}

  /** Somebody looks at a tile, or no longer at any. */
  hover(tile: string): void {
    clearTimeout(this.timer);
    if (!this.move.landsOn(tile) || this.at(tile) !== null) return;
    this.timer = setTimeout(() => void this.ask(tile), HOVER_DELAY);
  }

  /** The most points that the move brings where it ends on a tile; null while they are not known. */
  at(tile: string): number | null {
    const gains = this.cache.key === this.key ? this.cache.gains[tile] : undefined;
    return gains?.length ? Math.max(...gains.map((gain) => gain.points)) : null;
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
