import { afterEach, expect, test, vi } from 'vitest';
import {
  changePlayer,
  changeYazid,
  draftText,
  isBidding,
  landOf,
  parseDraft,
  sceneOf,
  seatOf,
  withBidding,
  withPlayers,
  withTurn,
  YAZID,
} from '../../src/explore/draft';
import {
  addPiece,
  cleared,
  piecesOn,
  pointsOf,
  removePiece,
  setKind,
  setPoints,
  swapTiles,
  walledFrom,
} from '../../src/explore/draftBoard';
import { Editor } from '../../src/explore/editor.svelte';
import { askedFor } from '../../src/explore/links';

const POSITION = `naqala position 1
players 2
seed 7
draws 12
board 3x2
tiles v5 s15 o8/m6 # l4
meeples YW - GGB/R # P
palms c2*2
palaces a2*1
stock 10 9
bag YYY
row fish silk
deck ivory*2
djinns enki
djinn-deck boaz
round 3
spots - - - p1 - - p2 - -
bids p1 p2
acted -
seat p2
p1-has gold 12 viziers 3 elders 1 camels 9
p1-tiles a2 b2
p1-hand ivory*2 fakir*1
p1-djinns -
p2-has gold 40 viziers 0 elders 0 camels 11
p2-tiles -
p2-hand -
p2-djinns sloar
pending finishing / tile a2
`;
const draft = parseDraft(POSITION);
const line = (text: string, key: string): string | undefined => text.split('\n').find((each) => each.startsWith(`${key} `));

test('a position is taken apart, and what follows from the rest is left to the server', () => {
  const text = draftText(draft);
  expect(line(text, 'tiles')).toBe('tiles v5 s15 o8/m6 # l4');
  expect(line(text, 'meeples')).toBe('meeples YW - GGB/R # P');
  expect(line(text, 'palms')).toBe('palms c2*2');
  expect(line(text, 'p1-has')).toBe('p1-has gold 12 viziers 3 elders 1');
  expect(line(text, 'p1-tiles')).toBe('p1-tiles a2 b2');
  expect(line(text, 'p1-hand')).toBe('p1-hand ivory*2 fakir*1');
  expect(line(text, 'round')).toBe('round 3');
  for (const key of ['bag', 'deck', 'djinn-deck', 'stock']) expect(line(text, key)).toBeUndefined();
  expect(parseDraft(text)).toEqual(draft);
});

test('an unfinished turn becomes the beginning of a turn of the same seat', () => {
  expect([seatOf(draft), isBidding(draft), draft.rest.pending]).toEqual([1, false, 'moving']);
  expect(line(draftText(draft), 'spots')).toBeUndefined();
  expect(seatOf(withTurn(draft, 0))).toBe(0);
  const bidding = withBidding(draft);
  expect([isBidding(bidding), line(draftText(bidding), 'pending')]).toEqual([true, undefined]);
});

test('the board of a draft is drawn', () => {
  const land = landOf(draft);
  expect([land.tiles.map(({ tile, kind, points }) => [tile, kind, points])[1], land.holes]).toEqual([['b2', 'sacred place', 15], ['b1']]);
  expect(sceneOf(draft).tiles[0]).toMatchObject({ pile: 'YW', camel: 0, palaces: 1 });
});

test('pieces are placed and taken away', () => {
  const changes = [
    addPiece(draft, 'a1', { kind: 'meeple', tribe: 'W' }),
    addPiece(draft, 'a1', { kind: 'camel', seat: 1 }),
    addPiece(draft, 'a1', { kind: 'palm' }),
    removePiece(draft, 'c2', { kind: 'meeple', tribe: 'G' }),
  ];
  expect(changes[0]!.piles.a1).toBe('WR');
  expect(changes[1]!.owners.a1).toBe(1);
  expect(addPiece(changes[1]!, 'a1', { kind: 'camel', seat: 1 }).owners.a1).toBeUndefined();
  expect(changes[2]!.palms).toEqual({ c2: 2, a1: 1 });
  expect(changes[3]!.piles.c2).toBe('GB');
  expect(addPiece(draft, 'b1', { kind: 'meeple', tribe: 'W' })).toBe(draft);
  expect(addPiece(draft, 'a1', { kind: 'tent' })).toBe(draft);
  expect(piecesOn(draft, 'a2').map(({ kind }) => kind)).toEqual(['meeple', 'meeple', 'palace', 'camel']);
  expect(piecesOn(cleared(draft), 'a2')).toEqual([]);
});

