// Loads log entries that are older than those sent on connection.

import { secretsOf } from '../state/secrets';
import type { Table } from '../live/table.svelte';
import * as api from '../wire/api';

const PAGE = 200;

/** Whether the server has entries before the first loaded one. */
export const hasOlderEntries = (table: Table): boolean => (table.log[0]?.number ?? 1) > 1;

/** Load the page of entries before the first loaded one. */
export async function loadOlderEntries(table: Table): Promise<void> {
  const first = table.log[0]?.number ?? 1;
  const page = await api.logAfter(table.name, Math.max(0, first - 1 - PAGE), secretsOf(table.name));
  table.prepend(page.entries);
}

export async function loadWholeLog(table: Table): Promise<void> {
  while (hasOlderEntries(table)) await loadOlderEntries(table);
}
