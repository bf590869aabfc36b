// What is said at a table, and how much of it was not read yet.

import type { LogEntry } from '../protocol';
import type { Table } from '../live/table.svelte';

export class Chat {
  /** How many messages of others came since somebody looked. */
  unread = $state(0);
  /** Whether the messages are on the screen: then they are read as they come. */
  open = false;
  private readonly stop: () => void;

  constructor(readonly table: Table) {
    this.stop = table.onEntries((entries) => {
      if (!this.open) this.unread += entries.filter((entry) => entry.kind === 'said' && !this.mine(entry)).length;
    });
  }

  close(): void {
    this.stop();
  }

  get messages(): LogEntry[] {
    return this.table.log.filter((entry) => entry.kind === 'said');
  }

  /** Whether a message is this page's own. */
  mine(message: LogEntry): boolean {
    return this.table.seats.includes(message.seat);
  }

  /** Everything that is there is being read, until `leave`. */
  read(): void {
    this.open = true;
    this.unread = 0;
  }

  leave(): void {
    this.open = false;
  }
}