test('tiles change their kind and points, and swap with all that is on them', () => {
  expect(setKind(draft, 'a2', 'o').tiles.a2).toBe('o8');
  expect([pointsOf(setPoints(draft, 'b2', 10), 'b2'), pointsOf(setPoints(draft, 'b2', -1), 'b2')]).toEqual([10, 0]);
  const swapped = swapTiles(draft, 'a2', 'c1');
  expect([swapped.tiles.a2, swapped.tiles.c1, swapped.piles.c1, swapped.owners]).toEqual(['l4', 'v5', 'YW', { b2: 0, c1: 0 }]);
  expect(swapTiles(draft, 'a2', 'b1')).toBe(draft);
});

test('seats are added and removed with all that is theirs', () => {
  const three = withPlayers(draft, 3);
  expect([three.players.length, three.rest.players, three.players[2]!.gold]).toEqual([3, '3', 50]);
  const one = withPlayers(withTurn(addPiece(three, 'a1', { kind: 'camel', seat: 2 }), 2), 2);
  expect([one.owners.a1, seatOf(one)]).toEqual([undefined, 1]);
  expect(changePlayer(draft, 1, { gold: 3 }).players.map(({ gold }) => gold)).toEqual([12, 3]);
});

afterEach(() => vi.useRealTimers());

/** Wait until the server was asked about the draft, which happens a moment after a change. */
async function checked(editor: Editor): Promise<void> {
  await vi.runAllTimersAsync();
  expect(editor.checked).toBe(true);
}

test('the editor presses, drags, gives, takes back and asks what is wrong', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const editor = new Editor(async (text) => {
    asked.push(text);
    return { problem: 'too much', odd: false, mend: 'less?', mended: POSITION };
  });
  editor.load(POSITION);
  editor.press('a1');
  expect([editor.draft.piles.a1, editor.tile, editor.changed]).toEqual(['GR', 'a1', true]);
  editor.drag('a1', 'b2');
  expect([editor.draft.piles.a1, editor.draft.piles.b2]).toEqual(['R', 'G']);
  editor.tool = { kind: 'remove' };
  editor.press('a2');
  expect(editor.draft.owners.a2).toBeUndefined();
  editor.tool = { kind: 'djinn', name: 'sloar' };
  editor.give(0);
  expect(editor.draft.players.map(({ djinns }) => djinns)).toEqual([['sloar'], []]);
  editor.offer();
  expect([editor.draft.players[0]!.djinns, editor.draft.djinns]).toEqual([[], ['enki', 'sloar']]);
  for (let nth = 0; nth < 5; nth++) editor.undo();
  expect([draftText(editor.draft), editor.changed]).toEqual([draftText(draft), false]);
  editor.undo();
  await checked(editor);
  expect([editor.finding.problem, asked]).toEqual(['too much', [draftText(draft)]]);
});

test('a mend replaces the draft and can be taken back', async () => {
  vi.useFakeTimers();
  const editor = new Editor(async (text) => ({
    problem: 'too much',
    odd: true,
    mend: 'less?',
    mended: text === draftText(draft) ? '' : POSITION,
  }));
  editor.load(POSITION);
  await checked(editor);
  // Nothing is offered, so nothing changes.
  editor.mend();
  expect(editor.changed).toBe(false);
  editor.press('a1');
  const pressed = draftText(editor.draft);
  // What the server said is about the draft before.
  editor.mend();
  expect(draftText(editor.draft)).toBe(pressed);
  await checked(editor);
  editor.mend();
  expect(draftText(editor.draft)).toBe(draftText(draft));
  editor.undo();
  expect(draftText(editor.draft)).toBe(pressed);
});

test('an address asks for a position or for a moment of a game', () => {
  expect(askedFor('?position=naqala+position+1%0A')).toEqual({ kind: 'position', text: 'naqala position 1\n' });
  expect(askedFor(`?position=${'x'.repeat(20_001)}`)).toEqual({ kind: 'too long' });
  expect(askedFor('?table=abc&moment=12')).toEqual({ kind: 'game', table: 'abc', moment: 12 });
  expect(askedFor('?table=abc&moment=x')).toEqual({ kind: 'game', table: 'abc' });
  expect([askedFor(''), askedFor('?table=../about')]).toEqual([null, null]);
});

const SOLO = `naqala position 1
players 1
board 3x2
tiles v5 s15 o8/m6 # l4
meeples YW - GGB/R # P
djinn-discards utug
p1-has gold 25 viziers 0 elders 0 camels 10
p1-djinns jafaar
yazid camels 9 viziers 2 elders 3 assassins 4 fakirs 1
yazid-tiles a2 b2
yazid-djinns enki sloar
seat p1
pending moving
`;

