// Recognises pointer gestures on the board: a click, a drag from tile to tile, or a long press.

/** The duration of a long press, in milliseconds. */
const LONG = 450;

/** How many pixels a pointer can move before it is a drag. */
const STRAY = 8;

export interface Gestures {
  drag(from: string, to: string): void;
  /** A long press on a tile; an empty name when it ends. */
  hold(tile: string): void;
  /** A drag in progress, from one tile to the tile under the pointer; empty names when it ends. */
  over(from: string, to: string): void;
}

/** The tile of an event target, or ''. */
export function tileUnder(target: EventTarget | null): string {
  return target instanceof Element ? (target.closest<SVGElement>('[data-tile]')?.dataset.tile ?? '') : '';
}

/** Tracks one pointer at a time. */
export class Touch {
  private from = '';
  private to = '';
  private id = -1;
  private start = { x: 0, y: 0 };
  private strayed = false;
  private held = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the gesture is complete, so that the click event after it must be ignored. */
  spent = false;

  constructor(private readonly gestures: Gestures) {}

  down(event: PointerEvent): void {
    if (event.button > 0 || !event.isPrimary) return this.cancel();
    this.spent = false;
    this.from = this.to = tileUnder(event.target);
    if (!this.from) return;
    this.id = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    this.strayed = this.held = false;
    // Touch pointers are captured implicitly; without this, `move` would only see the first tile.
    const target = event.target as Element;
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse') this.timer = setTimeout(() => this.hold(), LONG);
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > STRAY;
    if (far && !this.held) {
      this.strayed = true;
      clearTimeout(this.timer);
    }
    if (!this.strayed) return;
    const to = tileUnder(event.target);
    if (to !== this.to) this.gestures.over(this.from, to);
    this.to = to;
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const { from, strayed, held } = this;
    const to = tileUnder(event.target);
    this.cancel();
    this.spent = held || (strayed && to !== from);
    if (strayed && to && to !== from) this.gestures.drag(from, to);
  }

  cancel(): void {
    clearTimeout(this.timer);
    if (this.held) this.gestures.hold('');
    if (this.strayed) this.gestures.over('', '');
    this.id = -1;
    this.held = this.strayed = false;
  }

  private hold(): void {
    this.held = true;
    this.gestures.hold(this.from);
  }
}
