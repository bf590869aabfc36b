// Formats the adviser's reasons and the effects of its suggestions.

import type { Answer, Hint, HintReason } from '../protocol';
import { linesOf } from '../log/logLines';
import { say, words } from '../state/words.svelte';

export interface WeightedReason {
  text: string;
  sign: 'for' | 'against' | 'neutral';
  /** Drawn before the text, so that the sign does not depend on colour alone. */
  icon: 'ui-check' | 'ui-warn' | '';
}

const ICONS = { for: 'ui-check', against: 'ui-warn', neutral: '' } as const;

/** Reasons with their signs, in the order of the server: gains, dangers, what is left to others. */
export function weightedReasons(reasons: HintReason[]): WeightedReason[] {
  return reasons.map(({ text, weight }) => {
    const sign = Math.abs(weight) < 1 ? 'neutral' : weight < 0 ? 'against' : 'for';
    return { text, sign, icon: ICONS[sign] };
  });
}

/** The sentences of a preview, without the move itself, which is drawn as a path. */
export function previewSentences({ events, lines }: Answer): string[] {
  return linesOf({ number: 0, at: 0, seat: -1, events, lines })
    .filter((line) => !line.path.length && !line.quiet)
    .map((line) => line.text);
}

/** A chance in whole per cent; 0 and 100 only if it is certain. */
export function percent(chance: number): string {
  const number = Math.round(100 * chance);
  return say('help.percent', { number: chance > 0 && chance < 1 ? Math.min(Math.max(number, 1), 99) : number });
}

/** What the percentage of a hint means, and the expected points: `to win, +12 points`; alone, those of a survivor. */
export function outlook({ value }: Hint, solo: boolean): string {
  const points = Math.round(value) || 0; // Not -0.
  const shown = words.number(points);
  return say(solo ? 'help.value_solo' : 'help.value', { value: solo || points <= 0 ? shown : `+${shown}`, count: Math.abs(points) });
}
