// Keyboard access to the tooltips of a row of cards.

import { TOOLTIP_ATTRIBUTE } from './tooltip.svelte';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A Svelte action: the row is a single tab stop and the arrow keys move within it. Buttons in the row remain tab stops. */
export function rovingTabindex(row: HTMLElement): { destroy(): void } {
  const listeners = new AbortController();
  const items = (): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(`[${TOOLTIP_ATTRIBUTE}]`)];

  /** Make one item the tab stop: the preferred one, else the current one, else the first. */
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
