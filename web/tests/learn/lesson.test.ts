import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lesson } from '../../src/learn/lesson.svelte';
import { lessonMarks } from '../../src/learn/lessonMarks';
import { builderSum } from '../../src/learn/recap';
import type { Choice, LessonProgress, LogEntry } from '../../src/protocol';
import { words } from '../../src/state/words.svelte';
import { speak } from '../catalogue';
import { filled, type DeepPartial } from '../fixtures';
import { act, info, scene } from '../tables';
import { FakeSocket, fakeSockets } from '../wire/fakeSocket';

const LAND = {
  columns: 2,
  rows: 1,
  walls: [],
  holes: [],
  lake: '',
  tiles: ['a1', 'b1'].map((tile) => ({ tile, kind: 'village', points: 5, blue: true })),
};
const TAKE = { action: 'take a1', kind: 'take', meaning: 'Take', tile: 'a1' };
const END = { action: 'end', kind: 'end', meaning: 'End' };

let lesson: Lesson;
/** The number of the log, and of the actions played. */
let number: number;

const progress = (more: DeepPartial<LessonProgress> = {}) => ({
  type: 'lesson' as const,
  lesson: 'sowing',
  number,
  steps: ['pick', 'drop'],
  show: ['take a1'],
  ...more,
});

const state = (choices: DeepPartial<Choice>[], actions: number) => ({
  scene: scene({ actions, asked: { seat: 0, decision: 'Moving' } }),
  private: [filled('Private', { seat: 0, gold: 0, hand: [], choices })],
});

/** Answer the last command with a new position. */
function accept(choices: DeepPartial<Choice>[], actions: number, more: DeepPartial<LessonProgress> = {}): void {
  const { id } = FakeSocket.last.commands.at(-1)!;
  number++;
  FakeSocket.last.receive([
    { type: 'news', number, entries: [], ...state(choices, actions) },
    progress(more),
    { type: 'accepted', id, number },
  ] as never);
}

function welcome(): void {
  number = 3;
  FakeSocket.last
    .open()
    .receive([{ type: 'welcome', number, info: info(), log: [], seats: [0], land: LAND, ...state([TAKE], 0) }, progress()] as never);
}

