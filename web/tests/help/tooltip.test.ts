import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Tooltip from '../../src/help/Tooltip.svelte';
import { HOVER_DELAY, LONG_PRESS_DELAY, tooltip, TOOLTIP_ID, tooltips } from '../../src/help/tooltip.svelte';

let thing: HTMLButtonElement;
let action: ReturnType<typeof tooltip>;
const card = (): HTMLElement | null => document.querySelector('[role=tooltip]');
const pointer = (type: string, pointerType: string): Event =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), { pointerType });

beforeEach(() => {
  vi.useFakeTimers();
  thing = document.createElement('button');
  document.body.append(thing);
  action = tooltip(thing, { kind: 'djinn', name: 'enki' });
  render(Tooltip);
});
afterEach(() => {
  action.destroy();
  thing.remove();
  cleanup();
  vi.useRealTimers();
});

test('a pointer that rests is told, one that passes is not', async () => {
  thing.dispatchEvent(pointer('pointerenter', 'mouse'));
  vi.advanceTimersByTime(HOVER_DELAY - 1);
  await tick();
  expect(card()).toBeNull();
  vi.advanceTimersByTime(1);
  await tick();
  expect(card()?.id).toBe(TOOLTIP_ID);
  expect(thing.getAttribute('aria-describedby')).toBe(TOOLTIP_ID);
});

test('the card stays while the pointer is on it, and goes when it leaves', async () => {
  tooltips.show(thing, { kind: 'djinn', name: 'enki' });
  await tick();
  thing.dispatchEvent(pointer('pointerleave', 'mouse'));
  await fireEvent.pointerEnter(card()!);
  vi.advanceTimersByTime(5000);
  await tick();
  expect(card()).not.toBeNull();
  await fireEvent.pointerLeave(card()!);
  expect(card()).toBeNull();
});

test('Escape closes the card and nothing else', async () => {
  const below = vi.fn();
  document.body.addEventListener('keydown', below);
  tooltips.show(thing, { kind: 'djinn', name: 'enki' });
  await tick();
  await fireEvent.keyDown(thing, { key: 'Escape' });
  expect(card()).toBeNull();
  expect(thing.hasAttribute('aria-describedby')).toBe(false);
  expect(below).not.toHaveBeenCalled();
  await fireEvent.keyDown(thing, { key: 'Escape' });
  expect(below, 'the next one is for others').toHaveBeenCalledOnce();
  document.body.removeEventListener('keydown', below);
});

test('a long press explains and does not press', async () => {
  const pressed = vi.fn();
  thing.addEventListener('click', pressed);
  thing.dispatchEvent(pointer('pointerdown', 'touch'));
  vi.advanceTimersByTime(LONG_PRESS_DELAY);
  thing.dispatchEvent(pointer('pointerup', 'touch'));
  thing.click();
  await tick();
  expect(card()).not.toBeNull();
  expect(pressed).not.toHaveBeenCalled();
});

test('a short press presses and explains nothing', async () => {
  const pressed = vi.fn();
  thing.addEventListener('click', pressed);
  thing.dispatchEvent(pointer('pointerdown', 'touch'));
  vi.advanceTimersByTime(LONG_PRESS_DELAY - 1);
  thing.dispatchEvent(pointer('pointerup', 'touch'));
  thing.click();
  vi.advanceTimersByTime(5000);
  await tick();
  expect(card()).toBeNull();
  expect(pressed).toHaveBeenCalledOnce();
});

test('what already describes a thing still does', () => {
  thing.setAttribute('aria-describedby', 'other');
  tooltips.show(thing, { kind: 'djinn', name: 'enki' });
  expect(thing.getAttribute('aria-describedby')).toBe(`other ${TOOLTIP_ID}`);
  tooltips.hide();
  expect(thing.getAttribute('aria-describedby')).toBe('other');
});

test('a thing that goes takes its card along', async () => {
  tooltips.show(thing, { kind: 'djinn', name: 'enki' });
  await tick();
  action.destroy();
  await tick();
  expect(card()).toBeNull();
});
