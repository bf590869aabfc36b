// A position while it is edited: its text, taken apart. Drafts are never changed; every function returns a new one.
//
// Lines that the editor does not know stay as they are. Piles that follow from the rest (the bag, the decks, pieces and
// camels left) are left out when the text is written, so that the server computes them.

import type { Land, Scene, TileScene } from '../protocol';
import { EMPTY_SCENE } from '../live/placeholders';
import { fillDefaults } from '../wire/fillDefaults';

export const FIRST_LINE = 'naqala position 1';

/** The letters of the kinds of tiles, with the usual points. */
export const KINDS: Record<string, { kind: string; blue: boolean; points: number; box?: string }> = {
  v: { kind: 'village', blue: true, points: 5 },
  s: { kind: 'sacred place', blue: true, points: 6 },
  o: { kind: 'oasis', blue: false, points: 8 },
  m: { kind: 'small market', blue: false, points: 6 },
  l: { kind: 'large market', blue: false, points: 4 },
  w: { kind: 'workshop', blue: true, points: 6, box: 'artisans' },
  x: { kind: 'specialised market', blue: false, points: 4, box: 'artisans' },
  c: { kind: 'blue city', blue: true, points: 0, box: 'whims' },
  r: { kind: 'red city', blue: false, points: 0, box: 'whims' },
};

/** The seat of Yazid in the solo game. */
export const YAZID = 1;

export interface DraftPlayer {
  gold: number;
  viziers: number;
  elders: number;
  artisans: number;
  hand: string[];
  djinns: string[];
  items: string[];
  whims: string[];
  /** The Whims that were paid. */
  paidWhims: string[];
}

/** What Yazid has in front of him. */
export interface DraftYazid {
  viziers: number;
  elders: number;
  assassins: number;
  fakirs: number;
  djinns: string[];
}

export interface Draft {
  columns: number;
  rows: number;
  /** Kind and points by tile: `v5`, or `~` and `#` for holes. */
  tiles: Record<string, string>;
  /** Letters of meeples by tile. */
  piles: Record<string, string>;
  palms: Record<string, number>;
  palaces: Record<string, number>;
  /** The seat that controls a tile; in the solo game also YAZID. */
  owners: Record<string, number>;
  tents: string[];
  /** Pairs of neighbouring tiles with mountains between them: `c3-d3`. */
  walls: string[];
  /** The Whim on each city that has one. */
  cityWhims: Record<string, string>;
  row: string[];
  djinns: string[];
  players: DraftPlayer[];
  /** Only in the solo game. */
  yazid: DraftYazid | null;
  expansions: string[];
  /** All other lines, by their keys. */
  rest: Record<string, string>;
}

const NONE = '-';
/** Lines that follow from the others. */
const COMPUTED = ['bag', 'deck', 'djinn-deck', 'item-deck', 'whim-deck', 'stock'];
/** Lines about the order of turns. */
const MARKERS = ['spots', 'bids', 'acted', 'track'];
/** Decisions that do not depend on what was done before in the turn. */
const PLAIN = ['bidding', 'moving', 'offering'];

const words = (text = ''): string[] => (text === NONE ? [] : text.split(' ').filter(Boolean));
/** The number after a word: `elders 3`. */
function numberAfter(list: string[], word: string, fallback = 0): number {
  return list.includes(word) ? Number(list[list.indexOf(word) + 1]) : fallback;
}
function counted(text?: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const word of words(text)) {
    const [name = '', number = '1'] = word.split('*');
    found[name] = (found[name] ?? 0) + Number(number);
  }
  return found;
}

