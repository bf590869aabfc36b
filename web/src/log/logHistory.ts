// Entries of the log from before what the page was told at first.

import { secretsOf } from '../state/secrets';
import type { Table } from '../live/table.svelte';
import * as api from '../wire/api';

const PAGE = 200;

/** Whether the log begins later than the table. */
export const hasOlderEntries = (table: Table): boolean => (table.log[0]?.number ?? 1) > 1;

/** Put the entries before the first known one into the log of a table. */
export async function loadOlderEntries(table: Table): Promise<void> {
  const first = table.log[0]?.number ?? 1;
  const page = await api.logAfter(table.name, Math.max(0, first - 1 - PAGE), secretsOf(table.name));
  table.prepend(page.entries);
}

/** The whole log, loaded where it is not known. */
export async function loadWholeLog(table: Table): Promise<void> {
  while (hasOlderEntries(table)) await loadOlderEntries(table);
}
