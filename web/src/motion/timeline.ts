// Converts game events into a timeline of animation cues, which `Animator` runs.

import type { GameEvent, Scene } from '../protocol';
import { sortMeeples } from '../board/pieces';

interface Timed {
  /** Milliseconds after the start, at normal speed. */
  at: number;
  duration: number;
}

export type Cue = Timed &
  (
    | { kind: 'sow'; from: string; to: string; hand: string; tribe: string; stays: boolean }
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

export interface Timeline {
  cues: Cue[];
  duration: number;
  /** The tiles and seats that have changed. They glow if motion is turned off. */
  tiles: string[];
  seats: number[];
}

const STEP_MS = 220;
const MAX_WALK_MS = 1600;
const GATHER_MS = 260;
export const COIN_MS = 420;
export const COIN_STAGGER_MS = 40;
const MAX_COINS = 6;
export const CAMEL_MS = 380;
export const HEM_MS = 240;
const DICE_MS = 700;
const DJINN_MS = 560;
const STRIKE_MS = 200;

/** Tribes whose meeples a player keeps; the others return to the bag. */
const KEPT_TRIBES = 'YWP';

/** The timeline for a list of events, which are shown one after the other. */
export function timelineOf(events: GameEvent[], before: Scene): Timeline {
  const cues: Cue[] = [];
  const tiles = new Set<string>();
  const seats = new Set<number>();
  const steps = events.filter((event) => event.type === 'Dropped').length;
  const pace = Math.min(STEP_MS, MAX_WALK_MS / Math.max(1, steps));
  const gathered = events.find((event) => event.type === 'Gathered');
  let { here, hand } = inHand(before);
  let now = 0;
  let arrived = 0;
  // Gold events without a tile belong to the tile of the current action.
  let actionTile = before.asked?.tile ?? '';

  const add = (cue: Cue, wait = cue.duration): void => {
    cues.push(cue);
    now += wait;
  };

  for (const event of events) {
    const { type, tile = '', to = '', tribe = '', pile = '', seat = -1 } = event;
    if (tile) tiles.add(tile);
    if (to) tiles.add(to);
    actionTile = to || tile || actionTile;
    switch (type) {
      case 'Taken':
        here = tile;
        hand = pile;
        break;
      case 'Dropped': {
        // A meeple that is gathered immediately does not appear on the tile.
        const stays = !(gathered && gathered.tile === tile && gathered.tribe === tribe);
        if (here) add({ kind: 'sow', at: now, duration: pace, from: here, to: tile, hand, tribe, stays });
        hand = hand.replace(tribe, '');
        here = tile;
        arrived = now;
        break;
      }
      case 'Gathered':
        add({
          kind: 'gather',
          at: now,
          duration: GATHER_MS,
          tile,
          tribe,
          count: event.count,
          seat,
          kept: KEPT_TRIBES.includes(tribe),
          dropped: arrived,
        });
        if (KEPT_TRIBES.includes(tribe)) seats.add(seat);
        break;
      case 'CamelPlaced':
      case 'TentPlaced':
        add({ kind: 'camel', at: now, duration: CAMEL_MS + HEM_MS, tile }, CAMEL_MS);
        break;
      case 'CamelMoved':
        add({ kind: 'move', at: now, duration: CAMEL_MS, from: tile, to, tribe: '', seat });
        break;
      case 'MeepleMoved':
        add({ kind: 'move', at: now, duration: STEP_MS, from: tile, to, tribe, seat });
        break;
      case 'Killed':
        if (tile) add({ kind: 'fall', at: now, duration: GATHER_MS, tile, pile: sortMeeples(pile), seat: -1 });
        else if (event.victim >= 0) seats.add(event.victim);
        break;
      case 'Captured':
        add({ kind: 'fall', at: now, duration: STRIKE_MS + GATHER_MS, tile, pile: sortMeeples(pile), seat });
        break;
      case 'MeeplesDrawn':
        add({ kind: 'arrive', at: now, duration: CAMEL_MS, tile, pile });
        break;
      case 'PalmPlaced':
      case 'PalacePlaced':
        add({ kind: 'grow', at: now, duration: CAMEL_MS, tile, what: type === 'PalmPlaced' ? 'palm' : 'palace' }, STRIKE_MS);
        break;
      case 'WhimTaken':
        add({ kind: 'whim', at: now, duration: COIN_MS, tile, seat }, STRIKE_MS);
        break;
      case 'GoldGained':
      case 'GoldPaid': {
        const count = Math.min(MAX_COINS, event.amount);
        seats.add(seat);
        if (count > 0) {
          const duration = COIN_MS + COIN_STAGGER_MS * (count - 1);
          add({ kind: 'coins', at: now, duration, seat, count, tile: actionTile, gained: type === 'GoldGained' }, STRIKE_MS);
        }
        break;
      }
      case 'CardsTaken': {
        const cards = event.cards;
        seats.add(seat);
        add({ kind: 'cards', at: now, duration: COIN_MS + COIN_STAGGER_MS * cards.length, seat, cards, places: event.places }, STRIKE_MS);
        break;
      }
      case 'DjinnTaken': {
        const djinn = event.djinn;
        const place = event.from_row ? before.djinn_row.indexOf(djinn) : -1;
        seats.add(seat);
        add({ kind: 'djinn', at: now, duration: DJINN_MS, seat, djinn, place }, STRIKE_MS);
        break;
      }
      case 'DiceRolled':
        add({ kind: 'dice', at: now, duration: DICE_MS });
        break;
      // Nothing moves. These events are listed so that a new or renamed event is a type error here.
      case 'RoundStarted':
      case 'BidPlaced':
      case 'Pushed':
      case 'TurnStarted':
      case 'Collected':
      case 'Bagged':
      case 'FakirsDiscarded':
      case 'CardDrawn':
      case 'DjinnUsed':
      case 'DjinnsDrawn':
      case 'DjinnsDiscarded':
      case 'ItemsDrawn':
      case 'ItemKept':
      case 'ItemsDiscarded':
      case 'ItemUsed':
      case 'RowDiscarded':
      case 'WhimsDealt':
      case 'WhimPaid':
      case 'Lost':
      case 'Sold':
      case 'TurnEnded':
      case 'PileRebuilt':
      case 'RowRefilled':
      case 'DjinnsRefilled':
      case 'LastRound':
      case 'GameOver':
        break;
      default:
        void (type satisfies never);
    }
  }
  return { cues, duration: Math.max(0, ...cues.map((cue) => cue.at + cue.duration)), tiles: [...tiles], seats: [...seats] };
}

/** The position and hand of a move that is already in progress. */
function inHand(before: Scene): { here: string; hand: string } {
  const asked = before.asked;
  if (!asked?.hand) return { here: '', hand: '' };
  return { here: asked.path.at(-1)?.slice(0, -1) ?? asked.start, hand: asked.hand };
}
