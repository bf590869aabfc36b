// Addresses of the explorer: `/explore?position=…` and `/explore?table=…&moment=…`.

import { route } from '../state/route.svelte';

/** The longest position that the rules read. */
const MAX_POSITION = 20_000;

/** The absolute address at which a position is opened. */
export function positionLink(position: string): string {
  const search = new URLSearchParams({ position });
  return new URL(route.href(`/explore?${search.toString()}`), location.href).href;
}

/** What an address asks to open. */
export type Asked = { kind: 'position'; text: string } | { kind: 'game'; table: string; moment?: number } | { kind: 'too long' } | null;

export function askedFor(search: string): Asked {
  const query = new URLSearchParams(search);
  const text = query.get('position');
  if (text !== null) return text.length > MAX_POSITION ? { kind: 'too long' } : { kind: 'position', text };
  const table = query.get('table');
  if (table === null || !/^\w{1,40}$/.test(table)) return null;
  const moment = query.get('moment');
  return { kind: 'game', table, ...(moment !== null && /^\d{1,6}$/.test(moment) && { moment: Number(moment) }) };
}