/** Names with counts, as a position has them: `ivory*2 fakir*1`. */
const withCounts = (numbers: Record<string, number>): string =>
  Object.entries(numbers)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${name}*${number}`)
    .join(' ');

/** The names of the tiles, row by row from the top, as in a position. */
function cellNames(columns: number, rows: number): string[][] {
  return Array.from({ length: rows }, (_, nth) =>
    Array.from({ length: columns }, (_, column) => String.fromCharCode(97 + column) + (rows - nth)),
  );
}

export function parseDraft(text: string): Draft {
  const rest: Record<string, string> = {};
  for (const line of text.split('\n').slice(1)) {
    const [, key, value] = /^(\S+) ?(.*)$/.exec(line.trim()) ?? [];
    if (key) rest[key] = value ?? '';
  }
  const take = (key: string): string | undefined => {
    const value = rest[key];
    delete rest[key];
    return value;
  };
  const [columns = 6, rows = 5] = (take('board') ?? '6x5').split('x').map(Number);
  const names = cellNames(columns, rows).flat();
  const cells = (key: string): string[] => (take(key) ?? '').split('/').flatMap((row) => row.trim().split(' '));
  const [tileCells, pileCells] = [cells('tiles'), cells('meeples')];
  const tiles = Object.fromEntries(names.map((name, nth) => [name, tileCells[nth] ?? '#']));
  const piles = Object.fromEntries(names.map((name, nth) => [name, (pileCells[nth] ?? '').replace(/[^YWGBRP]/g, '')]));
  const count = Number(rest.players ?? 2);
  const owners: Record<string, number> = {};
  const tents: string[] = [];
  const players = Array.from({ length: count }, (_, seat): DraftPlayer => {
    const who = `p${seat + 1}`;
    for (const tile of words(take(`${who}-tiles`))) owners[tile] = seat;
    tents.push(...words(take(`${who}-tent`)));
    const has = words(take(`${who}-has`));
    return {
      gold: numberAfter(has, 'gold', count === 1 ? 25 : 50),
      viziers: numberAfter(has, 'viziers'),
      elders: numberAfter(has, 'elders'),
      artisans: numberAfter(has, 'artisans'),
      hand: cards(take(`${who}-hand`)),
      djinns: words(take(`${who}-djinns`)),
      items: words(take(`${who}-items`)),
      whims: words(take(`${who}-whims`)),
      paidWhims: words(take(`${who}-paid-whims`)),
    };
  });
  for (const tile of words(take('yazid-tiles'))) owners[tile] = YAZID;
  const his = words(take('yazid'));
  const yazid: DraftYazid = {
    viziers: numberAfter(his, 'viziers'),
    elders: numberAfter(his, 'elders'),
    assassins: numberAfter(his, 'assassins'),
    fakirs: numberAfter(his, 'fakirs'),
    djinns: words(take('yazid-djinns')),
  };
  for (const key of COMPUTED) delete rest[key];
  const draft: Draft = {
    columns,
    rows,
    tiles,
    piles,
    palms: counted(take('palms')),
    palaces: counted(take('palaces')),
    owners,
    tents,
    walls: words(take('walls')),
    cityWhims: Object.fromEntries(words(take('whim-cities')).map((word) => word.split(':') as [string, string])),
    row: words(take('row')),
    djinns: words(take('djinns')),
    players,
    yazid: count === 1 ? yazid : null,
    expansions: words(rest.expansions),
    rest,
  };
  return PLAIN.includes(rest.pending ?? '') || !rest.pending ? draft : withTurn(draft, seatOf(draft));
}

/** Cards with counts as a list: `ivory*2` is twice ivory. */
function cards(text?: string): string[] {
  return Object.entries(counted(text)).flatMap(([name, count]) => Array<string>(count).fill(name));
}

export function draftText(draft: Draft): string {
  const { columns, rows, rest } = draft;
  const { players, seed, expansions, promos, doubled, whims, names, ...others } = rest;
  const lines: [string, string][] = [];
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined) lines.push([key, value || NONE]);
  };
  Object.entries({ players, seed, expansions, promos, doubled, whims, names }).forEach(([key, value]) => add(key, value));
  add('board', `${columns}x${rows}`);
  const grid = cellNames(columns, rows);
  const isHole = (name: string): boolean => draft.tiles[name] === '~' || draft.tiles[name] === '#';
  add('tiles', grid.map((line) => line.map((name) => draft.tiles[name]).join(' ')).join('/'));
  add(
    'meeples',
    grid.map((line) => line.map((name) => (isHole(name) ? draft.tiles[name] : draft.piles[name] || NONE)).join(' ')).join('/'),
  );
  if (draft.walls.length) add('walls', draft.walls.join(' '));
  add('palms', withCounts(draft.palms));
  add('palaces', withCounts(draft.palaces));
  add('row', draft.row.join(' '));
  add('djinns', draft.djinns.join(' '));
  const withWhims = draft.expansions.includes('whims');
  if (withWhims)
    add(
      'whim-cities',
      Object.entries(draft.cityWhims)
        .map((city) => city.join(':'))
        .join(' '),
    );
  draft.players.forEach((player, seat) => {
    const who = `p${seat + 1}`;
    const artisans = draft.expansions.includes('artisans') ? ` artisans ${player.artisans}` : '';
    add(`${who}-has`, `gold ${player.gold} viziers ${player.viziers} elders ${player.elders}${artisans}`);
    add(`${who}-tiles`, tilesOf(draft, seat).join(' '));
    if (artisans) add(`${who}-tent`, draft.tents.find((tile) => draft.owners[tile] === seat) ?? '');
    add(`${who}-hand`, withCounts(counted(player.hand.join(' '))));
    add(`${who}-djinns`, player.djinns.join(' '));
    if (artisans) add(`${who}-items`, player.items.join(' '));
    if (withWhims) {
      add(`${who}-whims`, player.whims.join(' '));
      add(`${who}-paid-whims`, player.paidWhims.join(' '));
    }
  });
  if (draft.yazid) {
    const { viziers, elders, assassins, fakirs, djinns } = draft.yazid;
    add('yazid', `viziers ${viziers} elders ${elders} assassins ${assassins} fakirs ${fakirs}`);
    add('yazid-tiles', tilesOf(draft, YAZID).join(' '));
    add('yazid-djinns', djinns.join(' '));
  }
  Object.entries(others).forEach(([key, value]) => add(key, value));
  return [FIRST_LINE, ...lines.map(([key, value]) => `${key} ${value}`)].join('\n') + '\n';
}

const tilesOf = (draft: Draft, seat: number): string[] => Object.keys(draft.owners).filter((tile) => draft.owners[tile] === seat);

/** The board of a draft, for drawing. */
export function landOf(draft: Draft): Land {
  const names = cellNames(draft.columns, draft.rows).flat();
  const ground = (name: string): boolean => (draft.tiles[name] ?? '#')[0]! in KINDS;
  return {
    columns: draft.columns,
    rows: draft.rows,
    tiles: names.filter(ground).map((tile) => {
      const [letter = 'v', ...points] = draft.tiles[tile]!;
      const { kind, blue } = KINDS[letter]!;
      return { tile, kind, blue, points: Number(points.join('')) };
    }),
    walls: draft.walls.map((wall) => wall.split('-') as [string, string]),
    holes: names.filter((name) => !ground(name)),
    lake: names.find((name) => draft.tiles[name] === '~') ?? '',
  };
}

/** What is on the tiles of a draft, for drawing. */
export function sceneOf(draft: Draft): Scene {
  const tiles = landOf(draft).tiles.map(({ tile }): TileScene =>
    fillDefaults('TileScene', {
      pile: draft.piles[tile],
      camel: draft.owners[tile] ?? -1,
      tent: draft.tents.includes(tile),
      palms: draft.palms[tile] ?? 0,
      palaces: draft.palaces[tile] ?? 0,
      whim: draft.cityWhims[tile] ?? '',
    }),
  );
  return { ...EMPTY_SCENE, tiles, row: draft.row, djinn_row: draft.djinns };
}

export function changePlayer(draft: Draft, seat: number, change: Partial<DraftPlayer>): Draft {
  return { ...draft, players: draft.players.map((player, nth) => (nth === seat ? { ...player, ...change } : player)) };
}

/** Change what Yazid has. */
export function changeYazid(draft: Draft, change: Partial<DraftYazid>): Draft {
  return draft.yazid ? { ...draft, yazid: { ...draft.yazid, ...change } } : draft;
}

/** A list without the first of some equal entries. */
export function without(list: string[], entry: string): string[] {
  const nth = list.indexOf(entry);
  return nth < 0 ? list : list.toSpliced(nth, 1);
}

/** The seat whose turn it is. */
export const seatOf = (draft: Draft): number => Math.max(0, Number((draft.rest.seat ?? 'p1').slice(1)) - 1);

export const isBidding = (draft: Draft): boolean => (draft.rest.pending ?? 'bidding') === 'bidding';

/** A seat begins its turn. In the solo game, the turn stays as it is. */
export function withTurn(draft: Draft, seat: number): Draft {
  const rest = { ...draft.rest, seat: `p${seat + 1}`, pending: 'moving' };
  return { ...draft, rest: plainTurn(rest) };
}

/** Everybody bids. */
export function withBidding(draft: Draft): Draft {
  const rest = plainTurn({ ...draft.rest });
  delete rest.seat;
  delete rest.pending;
  return { ...draft, rest };
}

function plainTurn(rest: Record<string, string>): Record<string, string> {
  for (const key of [...MARKERS, 'flags', 'yazid-flags', 'dice']) delete rest[key];
  for (const key of Object.keys(rest)) if (key.endsWith('-used')) delete rest[key];
  return rest;
}

/** Add or remove the last seat. */
export function withPlayers(draft: Draft, count: number): Draft {
  const fresh: DraftPlayer = { gold: 50, viziers: 0, elders: 0, artisans: 0, hand: [], djinns: [], items: [], whims: [], paidWhims: [] };
  const players = Array.from({ length: count }, (_, seat) => draft.players[seat] ?? fresh);
  const owners = Object.fromEntries(Object.entries(draft.owners).filter(([, seat]) => seat < count));
  const rest: Record<string, string> = { ...draft.rest, players: String(count) };
  for (const key of Object.keys(rest)) if (/^p\d-/.test(key) && Number(key[1]) > count) delete rest[key];
  delete rest.names;
  delete rest.doubled;
  const changed = { ...draft, players, owners, tents: draft.tents.filter((tile) => tile in owners), rest };
  return isBidding(draft) ? withBidding(changed) : withTurn(changed, Math.min(seatOf(draft), count - 1));
}
