// The table as it was at a moment of its replay.

import type { Scene } from '../protocol';
import { NO_SCENE } from '../live/empty';
import { Table } from '../live/table.svelte';

/** What everybody saw then. Nobody sits at it, so nothing of it can be touched, and no clock runs. */
export class ReplayTable extends Table {
  constructor(name: string) {
    super(name, false);
  }

  /** Show a moment of a table that is followed. */
  show(now: Table, scene: Scene | null): void {
    // Who is away today says nothing about that moment.
    this.info = now.info && { ...now.info, seats: now.info.seats.map((seat) => ({ ...seat, state: 'here', handed: false })) };
    this.land = now.land;
    this.whimCards = now.whimCards;
    this.scene = scene ? { ...scene, clock: null } : NO_SCENE;
  }
}
