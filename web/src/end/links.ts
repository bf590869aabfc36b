// Links to a table and its moments.

import { server } from '../state/server.svelte';

/** The absolute URL of a table, for sharing. */
export const tableLink = (table: string): string => `${server.origin}/table/${table}`;

/** The path of a moment of a game. */
export const momentLink = (table: string, moment: number): string => `/table/${table}?moment=${moment}`;

/** The path at which a moment of a game is explored. */
export const exploreLink = (table: string, moment: number): string => `/explore?table=${table}&moment=${moment}`;

/** The moment in the query string of a URL, or null. */
export function momentFromSearch(search: string): number | null {
  const found = new URLSearchParams(search).get('moment');
  return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
}
