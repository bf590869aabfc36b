// What is printed on Djinns: their points and the price of their power.

import cards from '../help/cards.json';
import type { Payment } from '../protocol';

interface Printed {
  points: number;
  price: Payment[];
}

const DJINNS: Record<string, Printed> = cards.djinns;

export const djinnPoints = (djinn: string): number => DJINNS[djinn]?.points ?? 0;

/** The ways to pay for the power of a Djinn; none where it costs nothing or always works. */
export const djinnPrice = (djinn: string): Payment[] => DJINNS[djinn]?.price ?? [];
