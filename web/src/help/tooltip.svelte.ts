// Things that explain themselves: on hover, on keyboard focus, and on a long press.
//
// `use:tooltip={{ kind: 'djinn', name: 'enki' }}` on an element; one `Tooltip` on the page shows
// the card. What a card says must also be found elsewhere: in the rules, or on the thing itself.

import type { GameContext, Topic } from './topics';

/** How long a pointer rests before the card comes, and a finger before it is a long press. */
export const HOVER_DELAY = 400;
export const LONG_PRESS_DELAY = 480;
/** How long the card stays when the pointer leaves, so that it can be moved onto the card. */
const HIDE_DELAY = 160;

export const TOOLTIP_ID = 'tooltip-card';
/** Marks what explains itself. */
export const TOOLTIP_ATTRIBUTE = 'data-tooltip';

class TooltipState {
  topic = $state.raw<Topic | null>(null);
  anchor = $state.raw<HTMLElement | SVGElement | null>(null);
  /** The game that is played: some texts depend on it. */
  game = $state.raw<GameContext>({ artisans: false, solo: false, whims: [] });

  private timer: ReturnType<typeof setTimeout> | undefined;

  setGame(game: GameContext): void {
    this.game = game;
  }

  /** Show the card of a thing, after a while. */
  show(anchor: HTMLElement | SVGElement, topic: Topic, after = 0): void {
    clearTimeout(this.timer);
    if (!after) return this.open(anchor, topic);
    this.timer = setTimeout(() => this.open(anchor, topic), after);
  }

  /** Hide the card, after a while; only that of a certain thing, if one is named. */
  hide(anchor?: HTMLElement | SVGElement, after = 0): void {
    clearTimeout(this.timer);
    if (anchor && this.anchor !== anchor) return;
    if (after) this.timer = setTimeout(() => this.close(), after);
    else this.close();
  }

  /** The pointer is on the card itself: it stays. */
  cancelHide(): void {
    clearTimeout(this.timer);
  }

  /** The thing has become another one, as when a row closes up. */
  setTopic(anchor: HTMLElement | SVGElement, topic: Topic): void {
    if (this.anchor === anchor) this.topic = topic;
  }

  private open(anchor: HTMLElement | SVGElement, topic: Topic): void {
    if (!anchor.isConnected) return;
    this.close();
    this.anchor = anchor;
    this.topic = topic;
    const described = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', described ? `${described} ${TOOLTIP_ID}` : TOOLTIP_ID);
  }

  private close(): void {
    const described = this.anchor?.getAttribute('aria-describedby')?.replace(TOOLTIP_ID, '').trim();
    if (described) this.anchor?.setAttribute('aria-describedby', described);
    else this.anchor?.removeAttribute('aria-describedby');
    this.anchor = null;
    this.topic = null;
  }
}

export const tooltips = new TooltipState();

/** An action that lets an element explain itself; nothing is explained without a topic. */
export function tooltip(
  element: HTMLElement | SVGElement,
  first: Topic | null | undefined,
): { update(next: Topic | null | undefined): void; destroy(): void } {
  let topic = first;
  element.toggleAttribute(TOOLTIP_ATTRIBUTE, Boolean(first));
  let press: ReturnType<typeof setTimeout> | undefined;
  /** A long press is no press: the click that follows it is swallowed. */
  let pressed = false;

  const on = (type: string, listen: (event: never) => void, capture = false): void =>
    element.addEventListener(type, listen as EventListener, { signal: stop.signal, capture });
  const stop = new AbortController();

  on('pointerenter', (event: PointerEvent) => {
    if (topic && event.pointerType === 'mouse') tooltips.show(element, topic, HOVER_DELAY);
  });
  on('pointerleave', (event: PointerEvent) => {
    clearTimeout(press);
    if (event.pointerType === 'mouse') tooltips.hide(element, HIDE_DELAY);
  });
  on('focusin', () => {
    if (topic && element.ownerDocument.activeElement?.matches(':focus-visible')) tooltips.show(element, topic);
  });
  on('focusout', () => tooltips.hide(element));
  on('pointerdown', (event: PointerEvent) => {
    pressed = false;
    if (event.pointerType === 'mouse') return tooltips.hide(element);
    press = setTimeout(() => {
      if (!topic) return;
      pressed = true;
      tooltips.show(element, topic);
    }, LONG_PRESS_DELAY);
  });
  on('pointerup', () => clearTimeout(press));
  on('pointercancel', () => clearTimeout(press));
  on('contextmenu', (event: Event) => {
    if (pressed) event.preventDefault();
  });
  on(
    'click',
    (event: Event) => {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  return {
    update(next) {
      topic = next;
      element.toggleAttribute(TOOLTIP_ATTRIBUTE, Boolean(next));
      if (next) tooltips.setTopic(element, next);
      else tooltips.hide(element);
    },
    destroy() {
      clearTimeout(press);
      stop.abort();
      tooltips.hide(element);
    },
  };
}
