import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Tooltip from '../../src/help/Tooltip.svelte';
import { HOVER_DELAY, LONG_PRESS_DELAY, tooltip, TOOLTIP_ID, tooltips } from '../../src/help/tooltip.svelte';

let element: HTMLButtonElement;
let action: ReturnType<typeof tooltip>;
const card = (): HTMLElement | null => document.querySelector('[role=tooltip]');
const pointer = (type: string, pointerType: string): Event =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), { pointerType });

beforeEach(() => {
  vi.useFakeTimers();
  element = document.createElement('button');
  document.body.append(element);
  action = tooltip(element, { kind: 'djinn', name: 'enki' });
  render(Tooltip);
});
afterEach(() => {
  action.destroy();
  element.remove();
  cleanup();
  vi.useRealTimers();
});

test('the tooltip opens only after the hover delay', async () => {
  element.dispatchEvent(pointer('pointerenter', 'mouse'));
  vi.advanceTimersByTime(HOVER_DELAY - 1);
  await tick();
  expect(card()).toBeNull();
  vi.advanceTimersByTime(1);
  await tick();
  expect(card()?.id).toBe(TOOLTIP_ID);
  expect(element.getAttribute('aria-describedby')).toBe(TOOLTIP_ID);
});

test('an element that slides below a mouse at rest shows no tooltip until the mouse moves', async () => {
  const at = (type: string, clientX: number): Event => Object.assign(pointer(type, 'mouse'), { clientX, clientY: 5 });
  document.body.dispatchEvent(at('pointermove', 5));
  element.dispatchEvent(at('pointerenter', 5));
  element.dispatchEvent(at('pointermove', 5));
  vi.advanceTimersByTime(5000);
  await tick();
  expect(card()).toBeNull();
  element.dispatchEvent(at('pointermove', 6));
  vi.advanceTimersByTime(HOVER_DELAY);
  await tick();
  expect(card()).not.toBeNull();
});

test('a tap opens the tooltip of something that is not a button', async () => {
  const picture = document.createElement('div');
  document.body.append(picture);
  const other = tooltip(picture, { kind: 'djinn', name: 'enki' });
  for (const [type, each] of [
    ['touch', element],
    ['mouse', picture],
  ] as const) {
    each.dispatchEvent(pointer('pointerdown', type));
    await fireEvent.click(each);
    expect(card()).toBeNull();
  }
  picture.dispatchEvent(pointer('pointerdown', 'touch'));
  await fireEvent.click(picture);
  expect(card()).not.toBeNull();
  other.destroy();
  picture.remove();
});

test('the tooltip stays open while the mouse is on it', async () => {
  tooltips.show(element, { kind: 'djinn', name: 'enki' });
  await tick();
  element.dispatchEvent(pointer('pointerleave', 'mouse'));
  await fireEvent.pointerEnter(card()!);
  vi.advanceTimersByTime(5000);
  await tick();
  expect(card()).not.toBeNull();
  await fireEvent.pointerLeave(card()!);
  expect(card()).toBeNull();
});

test('Escape closes only the tooltip', async () => {
  const below = vi.fn();
  document.body.addEventListener('keydown', below);
  tooltips.show(element, { kind: 'djinn', name: 'enki' });
  await tick();
  await fireEvent.keyDown(element, { key: 'Escape' });
  expect(card()).toBeNull();
  expect(element.hasAttribute('aria-describedby')).toBe(false);
  expect(below).not.toHaveBeenCalled();
  await fireEvent.keyDown(element, { key: 'Escape' });
  expect(below, 'the next one is for others').toHaveBeenCalledOnce();
  document.body.removeEventListener('keydown', below);
});

test('a long press opens the tooltip and does not click', async () => {
  const pressed = vi.fn();
  element.addEventListener('click', pressed);
  element.dispatchEvent(pointer('pointerdown', 'touch'));
  vi.advanceTimersByTime(LONG_PRESS_DELAY);
  element.dispatchEvent(pointer('pointerup', 'touch'));
  element.click();
  await tick();
  expect(card()).not.toBeNull();
  expect(pressed).not.toHaveBeenCalled();
});

test('a short press clicks and does not open the tooltip', async () => {
  const pressed = vi.fn();
  element.addEventListener('click', pressed);
  element.dispatchEvent(pointer('pointerdown', 'touch'));
  vi.advanceTimersByTime(LONG_PRESS_DELAY - 1);
  element.dispatchEvent(pointer('pointerup', 'touch'));
  element.click();
  vi.advanceTimersByTime(5000);
  await tick();
  expect(card()).toBeNull();
  expect(pressed).toHaveBeenCalledOnce();
});

test('a button that was held is chosen by a short press, which closes its tooltip', async () => {
  element.dispatchEvent(pointer('pointerdown', 'touch'));
  vi.advanceTimersByTime(LONG_PRESS_DELAY);
  element.dispatchEvent(pointer('pointerup', 'touch'));
  element.click();
  element.dispatchEvent(pointer('pointerdown', 'touch'));
  element.dispatchEvent(pointer('pointerup', 'touch'));
  element.click();
  await tick();
  expect(card()).toBeNull();
});

test('an existing aria-describedby is kept', () => {
  element.setAttribute('aria-describedby', 'other');
  tooltips.show(element, { kind: 'djinn', name: 'enki' });
  expect(element.getAttribute('aria-describedby')).toBe(`other ${TOOLTIP_ID}`);
  tooltips.hide();
  expect(element.getAttribute('aria-describedby')).toBe('other');
});

test('the tooltip closes when its element is removed', async () => {
  tooltips.show(element, { kind: 'djinn', name: 'enki' });
  await tick();
  action.destroy();
  await tick();
  expect(card()).toBeNull();
});
