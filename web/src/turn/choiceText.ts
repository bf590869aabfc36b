// A choice as text.

import type { Choice } from '../protocol';
import { words } from '../state/words.svelte';

/** The meaning of a choice with its note. */
export function choiceText({ kind, meaning, note }: Choice): string {
  if (!note) return meaning;
  return words.say(kind === 'use' ? 'word.power' : 'word.noted', { text: meaning, note });
}
