import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { YAZID } from '../../src/live/table.svelte';
import Yazid from '../../src/solo/Yazid.svelte';
import { speak } from '../catalogue';
import { info, scene } from '../tables';
import { choice, playing } from '../turn/turns';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('gold is compared with the most expensive strike, and warns before it is too low', () => {
  const shown = (gold: number): HTMLElement => {
    cleanup();
    const { table, turn } = playing([], undefined, {
      decision: 'Offering',
      table: {
        info: info({ options: { players: 1 } }),
        privates: [filled('Private', { seat: 0, gold, hand: [] })],
        scene: scene({ asked: { seat: 0, decision: 'Offering' }, yazid: { camels: 9, dearest: 8 } }),
      },
    });
    render(Yazid, { table, turn });
    return screen.getByText('dearest strike: pay or lose').closest<HTMLElement>('.meter')!;
  };
  const rich = shown(24);
  expect([...rich.querySelectorAll('.tug b')].map((number) => number.textContent)).toEqual(['24', '8']);
  expect(rich.querySelector<HTMLElement>('.tug i')!.style.getPropertyValue('--part')).toBe('75%');
  expect(rich.classList.contains('hot')).toBe(false);
  expect(shown(9).classList.contains('hot')).toBe(true);
  expect(screen.getByRole('region', { name: 'Yazid' }).textContent).toContain('The sultan · strikes now');
});

test.each([
  [3, false, undefined],
  [1, false, 'Yazid has 1 camel left: the game ends with the round in which he places it.'],
  [0, true, 'This round is the last.'],
])('few camels of Yazid announce the end of the game (%s left)', (camels, last_round, warning) => {
  const { table, turn } = playing([], undefined, {
    table: { info: info({ options: { players: 1 } }), scene: scene({ last_round, yazid: { camels } }) },
  });
  render(Yazid, { table, turn });
  expect(document.querySelector('.ending')?.textContent).toBe(warning);
});

test('Yazid’s Viziers and Elders can be killed in his panel', async () => {
  const offered = [choice('kill p2 Y', { seat: YAZID, victims: 'Y' }), choice('kill a1 Y', { tile: 'a1', victims: 'Y' })];
  const { table, turn } = playing(offered, undefined, {
    decision: 'TribeAction',
    table: {
      info: info({ options: { players: 1 } }),
      scene: scene({ asked: { seat: 0, decision: 'TribeAction' }, yazid: { viziers: 1, camels: 9 } as never }),
    },
  });
  render(Yazid, { table, turn });
  await fireEvent.click(screen.getByRole('button', { name: /kill p2 Y/ }));
  expect(turn.selection.chosen?.action).toBe('kill p2 Y');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
