// Labels that tell choices apart.

import { TRIBE_KEYS } from '../drawing/sprites';
import type { Choice, Payment } from '../protocol';
import { say, words } from '../state/words.svelte';

/** From this number of choices on, labels leave out what all choices have in common. */
const MANY = 3;

export const tribeName = (letter: string): string => words.say(`tribe.${TRIBE_KEYS[letter]}.one`);

/** What a button of a choice says, and below it the cost or gain. */
export interface Label {
  label: string;
  sub?: string;
}

/** The label of a choice by itself. */
export const labelOf = ({ meaning, note }: Choice): Label => ({ label: meaning, sub: note || undefined });

/** Labels for choices that are listed together. */
export function distinctLabels(choices: Choice[], nameOf: (seat: number) => string): Label[] {
  const kind = choices[0]?.kind;
  const sameKind = choices.every((choice) => choice.kind === kind);
  if (!sameKind || (choices.length < MANY && kind !== 'kill' && kind !== 'summon')) return choices.map(labelOf);
  const aspects = choices.map((choice) => aspectsOf(choice, nameOf));
  const differs = aspects[0]!.map((_, nth) => kind === 'kill' || new Set(aspects.map((each) => each[nth])).size > 1);
  const labels = aspects.map((each) => each.filter((text, nth) => text && differs[nth]).join(' · '));
  if (labels.includes('') || new Set(labels).size < labels.length) return choices.map(labelOf);
  // The note of a power or a kill is said by its tiles and victims.
  const noted = kind !== 'use' && kind !== 'kill';
  return labels.map((label, nth) => ({ label, sub: (noted && choices[nth]!.note) || undefined }));
}

/** What a choice refers to; choices of the same kind have their aspects in the same order. */
function aspectsOf(choice: Choice, nameOf: (seat: number) => string): string[] {
  if (choice.kind === 'kill') {
    const { victims, tile, seat, fakirs } = choice;
    return [[...victims].map(tribeName).join(' · '), tile ? '' : nameOf(seat), fakirs ? fakirsText(fakirs) : ''];
  }
  const { payment, fakirs, tribe = '', tile = '', to = '', djinn = '' } = choice;
  return [
    payment ? paymentText(payment) : '',
    fakirs === undefined ? '' : fakirsText(fakirs),
    tribe && tribeName(tribe),
    to ? `${tile} → ${to}` : tile,
    djinn && words.say(`djinn.${djinn}.name`),
  ];
}

const fakirsText = (count: number): string => (count ? say('prompt.with_fakirs', { count }) : say('prompt.without_fakirs'));

/** The price of a Djinn or an item: `1 Elder and 1 Fakir`. */
function paymentText({ elders, artisans, fakirs }: Payment): string {
  const meeples = (tribe: string, count: number): string => (count ? `${count} ${words.say(`tribe.${tribe}`, { count })}` : '');
  const parts = [meeples('elders', elders), meeples('artisans', artisans), fakirs ? words.say('count.fakirs', { count: fakirs }) : ''];
  return words.list(parts.filter(Boolean));
}

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
