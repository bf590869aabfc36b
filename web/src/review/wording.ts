// Sentences of the review that depend on who looks at it.

import type { Table } from '../live/table.svelte';
import type { ReviewOption, ReviewStep } from '../protocol';
import { say, words } from '../state/words.svelte';

/** Whether the page belongs to the player of this seat alone. */
export const isMe = (table: Table, seat: number): boolean => table.seats.length === 1 && table.seats[0] === seat;

/** A message with a variant for the player who looks at the page: `review.turn` and `review.turn_you`. */
export function sayOf(table: Table, seat: number, key: string, values: Record<string, string | number> = {}): string {
  return isMe(table, seat) ? say(`${key}_you`, values) : say(key, { ...values, name: table.nameOf(seat) });
}

/** `Round 6, your turn`. */
export const whenText = (table: Table, step: ReviewStep): string => sayOf(table, step.seat, `review.${step.kind}`, { round: step.round });

/** A number of points with its sign. */
export const signedPoints = (points: number): string => `${points > 0 ? '+' : ''}${words.number(points)}`;

/** What an option is, in words, and what it brings at once: `c3 to e3, 2 Elders: +4`. */
export function optionText(option: ReviewOption, isBid: boolean): string {
  const parts = option.parts.join(say('review.and_then'));
  return isBid ? parts : say('review.option', { parts, points: signedPoints(option.points) });
}

/** Who won, and by how much. */
export function resultText(table: Table): string {
  const { winners, players } = table.scene;
  const totals = players.map((player) => player.score.total);
  if (table.solo) return say(winners.length ? 'review.survived' : 'review.fallen', { points: totals[0] ?? 0 });
  if (winners.length !== 1) return say('review.tie');
  const winner = winners[0]!;
  const points = (totals[winner] ?? 0) - Math.max(...totals.filter((_, seat) => seat !== winner));
  const me = table.seats.length === 1 ? table.seats[0]! : -1;
  if (me < 0 || me === winner) return sayOf(table, winner, 'review.won', { points });
  return say('review.lost', { points: (totals[winner] ?? 0) - (totals[me] ?? 0) });
}
