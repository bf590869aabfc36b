// Announcements to screen readers, through one live region that changes at most once per second.

/** Older texts are dropped, because a long backlog would take minutes to read. */
const MAX_QUEUED = 12;
const INTERVAL_MS = 1000;

class AnnouncementQueue {
  /** The current content of the live region, with unique keys. */
  lines = $state.raw<{ key: number; text: string }[]>([]);
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  add(texts: string[]): void {
    this.queue = [...this.queue, ...texts.filter(Boolean)].slice(-MAX_QUEUED);
    if (this.timer === undefined && this.queue.length) this.flush();
  }

  /** Drop all announcements, so that those of one page are not read on the next. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.lines = [];
  }

  private flush(): void {
    this.timer = undefined;
    if (!this.queue.length) return;
    this.lines = this.queue.map((text) => ({ key: ++this.last, text }));
    this.queue = [];
    this.timer = setTimeout(() => this.flush(), INTERVAL_MS);
  }
}

export const announcements = new AnnouncementQueue();

/** Queue texts for the screen reader. */
export const announce = (...texts: string[]): void => announcements.add(texts);
