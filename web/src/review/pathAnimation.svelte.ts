// Draws the two paths of a decision one after the other, tile by tile.

import type { ReviewStep } from '../protocol';
import { settings } from '../state/settings.svelte';
import { pathOf, type Drawn } from './moments';

const TILE_MS = 420;
/** How many tiles' worth of time a finished path is shown alone. */
const PAUSE = 3;

const lengths = (step: ReviewStep | null): Drawn => ({
  played: pathOf(step?.played).tiles.length,
  better: pathOf(step?.better).tiles.length,
});

export class PathAnimation {
  /** How much of each path is drawn; null if nothing plays. */
  private frame = $state.raw<Drawn | null>(null);
  private timer: ReturnType<typeof setInterval> | undefined;

  get playing(): boolean {
    return this.frame !== null;
  }

  /** How many tiles of the paths of a decision are drawn now. */
  drawn(step: ReviewStep | null): Drawn {
    return this.frame ?? lengths(step);
  }

  stop(): void {
    clearInterval(this.timer);
    this.frame = null;
  }

  play(step: ReviewStep): void {
    this.stop();
    const { played, better } = lengths(step);
    const frames: Drawn[] = [];
    for (let tile = 1; tile <= played + PAUSE; tile++) frames.push({ played: Math.min(tile, played), better: 0 });
    for (let tile = 1; tile <= (better ? better + PAUSE : 0); tile++) frames.push({ played: 0, better: Math.min(tile, better) });
    const next = (): void => {
      const frame = frames.shift();
      if (frame) this.frame = frame;
      else this.stop();
    };
    next();
    this.timer = setInterval(next, TILE_MS / (settings.speed || 1));
  }
}
