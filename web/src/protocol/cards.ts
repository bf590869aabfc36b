// What is printed on Djinns: their points and the price of their power.

import cards from './cards.json';
import type { Payment } from '.';

interface PrintedDjinn {
  points: number;
  price: Payment[];
  when: string;
}

export const DJINNS: Record<string, PrintedDjinn> = cards.djinns;

export const djinnPoints = (djinn: string): number => DJINNS[djinn]?.points ?? 0;

/** The ways to pay for the power of a Djinn; none where it costs nothing or always works. */
export const djinnPrice = (djinn: string): Payment[] => DJINNS[djinn]?.price ?? [];
