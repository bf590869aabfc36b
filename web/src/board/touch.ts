// What a pointer does on the board: a press, a drag from tile to tile, or a long press.

/** How long a finger must rest to ask what something is. */
const LONG = 450;

/** How far a pointer may stray and still be a press. */
const STRAY = 8;

export interface Gestures {
  drag(from: string, to: string): void;
  /** A finger rests on a tile; an empty name when it is lifted again. */
  hold(tile: string): void;
  /** A drag goes on, from one tile over another; empty names when it is over. */
  over(from: string, to: string): void;
}

/** The tile under something that was touched, or nothing. */
export function tileUnder(target: EventTarget | null): string {
  return target instanceof Element ? (target.closest<SVGElement>('[data-tile]')?.dataset.tile ?? '') : '';
}

/** Follows one pointer at a time. */
export class Touch {
  private from = '';
  private to = '';
  private id = -1;
  private start = { x: 0, y: 0 };
  private strayed = false;
  private held = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether what was done is over and the click that follows means nothing. */
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
    // A finger would otherwise keep telling about the tile where it came down.
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
