// The pictures beside rules: small boards, turn order tracks and cards, from left to right.

import type { BoardDrawing } from '../board/pictureBoard';

export type Picture = { board: BoardDrawing; then?: boolean } | { track: [value: number, seat?: number][] } | { goods: string[] };

/** By the id of the rule. With `then`, a board shows what became of the one before it. */
export const PICTURES: Record<string, Picture[]> = {
  B3: [{ track: [[5], [3, 1], [1, 2], [0, 3], [0, 0], [0]] }],
  M2: [
    { board: { tiles: 'v5 m6 o8/m6 s10 l4', meeples: 'GR - BG/YWG R W', route: ['a1', 'b1', 'b2', 'c2'], rings: ['a1'] } },
    { board: { tiles: 'v5 m6 o8/m6 s10 l4', meeples: 'GR W BGG/- YR W' }, then: true },
  ],
  M7: [
    { board: { tiles: 'v5 m6 o8', meeples: 'YW R WWG', route: ['a1', 'b1', 'c1'], rings: ['c1'] } },
    { board: { tiles: 'v5 m6 o8', meeples: '- YR G' }, then: true },
  ],
  M8: [
    { board: { tiles: 'v5 m6 o8', meeples: 'YW R WW', route: ['a1', 'b1', 'c1'], rings: ['c1'] } },
    { board: { tiles: 'v5 m6 o8', meeples: '- YR -', camels: { c1: 0 }, palms: { c1: 1 } }, then: true },
  ],
  T5: [{ board: { tiles: 'v5 m6 o8 l4 s6', meeples: 'Y G RR W B', rings: ['c1'], kills: ['a1', 'b1', 'd1', 'e1'] } }],
  Y2: [
    {
      board: { tiles: 'o8 v5 m6 l4/v5 m6 s6 m6/m6 s10 l4 o8', meeples: 'WB YG G GR/GB YR WWB GY/YB WB RB Y', rings: ['c2'], dice: [3, 2] },
    },
  ],
  X1: [{ track: [[5], [3, 0], [1, 1], [0, 3], [0, 2], [0]] }],
  X2: [{ board: { tiles: 'v5 m6 s6/m6 l4 v5/o8 s10 m6', meeples: '- - -/- BBB -/- - -', rings: ['b2'] } }],
  X3: [{ goods: ['ivory', 'gems', 'silk', 'spices', 'fish', 'wheat'] }, { goods: ['silk', 'fish', 'wheat'] }],
  X4: [{ track: [[5, 1], [5], [3, 2], [3, 0], [1], [1], [0, 4], [0, 3], [0]] }],
  X5: [{ board: { tiles: 'o8 v5 m6/m6 s10 l4', meeples: 'W - -/YGGBR G -', route: ['a1', 'b1', 'c1', 'c2', 'b2', 'b1'], rings: ['b1'] } }],
  X6: [
    { board: { tiles: 'v5 s15 o8', meeples: 'BR - R', route: ['a1', 'b1', 'c1'], rings: ['c1'] } },
    { board: { tiles: 'v5 s15 o8', meeples: '- - -', camels: { b1: 0, c1: 0 }, palms: { c1: 1 } }, then: true },
  ],
  X7: [
    { board: { tiles: 'v5 m6 o8', meeples: 'YR - BRR', route: ['a1', 'b1', 'c1'], rings: ['c1'] } },
    { board: { tiles: 'v5 m6 o8', meeples: '- Y -', camels: { c1: 0 }, palms: { c1: 1 } }, then: true },
  ],
  X8: [
    { board: { tiles: 'm6 v5', meeples: 'W WW', route: ['a1', 'b1'], rings: ['b1'] } },
    { board: { tiles: 'm6 v5', meeples: '- -', camels: { b1: 0 } }, then: true },
    { board: { tiles: 'm6 v5', meeples: 'W WWWB', route: ['a1', 'b1'], rings: ['b1'] } },
    { board: { tiles: 'm6 v5', meeples: '- B' }, then: true },
  ],
};
