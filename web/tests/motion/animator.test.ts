import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import MotionGround from './MotionGround.svelte';
import type { GameEvent } from '../../src/protocol';
import { settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';

interface Shown {
  element: Element;
  options: KeyframeAnimationOptions;
  cancel: () => void;
}
let shown: Shown[] = [];

const walk: GameEvent[] = [
  { type: 'Taken', seat: 0, tile: 'c3', pile: 'WR' },
  { type: 'Dropped', seat: 0, tile: 'c4', tribe: 'W' },
  { type: 'Dropped', seat: 0, tile: 'd4', tribe: 'R' },
];

beforeEach(() => {
  speak('en');
  settings.speed = 1;
  shown = [];
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 105, 105));
  // Replaces animations with a record of their options, so that they never run.
  Element.prototype.animate = function (this: Element, _frames: unknown, options: unknown): Animation {
    const animation = { onfinish: null, oncancel: null, cancel: vi.fn(() => animation.oncancel?.()) } as unknown as Animation & {
      oncancel: (() => void) | null;
    };
    shown.push({ element: this, options: options as KeyframeAnimationOptions, cancel: animation.cancel });
    return animation;
  } as never;
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  settings.speed = 1;
  Reflect.deleteProperty(Element.prototype, 'animate');
});

async function play(events: GameEvent[]): Promise<{ layer: Element; component: MotionGround }> {
  const { container, component } = render(MotionGround);
  component.play(events);
  await vi.advanceTimersByTimeAsync(1);
  return { layer: container.querySelector('.motion')!, component: component as MotionGround };
}

test('the hand is drawn above the page for each step', async () => {
  const { layer } = await play(walk);
  expect(layer.querySelectorAll('.hand')).toHaveLength(2);
  expect(layer.querySelectorAll('.hand')[0]!.querySelectorAll('svg')).toHaveLength(2);
  expect(layer.getAttribute('aria-hidden')).toBe('true');
});

test('a piece of the board appears when the hand has dropped it', async () => {
  // The scene does not change in this test; the Elder already on c4 represents the one that is dropped.
  await play(walk);
  const arriving = shown.filter((each) => each.element.getAttribute('data-tribe') === 'W');
  expect(arriving).toHaveLength(1);
  expect(arriving[0]!.element.closest('[data-crowd]')!.getAttribute('data-crowd')).toBe('c4');
  expect(arriving[0]!.options).toMatchObject({ delay: 187, fill: 'backwards' });
});

test('the layer is empty after the duration, even if no animation ends', async () => {
  const { layer } = await play(walk);
  await vi.advanceTimersByTimeAsync(3000);
  expect(layer.children).toHaveLength(0);
});

test('a press skips the animation', async () => {
  const { layer } = await play(walk);
  window.dispatchEvent(new Event('pointerdown'));
  expect(layer.children).toHaveLength(0);
  expect(shown.every((each) => vi.mocked(each.cancel).mock.calls.length === 1)).toBe(true);
});

test('entries that arrive during an animation are queued', async () => {
  const { layer, component } = await play(walk);
  component.play([{ type: 'Killed', seat: 0, tile: 'a1', pile: 'Y' }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(layer.querySelectorAll('.hand')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(layer.querySelectorAll('.hand')).toHaveLength(0);
  expect(layer.children).toHaveLength(1);
});

test('half the speed doubles the duration', async () => {
  settings.speed = 0.5;
  await play(walk);
  expect(shown.filter((each) => each.element.classList.contains('hand')).map((each) => each.options.duration)).toEqual([440, 440]);
});

test('without motion the changed tiles glow for 600 milliseconds', async () => {
  settings.speed = 0;
  const { layer } = await play(walk);
  expect(layer.querySelectorAll('.glow')).toHaveLength(3);
  expect(layer.querySelectorAll('.hand')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(700);
  expect(layer.children).toHaveLength(0);
});

test('a tile that is not shown does not glow', async () => {
  settings.speed = 0;
  vi.mocked(Element.prototype.getBoundingClientRect).mockImplementation(() => new DOMRect());
  const { layer } = await play(walk);
  expect(layer.children).toHaveLength(0);
});

test('two boards on one page animate only their own pieces', async () => {
  const first = render(MotionGround);
  const second = render(MotionGround);
  // Another position than the first board's shows which board is measured.
  second.container.querySelectorAll('.hit').forEach((cell) => {
    cell.getBoundingClientRect = () => new DOMRect(500, 500, 105, 105);
  });
  second.component.play(walk);
  await vi.advanceTimersByTimeAsync(1);
  const [idle, busy] = [first, second].map(({ container }) => container.querySelector('.motion')!);
  expect([idle!.children.length, busy!.children.length]).toEqual([0, 2]);
  expect(busy!.querySelector<HTMLElement>('.hand')!.style.left).toBe('552.5px');
  expect(shown.every(({ element }) => second.container.contains(element) && !first.container.contains(element))).toBe(true);
});
