import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { phaseOf, turnPhases } from '../../src/prompt/phases';
import { speak } from '../catalogue';
import { act, scene, table } from '../tables';
import { arrive, choice, drop, playing, take } from '../turn/turns';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Bidding', 'bid'],
  ['Offering', 'yazid'],
  ['Moving', 'sow'],
  ['Sowing', 'sow'],
  ['TribeAction', 'tribe'],
  ['Slaying', 'tribe'],
  ['TileAction', 'tile'],
  ['Keeping', 'tile'],
  ['Finishing', 'end'],
])('%s belongs to the phase %s', (decision, phase) => {
  expect(phaseOf(table({ scene: scene({ asked: { seat: 0, decision } }) }))).toBe(phase);
});

test('there is no phase if nobody decides', () => {
  expect(phaseOf(table())).toBeNull();
});

test('phases are named after the tribe and the tile once they are known', async () => {
  const { table: made, turn } = playing([take('a1')], (ask) =>
    ask.actions?.length === 1 ? { choices: [drop('b1', 'B'), drop('b1', 'W')] } : {},
  );
  const names = (): string[] => turnPhases(made, turn).map(({ name }) => name);
  expect(names()).toEqual(['Bid', 'Sow', 'Tribe', 'Tile', 'Sell']);
  turn.pick('a1');
  await arrive();
  await turn.move.drop(turn.move.drops[0]!);
  expect(names()).toEqual(['Bid', 'Sow', 'Builders', 'Oasis', 'Sell']);
  const gathered = act(2, 0, [{ type: 'Gathered', tribe: 'B', tile: 'b1', count: 2 }]);
  const later = playing([choice('build')], undefined, { decision: 'TribeAction', table: { log: [gathered] } });
  expect(
    turnPhases(later.table, later.turn)
      .filter(({ now }) => now)
      .map(({ name }) => name),
  ).toEqual(['Builders']);
  const back = playing([choice('build')], undefined, {
    decision: 'TribeAction',
    table: { log: [gathered, filled('LogEntry', { number: 3, at: 0, kind: 'undo', back_to: 2 })] },
  });
  expect(turnPhases(back.table, back.turn)[2]?.name).toBe('Tribe');
});
