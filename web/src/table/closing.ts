// Rows that close up: cards that stay slide to their new place, new ones turn up one by one.

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

const CLOSE = 240;
const TURN = 180;
const APART = 30;
const EASE = 'cubic-bezier(.4,0,.2,1)';

/** Moves the cards of an element, found by `data-lying`, from where they were to where they are. */
export class Closing {
  private places = new Map<string, DOMRect>();

  /** Look where everything lies, before the page is drawn anew. */
  look(root: HTMLElement | undefined): void {
    this.places = new Map(cards(root).map((card) => [card.dataset.lying!, card.getBoundingClientRect()]));
  }

  /** Let everything come from where it lay. */
  play(root: HTMLElement | undefined): void {
    if (!this.places.size || !span(CLOSE) || document.hidden) return;
    let fresh = 0;
    for (const card of cards(root)) {
      const was = this.places.get(card.dataset.lying!);
      if (!was) {
        const delay = span(CLOSE) + fresh++ * span(APART);
        card.animate([{ opacity: 0, transform: 'rotateY(90deg)' }, { opacity: 1, transform: 'none' }], { duration: span(TURN), delay, fill: 'backwards', easing: EASE });
        continue;
      }
      const is = card.getBoundingClientRect();
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: span(CLOSE), easing: EASE });
    }
  }
}

const cards = (root: HTMLElement | undefined): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>('[data-lying]') ?? [])];
