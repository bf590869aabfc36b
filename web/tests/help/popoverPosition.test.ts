import { expect, test } from 'vitest';
import { popoverPosition } from '../../src/help/popoverPosition';

const SCREEN = { width: 400, height: 800 };
const CARD = { width: 200, height: 100 };

test('a popover is centred above its anchor', () => {
  expect(popoverPosition({ left: 180, top: 400, width: 40, height: 40 }, CARD, SCREEN)).toEqual({ left: 100, top: 290 });
});

test('it is below if there is no room above', () => {
  expect(popoverPosition({ left: 180, top: 20, width: 40, height: 40 }, CARD, SCREEN)).toEqual({ left: 100, top: 70 });
});

test('it stays within the width of the screen', () => {
  expect(popoverPosition({ left: 0, top: 400, width: 40, height: 40 }, CARD, SCREEN).left).toBe(8);
  expect(popoverPosition({ left: 380, top: 400, width: 40, height: 40 }, CARD, SCREEN).left).toBe(192);
});

test('it is beside an anchor that fills the height', () => {
  expect(popoverPosition({ left: 10, top: 0, width: 100, height: 800 }, CARD, SCREEN)).toEqual({ left: 120, top: 350 });
  expect(popoverPosition({ left: 250, top: 0, width: 140, height: 800 }, CARD, SCREEN)).toEqual({ left: 40, top: 350 });
});

test('it is beside a line of a list, and does not cover the other lines', () => {
  const wide = { width: 1000, height: 800 };
  expect(popoverPosition({ left: 600, top: 400, width: 300, height: 40 }, CARD, wide)).toEqual({ left: 390, top: 370 });
  expect(popoverPosition({ left: 100, top: 400, width: 300, height: 40 }, CARD, wide)).toEqual({ left: 410, top: 370 });
  expect(popoverPosition({ left: 50, top: 400, width: 300, height: 40 }, CARD, SCREEN)).toEqual({ left: 100, top: 290 });
});
