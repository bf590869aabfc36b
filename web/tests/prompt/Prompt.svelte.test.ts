import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screen as room } from '../../src/state/screen.svelte';
import { settings } from '../../src/state/settings.svelte';
import type { Choice, GameEvent, StrikeScene } from '../../src/protocol';
import { announcements } from '../../src/state/announcements.svelte';
import { narration } from '../../src/prompt/narration.svelte';
import Prompt from '../../src/prompt/Prompt.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { act, info, scene } from '../tables';
import { arrive, choice, drop, mine, playing, take, type Played } from '../turn/turns';
import { filled } from '../fixtures';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  room.narrow = false;
  settings.sets = settings.hints = true;
  announcements.clear();
  narration.skip();
  vi.unstubAllGlobals();
});

function shown({ table, turn }: Played): Played & { onall: () => void; onhint: () => void } {
  const [onall, onhint] = [vi.fn(), vi.fn()];
  render(Prompt, { table, turn, onall, onhint });
  return { table, turn, onall, onhint } as never;
}
/** The data attributes of the buttons. */
const offers = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-choice]')].map((button) => button.dataset.choice!);
const primary = (): HTMLElement | null => document.querySelector('.btn.primary');
const press = async (button: Element): Promise<void> => {
  await fireEvent.click(button);
  await arrive();
};

test('the question and the phase are shown', () => {
  shown(playing([take('a1')], undefined, { secrets: { prompt: 'Empty a tile.' } }));
  expect(screen.getByRole('heading').textContent).toBe('Empty a tile.');
  expect(document.querySelector('[aria-current=step]')?.textContent).toBe('Sow');
});

test('a planned move is shown with its gains, and one button sends it', async () => {
  const played = playing(
    [take('a1')],
    () => ({ events: [{ type: 'Gathered', tribe: 'Y', count: 2 }], score: { total: 53, sources: {} } }),
    { secrets: { score: { total: 50, sources: {} } } },
  );
  shown(played);
  expect(primary()).toBeNull();
  played.turn.plan(['sow a1 b1Y']);
  await arrive();
  expect(offers()).toEqual(['sow a1 b1Y']);
  expect(screen.getByRole('list', { name: 'The plan' }).textContent).toContain('b1');
  expect(screen.getByRole('list', { name: 'What it brings' }).textContent).toMatch(/\+3.*2 Viziers/);
  await press(primary()!);
  expect(played.sends).toEqual([{ type: 'act', action: 'sow a1 b1Y' }]);
});

test('what Builders can bring is part of the gains', async () => {
  const played = playing([take('a1')], () => ({ score: { total: 50, sources: {} }, extra_points: [6, 8, 10] }), {
    secrets: { score: { total: 50, sources: {} } },
  });
  shown(played);
  played.turn.plan(['sow a1 b1B']);
  await arrive();
  expect(screen.getByRole('list', { name: 'What it brings' }).textContent).toContain('up to +10');
});

test('a partly played move shows the drops and the meeples left in hand', () => {
  const asked = { seat: 0, decision: 'Sowing', tile: 'b1', start: 'a1', path: ['b1Y'], hand: 'WG' };
  shown(playing([drop('a1', 'W')], undefined, { secrets: { prompt: 'In your hand: W G.' }, table: { scene: scene({ asked }) } }));
  expect(screen.getByRole('heading').textContent).toBe('Choose the next tile');
  const drawn = screen.getByRole('list', { name: 'The plan' });
  expect(drawn.textContent.replace(/\s+/g, ' ').trim()).toBe('a1 b1');
  expect([...drawn.querySelectorAll('[role=img]')].map((meeple) => meeple.getAttribute('aria-label'))).toEqual([
    'Vizier',
    'Elder',
    'Merchant',
  ]);
});

test('an instruction replaces the buttons until a bid is chosen', async () => {
  const asked = scene({ track: [0, 0, 0, 1], spots: [-1, -1, -1, -1], bid_order: [0], asked: { seat: 0, decision: 'Bidding' } });
  const played = playing([choice('bid 0', { value: 0 })], undefined, { table: { scene: asked } });
  shown(played);
  expect(screen.getByText('Press a price in the turn order')).toBeTruthy();
  played.turn.selection.propose(played.turn.of('bid')[0]!);
  await arrive();
  expect(screen.queryByText('Press a price in the turn order')).toBeNull();
  expect(primary()).not.toBeNull();
});

