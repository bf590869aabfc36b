import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_SCENE } from '../../src/live/placeholders';
import Lobby from '../../src/lobby/Lobby.svelte';
import { gameChips } from '../../src/lobby/gameChips';
import type { TableInfo } from '../../src/protocol';
import { BOTS } from '../../src/protocol';
import { server } from '../../src/state/server.svelte';
import { settings } from '../../src/state/settings.svelte';
import type { Table } from '../../src/live/table.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { table as realTable, info } from '../tables';
import { filled, type DeepPartial } from '../fixtures';

const INFO: TableInfo = filled('TableInfo', {
  table: 'abc',
  phase: 'lobby',
  options: { players: 3 },
  seats: [{ kind: 'person', name: 'Ann' }, { kind: 'open' }, { kind: 'bot', name: 'Sharp', bot: 'sultan' }],
  created: 0,
  host: 0,
});

/** A table that records what is sent. */
function table(seats: number[], changes: DeepPartial<TableInfo> = {}, refusal?: Refusal): { table: Table; sent: unknown[] } {
  const sent: unknown[] = [];
  const info = filled('TableInfo', { ...INFO, ...changes });
  const fake = {
    name: 'abc',
    info,
    seats,
    presence: [true, false, false],
    spectators: 0,
    log: [],
    colour: (seat: number) => `seat${seat + 1}`,
    glyph: (seat: number) => `p-${seat + 1}`,
    nameOf: (seat: number) => info.seats[seat]?.name ?? '',
    number: 7,
    barred: '',
    send: async (what: object, seen?: number) => {
      sent.push(seen === undefined ? what : { ...what, seen });
      if (refusal) throw refusal;
    },
  };
  return { table: fake as unknown as Table, sent };
}

beforeEach(() => {
  speak('en');
  localStorage.clear();
  settings.name = '';
});
afterEach(() => {
  cleanup();
  server.setAddresses([]);
  server.bots = [...BOTS];
  vi.unstubAllGlobals();
});

test('a guest enters a name and takes a seat', async () => {
  const { table: found, sent } = table([]);
  render(Lobby, { table: found });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You are invited');
  await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: ' Bob ' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down in seat 2' }));
  expect(sent).toEqual([{ type: 'sit', seat: 1, name: 'Bob' }]);
  expect(screen.queryByRole('button', { name: 'Close the table' })).toBeNull();
});

test('a seated player sees the link to share and can leave', async () => {
  const { table: found, sent } = table([0]);
  render(Lobby, { table: found });
  expect(screen.getByLabelText<HTMLInputElement>('Invite others').value).toMatch(/\/table\/abc$/);
  expect(screen.getByText('The game starts with one more player.')).toBeDefined();
  await fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(sent).toEqual([{ type: 'leave', seat: 0 }]);
});

test('a full table without automatic start has a start button', async () => {
  const seats = INFO.seats.map((seat) => (seat.kind === 'open' ? { kind: 'person' as const, name: 'Bob' } : seat));
  const { table: found, sent } = table([0], { auto: false, seats });
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(sent).toEqual([{ type: 'start' }]);
});

test('closing a table needs a confirmation', async () => {
  const { table: found, sent } = table([0]);
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Close the table' }));
  expect(sent).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Yes, close it' }));
  expect(sent).toEqual([{ type: 'close' }]);
});

