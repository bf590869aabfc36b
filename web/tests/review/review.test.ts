import { afterEach, expect, test, vi } from 'vitest';
import type { ReviewStep } from '../../src/protocol';
import { momentsOf, pathOf, reviewMarks } from '../../src/review/moments';
import { PathAnimation } from '../../src/review/pathAnimation.svelte';
import { Review } from '../../src/review/review.svelte';
import { EMPTY_LAND } from '../../src/live/placeholders';
import { filled } from '../fixtures';
import { scene, stubFetch } from '../tables';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const option = (move: string, points = 0) => ({ actions: [move, 'buy wheat'], parts: [move], points });

/** A decision of seat 0 that cost so many points; 0 if nothing was better. */
function step(actions: number, loss = 0, seat = 0): ReviewStep {
  return filled('ReviewStep', {
    actions,
    until: actions + 2,
    round: 1,
    seat,
    kind: 'turn',
    chances: [0.5, 0.5],
    loss,
    played: option('sow a1 b1W b2R', 4),
    better: loss ? option('sow c3 c2W', 9) : null,
  });
}

const PLAYER = { accuracy: 80, turns: 2, good: 1, bids: 0, dear: 0, dear_points: 0 };
const answer = (steps: ReviewStep[], total = steps.length, failed = '') => ({
  done: steps.length,
  rounds: Array<number>(total).fill(1),
  start: [0.5, 0.5],
  players: [PLAYER, PLAYER],
  steps,
  failed,
});

function serve(reviews: Record<string, unknown>): ReturnType<typeof vi.fn> {
  const moments = Object.fromEntries(
    Array.from({ length: 20 }, (_, actions) => [`/api/tables/abc/moments/${actions}`, { actions, last: 20, scene: scene({ actions }) }]),
  );
  return stubFetch({ ...moments, ...reviews });
}

test('the moments are the three decisions of a player that cost most, in order', () => {
  const steps = [step(0, 3), step(2, 9), step(4, 50, 1), step(6, 5), step(8, 7), step(10)];
  expect(momentsOf(steps, 0).map((each) => each.actions)).toEqual([2, 6, 8]);
  expect(momentsOf(steps, 1).map((each) => each.actions)).toEqual([4]);
});

test('a path consists of the tiles and the drops of a move', () => {
  expect(pathOf(option('sow a1 b1W b2R'))).toEqual({ tiles: ['a1', 'b1', 'b2'], drops: ['W', 'R'] });
  expect(pathOf({ actions: ['bid 5'], parts: [], points: 0 }).tiles).toEqual([]);
});

test('both paths are marked with their gains, and all other tiles are dimmed', () => {
  const tiles = ['a1', 'b1', 'b2', 'c2', 'c3', 'd4'].map((tile) => ({ tile, kind: 'oasis', points: 8, blue: false }));
  const land = { ...EMPTY_LAND, tiles } as unknown as typeof EMPTY_LAND;
  const marks = reviewMarks(land, step(0, 5), { played: 3, better: 2 });
  expect(marks['a1']).toMatchObject({ start: true, dim: false });
  expect(marks['b2']).toMatchObject({ gain: 4, played: true });
  expect(marks['c2']).toMatchObject({ gain: 9, chosen: true, planned: 'W' });
  expect(marks['d4']).toEqual({ dim: true });
  expect(reviewMarks(land, step(0), { played: 3, better: 0 })['b2']).toMatchObject({ gain: 4, chosen: true, planned: 'R' });
});

test('"Show both" draws one path after the other and then both', () => {
  vi.useFakeTimers();
  const paths = new PathAnimation();
  const both = step(0, 5);
  expect(paths.drawn(both)).toEqual({ played: 3, better: 2 });
  paths.play(both);
  expect(paths.drawn(both)).toEqual({ played: 1, better: 0 });
  vi.advanceTimersByTime(6 * 420);
  expect(paths.drawn(both)).toEqual({ played: 0, better: 1 });
  vi.advanceTimersByTime(5 * 420);
  expect([paths.playing, paths.drawn(both)]).toEqual([false, { played: 3, better: 2 }]);
});

