// Opens games of the server: a finished one as its record, a running one as a position, if it may be explored.

import type { TableInfo } from '../protocol';
import { secretsOf } from '../state/secrets';
import { words } from '../state/words.svelte';
import { errorText } from '../ui/errorText';
import * as api from '../wire/api';
import type { Exploration } from './exploration.svelte';

/** The names of the players. */
export const gameTitle = ({ seats, options }: TableInfo): string =>
  words.list([...seats.map((seat) => seat.name), ...(options.players === 1 ? [words.say('word.yazid')] : [])]);

/** Open a game at a moment, by default at its end. */
export async function openGame(exploration: Exploration, table: string, moment?: number): Promise<boolean> {
  try {
    const { info } = await api.welcome(table, secretsOf(table));
    const title = gameTitle(info);
    if (info.phase !== 'over') return await exploration.openText(await api.currentPosition(table, secretsOf(table)), title);
    return await exploration.openText(withNames(await api.record(table), info), title, moment);
  } catch (error) {
    exploration.problem = errorText(error);
    return false;
  }
}

/** A record without remarks about its seed, which make it longer. */
function withNames(record: string, { seats }: TableInfo): string {
  const lines = record.split('\n').filter((line) => !line.startsWith('#'));
  const names = seats.map((seat) => seat.name).join(', ');
  // The checksum is of a game without these names; the actions are checked in any case.
  const kept = lines.filter((line) => !line.startsWith('check '));
  const at = kept.findIndex((line) => line.startsWith('actions'));
  if (at < 0 || kept.some((line) => /^(names|position)\b/.test(line))) return `${kept.join('\n')}`;
  return kept.toSpliced(at, 0, `names ${names}`).join('\n');
}
