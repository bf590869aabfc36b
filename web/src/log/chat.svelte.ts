// What is said at a table, and how much of it was not read yet.

import type { LogEntry } from '../protocol';
import type { Table } from '../live/table.svelte';

export class Chat {
  /** How many messages of others came since somebody looked. */
  unread = $state(0);
  /** Whether the messages are on the screen: then they are read as they come. */
  visible = false;
  private readonly unsubscribe: () => void;

  constructor(readonly table: Table) {
    this.unsubscribe = table.onHappened((entries) => {
      if (!this.visible) this.unread += entries.filter((entry) => entry.kind === 'said' && !this.isOwn(entry)).length;
    });
  }

  close(): void {
    this.unsubscribe();
  }

  get messages(): LogEntry[] {
    return this.table.log.filter((entry) => entry.kind === 'said');
  }

  /** Whether a message is this page's own. */
  isOwn(message: LogEntry): boolean {
    return this.table.seats.includes(message.seat);
  }

  /** Everything that is there is being read, until `leave`. */
  show(): void {
    this.visible = true;
    this.unread = 0;
  }

  hide(): void {
    this.visible = false;
  }
}
