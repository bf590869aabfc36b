import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { collapseToFit } from '../../src/table/collapseToFit';

afterEach(() => document.body.replaceChildren());

/** A column of height 800 with panels of 250; each collapsed part saves 100. */
function column(panels: number): HTMLElement {
  const made = document.createElement('aside');
  const saved = (): number => (made.dataset.fold ?? '').split(' ').filter(Boolean).length * 100;
  Object.defineProperties(made, { clientHeight: { value: 800 }, scrollHeight: { get: () => made.children.length * 250 - saved() } });
  for (let nth = 0; nth < panels; nth++) made.append(document.createElement('section'));
  document.body.append(made);
  return made;
}

test('an overflowing column collapses as few parts as needed', async () => {
  const left = column(3);
  collapseToFit(left);
  expect(left.dataset.fold).toBe('');
  left.append(document.createElement('section'));
  await tick();
  expect(left.dataset.fold).toBe('helpers camels');
  left.lastChild!.remove();
  await tick();
  expect(left.dataset.fold, 'expands again').toBe('');
});

test('a column that never fits collapses everything', () => {
  const left = column(9);
  collapseToFit(left);
  expect(left.dataset.fold).toBe('helpers camels others mine things');
});
