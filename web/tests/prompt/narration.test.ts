import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { narration, stepText } from '../../src/prompt/narration.svelte';
import type { GameEvent } from '../../src/protocol';
import { speak } from '../catalogue';
import { act } from '../tables';

const text = (event: Partial<GameEvent>, tense: 'was' | 'now'): string => stepText({ event: event as GameEvent, left: 0 }, tense);

test.each([
  ['en', 'picks up 1 on b2', 'picks up 3 on b2'],
  ['fr', 'prend 1 meeple sur b2', 'prend 3 meeples sur b2'],
] as const)('the meeples that somebody takes agree with their number (%s)', (language, one, three) => {
  speak(language);
  expect(text({ type: 'Taken', tile: 'b2', pile: 'Y' }, 'now')).toBe(one);
  expect(text({ type: 'Taken', tile: 'b2', pile: 'YBB' }, 'now')).toBe(three);
});

test.each([
  ['en', 'killed an Elder', 'killed an Elder and a Vizier'],
  ['fr', 'un Sage éliminé', 'un Sage et un Vizir éliminés'],
] as const)('one victim or two agree with their number (%s)', (language, one, two) => {
  speak(language);
  expect(text({ type: 'Killed', tile: 'b2', pile: 'W' }, 'was')).toBe(one);
  expect(text({ type: 'Killed', tile: 'b2', pile: 'WY' }, 'was')).toBe(two);
});

describe('a move of a bot, which plays each drop as an action of its own', () => {
  const DROPS = ['b1Y', 'b2W', 'c2G', 'c3B', 'd3R', 'd4Y'];
  /** The time from one action to the next. */
  const EVERY_MS = 300;
  const ANIMATION_MS = 220;

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    narration.skip();
    vi.useRealTimers();
  });

  interface Text {
    at: number;
    start?: string;
    tile?: string;
    left?: number;
  }
  /** The texts, each with the time at which it appeared; an empty one at the end. */
  let story: Text[] = [];
  function advance(ms: number): void {
    for (let passed = 0; passed < ms; passed += 10) {
      const { event, left } = narration.steps[narration.current] ?? {};
      const start = narration.steps.find((each) => each.event.type === 'Taken')?.event.tile;
      const text = { at: performance.now(), start, tile: event?.tile, left };
      if (JSON.stringify({ ...story.at(-1), at: 0 }) !== JSON.stringify({ ...text, at: 0 })) story.push(text);
      vi.advanceTimersByTime(10);
    }
  }
  function animate(number: number, seat: number, event: Partial<GameEvent>): void {
    narration.show(act(number, seat, [event]), ANIMATION_MS);
    advance(ANIMATION_MS);
    narration.show(null);
    advance(EVERY_MS - ANIMATION_MS);
  }
  function play(): void {
    story = [];
    animate(1, 1, { type: 'Taken', tile: 'a1', pile: 'YWGBRY' });
    DROPS.forEach((drop, nth) => animate(2 + nth, 1, { type: 'Dropped', tile: drop.slice(0, 2), tribe: drop[2] }));
    animate(8, 1, { type: 'Gathered', tile: 'd4', tribe: 'Y', count: 2 });
    advance(5000);
  }

  test('is described as one move, and each text stays for a second', () => {
    play();
    expect(story.map(({ start }) => start)).toEqual(['a1', 'a1', 'a1', undefined]);
    expect(story.map(({ left }) => left)).toEqual([6, 3, 0, undefined]);
    expect(story.map(({ tile }) => tile).at(-2)).toBe('d4');
    story.slice(1).forEach(({ at }, nth) => expect(at - story[nth]!.at).toBeGreaterThanOrEqual(1000));
  });

  test('ends when another player acts', () => {
    play();
    animate(9, 2, { type: 'BidPlaced', value: 3 });
    expect(narration.steps.map(({ event }) => event.type)).toEqual(['BidPlaced']);
  });

  test('disappears at once when it is skipped', () => {
    narration.show(act(1, 1, [{ type: 'Taken', tile: 'a1', pile: 'YW' }]), ANIMATION_MS);
    narration.skip();
    expect([narration.entry, narration.steps]).toEqual([null, []]);
  });
});
