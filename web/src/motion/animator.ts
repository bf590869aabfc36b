// Runs a timeline: animates copies of pieces on a layer above the page, which already shows the new state.
//
// Nothing here is game state. A copy is removed when its animation ends or is cancelled, and pieces of the
// board are only hidden by animations with `fill: backwards`, which end by themselves.

import { djinnPicture, goodPicture, meeplePicture, rarityClass } from '../drawing/sprites';
import type { Land, Scene } from '../protocol';
import { GROUND, type Point } from '../board/geometry';
import { CAMEL_MS, COIN_MS, COIN_STAGGER_MS, HEM_MS, type Cue, type Timeline } from './timeline';
import { camelBox, meepleBox, placements, type Box } from '../board/pieces';

const EASE = 'cubic-bezier(.4,0,.2,1)';
const ARRIVE = 'cubic-bezier(.2,1.3,.4,1)';
const SVG = 'http://www.w3.org/2000/svg';

/** What the animator needs to know about the game to draw pieces. */
export interface AnimationContext {
  land: Land;
  before: Scene;
  letters: boolean;
  colour: (seat: number) => string;
  glyph: (seat: number) => string;
}

interface Spot extends Point {
  /** Pixels per unit of the board. */
  scale: number;
}

export class Animator {
  private readonly running = new Set<Animation>();
  /** Pieces of the board that already have an animation. */
  private readonly claimed = new Set<Element>();
  private pace = 1;
  private context!: AnimationContext;

  /** Draws on `layer`, and looks for the pieces, cards and players of the table inside `area`. */
  constructor(
    private readonly layer: HTMLElement,
    private readonly area: Element,
  ) {}

  /** Run a timeline. All times are multiplied by `pace`. */
  run(timeline: Timeline, pace: number, context: AnimationContext): void {
    this.clear();
    this.pace = pace;
    this.context = context;
    for (const cue of timeline.cues) this.cue(cue);
  }

