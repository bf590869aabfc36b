import { expect, test } from 'vitest';
import { needsButton } from '../../src/prompt/buttons';
import { choice, take } from '../turn/turns';

test('only choices that cannot be selected on the table need a button', () => {
  expect([choice('end'), choice('pass'), choice('build'), choice('craft')].every(needsButton)).toBe(true);
  expect(
    [take('a1'), choice('kill Y', { seat: 1 }), choice('bid 3'), choice('sell silk'), choice('use leta'), choice('keep enki')].some(
      needsButton,
    ),
  ).toBe(false);
});
