import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GuidedGame } from '../../src/learn/guidedGame.svelte';
import { lessonMarks } from '../../src/learn/lessonMarks';
import { firstMeanings, othersGatheredViziers, recap } from '../../src/learn/recap';
import type { Choice, Scene } from '../../src/protocol';
import { speak } from '../catalogue';
import { filled, type DeepPartial } from '../fixtures';
import { act, info, scene } from '../tables';
import { FakeSocket, fakeSockets } from '../wire/fakeSocket';

const TILES = ['a1', 'b1', 'c1', 'd1'];
const LAND = {
  columns: 4,
  rows: 1,
  walls: [],
  holes: [],
  lake: '',
  tiles: TILES.map((tile) => ({ tile, kind: tile === 'd1' ? 'large market' : 'village', points: 5, blue: true })),
};
const TAKES: DeepPartial<Choice>[] = TILES.map((tile) => ({ action: `take ${tile}`, kind: 'take', meaning: 'Take', tile }));
const COACH = { type: 'lesson' as const, lesson: 'first', number: 3, steps: ['pick', 'land'], show: ['take a1', 'drop b1W'] };

let game: GuidedGame;

const at = (actions: number, more: DeepPartial<Scene> = {}) => scene({ actions, asked: { seat: 0, decision: 'Moving' }, ...more });
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const sent = (): string[] => FakeSocket.last.commands.map((each) => String(each.what ?? each.action ?? each.type));

/** Answer the last question. */
async function answer(more: object): Promise<void> {
  FakeSocket.last.receive({ type: 'answer', id: FakeSocket.last.commands.at(-1)!.id, ...more } as never);
  await settled();
}

async function begin(actions = 0, coach: object = {}): Promise<void> {
  const privates = [filled('Private', { seat: 0, gold: 0, hand: [], choices: TAKES })];
  FakeSocket.last
    .open()
    .receive({ type: 'welcome', number: 3, info: info(), log: [], seats: [0], land: LAND, scene: at(actions), private: privates } as never);
  void game.update();
  await answer({ coach: { ...COACH, ...coach } });
}

