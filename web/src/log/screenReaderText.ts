// Lines of the log as they are read out.

import { say } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { Line } from './logLines';

/** A line in words: the path of a move is drawn, and must be told here. */
export function screenReaderText(table: Table, line: Line): string {
  if (line.path.length < 2) return line.text;
  const mine = table.seats.length === 1 && table.me === line.seat;
  const begin = mine ? say('log.sows.you') : say('log.sows.they', { player: table.nameOf(line.seat) });
  return `${begin} ${line.path.join(', ')}`;
}
