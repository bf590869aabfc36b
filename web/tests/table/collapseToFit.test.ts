import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { collapseToFit } from '../../src/table/collapseToFit';

afterEach(() => document.body.replaceChildren());

/** A column of 800 that is as high as its panels; each fold saves 100. */
function column(panels: number): HTMLElement {
  const made = document.createElement('aside');
  const saved = (): number => (made.dataset.fold ?? '').split(' ').filter(Boolean).length * 100;
  Object.defineProperties(made, { clientHeight: { value: 800 }, scrollHeight: { get: () => made.children.length * 250 - saved() } });
  for (let nth = 0; nth < panels; nth++) made.append(document.createElement('section'));
  document.body.append(made);
  return made;
}

test('a column that is too full folds what is told elsewhere first, and no more than it must', async () => {
  const left = column(3);
  collapseToFit(left);
  expect(left.dataset.fold).toBe('');
  left.append(document.createElement('section'));
  await tick();
  expect(left.dataset.fold).toBe('helpers camels');
  left.lastChild!.remove();
  await tick();
  expect(left.dataset.fold, 'and unfolds again').toBe('');
});

test('what never fits has folded all it can', () => {
  const left = column(9);
  collapseToFit(left);
  expect(left.dataset.fold).toBe('helpers camels others mine things');
});
