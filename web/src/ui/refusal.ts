// What to tell somebody when the server refuses, or does not answer at all.

import { say } from '../state/words.svelte';
import { Refusal } from '../wire/api';

/** The server's own sentence where there is one; else ours, which says what to do next. */
export function sentence(why: unknown): string {
  if (why instanceof Refusal && why.message) return why.message;
  if (why instanceof Refusal && why.code === 'unreachable') return say('lost.unreachable_text');
  return say('lost.broken_text');
}
