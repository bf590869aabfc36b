import { expect, test, vi } from 'vitest';
import { Closing, follow, followMarkers } from '../../src/motion/closing.svelte';

const ids = (row: { id: number }[]): number[] => row.map((card) => card.id);

test('cards that stay are the same, new ones are new', () => {
  const first = follow([], ['fish', 'silk', 'fish', 'gold']);
  expect(new Set(ids(first)).size).toBe(4);
  const then = follow(first, ['silk', 'fish', 'gold', 'fish']);
  expect(ids(then).slice(0, 3)).toEqual(ids(first).slice(1));
  expect(ids(first)).not.toContain(then[3]!.id);
});

test('a card that has moved comes from where it lay, a new one turns up, one that stays does not move', () => {
  const root = document.createElement('div');
  const put = (id: string, left: number): HTMLElement => {
    const card = document.createElement('div');
    card.dataset.lying = id;
    card.getBoundingClientRect = () => ({ left, top: 0 }) as DOMRect;
    card.animate = vi.fn();
    root.append(card);
    return card;
  };
  const closing = new Closing();
  const stays = put('1', 0);
  const moves = put('2', 100);
  closing.look(root);
  moves.getBoundingClientRect = () => ({ left: 50, top: 0 }) as DOMRect;
  const fresh = put('3', 100);
  closing.play(root);
  expect(stays.animate).not.toHaveBeenCalled();
  expect(vi.mocked(moves.animate).mock.calls[0]![0]).toEqual([{ transform: 'translate(50px, 0px)' }, { transform: 'none' }]);
  expect(vi.mocked(fresh.animate).mock.calls[0]![0]).toMatchObject([{ opacity: 0 }, { opacity: 1 }]);
});

test('what is being turned up is left alone when the row is looked at again', () => {
  const root = document.createElement('div');
  root.innerHTML = '<div data-lying="1"></div>';
  const closing = new Closing();
  closing.look(root);
  const fresh = document.createElement('div');
  fresh.dataset.lying = '2';
  fresh.animate = vi.fn(() => ({ playState: 'running' }) as Animation);
  root.append(fresh);
  closing.play(root);
  fresh.getBoundingClientRect = () => ({ left: 40, top: 0 }) as DOMRect;
  closing.look(root);
  fresh.getBoundingClientRect = () => ({ left: 0, top: 0 }) as DOMRect;
  closing.play(root);
  expect(fresh.animate).toHaveBeenCalledTimes(1);
});

test('of two markers of one player the one that moved is known', () => {
  const first = followMarkers(
    [],
    [
      { seat: 0, place: 'bid 0' },
      { seat: 0, place: 'spot 4' },
      { seat: 1, place: 'bid 1' },
    ],
  );
  expect(new Set(ids(first)).size).toBe(3);
  const then = followMarkers(first, [
    { seat: 1, place: 'bid 0' },
    { seat: 0, place: 'spot 4' },
    { seat: 0, place: 'spot 6' },
  ]);
  expect(ids(then)).toEqual([first[2]!.id, first[1]!.id, first[0]!.id]);
});

test('at the first look nothing moves', () => {
  const root = document.createElement('div');
  root.innerHTML = '<div data-lying="1"></div>';
  const card = root.firstElementChild as HTMLElement;
  card.animate = vi.fn();
  const closing = new Closing();
  closing.look(undefined);
  closing.play(root);
  expect(card.animate).not.toHaveBeenCalled();
});
