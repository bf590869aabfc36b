// Rows of things that explain themselves, for those who use the keyboard.

import { TOOLTIP_ATTRIBUTE } from './tooltip.svelte';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** An action on a row: Tab stops at it once, arrows walk from thing to thing. Buttons in it stay stops of their own. */
export function rovingTabindex(row: HTMLElement): { destroy(): void } {
  const listeners = new AbortController();
  const items = (): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(`[${TOOLTIP_ATTRIBUTE}]`)];

  /** One thing can be reached by Tab: the one that was, as long as it lies there. */
  function updateTabStop(preferred?: HTMLElement): void {
    const candidates = items().filter((each) => each.tagName !== 'BUTTON');
    const tabStop = candidates.find((each) => each === preferred) ?? candidates.find((each) => each.tabIndex === 0) ?? candidates[0];
    for (const each of candidates) each.tabIndex = each === tabStop ? 0 : -1;
  }

  function moveFocus(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]!.focus();
  }

  row.addEventListener('keydown', moveFocus, { signal: listeners.signal });
  row.addEventListener('focusin', (event) => updateTabStop(event.target as HTMLElement), { signal: listeners.signal });
  const observer = new MutationObserver(() => updateTabStop());
  observer.observe(row, { childList: true, subtree: true });
  updateTabStop();

  return {
    destroy() {
      listeners.abort();
      observer.disconnect();
    },
  };
}
