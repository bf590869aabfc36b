import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { tooltip } from '../../src/help/tooltip.svelte';
import { rovingTabindex } from '../../src/help/rovingTabindex';

afterEach(() => document.body.replaceChildren());

function rowOf(...tags: string[]): HTMLElement[] {
  const row = document.createElement('div');
  const items = tags.map((tag) => {
    const item = document.createElement(tag);
    tooltip(item, { kind: 'card', name: 'ivory' });
    row.append(item);
    return item;
  });
  document.body.append(row);
  rovingTabindex(row);
  return items;
}

const stops = (items: HTMLElement[]): number[] => items.flatMap((item, nth) => (item.tabIndex === 0 ? [nth] : []));

test('a row has one tab stop, and the arrow keys move and wrap around', async () => {
  const items = rowOf('div', 'div', 'div');
  expect(stops(items)).toEqual([0]);
  items[0]!.focus();
  await fireEvent.keyDown(items[0]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(items[1]);
  expect(stops(items)).toEqual([1]);
  await fireEvent.keyDown(items[1]!, { key: 'ArrowLeft' });
  await fireEvent.keyDown(items[0]!, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(items[2]);
});

test('buttons remain tab stops', async () => {
  const items = rowOf('button', 'div', 'div');
  expect(stops(items)).toEqual([0, 1]);
  items[2]!.focus();
  await fireEvent.keyDown(items[2]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(items[0]);
});

test('a row gets a new tab stop when the current one is removed', async () => {
  const items = rowOf('div', 'div');
  items[0]!.remove();
  await tick();
  expect(stops(items.slice(1))).toEqual([0]);
});
