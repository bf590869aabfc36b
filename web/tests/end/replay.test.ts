import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Replay } from '../../src/end/replay.svelte';
import { stubFetch, scene } from '../tables';

const LAST = 12;
const LONG = 400;
const TURNS = [1, 2, 7, 12];

let fetched: ReturnType<typeof vi.fn>;
beforeEach(() => {
  const paths: Record<string, unknown> = {};
  for (let actions = 0; actions <= LAST; actions++) {
    paths[`/api/tables/abc/moments/${actions}`] = { actions, last: LAST, scene: scene({ actions }), turns: TURNS };
  }
  fetched = stubFetch(paths);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function started(start = 0): Promise<Replay> {
  const replay = new Replay('abc', start);
  await vi.waitFor(() => expect(replay.shown).not.toBeNull());
  return replay;
}

test('navigation moves by turns or by steps', async () => {
  const replay = await started(2);
  expect([replay.previous, replay.next]).toEqual([1, 7]);
  replay.unit = 'step';
  expect([replay.previous, replay.next]).toEqual([1, 3]);
});

test('within a turn, next is its end and previous its start', async () => {
  const replay = await started(4);
  expect([replay.previous, replay.next]).toEqual([2, 7]);
});

test('navigation stays within the game', async () => {
  const replay = await started(11);
  replay.go(99);
  expect([replay.position, replay.atEnd]).toEqual([LAST, true]);
  replay.go(-5);
  expect([replay.position, replay.atStart]).toEqual([0, true]);
});

test('an undone moment is replaced by the last one', async () => {
  expect((await started(40)).position).toBe(LAST);
});

test('the moment where navigation pauses is reported for the address', async () => {
  const onsettle = vi.fn();
  const replay = new Replay('abc', 0, onsettle);
  await vi.waitFor(() => expect(replay.shown).not.toBeNull());
  expect(onsettle).not.toHaveBeenCalled();
  vi.useFakeTimers();
  replay.go(7);
  replay.go(12);
  vi.runAllTimers();
  expect(onsettle.mock.calls, 'once for several steps').toEqual([[12, true]]);
  replay.go(0);
  vi.runAllTimers();
  replay.play();
  vi.advanceTimersByTime(5000);
  expect(onsettle.mock.calls, 'not while it plays').toEqual([
    [12, true],
    [0, false],
  ]);
  replay.pause();
  expect(onsettle.mock.calls).toEqual([
    [12, true],
    [0, false],
    [replay.position, false],
  ]);
});

test('steps in a row share an entry of the history, and each use of the slider has its own', async () => {
  const onsettle = vi.fn();
  const replay = new Replay('abc', 0, onsettle);
  await vi.waitFor(() => expect(replay.shown).not.toBeNull());
  vi.useFakeTimers();
  const step = (moment: number): void => {
    replay.go(moment);
    vi.advanceTimersByTime(1000);
  };
  step(1);
  step(2);
  vi.advanceTimersByTime(10_000);
  step(7);
  for (const moment of [3, 5]) {
    replay.scrub(moment);
    replay.settle();
  }
  step(6);
  replay.restore(5);
  vi.runAllTimers();
  expect(replay.position).toBe(5);
  expect(onsettle.mock.calls).toEqual([
    [1, true],
    [2, false],
    [7, true],
    [3, true],
    [5, true],
    [6, true],
  ]);
});

test('dragging the slider over a long game loads few moments and changes the address once', async () => {
  const paths: Record<string, unknown> = {};
  for (let actions = 0; actions <= LONG; actions++) {
    paths[`/api/tables/abc/moments/${actions}`] = { actions, last: LONG, scene: scene({ actions }), turns: [] };
  }
  fetched = stubFetch(paths);
  const onsettle = vi.fn();
  const replay = new Replay('abc', 0, onsettle);
  replay.unit = 'step';
  await vi.waitFor(() => expect(replay.shown).not.toBeNull());
  fetched.mockClear();
  for (let moment = 0; moment <= 387; moment++) {
    replay.scrub(moment);
    await Promise.resolve();
  }
  for (let moment = 387; moment >= 123; moment--) replay.scrub(moment);
  await vi.waitFor(() => expect(replay.shown?.actions).toBe(125));
  expect(onsettle).not.toHaveBeenCalled();
  replay.settle();
  await vi.waitFor(() => expect(replay.shown?.actions).toBe(123));
  expect(onsettle.mock.calls).toEqual([[123, true]]);
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(20);
});

test('dragging the slider shows each moment of a short game', async () => {
  const replay = await started();
  replay.scrub(5);
  await vi.waitFor(() => expect(replay.shown?.actions).toBe(5));
});

test('moments are cached', async () => {
  const replay = await started();
  replay.go(7);
  await vi.waitFor(() => expect(replay.shown?.actions).toBe(7));
  replay.go(0);
  replay.go(7);
  await vi.waitFor(() => expect(replay.shown?.actions).toBe(7));
  const asked = fetched.mock.calls.map(([path]) => path as string);
  expect(new Set(asked).size).toBe(asked.length);
});

test('the number of moments follows new actions and undos', async () => {
  const replay = await started(LAST);
  stubFetch({ '/api/tables/abc/moments/14': { actions: 14, last: 14, scene: scene({ actions: 14 }), turns: [...TURNS, 14] } });
  replay.refresh(14);
  await vi.waitFor(() => expect(replay.last).toBe(14));
  expect([replay.position, replay.next]).toEqual([LAST, 14]);
  stubFetch({ '/api/tables/abc/moments/7': { actions: 7, last: 7, scene: scene({ actions: 7 }), turns: [1, 2, 7] } });
  replay.refresh(7);
  await vi.waitFor(() => expect(replay.position).toBe(7));
});

test('automatic play stops at the end and on manual navigation', async () => {
  const replay = await started(2);
  vi.useFakeTimers();
  replay.play();
  vi.advanceTimersByTime(2200);
  expect([replay.position, replay.playing]).toEqual([7, true]);
  replay.go(1);
  expect(replay.playing).toBe(false);
  replay.play();
  vi.advanceTimersByTime(20_000);
  expect([replay.position, replay.playing]).toEqual([LAST, false]);
});
