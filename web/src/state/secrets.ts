// The seat secrets stored in this browser. A secret gives access to one seat of one table, on any device.

import { server } from './server.svelte';

const KEY = 'naqala.seats';

type StoredSecrets = Record<string, Record<string, string>>;

function loadAll(): StoredSecrets {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown;
    return typeof stored === 'object' && stored !== null ? (stored as StoredSecrets) : {};
  } catch {
    return {};
  }
}

/** The stored secrets by seat; corrupt data is ignored. */
function seatsAt(table: string): Record<string, string> {
  const stored: unknown = loadAll()[table];
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, secret]) => typeof secret === 'string'));
}

export function secretsOf(table: string): string[] {
  return Object.values(seatsAt(table));
}

/** The secret of one seat, or ''. */
export function secretOf(table: string, seat: number): string {
  return seatsAt(table)[seat] ?? '';
}

export function saveSecret(table: string, seat: number | string, secret: string): void {
  const stored = { ...loadAll(), [table]: { ...seatsAt(table), [seat]: secret } };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
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
  saveSecret(table, found[1]!, found[2]!);
  history.replaceState(null, '', location.pathname + location.search);
}
