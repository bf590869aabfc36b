// Announcements to screen readers, through one live region that changes at most once per second.

/** Older texts are dropped, because a long backlog would take minutes to read. */
const MOST = 12;
const APART = 1000;

class Voice {
  /** The current content of the live region, with unique keys. */
  lines = $state.raw<{ key: number; text: string }[]>([]);
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  say(texts: string[]): void {
    this.waiting = [...this.waiting, ...texts.filter(Boolean)].slice(-MOST);
    if (this.timer === undefined && this.waiting.length) this.speak();
  }

  /** Drop all announcements, so that those of one page are not read on the next. */
  hush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.lines = [];
  }

  private speak(): void {
    this.timer = undefined;
    if (!this.waiting.length) return;
    this.lines = this.waiting.map((text) => ({ key: ++this.last, text }));
    this.waiting = [];
    this.timer = setTimeout(() => this.speak(), APART);
  }
}

export const voice = new Voice();

/** Queue texts for the screen reader. */
export const announce = (...texts: string[]): void => voice.say(texts);
