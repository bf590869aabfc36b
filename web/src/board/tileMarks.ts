// How the board highlights a tile. The board only draws marks; other modules compute them.

export interface TileMark {
  /** The tile can be chosen now. */
  legal?: boolean;
  /** The tribes that can be gathered here; their meeples are drawn on plates. */
  tribes?: string;
  /** The planned move can end here; a click chooses this end. */
  landing?: boolean;
  /** The immediate points of a move that ends here, if known. */
  gain?: number;
  /** What Builders or Assassins can bring on top of it, ascending. */
  extraPoints?: readonly number[];
  /** The planned move can pass this tile; a click adds it as the next step or reroutes the move. */
  step?: boolean;
  /** A move in progress on the server can still end here, after its next step. */
  ahead?: boolean;
  /** The planned move starts here. Its meeples are in the hand and drawn as ghosts. */
  start?: boolean;
  /** Meeples to draw as ghosts because the scene already counts them as part of the hand. */
  ghosts?: string;
  /** Meeples that the planned move drops here; not yet in the scene. */
  planned?: string;
  /** The end of the planned move, or the chosen tile. */
  chosen?: boolean;
  /** A move that is shown for comparison ended here; its gain is always shown. */
  played?: boolean;
  /** A meeple can be killed here. */
  kill?: boolean;
  /** Yazid is about to strike this tile. */
  struck?: boolean;
  /** Dimmed, because only other tiles can be chosen. */
  dim?: boolean;
  /** The last move ended here, made by the player with this colour and glyph. */
  last?: { colour: string; glyph: string };
  /** A warning of the `dangers` helper: a stack of one tribe, or a lone meeple. */
  danger?: 'stack' | 'lone';
  /** The place of a move that ends here in the adviser's list, from 1. */
  rank?: number;
  /** From the `parity` helper: a move from the chosen tile can only end on tiles of this colour. */
  parity?: boolean;
}

export type TileMarks = Record<string, TileMark>;