test.each([false, true])('a chosen bid shows the new turn order (narrow: %s)', async (narrow) => {
  room.narrow = narrow;
  const asked = scene({ track: [0, 0, 0, 1], spots: [-1, -1, 1, -1], bid_order: [0], asked: { seat: 0, decision: 'Bidding' } });
  const events = [
    { type: 'Pushed', seat: 1, by: 0, spot: 1 },
    { type: 'BidPlaced', seat: 0, spot: 2 },
  ];
  const played = playing([choice('bid 0', { value: 0 })], () => ({ events }), { table: { scene: asked } });
  shown(played);
  expect(screen.queryByRole('list', { name: 'Order of play' })).toBeNull();
  played.turn.selection.propose(played.turn.of('bid')[0]!);
  await arrive();
  const order = screen.getByRole('list', { name: 'Order of play' });
  expect([...order.children].map((one) => one.textContent.trim())).toEqual(['You', 'Bob']);
  expect(screen.getByText('Bob would play one place later.')).toBeTruthy();
});

test('each tribe that can be dropped has a button', async () => {
  const played = playing([take('a1')], (ask) => (ask.actions?.length === 1 ? { choices: [drop('b1', 'Y'), drop('b1', 'W')] } : {}));
  shown(played);
  await played.turn.move.begin('a1');
  played.turn.pick('b1');
  await tick();
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-drop]')];
  expect(buttons.map((button) => [button.dataset.drop, button.textContent?.trim()])).toEqual([
    ['drop b1Y', 'Vizier'],
    ['drop b1W', 'Elder'],
  ]);
  await press(buttons[1]!);
  expect(played.turn.move.steps).toEqual([{ tile: 'b1', tribe: 'W' }]);
});

test('each start that leads to the target has a button', async () => {
  const played = playing([take('a1'), take('b2')], (ask) =>
    ask.what === 'ways'
      ? { ways: ['sow b2 c1Y'] }
      : {
          outcomes: [
            { start: 'a1', tile: 'c1', tribe: 'Y' },
            { start: 'b2', tile: 'c1', tribe: 'Y' },
          ],
        },
  );
  shown(played);
  await press(screen.getByRole('button', { name: /Where can I land/ }));
  played.turn.pick('c1');
  await arrive();
  expect([...document.querySelectorAll('[data-end]')].map((button) => button.getAttribute('aria-label'))).toEqual([
    'Vizier, from a1',
    'Vizier, from b2',
  ]);
  await press(document.querySelector('[data-end=b2c1Y]')!);
  expect(offers()).toEqual(['sow b2 c1Y']);
});