test('an open seat can be given to a bot of the chosen strength', async () => {
  settings.bots.rung = 'vizier';
  const seats = [...INFO.seats.slice(0, 2), { kind: 'bot' as const, name: 'Sharp', bot: 'sultan' }];
  const { table: found, sent } = table([0], { seats });
  render(Lobby, { table: found });
  const strength = screen.getByLabelText<HTMLSelectElement>('Strength of bots');
  expect(strength.value).toBe('vizier');
  await fireEvent.change(strength, { target: { value: 'djinn' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Add a bot in seat 2' }));
  expect(sent).toEqual([{ type: 'sit', seat: 1, bot: 'djinn' }]);
});

test('bots of the operator are offered by their names', async () => {
  server.bots = ['traveller', 'merchant', 'The Hermit'];
  settings.bots.rung = 'djinn';
  const { table: found, sent } = table([0]);
  render(Lobby, { table: found });
  const strength = screen.getByLabelText<HTMLSelectElement>('Strength of bots');
  expect([...strength.options].map((option) => option.text)).toEqual(['Calm', 'The Hermit']);
  expect(strength.value).toBe('merchant');
  await fireEvent.change(strength, { target: { value: 'The Hermit' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Add a bot in seat 2' }));
  expect(sent).toEqual([{ type: 'sit', seat: 1, bot: 'The Hermit' }]);
});

test('a bot can be removed', async () => {
  const { table: found, sent } = table([0]);
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: /Remove the bot from seat 3/ }));
  expect(sent).toEqual([{ type: 'leave', seat: 2 }]);
});

const CROWD = [INFO.seats[0]!, { kind: 'person' as const, name: 'Eve' }, { kind: 'open' as const }];

test('the host removes a player after a confirmation that gets the focus', async () => {
  const { table: found, sent } = table([0], { seats: CROWD });
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Eve' }));
  expect(sent).toEqual([]);
  const sure = screen.getByRole('button', { name: 'Yes, remove' });
  await vi.waitFor(() => expect(document.activeElement).toBe(sure));
  expect(screen.getByRole('group', { name: 'Remove Eve for good?' }).contains(sure)).toBe(true);
  // Somebody else may have sat down meanwhile, so the log number of the first click is sent.
  (found as { number: number }).number = 9;
  await fireEvent.click(sure);
  expect(sent).toEqual([{ type: 'leave', seat: 1, seen: 7 }]);
  expect(screen.queryByRole('button', { name: 'Yes, remove' })).toBeNull();
});

test('cancelling the removal returns the focus', async () => {
  const { table: found, sent } = table([0], { seats: CROWD });
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Eve' }));
  await fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Eve' })));
});

test('only the host can remove players, except themselves', () => {
  const offered = (held: number[], host: number): string[] => {
    render(Lobby, { table: table(held, { host, seats: CROWD }).table });
    const found = screen
      .queryAllByRole('button', { name: /^Remove [A-Z]/ })
      .map((each) => each.ariaLabel ?? each.getAttribute('aria-label') ?? '');
    cleanup();
    return found;
  };
  expect(offered([0], 0)).toEqual(['Remove Eve']);
  expect(offered([1], 0)).toEqual([]);
  expect(offered([], 0)).toEqual([]);
  expect(offered([1], -1)).toEqual(['Remove Ann']);
});

test('a removed player is told so and cannot take a seat', () => {
  const { table: found } = table([], { seats: CROWD });
  (found as { barred: string }).barred = 'You were sent away.';
  render(Lobby, { table: found });
  expect(screen.getByRole('alert').textContent).toBe('You were sent away.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The table is ready');
  expect(screen.queryByRole('button', { name: /Sit down/ })).toBeNull();
  expect(screen.queryByLabelText('Your name')).toBeNull();
});

test('all open seats can be filled with bots', async () => {
  settings.bots.rung = 'sultan';
  const { table: found, sent } = table([0], { seats: [INFO.seats[0]!, filled('Seat', { kind: 'open' }), filled('Seat', {})] });
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Start with 2 bots' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { type: 'sit', seat: 1, bot: 'sultan' },
    { type: 'sit', seat: 2, bot: 'sultan' },
  ]);
});

test('the host seats bots, or any seated player once the host has left', () => {
  const offered = (held: number[], host: number): boolean => {
    render(Lobby, { table: table(held, { host }).table });
    const found = screen.queryByRole('button', { name: 'Add a bot in seat 2' }) !== null;
    cleanup();
    return found;
  };
  expect(offered([0], 0)).toBe(true);
  expect(offered([0], 2)).toBe(false);
  expect(offered([0], -1)).toBe(true);
  expect(offered([], -1)).toBe(false);
});

test('one seat is suggested to a guest, and only the host may close the table', () => {
  const seats = [INFO.seats[0]!, { kind: 'open' as const }, { kind: 'open' as const }];
  const { container } = render(Lobby, { table: table([], { seats }).table });
  expect([...container.querySelectorAll('.btn.primary')].map((button) => button.ariaLabel ?? button.getAttribute('aria-label'))).toEqual([
    'Sit down in seat 2',
  ]);
  cleanup();
  render(Lobby, {
    table: table([1], { seats: [INFO.seats[0]!, filled('Seat', { kind: 'person', name: 'Bob' }), filled('Seat', {})] }).table,
  });
  expect(screen.queryByRole('button', { name: 'Close the table' })).toBeNull();
});

test('a refusal is shown', async () => {
  const { table: found } = table([], {}, new Refusal('seat_taken', 'This seat is taken by Eve; choose an open one.'));
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down in seat 2' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This seat is taken by Eve; choose an open one.');
});

