import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Land, News, Private, Scene, Welcome } from '../../src/protocol';
import { screen as room } from '../../src/state/screen.svelte';
import TablePage from '../../src/table/TablePage.svelte';
import { settings } from '../../src/state/settings.svelte';
import { site } from '../../src/state/site.svelte';
import { speak } from '../catalogue';
import { act, stubFetch, info, player, scene } from '../tables';
import { FakeSocket, fakeSockets } from '../wire/fakeSocket';
import { arrive, choice } from '../turn/turns';
import { filled, type DeepPartial } from '../fixtures';

const land: Land = {
  columns: 2,
  rows: 1,
  walls: [],
  holes: [],
  lake: '',
  tiles: [
    { tile: 'a1', kind: 'village', points: 5, blue: true },
    { tile: 'b1', kind: 'oasis', points: 8, blue: false },
  ],
};
const players = [player({ tiles: 5 }, { cards: 2, items: 1, whims: 1 }), player({ tiles: 8 }, { cards: 1, items: 1, whims: 1 })];
const asked = (seat: number, decision = 'TribeAction'): Scene => scene({ players, asked: { seat, decision } });

/** Patterns that recognise secrets in the page. */
const secrets = (seat: number): Private =>
  filled('Private', {
    seat,
    gold: 7341 + seat,
    hand: seat ? ['papyrus'] : ['ivory', 'pottery'],
    items: [seat ? 'horn' : 'lamp'],
    whims: [`whim-${seat}`],
    score: { total: 8112 + seat, sources: { gold: 7341 + seat } },
    prompt: `Prompt of seat ${seat}`,
    choices: [choice(`kill b1 ${seat}`, { tile: 'b1' }), choice('end')],
    undo: { steps: 0, reason: `Reason of seat ${seat}` },
  });
const TRACES = [
  [/734[12]/, 'gold'],
  [/811[23]/, 'points'],
  [/Prompt of seat/, 'question'],
  [/kill b1/, 'choice'],
  [/Reason of seat/, 'reason'],
  [/whim-/, 'Whim'],
  [/#good-|item-lamp|item-horn/, 'card or item'],
] as const;

const traces = (): string[] => TRACES.filter(([trace]) => trace.test(document.documentElement.outerHTML)).map(([, name]) => name);
const table = (): Element => document.querySelector('.under')!;

async function shows(message: DeepPartial<Welcome> | DeepPartial<News>): Promise<void> {
  FakeSocket.last.receive(message);
  await tick();
}

async function shared(more: Partial<Welcome> = {}): Promise<void> {
  render(TablePage, { name: 'abc' });
  FakeSocket.last.open();
  await shows({ type: 'welcome', number: 3, info: info(), log: [], land, scene: asked(0), seats: [0, 1], private: [secrets(0)], ...more });
}

const passed = (number: number, seat: number): News =>
  filled('News', {
    type: 'news',
    number,
    entries: [act(number, 1 - seat, [{ type: 'TurnEnded' }], ['The turn is over.'])],
    scene: asked(seat),
    private: [secrets(seat)],
  });

beforeEach(() => {
  fakeSockets();
  speak('en');
});
afterEach(() => {
  cleanup();
  site.engine = 'none';
  room.narrow = false;
  vi.unstubAllGlobals();
});

test.each([false, true])('a shared screen (narrow: %s) holds no secret until the one in turn is there', async (narrow) => {
  room.narrow = narrow;
  await shared();
  expect(screen.getByRole('dialog').textContent).toContain('It is Ann’s turn');
  expect(traces(), 'covered from the start').toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'I am Ann' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(traces()).toEqual(expect.arrayContaining(['gold', 'points', 'question', 'reason', 'card or item']));
  await shows(passed(4, 1));
  expect(screen.getByRole('dialog').textContent).toContain('It is Bob’s turn');
  expect(traces(), 'neither those before nor those to come').toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'I am Bob' }));
  expect(document.body.textContent).toContain('Prompt of seat 1');
});

