// A table that shows one moment of a replay.

import type { Scene } from '../protocol';
import { EMPTY_SCENE } from '../live/placeholders';
import { effectiveEntries } from '../log/logLines';
import { Table } from '../live/table.svelte';

/** The public view of a moment. It has no connection, no own seats and no running clock, so nothing can be chosen. */
export class ReplayTable extends Table {
  constructor(name: string) {
    super(name, null);
  }

  /** Show a moment of a live table. */
  show(now: Table, scene: Scene | null): void {
    // Presence describes the live table, not the moment.
    this.info = now.info && { ...now.info, seats: now.info.seats.map((seat) => ({ ...seat, state: 'here', handed: false })) };
    this.land = now.land;
    this.whimCards = now.whimCards;
    this.scene = scene ? { ...scene, clock: null } : EMPTY_SCENE;
    const entries = effectiveEntries(now.log).filter((entry) => entry.kind === 'act' || entry.kind === 'started');
    this.log = entries.slice(0, entries.length - Math.max(0, now.scene.actions - (scene?.actions ?? 0)));
  }
}
