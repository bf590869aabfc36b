import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { tooltip } from '../../src/help/tooltip.svelte';
import { rovingTabindex } from '../../src/help/rovingTabindex';

afterEach(() => document.body.replaceChildren());

function rowOf(...tags: string[]): HTMLElement[] {
  const row = document.createElement('div');
  const things = tags.map((tag) => {
    const thing = document.createElement(tag);
    tooltip(thing, { kind: 'card', name: 'ivory' });
    row.append(thing);
    return thing;
  });
  document.body.append(row);
  rovingTabindex(row);
  return things;
}

const stops = (things: HTMLElement[]): number[] => things.flatMap((thing, nth) => (thing.tabIndex === 0 ? [nth] : []));

test('Tab stops once at a row, and arrows walk along it and round', async () => {
  const things = rowOf('div', 'div', 'div');
  expect(stops(things)).toEqual([0]);
  things[0]!.focus();
  await fireEvent.keyDown(things[0]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(things[1]);
  expect(stops(things)).toEqual([1]);
  await fireEvent.keyDown(things[1]!, { key: 'ArrowLeft' });
  await fireEvent.keyDown(things[0]!, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(things[2]);
});

test('what can be chosen stays a stop of its own', async () => {
  const things = rowOf('button', 'div', 'div');
  expect(stops(things)).toEqual([0, 1]);
  things[2]!.focus();
  await fireEvent.keyDown(things[2]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(things[0]);
});

test('a row whose stop was taken has another one', async () => {
  const things = rowOf('div', 'div');
  things[0]!.remove();
  await tick();
  expect(stops(things.slice(1))).toEqual([0]);
});
