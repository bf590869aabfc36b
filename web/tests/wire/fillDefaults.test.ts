import { expect, test } from 'vitest';
import { fillDefaults, fillFrameDefaults } from '../../src/wire/fillDefaults';

test('omitted fields get their defaults', () => {
  expect(fillDefaults('TileScene', { pile: 'YW' })).toEqual({ pile: 'YW', camel: -1, tent: false, palms: 0, palaces: 0, whim: '' });
});

test('nested values are filled in too, also in lists', () => {
  const [welcome] = fillFrameDefaults({ type: 'welcome', info: { seats: [{ name: 'Ann' }] }, private: [{ seat: 0 }] });
  expect(welcome).toMatchObject({
    seats: [],
    scene: null,
    info: { listed: true, seats: [{ name: 'Ann', kind: 'open', state: 'here' }] },
    private: [{ undo: { steps: 0, turn: 0, closed: '', reason: '' } }],
  });
});

test('an event gets only the fields of its type', () => {
  expect(fillDefaults('GameEvent', { type: 'Killed', seat: 1, pile: 'R' })).toEqual({
    type: 'Killed',
    seat: 1,
    tile: '',
    victim: -1,
    pile: 'R',
  });
});

test('values do not share mutable defaults', () => {
  const [one, other] = [fillDefaults('Private', {}), fillDefaults('Private', {})];
  expect(one.choices).not.toBe(other.choices);
});