test('nothing behind the pass-device dialog can be reached', async () => {
  await shared();
  expect(table().hasAttribute('inert')).toBe(true);
  for (const key of ['u', 'U', 'e', 'c', 'h', '/', 'w']) await fireEvent.keyDown(document.body, { key });
  expect(FakeSocket.last.commands).toEqual([]);
  expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected'), 'the adviser stays closed').toBe('true');
  expect(document.querySelector('dialog[open]')).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'I am Ann' }));
  expect(table().hasAttribute('inert')).toBe(false);
});

test('the list of choices closes at the end of the turn', async () => {
  await shared();
  await fireEvent.click(screen.getByRole('button', { name: 'I am Ann' }));
  await fireEvent.keyDown(document.body, { key: '/' });
  expect(document.querySelector('dialog[open]')).not.toBeNull();
  await shows(passed(4, 1));
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(traces()).toEqual([]);
});

test('a page with one seat never shows the pass-device dialog', async () => {
  await shared({ seats: [0] });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body.textContent).toContain('Prompt of seat 0');
});

test('while a bot plays, no secrets are shown and nothing is covered', async () => {
  await shared({ scene: asked(2), private: [], info: info({ options: { players: 3 } }) });
  expect([screen.queryByRole('dialog'), traces()]).toEqual([null, []]);
});

test('shortcuts do the same as their buttons', async () => {
  await shared({ seats: [0], private: [filled('Private', { ...secrets(0), undo: { steps: 1 } })] });
  await fireEvent.keyDown(document.body, { key: 'e' });
  expect(FakeSocket.last.commands.at(-1)).toMatchObject({ type: 'act', action: 'end' });
  await fireEvent.keyDown(document.body, { key: 'h' });
  expect(screen.getByRole('tab', { name: 'Hint' }).getAttribute('aria-selected')).toBe('true');
});

