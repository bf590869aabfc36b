import { expect, test } from 'vitest';
import { complete, completeFrame } from '../../src/wire/defaults';

test('omitted fields get their defaults', () => {
  expect(complete('TileScene', { pile: 'YW' })).toEqual({ pile: 'YW', camel: -1, tent: false, palms: 0, palaces: 0, whim: '' });
});

test('nested values are filled in too, also in lists', () => {
  const [welcome] = completeFrame({ type: 'welcome', info: { seats: [{ name: 'Ann' }] }, private: [{ seat: 0 }] });
  expect(welcome).toMatchObject({
    seats: [],
    scene: null,
    info: { listed: true, seats: [{ name: 'Ann', kind: 'open', state: 'here' }] },
    private: [{ undo: { steps: 0, turn: 0, closed: '', reason: '' } }],
  });
});

test('an event gets only the fields of its type', () => {
  expect(complete('GameEvent', { type: 'Killed', seat: 1, pile: 'R' })).toEqual({
    type: 'Killed',
    seat: 1,
    tile: '',
    victim: -1,
    pile: 'R',
  });
});

test('values do not share mutable defaults', () => {
  const [one, other] = [complete('Private', {}), complete('Private', {})];
  expect(one.choices).not.toBe(other.choices);
});
