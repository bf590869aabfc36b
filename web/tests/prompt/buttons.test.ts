import { expect, test } from 'vitest';
import { buttonsOf, needsButton } from '../../src/prompt/buttons';
import { choice, playing, take } from '../turn/turns';

test('only choices that cannot be selected on the table need a button', () => {
  expect([choice('end'), choice('pass'), choice('build'), choice('craft')].every(needsButton)).toBe(true);
  expect(
    [take('a1'), choice('kill Y', { seat: 1 }), choice('bid 3'), choice('sell silk'), choice('use leta'), choice('keep enki')].some(
      needsButton,
    ),
  ).toBe(false);
});

test('one card of a pair cannot be bought yet', () => {
  const { table, turn } = playing([choice('pass'), choice('buy fish silk', { places: [1, 2] })]);
  turn.selection.pickPlace(1);
  expect(buttonsOf(table, turn, { narrow: true, sets: true })).toMatchObject({ main: { disabled: true }, primary: false });
  turn.selection.pickPlace(2);
  expect(buttonsOf(table, turn, { narrow: true, sets: true })).toMatchObject({ main: { key: 'buy fish silk' }, primary: true });
});
