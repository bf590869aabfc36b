import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { callForAttention, titleOf } from '../../src/live/attention.svelte';
import { settings } from '../../src/state/settings.svelte';
import { soundsOf } from '../../src/state/sounds';
import { words } from '../../src/state/words.svelte';
import { act, addEntries, info, chatEntry, scene, table } from '../tables';
import { filled, gameEvents } from '../fixtures';

const mine = scene({ asked: { seat: 0, decision: 'Moving' } });
const theirs = scene({ asked: { seat: 1, decision: 'Moving' } });
const notices: { title: string; body: string }[] = [];

beforeEach(() => {
  words.use('en', {
    'page.log.notice_turn': 'Your turn',
    'page.log.notice_with': 'Naqala, with {names}',
    'page.log.tab_turn': '● Your turn',
    'page.log.tab_waits': '{name} is playing',
    'page.log.tab_turn_of': '● {name}',
    'page.chat.says': '{name}: {text}',
  });
  notices.length = 0;
  class Notice {
    static readonly permission = 'granted';
    body: string;
    constructor(
      readonly title: string,
      options: { body: string },
    ) {
      this.body = options.body;
      notices.push(this);
    }
  }
  vi.stubGlobal('Notification', Notice);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  settings.notify = false;
});

test('the title says whose turn it is', () => {
  expect(titleOf(table({ scene: mine }))).toBe('● Your turn');
  expect(titleOf(table({ scene: theirs }))).toBe('Bob is playing');
  expect(titleOf(table({ scene: theirs, seats: [0, 1] })), 'on one sofa').toBe('● Bob');
  expect(titleOf(table({ scene: scene({ over: true }), info: info({ phase: 'over' }) }))).toBe('page.log.tab_over');
});

test('title and favicon follow the turn, and are reset when the page is left', () => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  const link = document.querySelector<HTMLLinkElement>('link')!;
  const made = table({ scene: theirs });
  const leave = $effect.root(() => callForAttention(made));
  flushSync();
  expect(link.getAttribute('href')).toBe('/icon.svg');
  made.scene = mine;
  flushSync();
  expect([document.title, link.getAttribute('href')]).toEqual(['● Your turn', '/icon-turn.svg']);
  leave();
  expect([document.title, link.getAttribute('href')]).toEqual(['Naqala', '/icon.svg']);
});

test('a hidden page notifies of its turn once, and of chat, if notifications are on', async () => {
  const made = table({ scene: theirs });
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const leave = $effect.root(() => callForAttention(made));
  flushSync();
  made.scene = mine;
  flushSync();
  expect(notices, 'not asked for').toEqual([]);
  settings.notify = true;
  made.scene = theirs;
  flushSync();
  made.scene = { ...mine };
  flushSync();
  made.scene = { ...mine };
  flushSync();
  await vi.waitFor(() => expect(notices).toHaveLength(1));
  expect(notices).toMatchObject([{ title: 'Your turn', body: 'Naqala, with Bob' }]);
  addEntries(made, [chatEntry(2, 1, 'Bob', 'Hurry'), act(3, 1, [{ type: 'GoldGained' }])]);
  await vi.waitFor(() => expect(notices.map((notice) => notice.title)).toEqual(['Your turn', 'Bob: Hurry']));
  leave();
});

test('each sound is played once, and at the end of the game only the end sound', () => {
  const events = gameEvents(['Dropped', 'Dropped', 'CamelPlaced', 'GoldGained', 'TurnEnded'].map((type) => ({ type })));
  expect(soundsOf(events)).toEqual(['sow', 'camel', 'coin']);
  expect(soundsOf([...events, filled('GameEvent', { type: 'GameOver' })])).toEqual(['end']);
});