test('the ways to a landing can be switched in both directions', async () => {
  const played = playing([take('a1')], (ask) =>
    ask.what === 'ways'
      ? { ways: ['sow a1 a2Y b2Y', 'sow a1 b1Y b2Y', 'sow a1 a2W b2Y'] }
      : {
          outcomes: [
            { start: 'a1', tile: 'b2', tribe: 'Y' },
            { start: 'a1', tile: 'c1', tribe: 'Y' },
          ],
        },
  );
  shown(played);
  played.turn.move.drag('a1', 'b2');
  await arrive();
  expect(screen.getByText('2 landings: press another to switch')).toBeTruthy();
  expect(screen.getByText('Way 1/3')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Next way' }));
  expect(offers()).toEqual(['sow a1 b1Y b2Y']);
  await press(screen.getByRole('button', { name: 'Previous way' }));
  await press(screen.getByRole('button', { name: 'Previous way' }));
  expect(offers()).toEqual(['sow a1 a2W b2Y']);
  await fireEvent.keyDown(screen.getByRole('button', { name: 'Next way' }), { key: 'ArrowRight' });
  await arrive();
  expect(screen.getByText('Way 1/3')).toBeTruthy();
});

test('any way to a landing can be chosen at once', async () => {
  const ways = Array.from({ length: 50 }, (_, nth) => `sow a1 b1Y b${nth + 2}Y`);
  const played = playing([take('a1')], (ask) => (ask.what === 'ways' ? { ways } : { outcomes: [{ start: 'a1', tile: 'b2', tribe: 'Y' }] }));
  shown(played);
  played.turn.move.drag('a1', 'b2');
  await arrive();
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ways to this landing' });
  expect([list.options.length, list.options[1]!.text]).toEqual([50, '2/50 · b1 Vizier and b3 Vizier']);
  await fireEvent.change(list, { target: { value: '30' } });
  await arrive();
  expect([offers(), list.value]).toEqual([[ways[30]], '30']);
  for (const [key, way] of [
    ['End', 49],
    ['ArrowLeft', 48],
    ['Home', 0],
  ] as const) {
    await fireEvent.keyDown(list, { key });
    await arrive();
    expect(offers()).toEqual([ways[way]]);
  }
});

test('ending the turn is the main button once nothing else is required', async () => {
  const alone = playing([choice('end')], undefined, { decision: 'Finishing' });
  shown(alone);
  expect(primary()?.dataset.choice).toBe('end');
  await press(primary()!);
  expect(alone.sends).toEqual([{ type: 'act', action: 'end' }]);
  cleanup();
  const more = playing(
    [choice('end'), choice('sell silk', { cards: ['silk'], value: 1 }), choice('use enki a1', { djinn: 'enki', tile: 'a1' })],
    undefined,
    { decision: 'Finishing' },
  );
  shown(more);
  expect([primary()?.dataset.choice, offers()]).toEqual(['end', ['end']]);
  await press(screen.getByRole('button', { name: 'Use Enki' }));
  expect([more.turn.selection.djinn, more.sends]).toEqual(['enki', []]);
});

test('the main button is emphasised unless it would skip something', () => {
  shown(playing([choice('build')], undefined, { decision: 'TribeAction' }));
  expect(primary()?.dataset.choice).toBe('build');
  cleanup();
  shown(playing([choice('pass'), choice('buy silk', { places: [1] })], undefined, { decision: 'TileAction' }));
  expect([primary(), offers()]).toEqual([null, ['pass']]);
});

test('the candidates of a selection are buttons that send them', async () => {
  const played = playing([choice('summon enki 2e', { djinn: 'enki' }), choice('summon enki 1e 1f', { djinn: 'enki' })], undefined, {
    decision: 'TileAction',
  });
  shown(played);
  expect(offers()).toEqual([]);
  played.turn.selection.pickDjinn('enki');
  await tick();
  expect(offers()).toEqual(['summon enki 2e', 'summon enki 1e 1f']);
  await press(document.querySelector('[data-choice="summon enki 1e 1f"]')!);
  expect(played.sends).toEqual([{ type: 'act', action: 'summon enki 1e 1f' }]);
});

test('the buttons of an item show the payment', () => {
  shown(
    playing(
      [
        choice('pass'),
        choice('craft 1a', { payment: { artisans: 1 } }),
        choice('craft 2f', { payment: { fakirs: 2 }, meaning: 'Get an item for 2 Fakirs' }),
      ],
      undefined,
      { decision: 'TileAction' },
    ),
  );
  const [artisan, fakirs] = ['craft 1a', 'craft 2f'].map((action) => document.querySelector(`[data-choice="${action}"]`)!);
  expect(artisan?.querySelector('.mp.P')).toBeTruthy();
  expect(fakirs?.querySelector('.tag')?.textContent).toBe('2');
});

test('cards to keep are buttons', async () => {
  const played = playing([choice('keep enki', { djinn: 'enki' }), choice('keep boaz', { djinn: 'boaz' })], undefined, {
    decision: 'KeepOne',
  });
  shown(played);
  expect(offers()).toEqual(['keep enki', 'keep boaz']);
  await press(document.querySelector('[data-choice="keep boaz"]')!);
  expect(played.sends).toEqual([{ type: 'act', action: 'keep boaz' }]);
});

test('the best set is proposed if it is worth selling and the setting is on', async () => {
  const sale = (hand: string[], value: number): Played =>
    playing([choice('end'), choice('sell a', { cards: hand, value })], undefined, { decision: 'Finishing', secrets: { hand } });
  const three = ['silk', 'fish', 'ivory'];
  const played = sale(three, 7);
  shown(played);
  const button = screen.getByRole('button', { name: 'Sell for 7' });
  await press(button);
  expect([played.turn.selection.cards, played.sends, primary()?.dataset.choice]).toEqual([[0, 1, 2], [], 'sell a']);
  cleanup();
  shown(sale(['silk', 'fish'], 3));
  expect(screen.queryByText(/Sell for/)).toBeNull();
  cleanup();
  settings.sets = false;
  shown(sale(three, 7));
  expect(screen.queryByText(/Sell for/)).toBeNull();
});

test('a refusal is shown in the prompt', async () => {
  const played = playing([take('a1')], () => new Refusal('not_now', 'The game went on.'));
  shown(played);
  played.turn.pick('a1');
  await arrive();
  expect(screen.getByRole('alert').textContent).toBe('The game went on.');
});

test('the hint button is shown only if hints are allowed', async () => {
  const first = shown(playing([take('a1')]));
  await press(screen.getByRole('button', { name: 'Ask for a hint' }));
  await press(screen.getByRole('button', { name: 'All choices' }));
  expect([first.onhint, first.onall].map((called) => vi.mocked(called).mock.calls.length)).toEqual([1, 1]);
  cleanup();
  shown(playing([take('a1')], undefined, { table: { info: info({ hints: false }) } }));
  expect(screen.queryByRole('button', { name: 'Ask for a hint' })).toBeNull();
});

test('there are no buttons while others decide', () => {
  shown(playing([take('a1')], undefined, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } }));
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('heading').textContent).toBe('Waiting for Bob to play');
});

