// The chat messages of a table and the unread count.

import type { LogEntry } from '../protocol';
import type { Table } from '../live/table.svelte';

export class Chat {
  /** The number of others' messages since the chat was last visible. */
  unread = $state(0);
  /** While visible, new messages are not counted as unread. */
  visible = false;
  private readonly unsubscribe: () => void;

  constructor(readonly table: Table) {
    this.unsubscribe = table.onEntries((entries) => {
      if (!this.visible) this.unread += entries.filter((entry) => entry.kind === 'said' && !this.isOwn(entry)).length;
    });
  }

  close(): void {
    this.unsubscribe();
  }

  get messages(): LogEntry[] {
    return this.table.log.filter((entry) => entry.kind === 'said');
  }

  /** Whether a message was sent from a seat of this page. */
  isOwn(message: LogEntry): boolean {
    return this.table.seats.includes(message.seat);
  }

  show(): void {
    this.visible = true;
    this.unread = 0;
  }

  hide(): void {
    this.visible = false;
  }
}
