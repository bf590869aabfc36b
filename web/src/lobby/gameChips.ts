// The game of a table in a few chips: what somebody wants to know before sitting down.

import type { TableInfo } from '../protocol';
import { say, words } from '../state/words.svelte';

/** What is played, with which boxes, how fast, and who can come. */
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
