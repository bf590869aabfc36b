// Changes of what is on the board of a draft: pieces, tiles, mountains, and the Whims of the cities.

import { KINDS, without, type Draft } from './draft';

/** A piece that stands on a tile. */
export type Piece =
  | { kind: 'meeple'; tribe: string }
  | { kind: 'palm' | 'palace' | 'tent' }
  | { kind: 'camel'; seat: number }
  | { kind: 'whim'; name: string };

/** The pieces on a tile, in the order in which they are listed. */
export function piecesOn(draft: Draft, tile: string): Piece[] {
  const owner = draft.owners[tile];
  const whim = draft.cityWhims[tile];
  const several = (kind: 'palm' | 'palace', count = 0): Piece[] => Array.from({ length: count }, () => ({ kind }));
  return [
    ...[...(draft.piles[tile] ?? '')].map((tribe): Piece => ({ kind: 'meeple', tribe })),
    ...several('palm', draft.palms[tile]),
    ...several('palace', draft.palaces[tile]),
    ...(draft.tents.includes(tile) ? [{ kind: 'tent' } as const] : []),
    ...(owner === undefined ? [] : [{ kind: 'camel', seat: owner } as const]),
    ...(whim === undefined ? [] : [{ kind: 'whim', name: whim } as const]),
  ];
}

export const hasGround = (draft: Draft, tile: string): boolean => (draft.tiles[tile] ?? '#')[0]! in KINDS;

export function addPiece(draft: Draft, tile: string, piece: Piece): Draft {
  if (!hasGround(draft, tile)) return draft;
  const grown = (numbers: Record<string, number>): Record<string, number> => ({ ...numbers, [tile]: (numbers[tile] ?? 0) + 1 });
  switch (piece.kind) {
    case 'meeple':
      return { ...draft, piles: { ...draft.piles, [tile]: sorted((draft.piles[tile] ?? '') + piece.tribe) } };
    case 'palm':
      return { ...draft, palms: grown(draft.palms) };
    case 'palace':
      return { ...draft, palaces: grown(draft.palaces) };
    case 'tent': {
      const owner = draft.owners[tile];
      if (owner === undefined) return draft;
      return { ...draft, tents: [...draft.tents.filter((each) => draft.owners[each] !== owner), tile] };
    }
    case 'camel': {
      if (draft.owners[tile] === piece.seat) return removePiece(draft, tile, piece);
      return { ...draft, owners: { ...draft.owners, [tile]: piece.seat }, tents: draft.tents.filter((each) => each !== tile) };
    }
    case 'whim': {
      if (!isCity(draft, tile) || draft.cityWhims[tile] === piece.name) return draft;
      const free = withoutWhim(draft, piece.name);
      return { ...free, cityWhims: { ...free.cityWhims, [tile]: piece.name } };
    }
  }
}

export function removePiece(draft: Draft, tile: string, piece: Piece): Draft {
  const fewer = (numbers: Record<string, number>): Record<string, number> => ({
    ...numbers,
    [tile]: Math.max(0, (numbers[tile] ?? 0) - 1),
  });
  switch (piece.kind) {
    case 'meeple':
      return { ...draft, piles: { ...draft.piles, [tile]: (draft.piles[tile] ?? '').replace(piece.tribe, '') } };
    case 'palm':
      return { ...draft, palms: fewer(draft.palms) };
    case 'palace':
      return { ...draft, palaces: fewer(draft.palaces) };
    case 'tent':
      return { ...draft, tents: draft.tents.filter((each) => each !== tile) };
    case 'camel': {
      const owners = { ...draft.owners };
      delete owners[tile];
      return { ...draft, owners, tents: draft.tents.filter((each) => each !== tile) };
    }
    case 'whim':
      return withoutWhim(draft, piece.name);
  }
}

const sorted = (pile: string): string => [...pile].sort((a, b) => 'YWGBRP'.indexOf(a) - 'YWGBRP'.indexOf(b)).join('');

/** Whether a tile is a fabulous city, where a Whim can lie. */
export const isCity = (draft: Draft, tile: string): boolean => 'cr'.includes((draft.tiles[tile] ?? '#')[0]!);

/** The mountains between two tiles, as a position has them. */
const wallBetween = (a: string, b: string): string =>
  [a, b].sort((x, y) => x.charCodeAt(1) - y.charCodeAt(1) || (x < y ? -1 : 1)).join('-');

/** The neighbours of a tile on the board. */
export function neighboursOf(draft: Draft, tile: string): string[] {
  const [column, row] = [tile.charCodeAt(0), Number(tile[1])];
  const steps = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const; // prettier-ignore
  return steps.map(([x, y]) => String.fromCharCode(column + x) + (row + y)).filter((each) => each in draft.tiles);
}

/** The neighbours of a tile that are behind mountains. */
export const walledFrom = (draft: Draft, tile: string): string[] =>
  neighboursOf(draft, tile).filter((each) => draft.walls.includes(wallBetween(tile, each)));

/** Put mountains between two neighbouring tiles, or take them away. */
export function toggleWall(draft: Draft, a: string, b: string): Draft {
  if (!hasGround(draft, a) || !neighboursOf(draft, a).includes(b)) return draft;
  const wall = wallBetween(a, b);
  return { ...draft, walls: draft.walls.includes(wall) ? without(draft.walls, wall) : [...draft.walls, wall] };
}

/** Take a Whim from wherever it is: there is one of each. */
export function withoutWhim(draft: Draft, whim: string): Draft {
  const players = draft.players.map((player) => ({
    ...player,
    whims: without(player.whims, whim),
    paidWhims: without(player.paidWhims, whim),
  }));
  const cityWhims = Object.fromEntries(Object.entries(draft.cityWhims).filter(([, each]) => each !== whim));
  return { ...draft, players, cityWhims };
}

/** Another kind of tile; a hole stays a hole, because walls and the size of the board depend on it. */
export function setKind(draft: Draft, tile: string, letter: string): Draft {
  if (!hasGround(draft, tile)) return draft;
  return { ...draft, tiles: { ...draft.tiles, [tile]: `${letter}${KINDS[letter]!.points}` } };
}

export function setPoints(draft: Draft, tile: string, points: number): Draft {
  if (!hasGround(draft, tile)) return draft;
  return { ...draft, tiles: { ...draft.tiles, [tile]: draft.tiles[tile]![0]! + Math.max(0, Math.min(99, points)) } };
}

export const pointsOf = (draft: Draft, tile: string): number => Number((draft.tiles[tile] ?? '').slice(1));

/** Swap two tiles with everything on them. */
export function swapTiles(draft: Draft, a: string, b: string): Draft {
  if (!hasGround(draft, a) || !hasGround(draft, b)) return draft;
  const swap = <T>(values: Record<string, T>): Record<string, T> => {
    const { [a]: first, [b]: second, ...others } = values;
    return { ...others, ...(second !== undefined && { [a]: second }), ...(first !== undefined && { [b]: first }) };
  };
  const { tiles, piles, palms, palaces, owners, tents, cityWhims } = draft;
  return {
    ...draft,
    tiles: swap(tiles),
    piles: swap(piles),
    palms: swap(palms),
    palaces: swap(palaces),
    owners: swap(owners),
    cityWhims: swap(cityWhims),
    tents: tents.map((tile) => (tile === a ? b : tile === b ? a : tile)),
  };
}

/** Remove all pieces from the board. */
export function cleared(draft: Draft): Draft {
  const piles = Object.fromEntries(Object.keys(draft.piles).map((tile) => [tile, '']));
  return { ...draft, piles, palms: {}, palaces: {}, owners: {}, tents: [] };
}
