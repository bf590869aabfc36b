// Previews the track after a bid while the bid is hovered or chosen.

import type { Choice, GameEvent } from '../protocol';
import type { Selection } from './selection.svelte';
import type { TurnContext } from './context';

/** The track after a bid. */
export interface TrackState {
  /** The seat on each spot, or -1. */
  spots: number[];
  /** The spot that the bid takes. */
  placed: number;
  /** The new spots of the markers that the bid pushes back. */
  pushed: number[];
}

/** The track after the events of a bid; null if they contain none. */
export function trackAfter(spots: readonly number[], events: GameEvent[]): TrackState | null {
  const after = { spots: [...spots], placed: -1, pushed: [] as number[] };
  for (const event of events) {
    if (event.type !== 'Pushed' && event.type !== 'BidPlaced') continue;
    const { seat, spot } = event;
    if (event.type === 'Pushed') {
      // The marker comes from the next spot, which another marker or the new bid takes.
      after.spots[spot + 1] = -1;
      after.pushed.push(spot);
    } else after.placed = spot;
    after.spots[spot] = seat;
  }
  return after.placed < 0 ? null : after;
}

export class BidPreview {
  private hoveredKey = $state('');
  private cache = $state.raw<Record<string, GameEvent[]>>({});

  constructor(
    private readonly context: TurnContext,
    private readonly selection: Pick<Selection, 'chosen'>,
  ) {}

  /** Whether the player has to bid now. */
  get bidding(): boolean {
    return this.context.choices.of('bid').length > 0;
  }

  /** Set the hovered or focused bid, and load its preview. */
  async hover(bid: Choice | null): Promise<void> {
    const key = bid ? this.key(bid.action) : '';
    if (key === this.hoveredKey) return;
    this.hoveredKey = key;
    if (!bid || key in this.cache) return;
    const { hoveredKey } = this;
    const answer = await this.context.table.ask({ type: 'ask', what: 'preview', actions: [bid.action] }).catch(() => null);
    if (answer) this.cache = { ...this.cache, [hoveredKey]: answer.events };
  }

  /** The track after the hovered bid, else after the chosen one. */
  get track(): TrackState | null {
    if (!this.bidding) return null;
    const events = this.cache[this.hoveredKey] ?? (this.selection.chosen ? this.context.preview.current?.events : null);
    return events ? trackAfter(this.context.table.scene.spots, events) : null;
  }

  /** The cache key: previews are valid for one position only. */
  private key(action: string): string {
    return `${this.context.table.scene.actions} ${action}`;
  }
}
