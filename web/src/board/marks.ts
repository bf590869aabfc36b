// What is said about a tile beside what stands on it; the board draws it, whoever decides it.

export interface Mark {
  /** Can be chosen now. */
  legal?: boolean;
  /** The tribes that could be gathered here: they stand on brass plates. */
  tribes?: string;
  /** The planned move may end here: a press chooses it. */
  landing?: boolean;
  /** The points that a move that ends here brings at once, as far as they are known. */
  gain?: number;
  /** The planned move can go over this tile: a press makes it the next step, or bends the route. */
  step?: boolean;
  /** Where a move that was begun at the server can still end, after its next step. */
  ahead?: boolean;
  /** Where the planned move begins: its meeples are in the hand, and drawn as ghosts. */
  start?: boolean;
  /** Meeples to draw as ghosts that the scene no longer has here, because they are in the hand. */
  ghosts?: string;
  /** Meeples that the planned move leaves here, and that the scene does not have here yet. */
  planned?: string;
  /** Where the planned move ends, or what is chosen. */
  chosen?: boolean;
  /** Can be killed on, or is in the reach of a kill. */
  kill?: boolean;
  /** Struck by Yazid. */
  struck?: boolean;
  /** Put back while others are to be chosen. */
  dim?: boolean;
  /** Moved on last, by the player with these colours. */
  last?: { colour: string; glyph: string };
  /** A helper warns of this tile: of a stack of one tribe, or of a meeple that is alone there. */
  danger?: 'stack' | 'lone';
  /** A helper tells that moves of even length from the chosen tile end here. */
  parity?: boolean;
}

export type Marks = Record<string, Mark>;
