// The seat secrets stored in this browser. A secret gives access to one seat of one table, on any device.

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

/** The stored secrets by seat; corrupt data is ignored. */
function seatsAt(table: string): Record<string, string> {
  const kept: unknown = all()[table];
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, secret]) => typeof secret === 'string'));
}

export function secretsOf(table: string): string[] {
  return Object.values(seatsAt(table));
}

/** The secret of one seat, or ''. */
export function secretOf(table: string, seat: number): string {
  return seatsAt(table)[seat] ?? '';
}

export function keepSecret(table: string, seat: number | string, secret: string): void {
  const kept = { ...all(), [table]: { ...seatsAt(table), [seat]: secret } };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the cookie still holds the seat in this browser.
  }
}

/** A link that opens a seat on another device. The secret is in the fragment, which is not sent to servers. */
export function seatLink(table: string, seat: number, secret: string): string {
  return `${server.origin}/table/${table}#seat=${seat}:${secret}`;
}

/** Store the seat secret from the URL, if there is one, and remove it from the address bar. */
export function acceptLink(table: string): void {
  const found = /^#seat=(\d+):([\w-]+)$/.exec(location.hash);
  if (!found) return;
  keepSecret(table, found[1]!, found[2]!);
  history.replaceState(null, '', location.pathname + location.search);
}
