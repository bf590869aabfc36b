// Whoever acts by keyboard shall not lose their place: what was pressed often vanishes.

import { tick } from 'svelte';

/** Move the focus to an element whenever a change took away what had it; call it in a component. */
export function keepsFocus(heading: () => HTMLElement | undefined, changes: () => unknown): void {
  let last: EventTarget | null = null;
  $effect(() => {
    const focused = (event: FocusEvent): void => void (last = event.target);
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  });
  $effect(() => {
    changes();
    void tick().then(() => {
      const lost = last instanceof Node && !last.isConnected && (document.activeElement ?? document.body) === document.body;
      if (lost && !document.querySelector('dialog[open]')) heading()?.focus({ preventScroll: true });
    });
  });
}
