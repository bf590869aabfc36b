// Rows that close up: cards and markers that stay slide to their new place, new ones turn up one by one.

import { span } from '../state/settings.svelte';

/** A card of a row that can be told from others of its name. */
export interface Lying {
  id: number;
  name: string;
}

let last = 0;

/** A row after it was a certain one: what still lies there in the same order is the same card. */
export function follow(before: Lying[], names: readonly string[]): Lying[] {
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

/** Markers after they stood elsewhere: who stands where the same one stood has not moved. */
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

const CLOSE = 240;
const TURN = 180;
const APART = 30;
const EASE = 'cubic-bezier(.4,0,.2,1)';

/** Let the cards of an element close up whenever what lies there has changed. */
export function closesUp(root: () => HTMLElement | undefined, lies: () => unknown, lasts?: number): void {
  const closing = new Closing(lasts);
  $effect.pre(() => {
    lies();
    closing.look(root());
  });
  $effect(() => {
    lies();
    closing.play(root());
  });
}

/** Moves the cards of an element, found by `data-lying`, from where they were to where they are. */
export class Closing {
  private places = new Map<string, DOMRect>();
  private readonly sliding = new WeakMap<Element, Animation>();
  private readonly turning = new WeakMap<Element, Animation>();

  /** How long a movement takes at normal speed. */
  constructor(private readonly lasts = CLOSE) {}

  /** Look where everything lies, before the page is drawn anew. */
  look(root: HTMLElement | undefined): void {
    this.places = new Map(cards(root).map((card) => [card.dataset.lying!, card.getBoundingClientRect()]));
  }

  /** Let everything come from where it lay. */
  play(root: HTMLElement | undefined): void {
    if (!this.places.size || !span(this.lasts) || document.hidden) return;
    let fresh = 0;
    for (const card of cards(root)) {
      const was = this.places.get(card.dataset.lying!);
      if (!was) {
        const delay = span(this.lasts) + fresh++ * span(APART);
        this.turning.set(
          card,
          card.animate(
            [
              { opacity: 0, transform: 'rotateY(90deg)' },
              { opacity: 1, transform: 'none' },
            ],
            { duration: span(TURN), delay, fill: 'backwards', easing: EASE },
          ),
        );
        continue;
      }
      // What is still being turned up is seen askew: it stays where it is. What slides goes on from where it is seen.
      if (this.turning.get(card)?.playState === 'running') continue;
      this.sliding.get(card)?.cancel();
      const is = card.getBoundingClientRect();
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      this.sliding.set(
        card,
        card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: span(this.lasts), easing: EASE }),
      );
    }
  }
}

const cards = (root: HTMLElement | undefined): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>('[data-lying]') ?? [])];