  /** Highlight everything that has changed, without motion. */
  glow(timeline: Timeline): void {
    this.clear();
    this.pace = 1;
    const spots = [...timeline.tiles.map((tile) => this.cellOf(tile)), ...timeline.seats.map((seat) => this.purseOf(seat))];
    for (const spot of spots) {
      if (!spot) continue;
      const { left, top, width, height } = spot.getBoundingClientRect();
      if (!width || !height) continue;
      const light = this.add(div('glow'), { x: left, y: top }, width, height);
      this.play(light, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: 600 });
    }
  }

  /** Cancel all animations and remove the copies. */
  clear(): void {
    for (const animation of [...this.running]) animation.cancel();
    this.running.clear();
    this.claimed.clear();
    this.layer.replaceChildren();
  }

  private cue(cue: Cue): void {
    switch (cue.kind) {
      case 'sow':
        return this.sow(cue);
      case 'gather':
        return this.gather(cue);
      case 'camel':
        return this.camel(cue);
      case 'move':
        return this.move(cue);
      case 'fall':
        return this.fall(cue);
      case 'arrive':
        for (const tribe of cue.pile) this.drop(this.piece(cue.tile, tribe), cue.at, cue.duration);
        return;
      case 'grow': {
        const grown = [...this.all(`[data-stage="${cue.tile}"] [data-growth="${cue.what}"]`)][0];
        const frames = [
          { opacity: 0, transform: 'scale(.2)' },
          { opacity: 1, transform: 'scale(1)' },
        ];
        if (grown) this.play(grown, frames, cue, ARRIVE, 'backwards');
        return;
      }
      case 'whim':
        return this.fly(icon('whim'), this.spotOf(cue.tile), centre(this.purseOf(cue.seat)), 22, cue);
      case 'coins':
        return this.coins(cue);
      case 'cards':
        return this.cards(cue);
      case 'djinn':
        return this.djinn(cue);
      case 'dice':
        for (const die of this.all('[data-die]')) {
          const frames = [
            { opacity: 0, transform: 'rotate(-320deg) scale(.4)' },
            { opacity: 1, transform: 'rotate(0deg) scale(1)' },
          ];
          this.play(die, frames, cue, ARRIVE, 'backwards');
        }
    }
  }

  /** The hand hops to the next tile and drops one meeple there. */
  private sow(cue: Extract<Cue, { kind: 'sow' }>): void {
    const [from, to] = [this.spotOf(cue.from), this.spotOf(cue.to)];
    if (cue.stays) {
      const left = this.piece(cue.to, cue.tribe);
      if (left) this.play(left, [{ opacity: 0 }, { opacity: 1 }], { at: cue.at + cue.duration * 0.85, duration: 80 }, EASE, 'backwards');
    }
    if (!from || !to) return;
    const side = 30 * from.scale;
    const apart = Math.min(13, 52 / cue.hand.length) * from.scale;
    const group = this.add(div('hand'), { x: from.x, y: from.y + 8 * from.scale }, 0, 0);
    [...cue.hand].forEach((tribe, nth) => {
      const copy = this.meeple(tribe);
      place(copy, { x: (nth - (cue.hand.length - 1) / 2) * apart - side / 2, y: -side }, side, side);
      group.append(copy);
    });
    const [x, y] = [to.x - from.x, to.y - from.y];
    const frames = [
      { opacity: 1, transform: 'translate(0px, 0px)' },
      { opacity: 1, transform: `translate(${x / 2}px, ${y / 2 - 6 - 4 * from.scale}px)` },
      { opacity: 1, transform: `translate(${x}px, ${y}px)` },
    ];
    this.play(group, frames, cue);
  }

  /** The gathered meeples stay in their positions until they are taken. */
  private gather(cue: Extract<Cue, { kind: 'gather' }>): void {
    const boxes = this.boxes(cue.tile, cue.tribe, cue.count - 1);
    const end = cue.at + cue.duration;
    const goal = cue.kept ? centre(this.purseOf(cue.seat)) : null;
    boxes.forEach((box) => this.leave(cue.tile, cue.tribe, box, { at: 0, duration: end }, cue.at / end, goal));
    const last = meepleBox({ tribe: cue.tribe, x: 50, y: 82, size: 32.5, count: 0, countAt: 0, planned: false, ghost: false });
    this.leave(
      cue.tile,
      cue.tribe,
      last,
      { at: cue.dropped, duration: end - cue.dropped },
      (cue.at - cue.dropped) / (end - cue.dropped),
      goal,
    );
  }

  /** A camel drops onto a tile, then the owner's colours appear. */
  private camel(cue: Extract<Cue, { kind: 'camel' }>): void {
    const mark = this.find(`[data-crowd="${cue.tile}"] [data-mark]`);
    this.drop(mark, cue.at, CAMEL_MS);
    const ground = this.find(`[data-stage="${cue.tile}"] [data-owner]`);
    if (ground) this.play(ground, [{ opacity: 0 }, { opacity: 1 }], { at: cue.at + CAMEL_MS * 0.6, duration: HEM_MS }, EASE, 'backwards');
    const woven = this.find(`[data-stage="${cue.tile}"] [data-hem]`);
    const frames = [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }];
    if (woven) this.play(woven, frames, { at: cue.at + CAMEL_MS, duration: HEM_MS }, EASE, 'backwards');
  }

  /** A camel or a meeple moves from one tile to another. */
  private move(cue: Extract<Cue, { kind: 'move' }>): void {
    const [from, to] = [this.spotOf(cue.from), this.spotOf(cue.to)];
    const arrives = cue.tribe ? this.piece(cue.to, cue.tribe) : this.find(`[data-crowd="${cue.to}"] [data-mark]`);
    if (arrives) this.play(arrives, [{ opacity: 0 }, { opacity: 1 }], { at: cue.at + cue.duration * 0.9, duration: 80 }, EASE, 'backwards');
    const drawn = cue.tribe ? this.meeple(cue.tribe) : icon('camel', `own ${this.context.colour(cue.seat)}`);
    this.fly(drawn, from, to, cue.tribe ? 34 : camelBox(true).width, cue, 1);
  }

  /** Killed or captured meeples fall and fade out. */
  private fall(cue: Extract<Cue, { kind: 'fall' }>): void {
    const goal = cue.seat >= 0 ? centre(this.purseOf(cue.seat)) : null;
    const captured = [...new Set(cue.pile)].flatMap((tribe) => {
      const many = cue.pile.split(tribe).length - 1;
      return this.boxes(cue.tile, tribe, many).map((box) => ({ tribe, box }));
    });
    const end = cue.at + cue.duration;
    for (const { tribe, box } of captured) this.leave(cue.tile, tribe, box, { at: 0, duration: end }, cue.at / end, goal, true);
  }

  private coins(cue: Extract<Cue, { kind: 'coins' }>): void {
    const purse = centre(this.purseOf(cue.seat));
    const bank = this.spotOf(cue.tile) ?? (purse && { x: purse.x, y: purse.y - 60, scale: 1 });
    const [from, to] = cue.gained ? [bank, purse] : [purse, bank];
    for (let nth = 0; nth < cue.count; nth++) {
      this.fly(icon('coin'), from, to, 22, { at: cue.at + COIN_STAGGER_MS * nth, duration: COIN_MS });
    }
  }

  private cards(cue: Extract<Cue, { kind: 'cards' }>): void {
    const hand = centre(this.find(`[data-hand="${cue.seat}"]`) ?? this.purseOf(cue.seat));
    cue.cards.forEach((card, nth) => {
      const drawn = div(`good ${rarityClass(card)}`);
      drawn.append(icon(goodPicture(card)));
      const from = centre(this.find(`[data-place="${cue.places[nth]}"]`));
      this.fly(drawn, from, hand, 40, { at: cue.at + COIN_STAGGER_MS * nth, duration: COIN_MS });
    });
  }

  /** A Djinn moves to its new owner from its place in the row, or from the deck. */
  private djinn(cue: Extract<Cue, { kind: 'djinn' }>): void {
    const owned = this.find(`[data-owned="${cue.seat} ${cue.djinn}"]`);
    const to = centre(owned) ?? centre(this.purseOf(cue.seat));
    this.fly(icon(djinnPicture(cue.djinn)), this.rowSpot(cue.place), to, 46, cue, 1);
    if (owned) this.play(owned, [{ opacity: 0 }, { opacity: 1 }], { at: cue.at + cue.duration * 0.9, duration: 80 }, EASE, 'backwards');
  }

  // --- Basic movements ------------------------------------------------------------------------

  /** Move an element in a low arc from one spot to another, if both are visible. */
  private fly(
    drawn: Element & ElementCSSInlineStyle,
    from: Spot | null,
    to: Spot | null,
    size: number,
    time: { at: number; duration: number },
    last = 0.2,
  ): void {
    if (!from || !to) return;
    const side = size * (size > 30 ? Math.min(1, from.scale) : 1);
    this.add(drawn, { x: from.x - side / 2, y: from.y - side / 2 }, side, side);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const frames = [
      { opacity: 1, transform: 'translate(0px, 0px)' },
      { opacity: 1, transform: `translate(${x * 0.5}px, ${y * 0.5 - 18}px)` },
      { opacity: last, transform: `translate(${x}px, ${y}px)` },
    ];
    this.play(drawn, frames, time);
  }

  /** A meeple stays in its box for a fraction of the time, then flies to a goal or fades out. */
  private leave(
    tile: string,
    tribe: string,
    box: Box,
    time: { at: number; duration: number },
    stays: number,
    goal: Spot | null,
    falls = false,
  ): void {
    const cell = this.spotOf(tile);
    if (!cell) return;
    const copy = this.meeple(tribe);
    const at = { x: cell.x + (box.x - 50) * cell.scale, y: cell.y + (box.y - GROUND) * cell.scale };
    this.add(copy, at, box.width * cell.scale, box.height * cell.scale);
    const away = goal
      ? `translate(${goal.x - at.x}px, ${goal.y - at.y}px) scale(.6)`
      : falls
        ? 'translate(5px, 8px) rotate(24deg) scale(.8)'
        : `translate(${(50 - box.x - box.width / 2) * cell.scale}px, -14px) scale(.8)`;
    const still = { opacity: 1, transform: 'none' };
    this.play(copy, [still, { ...still, offset: Math.min(0.99, Math.max(0, stays)) }, { opacity: 0, transform: away }], time, 'linear');
  }

  /** A piece of the board drops from above. */
  private drop(piece: Element | null, at: number, duration: number): void {
    const frames = [
      { opacity: 0, transform: 'translateY(-22px)' },
      { opacity: 1, offset: 0.35 },
      { opacity: 1, transform: 'translateY(0px)' },
    ];
    if (piece) this.play(piece, frames, { at, duration }, ARRIVE, 'backwards');
  }

  /** The boxes of meeples of a tribe before the events, at most `most` of them. */
  private boxes(tile: string, tribe: string, most: number): Box[] {
    const nth = this.context.land.tiles.findIndex((place) => place.tile === tile);
    const scene = this.context.before.tiles[nth];
    if (!scene || most < 1) return [];
    const crowd = { pile: scene.pile, owned: scene.camel >= 0 };
    return placements(crowd, 8)
      .filter((each) => each.tribe === tribe)
      .slice(-most)
      .map(meepleBox);
  }

  /** The last meeple of a tribe on a tile that has no animation yet. */
  private piece(tile: string, tribe: string): Element | null {
    const found = [...this.all(`[data-crowd="${tile}"] [data-tribe="${tribe}"]`)].reverse().find((each) => !this.claimed.has(each));
    if (found) this.claimed.add(found);
    return found ?? null;
  }

  // --- Positions on the screen -------------------------------------------------------------------

  private find(selector: string): Element | null {
    return this.area.querySelector(selector);
  }

  private all(selector: string): NodeListOf<Element> {
    return this.area.querySelectorAll(selector);
  }

  private cellOf(tile: string): Element | null {
    return this.find(`[data-tile="${tile}"] .hit`);
  }

  private purseOf(seat: number): Element | null {
    return this.find(`[data-purse="${seat}"]`);
  }

  /** The spot where meeples walk on a tile. */
  private spotOf(tile: string): Spot | null {
    const cell = tile ? this.cellOf(tile) : null;
    if (!cell) return null;
    const { left, top, width } = cell.getBoundingClientRect();
    if (!width) return null;
    const scale = width / 105;
    return { x: left + width / 2, y: top + (GROUND + 2.5) * scale, scale };
  }

  /** The former position of a Djinn in the row. The row has already closed up, so the last place may not exist. */
  private rowSpot(nth: number): Spot | null {
    const row = this.find('[data-djinns]');
    const djinns = row ? [...row.querySelectorAll('[data-lying]')] : [];
    if (nth < 0 || !djinns.length) return centre(row);
    const spot = centre((djinns[nth] ?? djinns.at(-1)!).querySelector('svg'));
    if (!spot || nth < djinns.length) return spot;
    const { width, height } = djinns[0]!.getBoundingClientRect();
    const wide = djinns.length > 1 && djinns[0]!.getBoundingClientRect().top === djinns[1]!.getBoundingClientRect().top;
    return wide ? { ...spot, x: spot.x + width } : { ...spot, y: spot.y + height };
  }

  private meeple(tribe: string): SVGSVGElement {
    return icon(meeplePicture(tribe, this.context.letters), tribe);
  }

  private add<T extends Element & ElementCSSInlineStyle>(drawn: T, at: Point, width: number, height: number): T {
    place(drawn, at, width, height);
    this.layer.append(drawn);
    return drawn;
  }

  private play(
    drawn: Element,
    frames: Keyframe[],
    { at = 0, duration }: { at?: number; duration: number },
    easing = EASE,
    fill: FillMode = 'none',
  ): void {
    const own = drawn.parentElement === this.layer;
    const animation = drawn.animate?.(frames, { delay: at * this.pace, duration: duration * this.pace, easing, fill });
    if (!animation) {
      if (own) drawn.remove();
      return;
    }
    this.running.add(animation);
    const over = (): void => {
      this.running.delete(animation);
      if (own) drawn.remove();
    };
    animation.onfinish = over;
    animation.oncancel = over;
  }
}

/** The centre of an element on the screen, or null if it is not shown. */
function centre(element: Element | null): Spot | null {
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width && height ? { x: left + width / 2, y: top + height / 2, scale: 1 } : null;
}

function place(drawn: ElementCSSInlineStyle, at: Point, width: number, height: number): void {
  drawn.style.left = `${at.x}px`;
  drawn.style.top = `${at.y}px`;
  drawn.style.width = `${width}px`;
  drawn.style.height = `${height}px`;
}

function div(name: string): HTMLDivElement {
  const made = document.createElement('div');
  made.className = name;
  return made;
}

function icon(name: string, extra = ''): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  if (extra) svg.setAttribute('class', extra);
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
}
