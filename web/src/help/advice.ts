// Formats the adviser's reasons and the effects of its suggestions.

import type { Answer, HintReason } from '../protocol';
import { linesOf } from '../log/logLines';

export interface WeightedReason {
  text: string;
  sign: 'for' | 'against' | 'neutral';
  /** One to three plus or minus signs by weight, so that it does not depend on colour alone; a dot for neither. */
  mark: string;
}

/** Reasons with plus or minus signs, in the order of the server: gains, dangers, what is left to others. */
export function weightedReasons(reasons: HintReason[]): WeightedReason[] {
  return reasons.map(({ text, weight }) => {
    const size = Math.abs(weight);
    if (size < 1) return { text, sign: 'neutral', mark: '·' };
    const signs = size >= 8 ? 3 : size >= 3 ? 2 : 1;
    return { text, sign: weight < 0 ? 'against' : 'for', mark: (weight < 0 ? '−' : '+').repeat(signs) };
  });
}

/** The sentences of a preview, without the move itself, which is drawn as a path. */
export function previewSentences({ events, lines }: Answer): string[] {
  return linesOf({ number: 0, at: 0, seat: -1, events, lines })
    .filter((line) => !line.path.length && !line.quiet)
    .map((line) => line.text);
}
