// The secrets of seats that this browser holds: each opens one seat of one table on any device.

import { server } from './server.svelte';

const KEY = 'naqala.seats';

type Kept = Record<string, Record<string, string>>;

function all(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/** The seats at a table; what is damaged is none. */
function seatsAt(table: string): Record<string, string> {
  const kept: unknown = all()[table];
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, secret]) => typeof secret === 'string'));
}

/** The secrets of this browser's seats at a table. */
export function secretsOf(table: string): string[] {
  return Object.values(seatsAt(table));
}

/** The secret of one seat, or nothing. */
export function secretOf(table: string, seat: number): string {
  return seatsAt(table)[seat] ?? '';
}

/** Remember the secret of a seat. */
export function keepSecret(table: string, seat: number | string, secret: string): void {
  const kept = { ...all(), [table]: { ...seatsAt(table), [seat]: secret } };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The cookie still holds the seat in this browser.
  }
}

/** The link that opens a seat on another device; the secret stands behind `#`, where no server sees it. */
export function seatLink(table: string, seat: number, secret: string): string {
  return `${server.origin}/table/${table}#seat=${seat}:${secret}`;
}

/** Take the seat that the address brings, if it does, and hide the secret again. */
export function acceptLink(table: string): void {
  const found = /^#seat=(\d+):([\w-]+)$/.exec(location.hash);
  if (!found) return;
  keepSecret(table, found[1]!, found[2]!);
  history.replaceState(null, '', location.pathname + location.search);
}
