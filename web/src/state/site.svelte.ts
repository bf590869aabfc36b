// The state of the site, which runs without a server: its engine and its storage. The page of a server never sets it.

export type EngineState = 'none' | 'loading' | 'ready' | 'newer' | 'broken';

class Site {
  /** `none` at a server. */
  engine = $state<EngineState>('none');
  /** How much of the engine is loaded, from 0 to 1. */
  progress = $state(0);
  /** Whether games outlive the page; some browsers store nothing in private windows. */
  stored = $state(true);
  /** Whether all files are stored, so that the site works without a network. */
  offline = $state(false);

  /** Whether this page runs without a server. */
  get alone(): boolean {
    return this.engine !== 'none';
  }

  /** Whether the engine cannot be used. */
  get failed(): boolean {
    return this.engine === 'newer' || this.engine === 'broken';
  }

  /** Ask the browser to keep the games when it runs out of space. Some browsers ask the player. */
  keepGames(): void {
    if (this.alone) void navigator.storage?.persist?.().catch(() => undefined);
  }
}

export const site = new Site();
