// The points of Djinns and items, and the prices of the Djinns' powers.

import cards from './cards.json';
import type { Payment } from '.';

interface PrintedDjinn {
  points: number;
  price: Payment[];
  when: string;
}

export const DJINNS: Record<string, PrintedDjinn> = cards.djinns;

export const djinnPoints = (djinn: string): number => DJINNS[djinn]?.points ?? 0;

export const ITEMS: Record<string, { points: number; magic: boolean; copies: number }> = cards.items;

export const itemPoints = (item: string): number => ITEMS[item]?.points ?? 0;

/** The points of a set of goods by its size, from 0. */
export const SET_POINTS: number[] = [0, ...cards.sets];

/** The possible payments for a Djinn's power; empty if it is free or always active. */
export const djinnPrice = (djinn: string): Payment[] => DJINNS[djinn]?.price ?? [];
