// Whoever acts by keyboard shall not lose their place: what was pressed often vanishes.

import { tick } from 'svelte';

/** Whether an element was taken away or its dialog was closed. Browsers move the focus off it only with the next frame. */
export const isGone = (element: Element): boolean => !element.isConnected || element.closest('dialog:not([open])') !== null;

/** Move the focus to an element whenever a change or a dialog that closes took away what had it; call it in a component. */
export function keepsFocus(heading: () => HTMLElement | undefined, changes: () => unknown): void {
  let last: EventTarget | null = null;
  const restore = (): void => {
    const active = document.activeElement ?? document.body;
    const lost = last instanceof Element && isGone(last) && (active === document.body || isGone(active));
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
