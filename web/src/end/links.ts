// Addresses of a table, and files for whoever plays there.

import { server } from '../state/server.svelte';

/** The whole address of a table, for somebody else. */
export const tableLink = (table: string): string => `${server.origin}/table/${table}`;

/** The address of a moment of a game, within this site. */
export const momentLink = (table: string, moment: number): string => `/table/${table}?moment=${moment}`;

/** The moment that an address asks for, or nothing. */
export function momentFromSearch(search: string): number | null {
  const found = new URLSearchParams(search).get('moment');
  return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
}

/** Let the browser keep a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers read the file a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
