// Animation of card rows and track markers: `slide`, parameters for Svelte's `scale` and `crossfade`, and stable
// keys for cards and markers.

import { flip, type AnimationConfig, type FlipParams } from 'svelte/animate';
import { cubicInOut } from 'svelte/easing';
import { crossfade, type ScaleParams } from 'svelte/transition';
import { motionDuration } from '../state/settings.svelte';

const SLIDE_MS = 240;
const APPEAR_MS = 180;
const STAGGER_MS = 30;
/** Longer than for cards: a marker crosses the whole track. */
const MARKER_MS = 480;

/** For `animate:slide`: remaining cards slide to their new positions. */
export const slideParams = (): FlipParams => ({ duration: motionDuration(SLIDE_MS), easing: cubicInOut });

/**
 * Svelte's `flip`, except that an element that is hidden before or after the change does not move: a low phone hides
 * a row of cards, and `flip` would divide by its width of 0.
 */
export function slide(node: Element, rects: { from: DOMRect; to: DOMRect }, params: FlipParams): AnimationConfig {
  return isEmpty(rects.from) || isEmpty(rects.to) ? {} : flip(node, rects, params);
}

const isEmpty = (rect: DOMRect): boolean => !rect.width || !rect.height;

/** For `in:scale`: new cards appear one after the other, after the remaining ones have moved. */
export const appearParams = (nth: number): ScaleParams => ({
  start: 0.6,
  delay: motionDuration(SLIDE_MS + (nth % 3) * STAGGER_MS),
  duration: motionDuration(APPEAR_MS),
  easing: cubicInOut,
});

/** For `out:sendMarker` and `in:receiveMarker`: a marker moves from one list of the track to the other. */
export const [sendMarker, receiveMarker] = crossfade({ duration: () => motionDuration(MARKER_MS), easing: cubicInOut });

/** A card of a row, with an id that distinguishes it from others of the same name. */
export interface RowCard {
  id: number;
  name: string;
}

let last = 0;

/** Assign ids to the cards of a row. Cards that remain in the same order keep their ids. */
export function keyCards(before: RowCard[], names: readonly string[]): RowCard[] {
  let from = 0;
  return names.map((name) => {
    const found = before.findIndex((card, nth) => nth >= from && card.name === name);
    if (found < 0) return { id: ++last, name };
    from = found + 1;
    return before[found]!;
  });
}

/** A marker of the turn order track. A player can have two, so the seat does not identify it. */
export interface Marker {
  id: number;
  seat: number;
  place: string;
}

/** Assign ids to the markers. One in the same place as before keeps its id; the others have moved. */
export function keyMarkers(before: Marker[], now: { seat: number; place: string }[]): Marker[] {
  const unmoved = (marker: { seat: number; place: string }): Marker | undefined =>
    before.find((each) => each.seat === marker.seat && each.place === marker.place);
  const free = before.filter((each) => !now.some((marker) => unmoved(marker) === each));
  return now.map((marker) => {
    const from = unmoved(marker) ?? free.find((each) => each.seat === marker.seat);
    const moved = from ? free.indexOf(from) : -1;
    if (moved >= 0) free.splice(moved, 1);
    return { ...marker, id: from?.id ?? ++last };
  });
}
