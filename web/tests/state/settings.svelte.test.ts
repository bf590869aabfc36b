import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage } from '../fullStorage';
import { DEFAULTS, persistSettings, loadSettings, settings, motionDuration, type Settings } from '../../src/state/settings.svelte';

/** The settings of a page that is loaded with this storage content. */
function loaded(stored: string): Settings {
  localStorage.setItem('naqala.settings', stored);
  return loadSettings();
}

/** A fake system theme; `turn` changes it. */
function system(matches: boolean): { turn(to: boolean): void } {
  const query = Object.assign(new EventTarget(), { matches });
  vi.stubGlobal('matchMedia', () => query);
  return {
    turn(to) {
      query.matches = to;
      query.dispatchEvent(new Event('change'));
    },
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  Object.assign(settings, loadSettings());
  vi.restoreAllMocks();
});

test('changed settings are stored', () => {
  const stop = $effect.root(persistSettings);
  flushSync();
  settings.name = 'Ann';
  settings.online.bots = 2;
  flushSync();
  stop();
  const again = loadSettings();
  expect([again.name, again.online.bots]).toEqual(['Ann', 2]);
});

test('missing settings have their defaults, also nested ones', () => {
  const made = loaded('{"sound": false, "bots": {"count": 3}, "online": {"listed": true}}');
  expect([made.sound, made.speed]).toEqual([false, DEFAULTS.speed]);
  expect(made.bots).toEqual({ count: 3, rung: 'merchant' });
  expect(made.online).toEqual({ ...DEFAULTS.online, listed: true });
});

test.each(['{', 'null', '7', '[]', '"x"', '{"bots": null, "boxes": "all", "speed": "fast", "seats": 4}'])(
  'corrupt settings (%s) are replaced by the defaults',
  (stored) => {
    const made = loaded(stored);
    expect(made).toEqual(DEFAULTS);
  },
);

test('unknown settings of earlier versions are dropped', () => {
  const made = loaded('{"colour": "red", "name": "Ann"}');
  expect(made).not.toHaveProperty('colour');
  expect(made.name).toBe('Ann');
});

test('a browser that stores nothing has the defaults', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(loadSettings()).toEqual(DEFAULTS);
});

test('changing settings does not change the defaults', () => {
  const made = loadSettings();
  made.bots.count = 4;
  made.boxes.push('whims');
  made.online.bots = 1;
  expect([DEFAULTS.bots.count, DEFAULTS.boxes, DEFAULTS.online.bots]).toEqual([2, [], 0]);
});

test('settings can be changed without storage', () => {
  fillStorage();
  const stop = $effect.root(persistSettings);
  settings.name = 'Ann';
  expect(() => flushSync()).not.toThrow();
  stop();
});

test('the theme is the chosen one or that of the system', () => {
  const evening = system(false);
  const stop = $effect.root(persistSettings);
  const theme = (): string | undefined => (flushSync(), document.documentElement.dataset.theme);
  expect(theme()).toBe('light');
  evening.turn(true);
  expect(theme()).toBe('dark');
  settings.theme = 'light';
  expect(theme()).toBe('light');
  settings.theme = 'dark';
  evening.turn(false);
  expect(theme()).toBe('dark');
  stop();
});

test('durations follow the speed setting and are 0 if motion is off', () => {
  system(false);
  const durations = [0, 0.5, 1, 2].map((speed) => ((settings.speed = speed), motionDuration(300)));
  expect(durations).toEqual([0, 600, 300, 150]);
  system(true);
  expect(motionDuration(300)).toBe(0);
});
