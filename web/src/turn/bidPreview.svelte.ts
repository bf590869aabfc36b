// What a bid would do to the track: shown as soon as somebody looks at it, before it is chosen.

import type { Choice, Happening } from '../protocol';
import type { Selection } from './selection.svelte';
import type { TurnContext } from './context';

/** The track as it would stand. */
export interface TrackState {
  /** The seat on each spot, or -1. */
  spots: number[];
  /** The spot that the bid takes. */
  placed: number;
  /** The spots where markers come to stand that the bid pushes later. */
  pushed: number[];
}

/** The spots after a bid, from the events that tell it. */
export function trackAfter(spots: readonly number[], events: Happening[]): TrackState | null {
  const after = { spots: [...spots], placed: -1, pushed: [] as number[] };
  for (const event of events) {
    if (event.type !== 'Pushed' && event.type !== 'BidPlaced') continue;
    const { seat, spot } = event;
    if (event.type === 'Pushed') {
      // It comes from the next spot, which another one takes in turn.
      after.spots[spot + 1] = -1;
      after.pushed.push(spot);
    } else after.placed = spot;
    after.spots[spot] = seat;
  }
  return after.placed < 0 ? null : after;
}

export class BidPreview {
  private hoveredKey = $state('');
  private cache = $state.raw<Record<string, Happening[]>>({});

  constructor(
    private readonly context: TurnContext,
    private readonly selection: Pick<Selection, 'chosen'>,
  ) {}

  /** Whether a place on the track is to be chosen now. */
  get bidding(): boolean {
    return this.context.choices.of('bid').length > 0;
  }

  /** Somebody looks at a bid, or no longer. */
  async hover(bid: Choice | null): Promise<void> {
    this.hoveredKey = bid ? this.key(bid.action) : '';
    if (!bid || this.hoveredKey in this.cache) return;
    const { hoveredKey } = this;
    const answer = await this.context.table.ask({ type: 'ask', what: 'preview', actions: [bid.action] }).catch(() => null);
    if (answer) this.cache = { ...this.cache, [hoveredKey]: answer.events };
  }

  /** The track after the bid that is looked at, else after the chosen one. */
  get track(): TrackState | null {
    if (!this.bidding) return null;
    const events = this.cache[this.hoveredKey] ?? (this.selection.chosen ? this.context.preview.current?.events : null);
    return events ? trackAfter(this.context.table.scene.spots, events) : null;
  }

  /** The same bid is another one as soon as the game has gone on. */
  private key(action: string): string {
    return `${this.context.table.scene.actions} ${action}`;
  }
}
