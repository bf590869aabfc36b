// What the strip below the score pad says.

import { say, words } from '../state/words.svelte';
import { playerName } from './names';
import { standing, titleOf, type Result } from './scorePad';

const MOST_NAMED = 3;

export interface StandingText {
  head: string;
  rest: string;
  /** The players whose totals are marked. */
  leaders: number[];
}

/** `yazid` is the number of his Viziers in the solo game; null if it is not known. */
export function standingText(found: Result[], solo: boolean, yazid: number | null): StandingText {
  const { leaders, by, complete, begun } = standing(found);
  if (!begun) return { head: '', rest: say('box.hint'), leaders: [] };
  const missing = found.flatMap((result, seat) => missingOf(playerName(seat), result.missing));
  if (solo && yazid === null)
    missing.push(say('box.missing_entry', { name: words.say('word.yazid'), source: words.say('source.viziers') }));
  const rest = missing.length ? missingText(missing, found) : '';
  return solo ? soloText(found[0]!, yazid, rest) : { head: headText(found, leaders, by, complete), rest, leaders };
}

/** Names whose entries are missing, unless that would be a long list. */
function missingText(missing: string[], found: Result[]): string {
  if (missing.length <= MOST_NAMED) return say('box.missing', { what: missing.join(words.say('list.comma')) });
  return say('box.missing_many', { count: found.reduce((count, each) => count + each.missing.length, 0) });
}

function missingOf(name: string, sources: string[]): string[] {
  if (!sources.length) return [];
  if (sources.length === 1) return [say('box.missing_entry', { name, source: words.say(`source.${sources[0]}`) })];
  return [say('box.missing_entries', { name, count: sources.length })];
}

function headText(found: Result[], leaders: number[], by: number, complete: boolean): string {
  const names = words.list(leaders.map(playerName));
  const points = words.say('count.points', { count: leaders.length > 1 ? found[leaders[0]!]!.total : by });
  if (leaders.length > 1) return complete ? say('box.win_together', { names, points }) : say('box.level', { names });
  return say(complete ? 'box.wins' : 'box.leads', { name: names, points });
}

function soloText(result: Result, yazid: number | null, rest: string): StandingText {
  const points = words.say('count.points', { count: result.total });
  if (rest) return { head: say('box.alone', { points }), rest, leaders: [] };
  const viziers = result.viziers;
  if (yazid !== null && viziers <= yazid) {
    return { head: say('prompt.you_lose', { reason: words.say('loss.viziers') }), rest: '', leaders: [] };
  }
  return { head: say('box.reached', { points, title: words.say(`title.${titleOf(result.total)}.name`) }), rest: '', leaders: [0] };
}
