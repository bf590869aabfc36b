import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ReplayPage from '../../src/end/ReplayPage.svelte';
import { ReplayTable } from '../../src/end/replayTable.svelte';
import { screen as room } from '../../src/state/screen.svelte';
import type { Table } from '../../src/live/table.svelte';
import { speak } from '../catalogue';
import { stubFetch, info, player, scene, table } from '../tables';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  room.narrow = false;
  vi.unstubAllGlobals();
});

const arrived = async (): Promise<void> => {
  for (let nth = 0; nth < 6; nth++) await new Promise((done) => setTimeout(done));
  await tick();
};

async function shown(now: Table, then: ReturnType<typeof scene>): Promise<void> {
  stubFetch({ '/api/tables/abc/moments/0': { actions: 0, last: 0, scene: then, turns: [] } });
  render(ReplayPage, { table: now, start: 0 });
  await arrived();
}

const past = scene({
  row: ['silk', 'fish'],
  djinn_row: ['enki'],
  track: [0, 3],
  spots: [1, -1],
  players: [player({}, { djinns: ['jaafar'], viziers: 3, gold: 21, hand: ['gems'] }), player({}, {})],
});

test.each([false, true])('a moment shows the whole table at that time (narrow: %s)', async (narrow) => {
  room.narrow = narrow;
  await shown(table({ scene: scene({ row: ['gold'] }) }), past);
  expect(document.querySelectorAll('.good small').length).toBeGreaterThanOrEqual(2);
  expect(document.body.textContent).toContain('silk');
  expect(document.querySelector('[data-lying="enki"]')).not.toBeNull();
  expect(document.querySelectorAll(narrow ? '.order li' : '.track .marker').length).toBeGreaterThanOrEqual(1);
  expect(document.querySelectorAll('[data-seat]')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Replay' })).toBeTruthy();
});

test('a solo game shows the meters of Yazid', async () => {
  const solo = { options: { players: 1 }, seats: [{ kind: 'person' as const, name: 'Ann' }] };
  const yazid = { camels: 8, assassins: 5, djinns: ['enki'], viziers: 4 };
  await shown(table({ info: info(solo) }), scene({ players: [player({}, {})], yazid }));
  expect(document.querySelectorAll('.pips')).toHaveLength(2);
  expect(document.querySelectorAll('.pips .on')).toHaveLength(6);
});

test('the table of a replay has no own seats, absences or running clock', () => {
  const now = table({
    info: info({
      seats: [
        { kind: 'person', name: 'Ann', state: 'away' },
        { kind: 'person', name: 'Bob', handed: true },
      ],
    }),
  });
  const then = new ReplayTable('abc');
  then.show(now, scene({ clock: { left: [1, 2], runs: 0, since: 0 } }));
  expect([then.seats, then.myTurn, then.scene?.clock]).toEqual([[], false, null]);
  expect(then.info?.seats.map((seat) => [seat.state, seat.handed])).toEqual([
    ['here', false],
    ['here', false],
  ]);
  expect(() => then.ask({ type: 'ask', what: 'hint' })).toThrow();
});