beforeEach(() => {
  vi.useFakeTimers();
  speak('en');
  fakeSockets();
  game = new GuidedGame('first');
});
afterEach(() => {
  game.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('“show me” asks for previews, and plays nothing', async () => {
  await begin();
  const shown: string[][] = [];
  game.onshow = (entry) => void shown.push(entry.lines);
  void game.showMe();
  await settled();
  await answer({ coach: COACH });
  const taken = { type: 'Taken', seat: 0, tile: 'a1', pile: 'WW' };
  const held = at(1, { asked: { seat: 0, decision: 'Sowing', start: 'a1', hand: 'WW' } });
  await answer({ played: 1, events: [taken], lines: ['You take a1.'], scene: held });
  expect([game.scene.actions, game.table.scene.actions, game.speech.more]).toEqual([1, 0, 'You take a1.']);
  expect(lessonMarks(game)).toMatchObject({ a1: { start: true, ghosts: 'WW' } });
  await vi.advanceTimersByTimeAsync(2000);
  const gathered = { type: 'Gathered', seat: 0, tile: 'b1', tribe: 'W', count: 2 };
  await answer({ played: 2, events: [taken, gathered], lines: ['You take a1.', 'You gather 2 Elders.'], scene: at(2) });
  expect(game.speech.more).toBe('You gather 2 Elders.');
  await vi.advanceTimersByTimeAsync(5000);
  expect([game.showing, game.scene.actions, shown]).toEqual([false, 0, [['You take a1.'], ['You gather 2 Elders.']]]);
  expect(sent()).toEqual(['coach', 'coach', 'preview', 'preview']);
});

test('what was played another way is taken back before it is shown how', async () => {
  await begin(1);
  void game.showMe();
  await settled();
  expect(sent().at(-1)).toBe('undo');
});

test('before a move, its start has a ring and its end a dashed one', async () => {
  await begin(0, { tiles: ['a1', 'b1', 'c1'] });
  expect(lessonMarks(game)).toMatchObject({
    a1: { legal: true, ahead: false, dim: false },
    b1: { legal: false, ahead: false, dim: false },
    c1: { legal: false, ahead: true, dim: false },
    d1: { dim: true },
  });
});

test('the recap tells a bid, then the markers that it pushed', () => {
  const bids = act(2, 1, [{ type: 'Pushed', seat: 0, spot: 7 }, { type: 'BidPlaced' }], ['You are pushed back.', 'It bids 0.']);
  expect(recap([act(1, 0, [{ type: 'BidPlaced' }], ['You bid 0.']), bids], 0)).toBe('It bids 0. You are pushed back.');
});

test('the rival is introduced at the first step, and named from then on', async () => {
  await begin();
  expect(game.speech).toMatchObject({ more: 'Your rival is Bob, a bot that plays calmly.' });
  game.table.scene = scene({ actions: 1, asked: { seat: 1, decision: 'Moving' } });
  expect(game.speech).toMatchObject({ caption: 'Bob plays', text: 'Watch what Bob does.' });
  game.table.scene = at(2);
  void game.update();
  await answer({ coach: { ...COACH, steps: ['pick', 'bid'], step: 1 } });
  expect(game.speech).toMatchObject({ text: 'A new round! Press a price: pay more and you choose before Bob.', more: '' });
});

test('at the end, the gold of the last turn is not told again', async () => {
  const events = [
    { type: 'Taken', seat: 0 },
    { type: 'Gathered', seat: 0, tribe: 'B', count: 2 },
    { type: 'GoldGained', seat: 0, amount: 10, source: 'builders' },
  ] as const;
  await begin(3, { step: 2 });
  game.table.log = [act(1, 0, [...events])];
  expect(game.speech).toMatchObject({ mood: 'done', caption: 'Five turns played', more: '' });
  expect(game.speech.past ?? '').toBe('');
});

test('in a move that misses the aim, a refused press is explained, because one may play on', async () => {
  await begin(1, { stuck: true, back: 0, mistake: 'take a1' });
  game.table.scene = at(1, { asked: { seat: 0, decision: 'Sowing', start: 'a1', hand: 'WW' } });
  game.table.privates = [filled('Private', { seat: 0, gold: 0, hand: [], choices: [] })];
  await game.pick('d1');
  expect(game.speech.text).toBe('d1 is not beside a1. Walk one tile at a time.');
});

test('the recap tells what the rival did, then what the pupil did', () => {
  const mine = act(1, 0, [{ type: 'TurnEnded' }]);
  const rival = [act(2, 1, [{ type: 'Dropped' }, { type: 'Gathered' }], ['It drops.', 'It gathers.']), act(3, 1, [{ type: 'TurnEnded' }])];
  expect(recap([mine, ...rival], 0)).toBe('It gathers.');
  const own = act(4, 0, [{ type: 'Gathered' }, { type: 'CamelPlaced' }], ['You gather.', 'You take it.']);
  expect(recap([mine, ...rival, own], 0)).toBe('You gather. You take it.');
  expect(recap([mine, ...rival, own, mine], 0)).toBe('');
});

test('the recap tells gold of Builders as a sum', () => {
  const events = [
    { type: 'Taken', seat: 0 },
    { type: 'Gathered', seat: 0, tribe: 'B', count: 2 },
    { type: 'GoldGained', seat: 0, amount: 10, source: 'builders' },
  ] as const;
  const lines = ['You take.', 'You gather 2 Builders.', 'You gain 10 gold (Builders).'];
  expect(recap([act(1, 0, [...events], lines)], 0)).toBe('You gather 2 Builders. 2 Builders × 5 blue tiles: 10 gold.');
});

test('what happens for the first time is explained', () => {
  const mine = act(1, 0, [{ type: 'PalmPlaced' }, { type: 'TurnEnded' }], ['You plant.', '']);
  const pushed = act(2, 1, [{ type: 'Pushed' }, { type: 'BidPlaced' }], ['You are pushed back.', 'It bids 0.']);
  expect(firstMeanings([mine, pushed], 0)).toEqual(['pushed']);
  expect(firstMeanings([mine, pushed, act(3, 0, [{ type: 'PalmPlaced' }])], 0)).toEqual([]);
  expect(firstMeanings([mine], 1)).toEqual(['palm']);
});

test('Viziers of the rival are noticed, those of the pupil are not', () => {
  const gathered = (seat: number) => act(1, seat, [{ type: 'Gathered', seat, tile: 'a1', tribe: 'Y', count: 2 }]);
  expect(othersGatheredViziers([gathered(1)], 0)).toBe(true);
  expect(othersGatheredViziers([gathered(1), gathered(0)], 0)).toBe(false);
});

test('a market and Fakirs are explained where they are offered', async () => {
  await begin();
  const buy = { action: 'buy fish', kind: 'buy', meaning: 'Buy', places: [1], cards: ['fish'] };
  game.table.privates = [filled('Private', { seat: 0, gold: 3, hand: [], choices: [buy] as DeepPartial<Choice>[] })];
  const offered = { row: ['fish', 'fakir'] };
  game.table.scene = at(1, { ...offered, asked: { seat: 0, decision: 'TileAction', tile: 'a1' } });
  expect(game.speech.text).toBe('A small market: buy one card for 3 gold. New kinds of goods pay off.');
  game.table.scene = at(1, { ...offered, asked: { seat: 0, decision: 'TileAction', tile: 'd1' } });
  expect(game.speech.text).toBe('A large market: buy two cards for 6 gold. New kinds of goods pay off.');
  expect(game.speech.more).toContain('The Fakir, in purple, does not count as goods');
  expect([...game.panels]).toEqual(expect.arrayContaining(['goods', 'hand', 'gold']));
  expect(game.question).toContain('Press cards in the row to choose them.');
});

test('a step names the tile where the shown move ends', async () => {
  await begin(0, { steps: ['gold'], tiles: ['a1', 'b1', 'c1'] });
  expect(game.speech.text).toBe('Walk to c1 and keep a blue Builder for last: each earns gold.');
  void game.update();
  await answer({ coach: { ...COACH, steps: ['gold'], tiles: [] } });
  expect(game.speech.text).toBe('Keep a blue Builder for last: each earns gold for blue tiles around.');
});