test('only the name of the player to move is in bold, even if the text contains it elsewhere', () => {
  const seats = [
    { kind: 'person' as const, name: 'Ann' },
    { kind: 'person' as const, name: 'to' },
  ];
  shown(playing([], undefined, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }), info: info({ seats }) } }));
  expect(screen.getByRole('heading').innerHTML.replace(/<!--.*?-->/g, '')).toContain('Waiting for <b');
});

test.each([false, true])('a phone has the button to hand over an absent player’s seat in the prompt (narrow: %s)', async (narrow) => {
  room.narrow = narrow;
  const seats = [
    { kind: 'person' as const, name: 'Ann' },
    { kind: 'person' as const, name: 'Bob', state: 'away' as const },
  ];
  const played = playing([], undefined, { table: { scene: scene({ asked: { seat: 1, decision: 'Moving' } }), info: info({ seats }) } });
  shown(played);
  const button = screen.queryByRole('button', { name: 'Let a bot take over' });
  expect(button !== null).toBe(narrow);
  if (!button) return;
  await press(button);
  expect(played.sends).toEqual([{ type: 'hand', seat: 1, bot: 'sultan' }]);
});

test('actions of others are described and can be skipped', async () => {
  shown(playing([], undefined, { table: { scene: scene({ asked: { seat: 1, decision: 'TribeAction' }, spots: [0, 1] }) } }));
  const skip = vi.spyOn(narration, 'skip');
  const events = [
    { type: 'Taken', tile: 'b2', pile: 'YB' },
    { type: 'Dropped', tile: 'c2', tribe: 'Y' },
    { type: 'Dropped', tile: 'c3', tribe: 'B' },
  ];
  narration.show(act(2, 1, events as GameEvent[]), 2000);
  await tick();
  expect(screen.getByRole('heading').textContent).toBe('Bob sows from b2');
  expect(document.querySelector('.is')?.textContent).toContain('picks up 2 on b2');
  expect(document.querySelector('.later')?.textContent).toBe('2 still in hand');
  expect(document.querySelector('.nx')?.textContent).toContain('Then you');
  await press(screen.getByRole('button', { name: 'Skip' }));
  expect(skip).toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
});