test('a closed table links to the start page', () => {
  render(Lobby, { table: table([0], { phase: 'closed' }).table });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This table was closed');
  expect(screen.getByRole('link', { name: 'Start page' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('button', { name: /Sit down/ })).toBeNull();
});

test('the options of the game are listed', () => {
  expect(
    gameChips(
      filled('TableInfo', {
        ...INFO,
        listed: false,
        hints: false,
        clock: { days: 3 },
        options: { players: 4, expansions: ['whims'], doubled: true },
      }),
    ),
  ).toEqual(['4 players', 'Whims of the Sultan', 'House variant: longer track', '3 days per turn', 'no hints', 'only with the link']);
});

test('without clipboard access the link is selected for manual copying', async () => {
  vi.stubGlobal('navigator', {});
  const { table: found } = table([0]);
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/The link is selected/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Invite others'));
});

test('a seated player sees a QR code of the link', async () => {
  server.setAddresses(['http://192.168.1.20:8420/']);
  const { table: found } = table([0]);
  render(Lobby, { table: found });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Who is coming to play?');
  const drawn = await screen.findByRole('img', { name: 'QR code that opens the table' });
  expect(drawn.dataset.link).toBe(`http://${screen.getByLabelText<HTMLInputElement>('Invite others').value}`);
  expect(screen.getByRole('button', { name: 'Copy link' }).classList.contains('primary')).toBe(true);
});

test('on the server’s own machine the link has its network address, if there is one', async () => {
  vi.stubGlobal('location', { hostname: 'localhost', origin: 'http://localhost:8420' });
  render(Lobby, { table: table([0]).table });
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  const commands = [...document.querySelectorAll('code')].map((code) => code.textContent);
  expect(commands).toContain('naqala serve --host 0.0.0.0');
  cleanup();
  server.setAddresses(['http://192.168.1.20:8420/', 'http://10.0.0.7:8420/']);
  render(Lobby, { table: table([0]).table });
  expect((await screen.findByRole('img', { name: /QR code/ })).dataset.link).toBe('http://192.168.1.20:8420/table/abc');
  expect(screen.getByText(/devices on your network/)).toBeTruthy();
});

test('another player on this device takes the next open seat', async () => {
  const { table: found, sent } = table([0]);
  render(Lobby, { table: found });
  await fireEvent.click(screen.getByRole('button', { name: 'Add somebody at this screen' }));
  expect(sent).toEqual([{ type: 'sit', seat: 1 }]);
});

test('a new player is highlighted for four seconds', async () => {
  vi.useFakeTimers();
  const seats = [INFO.seats[0]!, { kind: 'open' as const }];
  const made = realTable({ info: info({ phase: 'lobby', seats }), scene: EMPTY_SCENE, presence: [true, true] });
  const { container } = render(Lobby, { table: made });
  expect(container.querySelectorAll('.fresh')).toHaveLength(0);
  made.info = info({ phase: 'lobby', seats: [seats[0]!, { kind: 'person', name: 'Bob' }], auto: false });
  await tick();
  expect(container.querySelector('.fresh')?.textContent).toContain('just sat down');
  await vi.advanceTimersByTimeAsync(4000);
  expect(container.querySelectorAll('.fresh')).toHaveLength(0);
  vi.useRealTimers();
});

test('the chat appears as soon as somebody else is there', () => {
  const chat = createRawSnippet(() => ({ render: () => '<p>chat</p>' }));
  render(Lobby, { table: table([0]).table, chat });
  expect(screen.queryByText('chat')).toBeNull();
  cleanup();
  render(Lobby, { table: table([0], { seats: CROWD }).table, chat });
  expect(screen.getByText('chat')).toBeTruthy();
});
