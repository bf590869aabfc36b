import { expect, test } from 'vitest';
import { boxesInPlay, djinnsInPlay, padRows, type Box } from '../../src/companion/rulesData';
import { cellNumber, emptySheet, parseCount, results, standing, titleOf, type Sheet } from '../../src/companion/scorePad';
import recorded from './sheets.json';

interface Recorded {
  game: string;
  boxes: Box[];
  yazid: number | null;
  players: Sheet[];
  scores: Record<string, number>[];
  winners: number[];
  title: number | null;
}
const GAMES = recorded as unknown as Recorded[];

const typed = (numbers: Record<string, number>): Sheet => ({ ...emptySheet(), typed: numbers });

test.each(GAMES)('the pad and the engine agree on $game', ({ boxes, yazid, players, scores, winners, title }) => {
  const found = results(players, boxes, yazid);
  expect(found.map(({ points, total }) => ({ ...points, total }))).toEqual(scores);
  expect(found.flatMap((each) => each.missing)).toEqual([]);
  if (yazid === null) expect(standing(found).leaders).toEqual(winners);
  else expect(titleOf(found[0]!.total)).toBe(title);
});

test('an empty cell is not zero', () => {
  const [ann, ben] = results([typed({ gold: 0, viziers: 2 }), typed({})], []);
  expect(ann!.points).toMatchObject({ gold: 0, viziers: 2, elders: null });
  expect(ann!.missing).not.toContain('gold');
  // Nobody has fewer Viziers as long as nobody else's are known.
  expect(ben!.missing).toEqual(padRows([]));
  expect(results([typed({ viziers: 2 }), typed({ viziers: 0 })], [])[0]!.points.viziers).toBe(12);
});

test('equal Viziers bring no majority, equal Artisans the higher points', () => {
  const sheets = [typed({ viziers: 3, artisans: 2 }), typed({ viziers: 3, artisans: 2 }), typed({ viziers: 1, artisans: 1 })];
  const points = results(sheets, ['artisans']).map((each) => each.points);
  expect(points.map((each) => each.viziers)).toEqual([13, 13, 1]);
  expect(points.map((each) => each.artisans)).toEqual([6, 6, 2]);
});

test('sources of boxes that are not in play do not count', () => {
  const sheet = typed({ gold: 5, cities: 5, items: 9 });
  expect(results([sheet], [])[0]!.total).toBe(5);
  expect(results([sheet], ['whims'])[0]!.total).toBe(130);
  expect(boxesInPlay(1, ['whims'])).toEqual([]);
});

test('the Djinns of a box are offered only with it', () => {
  expect(djinnsInPlay([])).toContain('dhenim');
  expect(djinnsInPlay([])).not.toContain('geb');
  expect(djinnsInPlay(['artisans'])).toEqual(expect.arrayContaining(['geb', 'ptah', 'jafaar']));
  expect(djinnsInPlay(['artisans'])).not.toContain('kali');
});

test('tapped sets and Djinns replace typed points', () => {
  const sheet = { ...typed({ goods: 99, djinns: 99 }), sets: [6, 3], djinns: ['jafaar', 'enki'] };
  expect([cellNumber(sheet, 'goods'), cellNumber(sheet, 'djinns')]).toEqual([37, 14]);
});

test('a tie is a shared victory', () => {
  const [full, less] = [30, 20].map((gold) => typed({ ...Object.fromEntries(padRows([]).map((row) => [row, 0])), gold }));
  expect(standing(results([full!, less!, full!], []))).toEqual({ leaders: [0, 2], by: 10, complete: true, begun: true });
  expect(standing(results([typed({}), typed({})], []))).toMatchObject({ complete: false, begun: false });
});

test.each([
  ['', null],
  ['12', 12],
  ['0', 0],
  ['4 Viziers', 4],
  ['-3', 3],
  ['12345', 123],
])('%s is read as %s', (text, count) => expect(parseCount(text)).toBe(count));

test.each([
  [190, 0],
  [191, 1],
  [220, 1],
  [221, 2],
  [251, 3],
])('%i points earn title %i', (points, title) => expect(titleOf(points)).toBe(title));
