// Rows of things that explain themselves, for those who use the keyboard.

import { EXPLAINS } from './explain.svelte';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** An action on a row: Tab stops at it once, arrows walk from thing to thing. Buttons in it stay stops of their own. */
export function walks(row: HTMLElement): { destroy(): void } {
  const stop = new AbortController();
  const things = (): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(`[${EXPLAINS}]`)];

  /** One thing can be reached by Tab: the one that was, as long as it lies there. */
  function settle(wished?: HTMLElement): void {
    const still = things().filter((each) => each.tagName !== 'BUTTON');
    const reached = still.find((each) => each === wished) ?? still.find((each) => each.tabIndex === 0) ?? still[0];
    for (const each of still) each.tabIndex = each === reached ? 0 : -1;
  }

  function walk(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = things();
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]!.focus();
  }

  row.addEventListener('keydown', walk, { signal: stop.signal });
  row.addEventListener('focusin', (event) => settle(event.target as HTMLElement), { signal: stop.signal });
  const changes = new MutationObserver(() => settle());
  changes.observe(row, { childList: true, subtree: true });
  settle();

  return {
    destroy() {
      stop.abort();
      changes.disconnect();
    },
  };
}
