// Recognises pointer gestures on the board: a click, a drag from tile to tile, or a long press.

/** The duration of a long press, in milliseconds. */
const LONG_PRESS_MS = 450;

/** How many pixels a pointer can move before it is a drag. */
const DRAG_THRESHOLD_PX = 8;

export interface GestureHandlers {
  drag(from: string, to: string): void;
  /** A long press on a tile; an empty name when it ends. */
  hold(tile: string): void;
  /** A drag in progress, from one tile to the tile under the pointer; empty names when it ends. */
  over(from: string, to: string): void;
}

/** The tile of an event target, or ''. */
export function tileOfTarget(target: EventTarget | null): string {
  return target instanceof Element ? (target.closest<SVGElement>('[data-tile]')?.dataset.tile ?? '') : '';
}

/** Tracks one pointer at a time. */
export class PointerGestures {
  private from = '';
  private to = '';
  private id = -1;
  private start = { x: 0, y: 0 };
  private dragging = false;
  private longPressed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the gesture is complete, so that the click event after it must be ignored. */
  private ignoreClick = false;

  constructor(private readonly handlers: GestureHandlers) {}

  down(event: PointerEvent): void {
    if (event.button > 0 || !event.isPrimary) return this.cancel();
    this.ignoreClick = false;
    this.from = this.to = tileOfTarget(event.target);
    if (!this.from) return;
    this.id = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    this.dragging = this.longPressed = false;
    // Touch pointers are captured implicitly; without this, `move` would only see the first tile.
    const target = event.target as Element;
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse') this.timer = setTimeout(() => this.hold(), LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > DRAG_THRESHOLD_PX;
    if (far && !this.longPressed) {
      this.dragging = true;
      clearTimeout(this.timer);
    }
    if (!this.dragging) return;
    const to = tileOfTarget(event.target);
    if (to !== this.to) this.handlers.over(this.from, to);
    this.to = to;
  }

  /** Whether a click is a press on a tile; the click at the end of a drag or a long press is not. */
  acceptsClick(): boolean {
    const accepted = !this.ignoreClick;
    this.ignoreClick = false;
    return accepted;
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const { from, dragging, longPressed } = this;
    const to = tileOfTarget(event.target);
    this.cancel();
    this.ignoreClick = longPressed || (dragging && to !== from);
    if (dragging && to && to !== from) this.handlers.drag(from, to);
  }

  cancel(): void {
    clearTimeout(this.timer);
    if (this.longPressed) this.handlers.hold('');
    if (this.dragging) this.handlers.over('', '');
    this.id = -1;
    this.longPressed = this.dragging = false;
  }

  private hold(): void {
    this.longPressed = true;
    this.handlers.hold(this.from);
  }
}