test('results are shown as they come, and at the end the moment that mattered most', async () => {
  const first = [step(0, 3)];
  const rest = [step(2, 9), step(4), step(6, 4), step(8, 5)];
  const fetched = serve({
    '/api/tables/abc/review': answer(first, 5),
    '/api/tables/abc/review?after=1': { ...answer(rest, 5), done: 5 },
  });
  const review = new Review('abc', null);
  await vi.waitFor(() => expect(review.scene?.actions).toBe(0));
  expect([review.done, review.total, review.complete]).toEqual([1, 5, false]);
  expect(review.step?.actions).toBe(0);
  await vi.waitFor(() => expect(review.complete).toBe(true), 5000);
  expect(review.moments.map((each) => each.actions)).toEqual([2, 6, 8]);
  expect(review.step?.actions, 'the first did not matter').toBe(2);
  review.walk(1);
  expect(review.step?.actions).toBe(4);
  review.walk(-1);
  review.walk(-1);
  expect(review.step?.actions, 'not before the first').toBe(0);
  const asked = fetched.mock.calls.filter(([path]) => String(path).includes('/review')).length;
  expect(asked).toBe(2);
  review.close();
});

test('a moment that was shown stays until the review is complete', async () => {
  vi.useFakeTimers();
  const parts = [[step(0, 3), step(2, 4), step(4, 5), step(6, 9, 1)], [step(8, 6), step(10, 3.5)], [step(12, 7)], [step(14)]];
  const before = (nth: number): number => parts.slice(0, nth).flat().length;
  serve(
    Object.fromEntries(
      parts.map((steps, nth) => [
        `/api/tables/abc/review${nth ? `?after=${before(nth)}` : ''}`,
        { ...answer(steps, before(4)), done: before(nth + 1) },
      ]),
    ),
  );
  const review = new Review('abc', null);
  const shown = (): number[] => review.moments.map((each) => each.actions);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual([0, 2, 4]);
  review.select(review.moments[0]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([0, 2, 4, 8]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([0, 2, 4, 8, 12]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([review.complete, shown(), review.step?.actions]).toEqual([true, [4, 8, 12], 0]);
  review.close();
});

test('a link selects its decision and the player who made it', async () => {
  serve({ '/api/tables/abc/review': answer([step(0, 3), step(2, 9), step(4, 2, 1)]) });
  const selected = vi.fn();
  const review = new Review('abc', 4, selected);
  await vi.waitFor(() => expect(review.scene?.actions).toBe(4));
  expect([review.seat, review.step?.actions]).toEqual([1, 4]);
  expect(selected).not.toHaveBeenCalled();
  review.choosePlayer(0);
  expect(selected.mock.calls).toEqual([[0]]);
});

test('a link to a decision that does not exist shows the dearest one', async () => {
  serve({ '/api/tables/abc/review': answer([step(0, 3), step(2, 9)]) });
  const review = new Review('abc', 13);
  await vi.waitFor(() => expect(review.step?.actions).toBe(2));
  expect(review.unknownMoment).toBe(true);
  review.walk(-1);
  expect([review.step?.actions, review.unknownMoment]).toEqual([0, false]);
});

test('a link into the middle of a decision selects that decision', async () => {
  serve({ '/api/tables/abc/review': answer([step(0, 3), step(2, 9)]) });
  const review = new Review('abc', 1);
  await vi.waitFor(() => expect(review.scene?.actions).toBe(0));
  expect(review.unknownMoment).toBe(false);
});

test('the page does not ask for ever for results that cannot be given', async () => {
  vi.useFakeTimers();
  const broken = new Response('{"code":"broken","message":"Out of order."}', { status: 500 });
  const fetched = serve({ '/api/tables/abc/review': answer([step(0, 3)], 2) });
  const review = new Review('abc', null);
  await vi.advanceTimersByTimeAsync(0);
  fetched.mockImplementation(() => Promise.resolve(broken.clone()));
  await vi.advanceTimersByTimeAsync(1000);
  expect(review.failed).toBe('Out of order.');
  const asked = fetched.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched.mock.calls.length).toBe(asked);
  review.close();
});

test('a review that has stopped says why and goes on where it was', async () => {
  const reviews: Record<string, unknown> = { '/api/tables/abc/review': answer([step(0, 3)], 2, 'The adviser stopped.') };
  serve(reviews);
  const review = new Review('abc', null);
  await vi.waitFor(() => expect(review.failed).toBe('The adviser stopped.'));
  serve({ '/api/tables/abc/review': answer([step(0, 3), step(2)]) });
  await review.start();
  expect([review.failed, review.complete]).toEqual(['', true]);
});

test('a refusal is kept for the page', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response('{"code":"unfinished_game","message":"Not over."}', { status: 400 }))),
  );
  const review = new Review('abc', null);
  await vi.waitFor(() => expect(review.problem?.message).toBe('Not over.'));
});