test('what Yazid has is edited', () => {
  const editor = new Editor(() => Promise.resolve({ problem: '', odd: false, mend: '', mended: '' }));
  editor.load(SOLO);
  expect(line(editor.text, 'yazid')).toBe('yazid viziers 2 elders 3 assassins 4 fakirs 1');
  editor.change(changeYazid(editor.draft, { assassins: 5 }));
  editor.tool = { kind: 'good', name: 'fakir' };
  editor.give(YAZID);
  expect(line(editor.text, 'yazid')).toBe('yazid viziers 2 elders 3 assassins 5 fakirs 2');
  for (const name of ['jafaar', 'utug']) {
    editor.tool = { kind: 'djinn', name };
    expect(editor.takers).toEqual([0, YAZID]);
    editor.give(YAZID);
  }
  expect(line(editor.text, 'yazid-djinns')).toBe('yazid-djinns enki sloar jafaar utug');
  expect([line(editor.text, 'p1-djinns'), line(editor.text, 'djinn-discards')]).toEqual(['p1-djinns -', 'djinn-discards -']);
  editor.tool = { kind: 'good', name: 'ivory' };
  expect(editor.takers).toEqual([0]);
  editor.give(YAZID);
  expect(line(editor.text, 'yazid')).toBe('yazid viziers 2 elders 3 assassins 5 fakirs 2');
  editor.close();
});

test('items are given and taken', () => {
  const editor = new Editor(() => Promise.resolve({ problem: '', odd: false, mend: '', mended: '' }));
  editor.load(POSITION.replace('seed 7', 'seed 7\nexpansions artisans') + 'item-discards crown ring\np1-items jewel\np2-items -\n');
  editor.tool = { kind: 'item', name: 'crown' };
  editor.give(1);
  editor.give(0);
  expect([line(editor.text, 'p1-items'), line(editor.text, 'p2-items')]).toEqual(['p1-items jewel crown', 'p2-items crown']);
  expect(line(editor.text, 'item-discards')).toBe('item-discards ring');
  editor.press('a2');
  expect(piecesOn(editor.draft, 'a2')).toEqual(piecesOn(draft, 'a2'));
  editor.close();
});

const BOXES = `naqala position 1
players 2
expansions artisans whims
board 3x2
walls a1-a2
tiles v5 r0 o8/m6 w5 c0
meeples YW - GGB/R B P
whim-cities b2:whim-02
p1-whims whim-05
p2-paid-whims whim-01
pending moving
`;

test('mountains are put between two neighbours and taken away', () => {
  const editor = new Editor(() => Promise.resolve({ problem: '', odd: false, mend: '', mended: '' }));
  editor.load(BOXES);
  editor.tool = { kind: 'mountain' };
  editor.press('b1');
  expect([editor.tile, editor.changed]).toEqual(['b1', false]);
  editor.press('b2');
  editor.press('c1');
  expect(line(editor.text, 'walls')).toBe('walls a1-a2 b1-b2 b1-c1');
  expect(walledFrom(editor.draft, 'b1')).toEqual(['b2', 'c1']);
  expect(landOf(editor.draft).walls).toContainEqual(['b1', 'b2']);
  editor.press('b2');
  editor.drag('a2', 'a1');
  expect(line(editor.text, 'walls')).toBe('walls b1-c1');
  // Not between tiles that do not touch; such a press begins anew.
  editor.drag('a1', 'c1');
  editor.press('a2');
  expect([line(editor.text, 'walls'), editor.tile]).toEqual(['walls b1-c1', 'a2']);
  editor.close();
});

test('a Whim lies on a city or belongs to one player, paid or not', () => {
  const editor = new Editor(() => Promise.resolve({ problem: '', odd: false, mend: '', mended: '' }));
  editor.load(BOXES);
  const whims = (): (string | undefined)[] =>
    ['whim-cities', 'p1-whims', 'p1-paid-whims', 'p2-whims', 'p2-paid-whims'].map((key) => line(editor.text, key)?.replace(`${key} `, ''));
  expect(whims()).toEqual(['b2:whim-02', 'whim-05', '-', '-', 'whim-01']);
  expect(sceneOf(editor.draft).tiles[1]).toMatchObject({ whim: 'whim-02' });
  editor.tool = { kind: 'whim', name: 'whim-05', paid: false };
  editor.press('a1');
  expect(editor.changed).toBe(false);
  editor.press('c1');
  expect(whims()).toEqual(['b2:whim-02 c1:whim-05', '-', '-', '-', 'whim-01']);
  editor.give(1);
  editor.tool = { kind: 'whim', name: 'whim-01', paid: true };
  editor.give(0);
  expect(whims()).toEqual(['b2:whim-02', '-', 'whim-01', 'whim-05', '-']);
  expect([editor.takers, editor.canOffer]).toEqual([[0, 1], false]);
  editor.tool = { kind: 'remove' };
  editor.press('b2');
  expect(whims()[0]).toBe('-');
  // A city keeps its Whim when it is swapped.
  expect(swapTiles(parseDraft(BOXES), 'b2', 'a1').cityWhims).toEqual({ a1: 'whim-02' });
  editor.close();
});
