// Restores the keyboard focus if the focused element is removed, as buttons often are when pressed.

import { tick } from 'svelte';

/** Whether an element was removed or its dialog was closed. Browsers move the focus away only in the next frame. */
export const isRemovedOrClosed = (element: Element): boolean => !element.isConnected || element.closest('dialog:not([open])') !== null;

/**
 * Focus the heading when the focused element was removed by a change or a closing dialog.
 *
 * Call it while a component initialises; `changes` reads the state that may remove elements.
 */
export function restoreFocus(heading: () => HTMLElement | undefined, changes: () => unknown): void {
  let last: EventTarget | null = null;
  const restore = (): void => {
    const active = document.activeElement ?? document.body;
    const lost = last instanceof Element && isRemovedOrClosed(last) && (active === document.body || isRemovedOrClosed(active));
    if (lost && !document.querySelector('dialog[open]')) heading()?.focus({ preventScroll: true });
  };
  $effect(() => {
    const focused = (event: FocusEvent): void => void (last = event.target);
    document.addEventListener('focusin', focused);
    document.addEventListener('close', restore, true);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('close', restore, true);
    };
  });
  $effect(() => {
    changes();
    void tick().then(restore);
  });
}
