// Tooltips on hover, keyboard focus and long press, and on a tap where it does nothing else.
//
// Put `use:tooltip={{ kind: 'djinn', name: 'enki' }}` on an element and one `Tooltip` on the page. A tooltip must not
// be the only place where its text can be found.

import type { GameContext, Topic } from './topics';

/** How long a mouse must rest, and a finger must press, before the tooltip opens. */
export const HOVER_DELAY = 400;
export const LONG_PRESS_DELAY = 480;
/** How long the tooltip stays open after the mouse leaves, so that it can be moved onto the tooltip. */
const HIDE_DELAY = 160;

export const TOOLTIP_ID = 'tooltip-card';
/** Marks elements that have a tooltip. */
export const TOOLTIP_ATTRIBUTE = 'data-tooltip';

/** Where the mouse was last, and whether its last event was a movement: the page may move below a mouse at rest. */
const mouse = { x: NaN, y: NaN, moved: false };
const hasMoved = ({ clientX, clientY }: PointerEvent): boolean => clientX !== mouse.x || clientY !== mouse.y;
if (typeof addEventListener === 'function')
  addEventListener(
    'pointermove',
    (event) => {
      mouse.moved = hasMoved(event);
      [mouse.x, mouse.y] = [event.clientX, event.clientY];
    },
    { capture: true, passive: true },
  );

class TooltipState {
  topic = $state.raw<Topic | null>(null);
  anchor = $state.raw<HTMLElement | SVGElement | null>(null);
  /** Some texts depend on the game being played. */
  game = $state.raw<GameContext>({ artisans: false, solo: false, whims: [] });

  private timer: ReturnType<typeof setTimeout> | undefined;

  setGame(game: GameContext): void {
    this.game = game;
  }

  /** Open the tooltip of an element, after a delay. */
  show(anchor: HTMLElement | SVGElement, topic: Topic, after = 0): void {
    clearTimeout(this.timer);
    if (!after) return this.open(anchor, topic);
    this.timer = setTimeout(() => this.open(anchor, topic), after);
  }

  /** Close the tooltip, after a delay; with `anchor`, only if it belongs to that element. */
  hide(anchor?: HTMLElement | SVGElement, after = 0): void {
    clearTimeout(this.timer);
    if (anchor && this.anchor !== anchor) return;
    if (after) this.timer = setTimeout(() => this.close(), after);
    else this.close();
  }

  /** Keep the tooltip open while the mouse is on it. */
  cancelHide(): void {
    clearTimeout(this.timer);
  }

  /** Update the open tooltip after the topic of its element changed, for example when a row of cards moves up. */
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

/** A Svelte action that gives an element a tooltip; without a topic it has none. */
export function tooltip(
  element: HTMLElement | SVGElement,
  first: Topic | null | undefined,
): { update(next: Topic | null | undefined): void; destroy(): void } {
  let topic = first;
  element.toggleAttribute(TOOLTIP_ATTRIBUTE, Boolean(first));
  let press: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last press was a long one; the click that follows it is suppressed. */
  let pressed = false;
  let touched = false;
  /** Whether the element came below the mouse by itself. */
  let slidBelow = false;

  const on = (type: string, listen: (event: never) => void, capture = false): void =>
    element.addEventListener(type, listen as EventListener, { signal: stop.signal, capture });
  const stop = new AbortController();

  on('pointerenter', (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    slidBelow = !hasMoved(event);
    if (topic && !slidBelow) tooltips.show(element, topic, HOVER_DELAY);
  });
  on('pointermove', () => {
    if (!slidBelow || !mouse.moved) return;
    slidBelow = false;
    if (topic) tooltips.show(element, topic, HOVER_DELAY);
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
    touched = event.pointerType !== 'mouse';
    if (!touched) return tooltips.hide(element);
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
      if (!pressed && touched && topic && !element.closest('button, a')) return tooltips.show(element, topic);
      // A button that was held to read its tooltip is chosen by a short press.
      if (!pressed) return touched ? tooltips.hide(element) : undefined;
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