/** Let promises that are settled continue. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const sent = (): string[] => FakeSocket.last.commands.map((each) => String(each.action ?? each.what ?? each.type));

beforeEach(() => {
  vi.useFakeTimers();
  speak('en');
  fakeSockets();
  lesson = new Lesson('sowing');
  welcome();
});
afterEach(() => {
  lesson.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a lesson has a socket of its own, without the secrets of seats', () => {
  expect(FakeSocket.last.url).toMatch(/\/api\/lessons\/sowing\/socket$/);
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', since: -1, secrets: [] });
  expect(lesson.speech).toMatchObject({ mood: 'step', caption: 'Step 1 of 2', text: 'Press b2. You pick up everyone who stands there.' });
});

test('a press on a tile is sent at once, and the coach goes on', async () => {
  void lesson.pick('a1');
  expect(sent()).toEqual(['take a1']);
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  expect(lesson.speech.caption).toBe('Step 2 of 2');
  expect(lesson.choices.map((choice) => choice.action)).toEqual(['end']);
});

test('a tile with several choices asks which one', async () => {
  void lesson.pick('a1');
  accept(
    ['Y', 'W'].map((tribe) => ({ action: `drop b1${tribe}`, kind: 'drop' as const, meaning: '', tile: 'b1', tribe })),
    1,
  );
  await settled();
  await lesson.pick('b1');
  expect([lesson.tile, lesson.choices.map((choice) => choice.action)]).toEqual(['b1', ['drop b1Y', 'drop b1W']]);
  await lesson.pick('a1');
  expect([lesson.tile, lesson.problem, lesson.misses]).toEqual(['b1', 'First choose one of the buttons for b1.', 0]);
  await lesson.stepBack();
  expect([lesson.tile, sent()]).toEqual(['', ['take a1']]);
});

test('a choice that costs Fakirs is asked before they are paid', async () => {
  void lesson.pick('a1');
  accept([{ action: 'kill b1G fakirs 2', kind: 'kill', meaning: 'Kill a Merchant on b1 with 2 Fakirs', tile: 'b1', fakirs: 2 }], 1);
  await settled();
  await lesson.pick('b1');
  expect([lesson.tile, lesson.choices.map((choice) => choice.meaning)]).toEqual(['b1', ['Kill a Merchant on b1 with 2 Fakirs']]);
  expect(sent()).toEqual(['take a1']);
});

test('a tile that cannot be chosen is explained; after two misses help is offered', async () => {
  await lesson.pick('b1');
  expect(lesson.speech).toMatchObject({ mood: 'wrong', caption: 'Not there', text: 'This tile does not help now.' });
  expect([lesson.offersHelp, lesson.mustStepBack]).toEqual([false, false]);
  await lesson.pick('b1');
  expect(lesson.offersHelp).toBe(true);
  expect(sent()).toEqual([]);
});

test('a press on the path of a move that finished by itself is not a mistake', async () => {
  FakeSocket.last.receive([
    { type: 'news', number: ++number, entries: [act(number, 0, [{ type: 'Dropped', tile: 'b1', tribe: 'Y' }])], ...state([END], 1) },
  ] as never);
  await lesson.pick('b1');
  expect([lesson.problem, lesson.misses]).toEqual(['', 0]);
  await lesson.pick('a1');
  expect(lesson.misses).toBe(1);
});

test.each([
  ['c2', 'c2 is not beside b1. Walk one tile at a time.'],
  ['b1', 'The meeples are on b1 now. Walk on to a tile beside it.'],
  ['b2', 'You may not walk straight back to b2.'],
  ['c1', 'Over c1, the last one cannot land on its own colour.'],
])('during a move, a press on %s says why the next step cannot go there', async (tile, why) => {
  const asked = { seat: 0, decision: 'Sowing', start: 'b2', hand: 'YY', path: ['b1Y'] };
  lesson.table.scene = scene({ actions: 1, asked } as never);
  await lesson.pick(tile);
  expect([lesson.speech.text, lesson.misses, sent()]).toEqual([why, 1, []]);
});

test('a wrong try is explained until it is taken back', async () => {
  void lesson.pick('a1');
  accept([END], 1, { wrong: 'elsewhere' });
  await settled();
  expect(lesson.speech).toMatchObject({ mood: 'wrong', text: 'You may start anywhere, but this lesson begins on b2.' });
  expect([lesson.misses, lesson.mustStepBack]).toEqual([1, true]);
  void lesson.stepBack();
  accept([TAKE], 0);
  await settled();
  expect([sent(), lesson.speech.mood]).toEqual([['take a1', 'undo'], 'step']);
});

test('a turn that is over without the goal must be taken back', () => {
  FakeSocket.last.receive(progress({ stuck: true }) as never);
  expect(lesson.speech.text).toBe('From here you cannot do this any more: “Pick up everyone on a tile”.');
  lesson.table.scene.asked!.seat = 1;
  FakeSocket.last.receive(progress({ stuck: true }) as never);
  expect(lesson.speech.text).toBe('Your turn is over, but this is not done: “Pick up everyone on a tile”.');
  expect(lesson.speech.more).toBe('Press “Step back” and try again.');
});

test('a step that earlier ones have made impossible leads back to the start of the lesson', async () => {
  void lesson.pick('a1');
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  void lesson.act('end');
  accept([TAKE], 2, { step: 1, start: 2, stuck: true, back: 0 });
  await settled();
  expect([lesson.speech.more, lesson.mustStepBack]).toEqual(['“Step back” takes you to the start of the lesson.', true]);
  void lesson.stepBack();
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  accept([TAKE], 0);
  await settled();
  expect([sent().slice(2), lesson.speech.caption]).toEqual([['undo', 'undo'], 'Step 1 of 2']);
});

test('“show me” plays the step, and takes it back', async () => {
  void lesson.showMe();
  await settled();
  expect([sent(), lesson.speech.mood]).toEqual([['take a1'], 'watch']);
  accept([END], 1, { step: 2, start: 1, show: [] });
  await settled();
  expect([lesson.done, lesson.speech.mood, lesson.choices]).toEqual([false, 'watch', []]);
  await lesson.pick('a1');
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent()).toEqual(['take a1', 'undo']);
  accept([TAKE], 0);
  await settled();
  expect([lesson.showing, lesson.done, lesson.speech.mood]).toEqual([false, false, 'step']);
});

test('where nothing can be undone, the lesson starts again and repeats what came before', async () => {
  void lesson.pick('a1');
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  void lesson.act('end');
  accept([], 2, { step: 1, start: 1, stuck: true, back: 1 });
  await settled();
  void lesson.stepBack();
  FakeSocket.last.receive({ type: 'refused', code: 'undo_another', message: 'No.', id: FakeSocket.last.commands.at(-1)!.id } as never);
  await settled();
  welcome();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent()).toEqual(['take a1']);
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  expect([FakeSocket.instances.length, lesson.table.scene.actions, lesson.speech.mood]).toEqual([2, 1, 'step']);
});

test('after a lost connection the lesson starts again', async () => {
  void lesson.pick('a1');
  accept([END], 1, { step: 1, start: 1 });
  await settled();
  FakeSocket.last.lose();
  await vi.advanceTimersByTimeAsync(10_000);
  welcome();
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: -1 });
  expect([lesson.table.number, lesson.table.scene.actions, lesson.speech.caption]).toEqual([3, 0, 'Step 1 of 2']);
});

test('a finished lesson offers nothing to press on the board', async () => {
  FakeSocket.last.receive(progress({ step: 2, show: [] }) as never);
  expect([lesson.done, lesson.speech.mood, lesson.canStepBack]).toEqual([true, 'done', false]);
  await lesson.pick('a1');
  expect(sent()).toEqual([]);
  expect(lessonMarks(lesson)).toEqual({});
});

test('only the tiles that matter are lit', () => {
  expect(lessonMarks(lesson)).toMatchObject({ a1: { legal: true } });
  FakeSocket.last.receive(progress({ tiles: ['b1'] }) as never);
  expect(lessonMarks(lesson)).toMatchObject({ a1: { dim: true }, b1: { dim: false } });
});

test('what can be chosen from a panel is shown there, and not as buttons', () => {
  const choices = [
    { action: 'buy fish', kind: 'buy', meaning: 'Buy', places: [1], cards: ['fish'] },
    { action: 'pass', kind: 'pass', meaning: 'Nothing' },
  ] as DeepPartial<Choice>[];
  FakeSocket.last.receive(progress({ panels: ['gold'] }) as never);
  expect([...lesson.panels]).toEqual(['gold']);
  lesson.table.privates = state(choices, 0).private;
  expect([...lesson.panels]).toEqual(['gold', 'goods', 'hand']);
  expect(lesson.choices.map((choice) => choice.action)).toEqual(['pass']);
});

test('points are a sum of sources, with what the last action changed until it is taken back', async () => {
  const scored = (sources: Record<string, number>, actions: number) => ({
    scene: scene({ actions, asked: { seat: 0, decision: 'Moving' } }),
    private: [filled('Private', { seat: 0, gold: 0, hand: [], choices: [TAKE], score: { total: 0, sources } })],
  });
  FakeSocket.last.receive([{ type: 'news', number, entries: [], ...scored({ gold: 12, viziers: 0, elders: 2 }, 0) }] as never);
  expect(lesson.points).toEqual([
    { source: 'gold', points: 12, change: 0 },
    { source: 'elders', points: 2, change: 0 },
  ]);
  const acting = lesson.act('take a1');
  number++;
  const { id } = FakeSocket.last.commands.at(-1)!;
  FakeSocket.last.receive([
    { type: 'news', number, entries: [], ...scored({ gold: 12, viziers: 3, majority: 10, elders: 0 }, 1) },
    progress(),
    { type: 'accepted', id, number },
  ] as never);
  await acting;
  expect(lesson.points).toEqual([
    { source: 'gold', points: 12, change: 0 },
    { source: 'viziers', points: 3, change: 3 },
    { source: 'majority', points: 10, change: 10 },
    { source: 'elders', points: 0, change: -2 },
  ]);
  void lesson.stepBack();
  expect(lesson.points.some(({ change }) => change)).toBe(false);
});

test('a Djinn shows its power before a button summons it', async () => {
  const summon = { action: 'summon jafaar elders', kind: 'summon', meaning: 'Summon Jafaar for 2 Elders', djinn: 'jafaar' } as const;
  const pass = { action: 'pass', kind: 'pass', meaning: 'Summon no Djinn' } as const;
  void lesson.pick('a1');
  accept([summon, pass], 1, { panels: ['djinns'] });
  await settled();
  expect(lesson.choices.map(({ action }) => action)).toEqual(['pass']);
  lesson.turn.selection.pickDjinn('jafaar');
  expect(lesson.choices.map(({ action }) => action)).toEqual(['summon jafaar elders', 'pass']);
  expect(lesson.question).toBe(words.say('djinn.jafaar.text'));
  // “Step back” forgets the Djinn, and not the move.
  await lesson.stepBack();
  expect([lesson.turn.selection.djinn, sent().filter((each) => each !== 'preview')]).toEqual(['', ['take a1']]);
});

test('drops that the rules made are explained until something else is played', async () => {
  void lesson.pick('a1');
  const events = [
    { type: 'Dropped', tile: 'b1' },
    { type: 'Gathered', tile: 'b1' },
  ] as const;
  number++;
  FakeSocket.last.receive([
    { type: 'news', number, entries: [act(number, 0, [{ type: 'Taken', tile: 'a1' }, ...events])], ...state([END], 1) },
    progress({ step: 1 }),
    { type: 'accepted', id: FakeSocket.last.commands.at(-1)!.id, number },
  ] as never);
  await settled();
  expect(lesson.speech.forced).toBe('The last meeple could only go to b1, so it went there by itself.');
  void lesson.stepBack();
  await settled();
  expect(lesson.speech.forced ?? '').toBe('');
});

test('the drop after which the goal is out of reach is named', async () => {
  void lesson.pick('a1');
  accept([END], 1, { stuck: true, mistake: 'drop b1G' });
  await settled();
  expect(lesson.speech.mood).toBe('wrong');
  expect(lesson.speech.text).toMatch(/^With the Merchant on b1, this is out of reach: “.+”\.$/);
  expect(lesson.speech.more).toBe('Press “Step back” and try again.');
});

test.each([
  ['colour', 'Nobody from a1 has their colour on b1, so your move cannot end there.'],
  ['steps', 'From a1 you walk exactly 3 tiles, one for each meeple: that cannot end on b1.'],
])('a start from which the named tile is out of reach is explained: %s', async (detour, why) => {
  void lesson.pick('a1');
  accept([END], 1, { stuck: true, mistake: 'take a1', landing: 'b1', detour, detour_steps: 3 });
  await settled();
  expect(lesson.speech).toMatchObject({ mood: 'wrong', text: why, more: 'Press “Step back” and try again.' });
});

test('what must be taken back is the only thing that a refused press says', async () => {
  void lesson.pick('a1');
  accept([END], 1, { wrong: 'elsewhere' });
  await settled();
  await lesson.pick('b1');
  expect(lesson.speech).toMatchObject({ caption: 'Not there', text: 'Press “Step back” and try again.', more: '' });
});

test('only tiles that lead to the goal are lit; the others can still be pressed', async () => {
  const takes = ['a1', 'b1'].map((tile) => ({ ...TAKE, action: `take ${tile}`, tile }));
  FakeSocket.last.receive([{ type: 'news', number: ++number, entries: [], ...state(takes, 0) }, progress({ leads: ['b1'] })] as never);
  expect(lessonMarks(lesson)).toMatchObject({ a1: { legal: false, dim: true }, b1: { legal: true, dim: false } });
  void lesson.pick('a1');
  expect(sent()).toEqual(['take a1']);
});

test('at a market whose only button buys nothing, the coach says what to press', async () => {
  const buy: DeepPartial<Choice> = { action: 'buy gold', kind: 'buy', meaning: 'Buy gold', places: [2], cards: ['gold'] };
  void lesson.pick('a1');
  accept([buy, { action: 'pass', kind: 'pass', meaning: 'Buy nothing' }], 1, { step: 1, start: 1, show: ['buy gold'], panels: ['goods'] });
  await settled();
  expect(lesson.choices.map(({ action }) => action)).toEqual(['pass']);
  expect(lesson.question).toBe('Press cards in the row to choose them.');
});

test('“show me” marks the card and the button before it plays them', async () => {
  const buy: DeepPartial<Choice> = { action: 'buy gold', kind: 'buy', meaning: 'Buy gold', places: [2], cards: ['gold'] };
  void lesson.pick('a1');
  accept([buy, END], 1, { step: 1, start: 1, show: ['buy gold', 'end'], show_after: 1, panels: ['goods'] });
  await settled();
  expect(lesson.canShow).toBe(true);
  void lesson.showMe();
  await settled();
  expect([lesson.turn.selection.places, lesson.choices, lesson.speech.more]).toEqual([[2], [], 'Buy gold']);
  expect(sent()).not.toContain('buy gold');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent().at(-1)).toBe('buy gold');
  accept([END], 2, { step: 1, start: 1 });
  await vi.advanceTimersByTimeAsync(1500);
  expect(lesson.choices.map(({ action }) => action)).toEqual(['end']);
  expect(lesson.pointed?.action).toBe('end');
});

test('the tile where the move must end is no start', async () => {
  FakeSocket.last.receive(progress({ tiles: ['a1', 'b1'], landing: 'a1' }) as never);
  expect(lessonMarks(lesson)).toMatchObject({ a1: { ahead: true, dim: false }, b1: { dim: false } });
  expect(lessonMarks(lesson).a1!.legal).toBeUndefined();
  await lesson.pick('a1');
  expect([lesson.speech.text, lesson.misses, sent()]).toEqual(['Do not start on a1: your move must end there.', 1, []]);
});

test('a later step that is done already is counted', () => {
  FakeSocket.last.receive(progress({ early: ['drop'] }) as never);
  expect(lesson.speech).toMatchObject({ caption: 'Step 2 of 2', more: 'Already done, too: “Drop one on each tile you pass”.' });
});

test('what Builders earned is told as a sum until the next move', () => {
  const gathered = [
    { type: 'Taken', seat: 0, tile: 'a1' },
    { type: 'Gathered', seat: 0, tile: 'b1', tribe: 'B', count: 2 },
  ] as const;
  const gold = { type: 'GoldGained', seat: 0, amount: 12, source: 'builders' } as const;
  const sumOf = (...entries: LogEntry[]): string => builderSum(entries, 0);
  expect(sumOf(act(1, 0, [...gathered, gold]), act(2, 0, [{ type: 'TurnEnded' }]))).toBe('2 Builders × 6 blue tiles: 12 gold.');
  const paid = { type: 'FakirsDiscarded', seat: 0, count: 1 } as const;
  expect(sumOf(act(1, 0, [...gathered]), act(2, 0, [paid, gold]))).toBe('(2 Builders + 1 Fakir) × 4 blue tiles: 12 gold.');
  expect(sumOf(act(1, 0, [...gathered, gold]), act(2, 0, [gathered[0]]))).toBe('');
  const used = act(1, 0, [{ type: 'DjinnUsed', seat: 0, djinn: 'echidna' }]);
  expect(sumOf(used, act(2, 0, [...gathered, gold]))).toBe('');
  expect(sumOf(used, act(2, 0, [{ type: 'TurnEnded' }]), act(3, 0, [...gathered, gold]))).not.toBe('');
  expect(sumOf(act(1, 1, [...gathered, gold]))).toBe('');
});

test('both strikes at the end of a lesson are told', () => {
  const strike = (tile: string) => ({ price: 5, tiles: [{ tile, pile: 'Y' }] });
  const past = [
    { dice: [1, 1], strike: strike('a1'), acted: true },
    { dice: [2, 1], strike: strike('b1') },
  ];
  lesson.table.scene = scene({ actions: 1, yazid: filled('YazidScene', { camels: 9, past_strikes: past } as never) });
  lesson.table.progress = { ...lesson.table.progress!, step: 2 };
  expect(lesson.speech).toMatchObject({
    mood: 'done',
    more: 'Yazid struck a1. A new round: Yazid also struck b1. Playing first would have cost 5 gold; you had less.',
  });
  expect(lesson.strikes.map(({ title }) => title)).toEqual(['Yazid struck a1', 'A new round: Yazid also struck b1']);
  expect(lessonMarks(lesson)).toEqual({ a1: { struck: true }, b1: { struck: true } });
});