test('the focus stays in the prompt when the pressed button disappears', async () => {
  const played = playing([choice('build')], undefined, { decision: 'TribeAction' });
  shown(played);
  primary()!.focus();
  played.table.privates = [mine([choice('pass'), choice('buy silk', { places: [1] })])];
  played.table.number += 1;
  await arrive();
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('the prompt has no live region of its own', () => {
  shown(playing([take('a1')], undefined, { secrets: { prompt: 'Empty a tile.' } }));
  expect(document.querySelectorAll('[aria-live], [role=status], [role=log]')).toHaveLength(0);
  flushSync();
  expect(announcements.lines.map(({ text }) => text)).toContain('Empty a tile.');
});

// --- Yazid

const YAZID = filled('YazidScene', { camels: 8, dice: [4, 6], assassins: 4, viziers: 5, djinns: ['utug'] });
const threatened = (strike: StrikeScene): Played =>
  playing([choice('first', { meaning: 'Play first' }), choice('pass', { meaning: 'Let Yazid strike' })], undefined, {
    secrets: { gold: 19 },
    table: {
      info: info({ options: { players: 1 } }),
      scene: scene({ asked: { seat: 0, decision: 'Offering' }, yazid: { ...YAZID, strike } }),
    },
  });
const lines = (): string[] => [...document.querySelectorAll('.strikes .what')].map((line) => line.textContent!.trim());

test('a strike of Yazid is shown with the cost of each answer', async () => {
  const tiles = [
    { tile: 'a1', pile: 'YGR', viziers: 6, assassins: 5, cards: ['papyrus'], camel: true },
    { tile: 'b1', pile: 'WBB', assassins: 5, blue: 4, gold: 8 },
  ];
  const played = threatened(filled('StrikeScene', { price: 10, gold: 8, tiles, camels: 7, djinn: 'enki', djinns: 2, fakirs: 1 }));
  shown(played);
  expect(lines()[0]).toBe('Assassins 5 of 7, Viziers 6 to your 0, takes the first card of the row (papyrus)');
  expect(lines()[1]).toBe('keeps 1 Elder, 2 Builders × 4 blue, you pay 8');
  expect(lines()[2]).toContain('Then an Elder and a Fakir buy him Enki: Djinns 2 of 6');
  expect(primary()?.dataset.choice).toBe('pass');
  expect(primary()?.textContent).toMatch(/Let Yazid strike.*you pay 8 of your 19 gold/s);
  expect(document.querySelector('[data-choice=first]')?.textContent).toMatch(/Play first.*10 gold, then he rolls again/s);
  await press(primary()!);
  expect(played.sends).toEqual([{ type: 'act', action: 'pass' }]);
});

test.each([
  [1, '1 bleue'],
  [4, '4 bleues'],
])('the sum of a strike agrees in French (%s blue)', (blue, cost) => {
  speak('fr');
  shown(
    threatened(
      filled('StrikeScene', { price: 5, gold: 2 * blue, tiles: [{ tile: 'b1', pile: 'BBG', blue, gold: 2 * blue, cards: ['silk'] }] }),
    ),
  );
  expect(lines()[0]).toBe(`prend la première carte de la rangée (soie), 2 Bâtisseurs × ${cost}, vous payez ${2 * blue}`);
});

test('letting Yazid strike is not emphasised if it costs more than playing first, or the game', () => {
  shown(threatened(filled('StrikeScene', { price: 5, gold: 8, tiles: [{ tile: 'b1', pile: 'BB', blue: 4, gold: 8 }] })));
  expect(primary()?.dataset.choice).toBe('first');
  cleanup();
  shown(threatened(filled('StrikeScene', { price: 5, lost: 'assassins', tiles: [{ tile: 'a1', pile: 'RRR', assassins: 7 }] })));
  expect([primary()?.dataset.choice, lines()[1]]).toEqual(['first', 'You lose: Yazid has 7 Assassins']);
  cleanup();
  shown(threatened(filled('StrikeScene', { price: 5, named: 1, column: 'd' })));
  expect([primary()?.dataset.choice, lines()]).toEqual(['pass', ['Nobody stands where the dice point: you name a tile']]);
});

test('a Fakir among the cards that Yazid takes is named with them, and kept', () => {
  shown(threatened(filled('StrikeScene', { price: 5, tiles: [{ tile: 'a1', pile: 'GG', cards: ['silk', 'fakir'] }] })));
  expect(lines()).toEqual(['takes the first 2 cards of the row (silk and Fakir), keeps the Fakir']);
});

test('what Yazid does on a named tile is shown as before any strike', async () => {
  const strike = { price: 5, tiles: [{ tile: 'a1', pile: 'W', camel: true }], camels: 7, djinn: 'enki', djinns: 2 };
  const asked = { seat: 0, decision: 'Naming' };
  const table = { info: info({ options: { players: 1 } }), scene: scene({ asked, yazid: YAZID }) };
  const played = playing([choice('name a1', { tile: 'a1' }), choice('name b1', { tile: 'b1' })], () => ({ strike }), { table });
  shown(played);
  expect(lines()).toEqual([]);
  played.turn.pick('a1');
  await arrive();
  expect(lines()).toEqual(['keeps 1 Elder', 'Then 2 Elders buy him Enki: Djinns 2 of 6Then he summons Enki: Djinns 2 of 6']);
  expect(primary()?.dataset.choice).toBe('name a1');
});

test.each([
  [3, undefined],
  [2, 'Yazid has 2 camels left: the game ends with the round in which he places the last one.2 camels left'],
  [0, 'He places his last camel: this round is the last'],
])('a strike after which Yazid has few camels warns of the end (%s left)', (camels, warning) => {
  shown(threatened(filled('StrikeScene', { price: 5, tiles: [{ tile: 'a1', pile: 'W', camel: true }], camels })));
  expect(lines()[1]).toBe(warning);
});

test.each([
  [{ yazid: { camels: 1 } }, 'Yazid has 1 camel left: the game ends with the round in which he places it.'],
  [{ yazid: { camels: 0 }, last_round: true }, 'This round is the last.'],
  [{ yazid: { camels: 3 } }, undefined],
])('in a turn against Yazid, the end of the game is announced: %o', (more, warning) => {
  const asked = { seat: 0, decision: 'Moving' };
  shown(playing([take('a1')], undefined, { table: { info: info({ options: { players: 1 } }), scene: scene({ asked, ...more }) } }));
  expect(document.querySelector('.aside')?.textContent).toBe(warning);
});

test.each([
  [{ acted: true }, 'You had played first, so he rolled again: white 4, black 6.'],
  [{ acted: false }, 'Playing first would have cost 10 gold; you had less.'],
])('a strike without a choice is presented until the player goes on: %o', async (more, why) => {
  const next = filled('StrikeScene', { price: 3, tiles: [{ tile: 'a1', pile: 'W' }] });
  const played = threatened(next);
  const strike = { price: 10, gold: 8, tiles: [{ tile: 'b1', pile: 'BB', blue: 4, gold: 8 }] };
  played.table.unseenStrikes = [filled('PastStrike', { dice: [4, 6], strike, ...more })];
  shown(played);
  expect([screen.getByRole('heading').textContent, lines(), offers()]).toEqual(['Yazid struck b1', ['2 Builders × 4 blue, you pay 8'], []]);
  expect(document.body.textContent).toContain(why);
  flushSync();
  expect(announcements.lines.map(({ text }) => text)).toEqual(['Yazid struck b1', why]);
  expect([played.turn.choices, played.table.myTurn]).toEqual([[], false]);
  await press(screen.getByRole('button', { name: 'Go on' }));
  expect([screen.getByRole('heading').textContent, offers()]).toEqual(['Yazid strikes a1', ['first', 'pass']]);
});

// --- Undo

const undo = (): HTMLElement => document.querySelector('[data-undo]')!;

test('a disabled undo gives the reason, to screen readers too', async () => {
  const played = playing([choice('end'), choice('pass')], undefined, { secrets: { undo: { steps: 0, reason: 'A card was drawn.' } } });
  shown(played);
  expect(undo().getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(undo().getAttribute('aria-describedby')!)?.textContent).toBe('A card was drawn.');
  expect(document.querySelector('.why')).toBeNull();
  await press(undo());
  expect(document.querySelector('.why')?.textContent).toBe('A card was drawn.');
  expect(announcements.lines.map(({ text }) => text)).toContain('A card was drawn.');
  expect(played.sends).toEqual([]);
});

test('undo undoes the last action or the whole turn', async () => {
  const played = playing([choice('end')], undefined, { secrets: { undo: { steps: 2, turn: 2 } } });
  shown(played);
  await press(undo());
  const whole = document.querySelector<HTMLElement>('[data-undo-turn]')!;
  // Both say what they undo.
  expect([undo(), whole].map((each) => [each.textContent!.trim(), each.getAttribute('aria-label')])).toEqual([
    ['Step', 'Undo one step'],
    ['Turn', 'Undo the whole turn'],
  ]);
  await press(whole);
  expect(played.sends).toEqual([
    { type: 'undo', turn: false },
    { type: 'undo', turn: true },
  ]);
});

test('while something is planned, undo changes only the plan', async () => {
  const played = playing([take('a1')], undefined, { secrets: { undo: { steps: 2, turn: 2 } } });
  shown(played);
  await played.turn.move.begin('a1');
  await tick();
  expect(document.querySelector('[data-undo-turn]')).toBeNull();
  await press(undo());
  expect([played.turn.planning, played.sends]).toEqual([false, []]);
});

// --- On a phone

test('on a phone, bids and victims in front of players are chosen in the prompt', async () => {
  room.narrow = true;
  const asked = scene({ track: [0, 3], spots: [-1, -1], asked: { seat: 0, decision: 'Bidding' } });
  shown(playing([choice('bid 0', { value: 0 }), choice('bid 3', { value: 3 })], undefined, { table: { scene: asked } }));
  expect([...document.querySelectorAll<HTMLElement>('[data-bid]')].map((button) => button.dataset.bid)).toEqual(['3', '0']);
  cleanup();
  const kills = playing([choice('kill Bob', { kind: 'kill', seat: 1 }), choice('pass')], undefined, { decision: 'TribeAction' });
  shown(kills);
  expect(offers()).toEqual(expect.arrayContaining(['kill Bob', 'pass']));
  await press(document.querySelector('[data-choice="kill Bob"]')!);
  expect([kills.turn.selection.chosen?.action, kills.sends]).toEqual(['kill Bob', []]);
});

test('on a phone, victims in front of players are labelled by tribe and owner', async () => {
  room.narrow = true;
  const kill = (seat: number, victims: string): Choice => choice(`kill ${seat}${victims}`, { kind: 'kill', seat, victims });
  const many = playing(
    [1, 2, 3].flatMap((seat) => [...'YWP'].map((victims) => kill(seat, victims))),
    undefined,
    { decision: 'TribeAction' },
  );
  shown(many);
  expect(offers()).toHaveLength(9);
  const button = screen.getByRole('button', { name: 'Do: kill 1W' });
  expect(button.textContent).toContain('Elder · Bob');
  await press(button);
  expect(many.turn.selection.chosen?.action).toBe('kill 1W');
});

test('there is no hint button if hints are switched off', () => {
  settings.hints = false;
  shown(playing([take('a1')]));
  expect(screen.queryByRole('button', { name: 'Ask for a hint' })).toBeNull();
});

test('an adjacent tile can also be the end of a longer way', async () => {
  const played = playing([take('a1')], (ask) => {
    if (ask.what === 'outcomes') return { outcomes: [{ start: 'a1', tile: 'b1', tribe: 'W' }] };
    if (ask.what === 'ways') return { ways: ['sow a1 a2Y b2Y b1W'] };
    return { choices: [drop('b1', 'Y'), drop('b1', 'W')] };
  });
  shown(played);
  played.turn.pick('a1');
  await arrive();
  played.turn.pick('b1');
  await arrive();
  expect(screen.getByRole('button', { name: 'Elder, go on' })).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Elder, end here' }));
  expect(played.turn.move.action).toBe('sow a1 a2Y b2Y b1W');
});

test('a spectator is told so', () => {
  shown(playing([], undefined, { table: { seats: [], privates: [] } }));
  expect(document.querySelector('.watching')?.textContent).toBe('You are watching');
});

test.each([
  ['en', 'Waiting for Bob', 'Bob is away; the game waits'],
  ['fr', 'Bob', 'Bob n’est plus là ; la partie attend'],
] as const)('while others wait, the prompt says that the player in turn is away (%s)', (language, before, away) => {
  speak(language);
  const { table } = shown(
    playing([], undefined, { table: { presence: [true, true], scene: scene({ asked: { seat: 1, decision: 'Moving' } }) } }),
  );
  const heading = screen.getByRole('heading');
  expect(heading.textContent).toContain(before);
  expect(heading.textContent).not.toBe(away);
  table.presence = [true, false];
  flushSync();
  expect(heading.textContent).toBe(away);
  table.presence = [true, true];
  flushSync();
  expect(heading.textContent).not.toBe(away);
});
