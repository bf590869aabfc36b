// Links to a table and its moments, and saving text as a file.

import { server } from '../state/server.svelte';

/** The absolute URL of a table, for sharing. */
export const tableLink = (table: string): string => `${server.origin}/table/${table}`;

/** The path of a moment of a game. */
export const momentLink = (table: string, moment: number): string => `/table/${table}?moment=${moment}`;

/** The moment in the query string of a URL, or null. */
export function momentFromSearch(search: string): number | null {
  const found = new URLSearchParams(search).get('moment');
  return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
}

/** Download a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Delayed, because some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
