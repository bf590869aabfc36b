// Yazid's dice in the solo game: what they strike, and whether the player loses.

import { COLUMNS, MOST_ASSASSINS, MOST_DJINNS, ROWS } from '../protocol';
import { DOUBLE } from './rulesData';

export interface Dice {
  /** The column from the left. */
  white: number;
  /** The row from the bottom; 6 strikes both ends of the column. */
  black: number;
}

/** The columns and rows of the board from the top left, for drawing it. */
export const BOARD_COLUMNS = Array.from({ length: COLUMNS }, (_, index) => 'abcdef'.charAt(index));
export const BOARD_ROWS = Array.from({ length: ROWS }, (_, index) => ROWS - index);

const FACES = 6;
/** Random bytes from here on would make some faces likelier than others. */
const FAIR = 256 - (256 % FACES);

function rollOne(): number {
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0]!;
    if (byte < FAIR) return 1 + (byte % FACES);
  }
}

export const roll = (): Dice => ({ white: rollOne(), black: rollOne() });

export const columnOf = ({ white }: Dice): string => 'abcdef'.charAt(white - 1);

/** What the dice strike. */
export interface Strike {
  tiles: string[];
  /** How many further tiles the player names. */
  named: number;
  /** Whether they must be in the column of the dice. */
  inColumn: boolean;
}

/** What the dice strike if nobody stands on some tiles of the column. */
export function strikeOf(dice: Dice, empty: string[] = []): Strike {
  const column = columnOf(dice);
  const standing = BOARD_ROWS.map((row) => `${column}${row}`).filter((tile) => !empty.includes(tile));
  if (dice.black === DOUBLE) {
    const tiles = [...new Set([...standing.slice(0, 1), ...standing.slice(-1)])];
    return { tiles, named: 2 - tiles.length, inColumn: false };
  }
  const tile = `${column}${dice.black}`;
  if (standing.includes(tile)) return { tiles: [tile], named: 0, inColumn: false };
  return { tiles: [], named: 1, inColumn: standing.length > 0 };
}

/** The price to act before he strikes. */
export const priceToGoFirst = ({ white, black }: Dice): number => white + black;

/** What stands on a struck tile, as far as it can make the player lose. */
export interface StruckTile {
  builders: number;
  /** The blue tiles on and around it. */
  blue: number;
  assassins: number;
}

export interface Outcome {
  pay: number;
  /** The gold that is left; null if the player has not typed any. */
  left: number | null;
  /** His Assassins after the strike. */
  assassins: number;
  lost: '' | 'assassins' | 'djinns' | 'gold';
}

/** What a strike costs. A tile is struck after the other; the first reason to lose ends the game. */
export function outcome(gold: number | null, assassins: number, djinns: number, tiles: StruckTile[]): Outcome {
  let pay = 0;
  let lost: Outcome['lost'] = djinns >= MOST_DJINNS ? 'djinns' : '';
  for (const tile of tiles) {
    assassins += tile.assassins;
    pay += tile.builders * tile.blue;
    if (!lost && assassins >= MOST_ASSASSINS) lost = 'assassins';
    if (!lost && gold !== null && pay > gold) lost = 'gold';
  }
  return { pay, left: gold === null ? null : gold - pay, assassins, lost };
}
