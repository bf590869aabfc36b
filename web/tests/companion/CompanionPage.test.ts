import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CompanionPage from '../../src/companion/CompanionPage.svelte';
import { clearSheets, companion, loadCompanion, setBox, setPlayers } from '../../src/companion/companion.svelte';
import { route } from '../../src/state/route.svelte';
import { settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';

beforeEach(() => {
  speak('en');
  settings.names = ['Ann', 'Ben'];
  setBox('whims', false);
  setBox('artisans', false);
  setPlayers(2);
  clearSheets();
  companion.ticks = [];
  companion.dice = null;
  companion.solo = { gold: null, assassins: null, djinns: null, viziers: null };
  companion.clock.spent = [0, 0, 0, 0, 0];
  companion.clock.seat = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  route.go('/');
});

const cell = (label: string): HTMLInputElement => screen.getByLabelText(label, { selector: 'input' });
const strip = (): string => document.querySelector('.strip')!.textContent!.replace(/\s+/g, ' ').trim();
const type = (label: string, value: string) => fireEvent.input(cell(label), { target: { value } });

test('the strip names what is missing, then who wins', async () => {
  render(CompanionPage);
  for (const name of ['Ann', 'Ben']) {
    for (const source of ['Gold', 'Viziers', 'Elders', 'Djinns', 'Palm trees', 'Palaces', 'Tiles', 'Goods']) {
      await type(`${name}: ${source}`, '1');
    }
  }
  expect(strip()).toBe('Ann and Ben win together with 15 points.');
  await type('Ann: Gold', '5');
  expect(strip()).toBe('Ann wins by 4 points.');
  await type('Ben: Goods', '');
  expect(strip()).toBe('Ann leads by 5 points. Still missing: Ben (Goods).');
  await type('Ann: Viziers', '3');
  expect(document.getElementById('note-0-viziers')!.textContent).toBe('13 pts');
});

test('Enter and Tab go down, then to the next player', async () => {
  render(CompanionPage);
  cell('Ann: Gold').focus();
  await fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
  expect(document.activeElement).toBe(cell('Ann: Viziers'));
  cell('Ann: Goods').focus();
  await fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
  expect(document.activeElement).toBe(cell('Ben: Gold'));
  await fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(cell('Ann: Goods'));
});

test('sets and Djinns are tapped; a typed number replaces them', async () => {
  render(CompanionPage);
  await type('Ann: Viziers', '2');
  await fireEvent.click(screen.getByRole('button', { name: 'Tap sets' }));
  await fireEvent.click(screen.getByRole('button', { name: /Set of\s*6/ }));
  await fireEvent.click(screen.getByRole('button', { name: /Set of\s*3/ }));
  expect(cell('Ann: Goods').value).toBe('37');
  await fireEvent.click(screen.getByLabelText('Remove the set of 6 goods'));
  expect(cell('Ann: Goods').value).toBe('7');
  await fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Tap Djinns' }));
  await fireEvent.click(screen.getByRole('button', { name: /^Jafaar/ }));
  expect(cell('Ann: Djinns').value).toBe('6');
  // Jafaar makes each Vizier worth two more.
  expect(document.getElementById('note-0-viziers')!.textContent).toBe('6 pts');
  await type('Ann: Goods', '12');
  expect(companion.sheets[0]!.sets).toEqual([]);
});

test('a new sheet asks first', async () => {
  render(CompanionPage);
  await type('Ann: Gold', '7');
  await fireEvent.click(screen.getByRole('button', { name: 'New sheet' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(cell('Ann: Gold').value).toBe('7');
  await fireEvent.click(screen.getByRole('button', { name: 'New sheet' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(cell('Ann: Gold').value).toBe('');
});

test('in the solo game Yazid must have fewer Viziers', async () => {
  setPlayers(1);
  render(CompanionPage);
  for (const source of ['Viziers', 'Elders', 'Djinns', 'Palm trees', 'Palaces', 'Goods']) await type(`Ann: ${source}`, '2');
  await type('Ann: Gold', '100');
  await type('Ann: Tiles', '99');
  expect(strip()).toContain('Still missing: Yazid (Viziers).');
  await type('Yazid: Viziers', '2');
  expect(strip()).toBe('You lose: Yazid has at least as many Viziers');
  await type('Yazid: Viziers', '1');
  expect(strip()).toContain('you are Al-Rashid the Ambitious.');
});

test('five players need a box; ticks are kept and can be cleared', async () => {
  render(CompanionPage);
  const setup = within(screen.getByRole('region', { name: 'Set up' }));
  const five = setup.getByRole('radio', { name: '5' }) as HTMLInputElement;
  expect(five.disabled).toBe(true);
  await fireEvent.click(setup.getByRole('switch', { name: 'Whims of the Sultan' }));
  expect(five.disabled).toBe(false);
  await fireEvent.click(five);
  expect(screen.getAllByText('Player 5').length).toBeGreaterThan(0);
  await fireEvent.click(setup.getByRole('switch', { name: 'Whims of the Sultan' }));
  expect(companion.players).toBe(4);
  await fireEvent.click(setup.getAllByRole('checkbox')[0]!);
  expect(loadCompanion().ticks).toEqual(['tiles']);
  await fireEvent.click(setup.getByRole('button', { name: 'Start over' }));
  expect(companion.ticks).toEqual([]);
});

test('a strike is counted and noted', async () => {
  setPlayers(1);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array)[0] = 3; // a 4 of each die
    return array;
  });
  render(CompanionPage);
  await fireEvent.click(screen.getByRole('button', { name: 'Roll the dice' }));
  expect(screen.getByRole('heading', { name: 'Yazid strikes d4' })).toBeTruthy();
  // Nobody on d4: the player names another tile of the column.
  await fireEvent.click(screen.getByRole('button', { name: 'd4: nobody there' }));
  expect(screen.getByRole('heading', { name: 'Yazid strikes a tile of column d' })).toBeTruthy();
  await fireEvent.keyDown(screen.getByRole('button', { name: 'd4: nobody there' }), { key: 'Enter' });
  const panel = screen.getByRole('region', { name: 'Yazid strikes d4' });
  expect(panel.textContent).toContain('Play first for 8 gold');
  await fireEvent.input(screen.getByLabelText('Your gold'), { target: { value: '12' } });
  await type('d4: Builders', '3');
  await type('d4: Blue tiles', '5');
  expect(panel.textContent).toContain('You lose: there is not enough gold to pay Yazid');
  await type('d4: Blue tiles', '2');
  await type('d4: Assassins', '2');
  expect(panel.textContent).toContain('You pay 6 gold and keep 6 gold.');
  await fireEvent.click(screen.getByRole('button', { name: 'He has struck' }));
  expect(companion.solo).toMatchObject({ gold: 6, assassins: 2 });
  await fireEvent.click(screen.getByRole('button', { name: 'Roll the dice' }));
  expect((screen.getByRole('button', { name: 'Pay 8, play first' }) as HTMLButtonElement).disabled).toBe(true);
});

test('the clock runs for one player at a time and can be paused', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  render(CompanionPage);
  await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await vi.advanceTimersByTimeAsync(65_000);
  expect(screen.getByRole('button', { name: 'Ann: 1:05' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Next player' }));
  await vi.advanceTimersByTimeAsync(5000);
  await fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByRole('button', { name: 'Ben: 0:05' })).toBeTruthy();
  expect(companion.clock.spent.slice(0, 2)).toEqual([65_000, 5000]);
});

test('a shared link shows its land', async () => {
  const fetched = vi.fn(async (path: string) => {
    expect(path).toBe('/api/lands?seed=42&players=3&expansions=whims');
    return Response.json({
      land: { columns: 1, rows: 1, tiles: [{ tile: 'a1', kind: 'oasis', points: 8, blue: false }], walls: [], holes: [], lake: '' },
      tiles: [{ pile: 'YW' }],
    });
  });
  vi.stubGlobal('fetch', fetched);
  route.go('/box?seed=42&players=3&boxes=whims');
  render(CompanionPage);
  const tile = await screen.findByRole('gridcell');
  expect(tile.getAttribute('aria-label')).toContain('oasis');
  expect([companion.players, companion.boxes]).toEqual([3, ['whims']]);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a broken link leaves the page usable', async () => {
  route.go('/box?seed=abc&players=-3&boxes=pirates');
  render(CompanionPage);
  expect(await screen.findByText('A seed is a number with up to 9 digits.')).toBeTruthy();
  expect([companion.players, companion.boxes]).toEqual([1, []]);
});

test('the page says if nothing can be stored', async () => {
  render(CompanionPage);
  expect(screen.queryByRole('alert')).toBeNull();
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await type('Ann: Gold', '7');
  expect(screen.getByRole('alert').textContent).toContain('stores nothing');
  expect(cell('Ann: Gold').value).toBe('7');
});

test('corrupt stored values have their defaults', () => {
  localStorage.setItem(
    'naqala.box',
    JSON.stringify({
      players: 9,
      boxes: ['pirates'],
      sheets: [{ typed: { gold: 'x', elders: 2 }, sets: [0, 4, 99] }],
      dice: { white: 7, black: 1 },
    }),
  );
  const found = loadCompanion();
  expect([found.players, found.boxes, found.dice]).toEqual([3, [], null]);
  expect(found.sheets[0]).toMatchObject({ typed: { elders: 2 }, sets: [4] });
  localStorage.setItem('naqala.box', '{');
  expect(loadCompanion().sheets).toHaveLength(5);
});