test('shortcuts are listed and can be switched off', async () => {
  await shared({ seats: [0] });
  await fireEvent.keyDown(document.body, { key: '?' });
  // The dialog is loaded when it is opened for the first time.
  const dialog = await vi.waitFor(() => document.querySelector('dialog[open]') ?? expect.fail('no dialog'));
  expect([...dialog.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(
    expect.arrayContaining(['c', 'e', 'u', 'U', 'w', 'h', '/', '?', 'Esc']),
  );
  await fireEvent.click(screen.getByRole('switch', { name: /One-letter keys/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const sent = FakeSocket.last.commands.length;
  for (const key of ['u', 'U', 'e', 'c', 'h', '/', 'w', '?']) await fireEvent.keyDown(document.body, { key });
  expect(FakeSocket.last.commands.length).toBe(sent);
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected')).toBe('true');
  settings.keys = true;
});

test('the focus moves to the heading when the view changes', async () => {
  stubFetch({ '/api/tables/abc/moments/0': { actions: 0, last: 0, scene: scene(), turns: [] } });
  const heading = async (): Promise<string | null> => {
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    return document.activeElement!.textContent;
  };
  const press = async (name: string): Promise<void> => {
    const button = screen.getByRole('button', { name });
    button.focus();
    await fireEvent.click(button);
  };
  await shared({ seats: [0] });
  document.querySelector<HTMLElement>('[data-choice=end]')!.focus();
  const over = scene({ players, over: true, winners: [0] });
  await shows({
    type: 'news',
    number: 4,
    entries: [act(4, 0, [{ type: 'GameOver' }])],
    scene: over,
    private: [],
    info: info({ phase: 'over' }),
  });
  expect(await heading()).toMatch(/^You win with/);
  await press('Replay');
  expect(await heading()).toBe('Replay');
  await press('Leave the replay');
  expect(await heading()).toMatch(/^You win with/);
});

test('shortcuts work while a field of a closed dialog still has the focus', async () => {
  await shared({ seats: [0] });
  await fireEvent.keyDown(document.body, { key: '/' });
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')!;
  const field = dialog.querySelector('input')!;
  field.focus();
  await fireEvent.keyDown(field, { key: '/' });
  await fireEvent(dialog, new Event('cancel'));
  expect(dialog.open).toBe(false);
  await fireEvent.keyDown(field, { key: '/' });
  expect(dialog.open).toBe(true);
});

test('after a choice from the list the focus moves to the prompt', async () => {
  await shared({ seats: [0] });
  const button = document.querySelector<HTMLElement>('[aria-label="All choices"]')!;
  button.focus();
  await fireEvent.click(button);
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')!;
  const listed = dialog.querySelector<HTMLElement>('[data-choice=end]')!;
  listed.focus();
  await fireEvent.click(listed);
  const { id } = FakeSocket.last.commands.at(-1)!;
  await shows({ ...passed(4, 1), private: [] });
  FakeSocket.last.receive({ type: 'accepted', id, number: 4 });
  await arrive();
  expect(button.isConnected, 'what had the focus before the list was opened').toBe(false);
  expect(dialog.open).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('a lost connection is reported above the table', async () => {
  await shared({ seats: [0] });
  FakeSocket.last.lose();
  await tick();
  expect(screen.getByText(/Connection lost/)).toBeTruthy();
  expect(document.body.textContent).toContain('Prompt of seat 0');
});

test('a server that never answered is reported until it answers', async () => {
  render(TablePage, { name: 'abc' });
  FakeSocket.last.lose();
  await tick();
  expect(screen.getByRole('heading').textContent).toBe('No connection');
  await vi.waitFor(() => expect(FakeSocket.instances).toHaveLength(2));
  FakeSocket.last.open();
  await shows({ type: 'welcome', number: 3, info: info(), log: [], land, scene: asked(0), seats: [0], private: [secrets(0)] });
  expect(document.body.textContent).toContain('Prompt of seat 0');
});

test.each([
  ['no_table', 'Table not found', 0],
  ['too_many_sockets', 'Too many pages are open', 1],
])('a table that is refused (%s) says why and what can be done', async (code, heading, again) => {
  render(TablePage, { name: 'abc' });
  FakeSocket.last.open();
  FakeSocket.last.receive({ type: 'refused', code, message: 'Refused.' });
  await tick();
  expect(screen.getByRole('heading').textContent).toBe(heading);
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(again);
});

test.each([2, 5])('on a phone the clock of another player in turn is shown (%s players)', async (many) => {
  room.narrow = true;
  const running = Date.now();
  const clock = { left: Array.from({ length: many }, () => 600_000), runs: 1, since: running };
  const seats = Array.from({ length: many }, (_, seat) => ({ kind: 'person' as const, name: `Player ${seat}` }));
  const everybody = Array.from({ length: many }, () => player({ tiles: 5 }));
  await shared({
    seats: [0],
    info: info({ options: { players: many }, seats }),
    scene: scene({ players: everybody, asked: { seat: 1, decision: 'Moving' }, clock }),
  });
  expect(document.querySelector('.opp[data-seat="1"] .clock')?.textContent).toMatch(/^(10:00|9:59)$/);
});

test('a hint is asked for again while its panel is open', async () => {
  await shared({ seats: [0] });
  const hints = (): number => FakeSocket.last.sent.filter((sent) => (sent as { what?: string }).what === 'hint').length;
  await fireEvent.keyDown(document.body, { key: 'h' });
  expect(hints()).toBe(1);
  await fireEvent.keyDown(document.body, { key: 'h' });
  expect(hints()).toBe(2);
});

test.each([false, true])('links to a table and the chat are offered only where there is a server (site: %s)', async (alone) => {
  if (alone) site.engine = 'ready';
  await shared({ seats: [0] });
  expect(screen.queryByRole('tab', { name: 'Chat' }) === null).toBe(alone);
  await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
  expect(screen.queryByText(/Whoever opens this link/) === null).toBe(alone);
  expect(screen.queryByText(/stored in this browser alone/) === null).toBe(!alone);
});
