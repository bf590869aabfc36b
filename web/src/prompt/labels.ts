// Sentences of the server, made shorter for buttons.

/** Sentences that begin alike, without the words that are the same in all of them. */
export function withoutCommonStart(sentences: string[]): string[] {
  const split = sentences.map((sentence) => sentence.split(' '));
  // The last word always stays; of nothing there is nothing to leave out.
  const least = split.length ? Math.min(...split.map((parts) => parts.length - 1)) : 0;
  let same = 0;
  while (same < least && split.every((parts) => parts[same] === split[0]?.[same])) same += 1;
  return split.map((parts) => bare(parts.slice(same).join(' ')));
}

/** A rest of a sentence as one of its own: not in brackets, and with a capital. */
function bare(rest: string): string {
  return capitalised(/^\(([^()]*)\)$/.exec(rest)?.[1] ?? rest);
}

/** What is done, and in a second line what it costs or brings. */
export function labelAndDetail(sentence: string): { label: string; sub?: string } {
  const [, label, sub] = /^(.+?) \(([^()]+)\)$/.exec(sentence) ?? /^(.+?)\s?: (.+)$/.exec(sentence) ?? [];
  return label && sub ? { label, sub } : { label: sentence };
}

/** With a capital. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
