// What screen readers are told: one voice for the whole page, at most one change in a second.

/** More at once would be heard for minutes. */
const MOST = 12;
const APART = 1000;

class Voice {
  /** What is being said, each with a key of its own. */
  lines = $state.raw<{ key: number; text: string }[]>([]);
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  say(texts: string[]): void {
    this.waiting = [...this.waiting, ...texts.filter(Boolean)].slice(-MOST);
    if (this.timer === undefined && this.waiting.length) this.speak();
  }

  /** Nothing of a page that was left is said on the next one. */
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

/** Let a screen reader say something when it is free. */
export const announce = (...texts: string[]): void => voice.say(texts);
