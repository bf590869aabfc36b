// Which keys a page may use as shortcuts.

import { isRemovedOrClosed } from './focus.svelte';

/** Fields use all keys themselves, except the list of ways, whose arrow keys belong to its buttons. */
const FIELDS = 'input:not([type=radio], [type=range]), textarea, select:not([data-ways])';
/** Elements that use the arrow keys themselves. */
const ARROW_USERS = '.board, [type=radio]';

/** Whether a page may use this key: nothing on the page has used it, and no dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  if (event.key.startsWith('Arrow') && target.closest(ARROW_USERS)) return false;
  return !target.matches(FIELDS) || isRemovedOrClosed(target);
}
