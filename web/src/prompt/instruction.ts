// Instructions for beginners: what to select next.

import { tooltips } from '../help/tooltip.svelte';
import { powerLine } from '../help/topics';
import type { Choice } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Turn } from '../turn/turn.svelte';

/** The text key for each kind of choice, while nothing is selected. */
const INSTRUCTIONS: [kind: Choice['kind'], key: string][] = [
  ['bid', 'guide_bid'],
  ['take', 'guide_move'],
  ['kill', 'guide_kill'],
  ['summon', 'guide_summon'],
  ['buy', 'guide_buy'],
  ['sell', 'guide_sell'],
];

/** Whether a next step is marked by corners; a ring takes precedence over them. */
function hasCorners({ move }: Turn): boolean {
  return move.stepTiles.some((tile) => tile !== move.start && !move.landsOn(tile));
}

/** What to select next; empty if the headline is enough. */
export function instruction(turn: Turn): string {
  if (turn.of('name').length) return turn.selection.chosen ? '' : say('table.guide_name');
  if (turn.move.start && !turn.move.complete && !turn.move.target && !turn.move.pendingTile) {
    return say(hasCorners(turn) ? 'table.guide_end' : 'table.guide_end_only');
  }
  const forced = turn.move.complete ? turn.move.steps.filter((step) => step.forced) : [];
  if (forced.length) return say('table.guide_forced', { count: forced.length, tiles: words.list(forced.map(({ tile }) => tile)) });
  if (turn.move.reachableEnds.length && !turn.move.pendingTile) return say('table.guide_ahead');
  const { djinn } = turn.selection;
  if (djinn && turn.of('summon').length) return powerLine(djinn, tooltips.game);
  // A market that sells cards in pairs.
  if (turn.selection.places.length && !turn.selection.chosen) return say('table.guide_buy_more');
  if (turn.planning) return '';
  if (turn.move.moving && turn.move.search === 'landing') return say('table.guide_landing');
  const key = INSTRUCTIONS.find(([kind]) => turn.of(kind).length)?.[1];
  const dear = turn.of('kill').some((choice) => choice.fakirs) ? ` ${say('table.guide_kill_far')}` : '';
  return key ? say(`table.${key}`) + dear : '';
}
