// Rows whose cards and markers move when they change: how Svelte's `flip`, `scale` and `crossfade` move
// them, and which card or marker is which.

import { cubicInOut } from 'svelte/easing';
import { crossfade, type ScaleParams } from 'svelte/transition';
import type { FlipParams } from 'svelte/animate';
import { span } from '../state/settings.svelte';

const CLOSE = 240;
const APPEAR = 180;
const APART = 30;
/** Longer than for cards: a marker crosses the whole track. */
const TRAVEL = 480;

/** For `animate:flip`: what stays in a row slides to its new place. */
export const closingUp = (): FlipParams => ({ duration: span(CLOSE), easing: cubicInOut });

/** For `in:scale`: what is new appears after the others have closed up, one after the other. */
export const appearing = (nth: number): ScaleParams => ({
  start: 0.6,
  delay: span(CLOSE + (nth % 3) * APART),
  duration: span(APPEAR),
  easing: cubicInOut,
});

/** For `out:sendMarker` and `in:receiveMarker`: a marker goes from one list of the track to another. */
export const [sendMarker, receiveMarker] = crossfade({ duration: () => span(TRAVEL), easing: cubicInOut });

/** A card of a row, distinguishable from others of its name. */
export interface RowCard {
  id: number;
  name: string;
}

let last = 0;

/** The cards of a row that has changed: what still lies there in the same order is the same card. */
export function follow(before: RowCard[], names: readonly string[]): RowCard[] {
  let from = 0;
  return names.map((name) => {
    const found = before.findIndex((card, nth) => nth >= from && card.name === name);
    if (found < 0) return { id: ++last, name };
    from = found + 1;
    return before[found]!;
  });
}

/** A marker of the turn order track: two of one player look alike, but only one of them moves. */
export interface Marker {
  id: number;
  seat: number;
  place: string;
}

/** The markers after some have moved: one in the same place as before has not. */
export function followMarkers(before: Marker[], now: { seat: number; place: string }[]): Marker[] {
  const stays = (one: { seat: number; place: string }): Marker | undefined =>
    before.find((each) => each.seat === one.seat && each.place === one.place);
  const free = before.filter((each) => !now.some((one) => stays(one) === each));
  return now.map((one) => {
    const from = stays(one) ?? free.find((each) => each.seat === one.seat);
    const moved = from ? free.indexOf(from) : -1;
    if (moved >= 0) free.splice(moved, 1);
    return { ...one, id: from?.id ?? ++last };
  });
}
