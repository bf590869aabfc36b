// Labels that describe the game in the lobby.

import type { TableInfo } from '../protocol';
import { say, words } from '../state/words.svelte';

/** Players, expansions, clock, hints and visibility of a table. */
export function gameChips(info: TableInfo): string[] {
  const { options, clock } = info;
  const found = [say('start.players_count', { count: options.players })];
  for (const box of options.expansions) found.push(say(`start.box.${box}`));
  for (const promo of options.promos) found.push(words.say(`djinn.${promo}.name`));
  if (options.doubled) found.push(say('start.doubled'));
  if (clock?.days) found.push(say('lobby.clock_days', { count: clock.days }));
  else if (clock?.minutes) found.push(say('lobby.clock_minutes', { minutes: clock.minutes, seconds: clock.increment }));
  else found.push(say('lobby.no_clock'));
  if (info.hints === false) found.push(say('lobby.no_hints'));
  found.push(say(info.listed === false ? 'lobby.link_only' : 'lobby.listed'));
  if (info.chosen) found.push(say('lobby.chosen'));
  return found;
}
