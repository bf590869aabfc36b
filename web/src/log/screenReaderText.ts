// The text of log lines for screen readers.

import { say } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { Line } from './logLines';

/** The text of a line. The panel draws the path of a move, so it is spelled out here. */
export function screenReaderText(table: Table, line: Line): string {
  if (line.path.length < 2) return line.text;
  const mine = table.seats.length === 1 && table.me === line.seat;
  const begin = mine ? say('log.sows.you') : say('log.sows.they', { player: table.nameOf(line.seat) });
  return `${begin} ${line.path.join(', ')}`;
}
