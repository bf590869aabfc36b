// Shortens sentences of the server to labels of buttons.

/** Remove the words with which all sentences start. */
export function withoutCommonStart(sentences: string[]): string[] {
  const split = sentences.map((sentence) => sentence.split(' '));
  // Keep at least the last word of each sentence.
  const least = split.length ? Math.min(...split.map((parts) => parts.length - 1)) : 0;
  let same = 0;
  while (same < least && split.every((parts) => parts[same] === split[0]?.[same])) same += 1;
  return split.map((parts) => bare(parts.slice(same).join(' ')));
}

/** Remove the parentheses around the rest of a sentence, and capitalise it. */
function bare(rest: string): string {
  return capitalised(/^\(([^()]*)\)$/.exec(rest)?.[1] ?? rest);
}

/** Split a sentence into a label and its cost or gain, which follows in parentheses or after a colon. */
export function labelAndDetail(sentence: string): { label: string; sub?: string } {
  const [, label, sub] = /^(.+?) \(([^()]+)\)$/.exec(sentence) ?? /^(.+?)\s?: (.+)$/.exec(sentence) ?? [];
  return label && sub ? { label, sub } : { label: sentence };
}

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
