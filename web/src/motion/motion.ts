// Converts game events into a timed script of animation cues. `Stage` performs it.

import type { GameEvent, Scene } from '../protocol';
import { sortMeeples } from '../board/pieces';

interface Timed {
  /** Milliseconds after the start, at normal speed. */
  at: number;
  lasts: number;
}

export type Cue = Timed &
  (
    | { kind: 'step'; from: string; to: string; hand: string; tribe: string; stays: boolean }
    | { kind: 'gather'; tile: string; tribe: string; count: number; seat: number; kept: boolean; dropped: number }
    | { kind: 'camel'; tile: string }
    | { kind: 'move'; from: string; to: string; tribe: string; seat: number }
    | { kind: 'fall'; tile: string; pile: string; seat: number }
    | { kind: 'arrive'; tile: string; pile: string }
    | { kind: 'grow'; tile: string; what: 'palm' | 'palace' }
    | { kind: 'whim'; tile: string; seat: number }
    | { kind: 'coins'; seat: number; count: number; tile: string; gained: boolean }
    | { kind: 'cards'; seat: number; cards: string[]; places: number[] }
    | { kind: 'djinn'; seat: number; djinn: string; place: number }
    | { kind: 'dice' }
  );

export interface Script {
  cues: Cue[];
  lasts: number;
  /** The tiles and seats that have changed. They glow if motion is turned off. */
  tiles: string[];
  seats: number[];
}

const STEP = 220;
const WALK = 1600;
const GATHER = 260;
const COINS = 420;
const COIN_APART = 40;
const MOST_COINS = 6;
const CAMEL = 380;
const HEM = 240;
const DICE = 700;
const DJINN = 560;
const STRIKE = 200;

/** Tribes whose meeples a player keeps; the others return to the bag. */
const KEPT = 'YWP';

/** The script for a list of events, which are shown one after the other. */
export function script(events: GameEvent[], before: Scene): Script {
  const cues: Cue[] = [];
  const tiles = new Set<string>();
  const seats = new Set<number>();
  const steps = events.filter((event) => event.type === 'Dropped').length;
  const pace = Math.min(STEP, WALK / Math.max(1, steps));
  const gathered = events.find((event) => event.type === 'Gathered');
  let { here, hand } = inHand(before);
  let now = 0;
  let arrived = 0;
  // Gold events without a tile belong to the tile of the current action.
  let place = before.asked?.tile ?? '';

  const put = (cue: Cue, wait = cue.lasts): void => {
    cues.push(cue);
    now += wait;
  };

  for (const event of events) {
    const { type, tile = '', to = '', tribe = '', pile = '', seat = -1 } = event;
    if (tile) tiles.add(tile);
    if (to) tiles.add(to);
    place = to || tile || place;
    switch (type) {
      case 'Taken':
        here = tile;
        hand = pile;
        break;
      case 'Dropped': {
        // A meeple that is gathered immediately does not appear on the tile.
        const stays = !(gathered && gathered.tile === tile && gathered.tribe === tribe);
        if (here) put({ kind: 'step', at: now, lasts: pace, from: here, to: tile, hand, tribe, stays });
        hand = hand.replace(tribe, '');
        here = tile;
        arrived = now;
        break;
      }
      case 'Gathered':
        put({
          kind: 'gather',
          at: now,
          lasts: GATHER,
          tile,
          tribe,
          count: event.count,
          seat,
          kept: KEPT.includes(tribe),
          dropped: arrived,
        });
        if (KEPT.includes(tribe)) seats.add(seat);
        break;
      case 'CamelPlaced':
      case 'TentPlaced':
        put({ kind: 'camel', at: now, lasts: CAMEL + HEM, tile }, CAMEL);
        break;
      case 'CamelMoved':
        put({ kind: 'move', at: now, lasts: CAMEL, from: tile, to, tribe: '', seat });
        break;
      case 'MeepleMoved':
        put({ kind: 'move', at: now, lasts: STEP, from: tile, to, tribe, seat });
        break;
      case 'Killed':
        if (tile) put({ kind: 'fall', at: now, lasts: GATHER, tile, pile: sortMeeples(pile), seat: -1 });
        else if (event.victim >= 0) seats.add(event.victim);
        break;
      case 'Captured':
        put({ kind: 'fall', at: now, lasts: STRIKE + GATHER, tile, pile: sortMeeples(pile), seat });
        break;
      case 'MeeplesDrawn':
        put({ kind: 'arrive', at: now, lasts: CAMEL, tile, pile });
        break;
      case 'PalmPlaced':
      case 'PalacePlaced':
        put({ kind: 'grow', at: now, lasts: CAMEL, tile, what: type === 'PalmPlaced' ? 'palm' : 'palace' }, STRIKE);
        break;
      case 'WhimTaken':
        put({ kind: 'whim', at: now, lasts: COINS, tile, seat }, STRIKE);
        break;
      case 'GoldGained':
      case 'GoldPaid': {
        const count = Math.min(MOST_COINS, event.amount);
        seats.add(seat);
        if (count > 0) {
          const lasts = COINS + COIN_APART * (count - 1);
          put({ kind: 'coins', at: now, lasts, seat, count, tile: place, gained: type === 'GoldGained' }, STRIKE);
        }
        break;
      }
      case 'CardsTaken': {
        const cards = event.cards;
        seats.add(seat);
        put({ kind: 'cards', at: now, lasts: COINS + COIN_APART * cards.length, seat, cards, places: event.places }, STRIKE);
        break;
      }
      case 'DjinnTaken': {
        const djinn = event.djinn;
        const place = event.from_row ? before.djinn_row.indexOf(djinn) : -1;
        seats.add(seat);
        put({ kind: 'djinn', at: now, lasts: DJINN, seat, djinn, place }, STRIKE);
        break;
      }
      case 'DiceRolled':
        put({ kind: 'dice', at: now, lasts: DICE });
        break;
    }
  }
  return { cues, lasts: Math.max(0, ...cues.map((cue) => cue.at + cue.lasts)), tiles: [...tiles], seats: [...seats] };
}

/** The position and hand of a move that is already in progress. */
function inHand(before: Scene): { here: string; hand: string } {
  const asked = before.asked;
  if (!asked?.hand) return { here: '', hand: '' };
  return { here: asked.path.at(-1)?.slice(0, -1) ?? asked.start, hand: asked.hand };
}
