import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Board from '../../src/board/Board.svelte';
import type { TileMark, TileMarks } from '../../src/board/tileMarks';
import type { Land } from '../../src/protocol';
import { settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';
import { grand, land, scene } from './lands';

beforeEach(() => {
  speak('en');
  settings.letters = false;
});
afterEach(cleanup);

function show(on: Land = land(), marks: TileMarks = {}, more: object = {}): { picked: string[]; container: HTMLElement } {
  const picked: string[] = [];
  const { container } = render(Board, {
    land: on,
    scene: scene(on),
    marks,
    describe: (tile: string) => `tile ${tile}`,
    colour: (seat: number) => `seat${seat + 1}`,
    glyph: (seat: number) => `p-${seat + 1}`,
    onpick: (tile: string) => picked.push(tile),
    ...more,
  });
  return { picked, container };
}

const cell = (tile: string): SVGElement => document.querySelector<SVGElement>(`[role="gridcell"][data-tile="${tile}"]`)!;

test.each([
  ['6 × 5', land(6, 5), 5, 30],
  ['6 × 6', land(6, 6), 6, 36],
  ['7 × 6 with holes', grand(), 6, 42],
  ['8 × 8', land(8, 8), 8, 64],
] as const)('a board of %s is a grid with a cell for every tile and hole', (_size, on, rows, places) => {
  const { container } = show(on);
  expect(container.querySelectorAll('[role="row"]')).toHaveLength(rows);
  expect(container.querySelectorAll('[role="gridcell"]')).toHaveLength(places);
  const box = container.querySelector('svg')!.getAttribute('viewBox')!.split(' ').map(Number);
  expect(box).toEqual([-16, -16, on.columns * 105 + 27, on.rows * 105 + 27]);
});

test('holes, lake and mountains are drawn', () => {
  const { container } = show(grand());
  const pictures = [...container.querySelectorAll('[data-stage] use')].map((use) => use.getAttribute('href'));
  expect(pictures.filter((href) => href === '#tile-chasm')).toHaveLength(2);
  expect(pictures.filter((href) => href === '#tile-lake')).toHaveLength(1);
  expect(container.querySelectorAll('[data-wall]')).toHaveLength(4);
});

test('a click picks a tile', async () => {
  const { picked } = show();
  await fireEvent.click(cell('c3').querySelector('rect')!);
  expect(picked).toEqual(['c3']);
});

test('one tile is a tab stop: the first that can be chosen, then the focused one', async () => {
  const { container } = show(land(), { d2: { legal: true } });
  const stops = (): (string | null)[] => [...container.querySelectorAll('[tabindex="0"]')].map((each) => each.getAttribute('data-tile'));
  expect(stops()).toEqual(['d2']);
  cell('c3').focus();
  await fireEvent.focusIn(cell('c3'));
  expect(stops()).toEqual(['c3']);
});

test('arrow keys, Home and End move the focus; row 1 is at the bottom', async () => {
  show();
  const focus = async (key: string, ctrlKey = false): Promise<string | null> => {
    await fireEvent.keyDown(document.activeElement!, { key, ctrlKey });
    return document.activeElement!.getAttribute('data-tile');
  };
  cell('c3').focus();
  expect(await focus('ArrowUp')).toBe('c4');
  expect(await focus('ArrowRight')).toBe('d4');
  expect(await focus('ArrowDown')).toBe('d3');
  expect(await focus('Home')).toBe('a3');
  expect(await focus('ArrowLeft')).toBe('a3');
  expect(await focus('End')).toBe('f3');
  expect(await focus('Home', true)).toBe('a5');
});

test('the focus does not skip holes', async () => {
  show(grand());
  cell('d2').focus();
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
  expect(document.activeElement!.getAttribute('data-tile')).toBe('e2');
});

test('Enter and Space pick the focused tile', async () => {
  const { picked } = show();
  await fireEvent.keyDown(cell('b2'), { key: 'Enter' });
  await fireEvent.keyDown(cell('b3'), { key: ' ' });
  await fireEvent.keyDown(cell('b3'), { key: 'Enter', repeat: true });
  expect(picked).toEqual(['b2', 'b3']);
});

test('the accessible name of a cell includes its marks', () => {
  show(land(), { c3: { start: true }, d3: { legal: true, tribes: 'W' }, e3: { chosen: true, planned: 'G' } });
  expect(cell('c3').getAttribute('aria-label')).toBe('tile c3; start of the move');
  expect(cell('d3').getAttribute('aria-label')).toBe('tile d3; can be chosen; Elders can be gathered here');
  expect(cell('e3').getAttribute('aria-label')).toBe('tile e3; chosen; your plan leaves 1 Merchant here');
  expect(cell('e3').getAttribute('aria-selected')).toBe('true');
  expect(cell('a1').hasAttribute('aria-selected')).toBe(false);
});

test('a gain is shown on the chosen landing, and on others while they are inspected', async () => {
  const { container } = show(land(), {
    c3: { legal: true, landing: true, chosen: true, gain: 13 },
    d3: { legal: true, landing: true, gain: 0, extraPoints: [8, 12] },
  });
  const tags = (): (string | undefined)[] =>
    [...container.querySelectorAll('[data-gain]')].map((each) => each.querySelector('text')?.textContent ?? undefined);
  expect(tags()).toEqual(['+13']);
  await fireEvent.pointerMove(cell('d3').querySelector('.hit')!, { pointerType: 'mouse' });
  expect(tags()).toEqual(['+13', '+8 or +12']);
  await fireEvent.pointerLeave(container.querySelector('[role="grid"]')!);
  expect(tags()).toEqual(['+13']);
});

test('mountains are drawn above rings and below ribbons', () => {
  const { container } = show(grand(), { b2: { legal: true, last: { colour: 'seat1', glyph: 'p-1' } } });
  const after = (one: string, other: string): boolean =>
    Boolean(container.querySelector(one)!.compareDocumentPosition(container.querySelector(other)!) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([after('.rings', '[data-wall]'), after('[data-wall]', '[data-ribbon]')]).toEqual([true, true]);
});

test('each mark is drawn', () => {
  const drawn = (mark: TileMark, selector: string): number => {
    const { container } = show(land(1, 1), { a1: mark });
    const found = container.querySelectorAll(selector).length;
    cleanup();
    return found;
  };
  expect(drawn({}, '.legal, .sel, .tgt, .stk, .t-dim, .plan, .ped, .ghost, [data-ribbon]')).toBe(0);
  expect(drawn({ legal: true }, '.legal')).toBe(1);
  expect(drawn({ start: true }, '.sel')).toBe(1);
  expect(drawn({ chosen: true, legal: true }, '.tgt')).toBe(1);
  expect(drawn({ chosen: true, legal: true }, '.legal')).toBe(0);
  expect(drawn({ kill: true }, '.stk')).toBe(1);
  expect(drawn({ struck: true }, '[data-blade]')).toBe(1);
  expect(drawn({ dim: true }, '.t-dim')).toBe(1);
  expect(drawn({ planned: 'WR' }, '[data-crowd="a1"] .plan')).toBe(2);
  expect(drawn({ danger: 'lone' }, '[data-danger] circle')).toBe(1);
  expect(drawn({ danger: 'stack' }, '[data-danger] .bars')).toBe(1);
  expect(drawn({ step: true }, '.step')).toBe(1);
  expect(drawn({ step: true, legal: true }, '.step')).toBe(0);
  expect(drawn({ ahead: true }, '.legal.ahead')).toBe(1);
  expect(drawn({ ahead: true, legal: true }, '.legal.ahead')).toBe(0);
  expect(drawn({ parity: true }, '.parity')).toBe(1);
  expect(drawn({ last: { colour: 'seat3', glyph: 'p-3' } }, '[data-ribbon].seat3')).toBe(1);
});

test('the meeples of the start are ghosts, and gatherable ones have plates', () => {
  const on = land();
  const { container } = show(
    on,
    { c3: { start: true }, a1: { legal: true, tribes: 'YG' } },
    { scene: scene(on, { c3: { pile: 'YWG' }, a1: { pile: 'YWG' } }) },
  );
  expect(container.querySelectorAll('[data-crowd="c3"] .ghost')).toHaveLength(3);
  expect(container.querySelectorAll('[data-crowd="a1"] .ped')).toHaveLength(2);
});

test('ghosts are drawn for a hand that is no longer on the tile in the scene', () => {
  const on = land();
  const { container } = show(on, { c3: { start: true, ghosts: 'WR' } }, { scene: scene(on, { c3: { pile: '' } }) });
  expect(container.querySelectorAll('[data-crowd="c3"] .ghost')).toHaveLength(2);
});

test('a route is drawn with an arrowhead for each step', () => {
  const { container } = show(land(), {}, { route: ['c3', 'c4', 'd4'] });
  expect(container.querySelectorAll('.route')).toHaveLength(1);
  expect(container.querySelectorAll('.chev')).toHaveLength(2);
});

test('the dice are on the frame and highlight their row and column', () => {
  const { container } = show(land(), {}, { dice: [4, 2] });
  expect(container.querySelectorAll('.ray')).toHaveLength(2);
  const faces = [...container.querySelectorAll('[data-die]')].map((die) => die.getAttribute('href'));
  expect(faces).toEqual(['#die-4', '#die-2']);
  expect(container.querySelectorAll('[role="img"]')).toHaveLength(0);
});

test('a black die above the last row is beside the white one and highlights no row', () => {
  const { container } = show(land(), {}, { dice: [4, 6] });
  expect(container.querySelectorAll('.ray')).toHaveLength(1);
  expect(container.querySelector('[data-die="black"]')!.getAttribute('href')).toBe('#die-6');
});

test.each([
  [
    [4, 2],
    ['d', '2'],
  ],
  [
    [1, 5],
    ['a', '5'],
  ],
  [[4, 6], ['d']],
] as const)('the dice %s leave the coordinates readable', (dice, lit) => {
  const { container } = show(land(), {}, { dice });
  const boxes = [...container.querySelectorAll('[data-die]')].map((die) => {
    const [left, top] = die
      .parentElement!.getAttribute('transform')!
      .match(/-?[\d.]+/g)!
      .map(Number) as [number, number];
    return { left, top, right: left + Number(die.getAttribute('width')), bottom: top + Number(die.getAttribute('height')) };
  });
  expect(boxes).toHaveLength(2);
  for (const coordinate of container.querySelectorAll<SVGElement>('.coord')) {
    const [x, y] = ['x', 'y'].map((name) => Number(coordinate.getAttribute(name))) as [number, number];
    // The largest size, which phones have.
    const size = 20;
    for (const box of boxes) {
      const apart = box.left > x + 0.35 * size || box.right < x - 0.35 * size || box.top > y || box.bottom < y - 0.8 * size;
      expect(apart, coordinate.textContent).toBe(true);
    }
  }
  expect([...container.querySelectorAll('.lit')].map((each) => each.textContent)).toEqual(lit);
});

test('counts on the route have a plain ground', () => {
  const on = land();
  const crowded = scene(on);
  crowded.tiles = crowded.tiles.map((tile) => ({ ...tile, pile: 'YYYWWWGGG', camel: -1 }));
  const { container } = show(on, {}, { scene: crowded, route: ['c3', 'c4'] });
  const grounds = (tile: string): number => container.querySelectorAll(`[data-crowd="${tile}"] .ground`).length;
  expect([grounds('c3'), grounds('c4'), grounds('d4')]).toEqual([3, 3, 0]);
  expect(container.querySelectorAll('[data-crowd="c4"] .ground + .cnt')).toHaveLength(3);
});

test('a magnified tile shows its gain once', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly report: (entries: object[]) => void) {}
      observe(): void {
        this.report([{ contentRect: { width: 382, height: 319 } }]);
      }
      disconnect(): void {}
    },
  );
  const { container } = show(land(), { c3: { legal: true, landing: true, gain: 6 } });
  await fireEvent.pointerDown(cell('c3').querySelector('rect')!, { pointerType: 'touch', isPrimary: true, button: 0 });
  await vi.advanceTimersByTimeAsync(500);
  expect([...container.querySelectorAll('[data-gain]')].map((tag) => tag.closest('.lens') !== null)).toEqual([true]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('letters are drawn if the setting is on', () => {
  settings.letters = true;
  const { container } = show();
  const drawings = [...container.querySelectorAll('[data-crowd] use')].map((use) => use.getAttribute('href') ?? '');
  expect(drawings.length).toBeGreaterThan(10);
  expect(drawings.every((href) => href.startsWith('#ml-'))).toBe(true);
});

test('onhover is called when the mouse enters a tile and when it leaves the board', async () => {
  const seen: string[] = [];
  const { container } = show(land(), {}, { onhover: (tile: string) => seen.push(tile) });
  await fireEvent.pointerMove(cell('c3').querySelector('rect')!, { pointerType: 'mouse' });
  await fireEvent.pointerMove(cell('c3').querySelector('rect')!, { pointerType: 'mouse' });
  await fireEvent.pointerLeave(container.querySelector('[role="grid"]')!);
  expect(seen).toEqual(['c3', '']);
});

test('a drag from tile to tile calls ondrag and does not pick', async () => {
  const drags: string[][] = [];
  const { picked } = show(land(), {}, { ondrag: (from: string, to: string) => drags.push([from, to]) });
  const from = cell('c3').querySelector('rect')!;
  const to = cell('e4').querySelector('rect')!;
  await fireEvent.pointerDown(from, { pointerId: 1, isPrimary: true, pointerType: 'mouse', clientX: 0, clientY: 0 });
  await fireEvent.pointerMove(to, { pointerId: 1, pointerType: 'mouse', clientX: 90, clientY: 40 });
  await fireEvent.pointerUp(to, { pointerId: 1, pointerType: 'mouse', clientX: 90, clientY: 40 });
  await fireEvent.click(to);
  expect(drags).toEqual([['c3', 'e4']]);
  expect(picked).toEqual([]);
});

test('a long press inspects the tile and does not pick it', async () => {
  vi.useFakeTimers();
  const seen: string[] = [];
  const { picked } = show(land(), {}, { onhover: (tile: string) => seen.push(tile) });
  const on = cell('c3').querySelector('rect')!;
  await fireEvent.pointerDown(on, { pointerId: 2, isPrimary: true, pointerType: 'touch', clientX: 0, clientY: 0 });
  vi.advanceTimersByTime(500);
  await fireEvent.pointerUp(on, { pointerId: 2, pointerType: 'touch', clientX: 0, clientY: 0 });
  await fireEvent.click(on);
  vi.useRealTimers();
  expect(seen).toEqual(['c3']);
  expect(picked).toEqual([]);
});

test('the accessible names are in the current language', () => {
  speak('fr');
  const { container } = show(land(), { c3: { legal: true } });
  expect(container.querySelector('[role="grid"]')!.getAttribute('aria-label')).toBe('Plateau');
  expect(cell('c3').getAttribute('aria-label')).toBe('tile c3 ; peut être choisie');
});

test('a click focuses a tile but does not explain it', async () => {
  const seen: string[] = [];
  const { picked } = show(land(), {}, { onhover: (tile: string) => seen.push(tile) });
  vi.spyOn(cell('c3'), 'matches').mockReturnValue(false);
  await fireEvent.focusIn(cell('c3'));
  await fireEvent.click(cell('c3'));
  expect(picked).toEqual(['c3']);
  expect(seen).toEqual(['']);
});

test('a tile focused by keyboard is explained', async () => {
  const seen: string[] = [];
  show(land(), {}, { onhover: (tile: string) => seen.push(tile) });
  vi.spyOn(cell('c3'), 'matches').mockReturnValue(true);
  await fireEvent.focusIn(cell('c3'));
  expect(seen).toEqual(['c3']);
});
