import { site } from '../state/site.svelte';
import { say } from '../state/words.svelte';
import { Refusal } from '../wire/api';

/** The text for a failed request: the server's message if it has one, otherwise one that says what to do next. */
export function errorText(why: unknown): string {
  if (why instanceof Refusal && why.message) return why.message;
  if (site.failed) return say(`site.${site.engine}`);
  if (why instanceof Refusal && why.code === 'unreachable') return say('lost.unreachable_text');
  return say('lost.broken_text');
}
