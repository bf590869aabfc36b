// The settings of this browser, stored in `localStorage`.

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'naqala.settings';

export const DEFAULTS = {
  /** Empty for the language of the browser. */
  language: '',
  theme: 'system' as Theme,
  sound: true,
  notify: false,
  /** The speed of animations: 0 (off), 0.5, 1 or 2. */
  speed: 1,
  /** Letters on meeples. */
  letters: false,
  name: '',
  parity: false,
  dangers: false,
  sets: true,
  /** Whether hints are available. */
  hints: true,
  /** Whether hints are shown with all reasons. */
  hintDetails: false,
  /** Whether the adviser beside an explored position is on. */
  adviser: true,
  /** Whether tips appear at the table of the guided first game. */
  tips: true,
  /** Whether single-letter keyboard shortcuts are active. */
  keys: true,
  bots: { count: 2, rung: 'merchant' },
  seats: { here: 3, online: 3 },
  boxes: [] as string[],
  promos: [] as string[],
  doubled: false,
  /** The names last used on a shared screen. */
  names: [] as string[],
  online: { listed: false, clock: 'none', hints: true, bots: 0 },
};

export type Settings = typeof DEFAULTS;

/** The stored value where it has the type of the default, otherwise the default. */
function withDefaults<T>(stored: unknown, fallback: T): T {
  if (Array.isArray(fallback))
    return (Array.isArray(stored) && stored.every((each) => typeof each === 'string') ? stored : [...fallback]) as T;
  if (typeof fallback !== 'object' || fallback === null) return typeof stored === typeof fallback ? (stored as T) : fallback;
  const object = (typeof stored === 'object' ? stored : null) as Record<string, unknown> | null;
  return Object.fromEntries(Object.entries(fallback).map(([name, each]) => [name, withDefaults(object?.[name], each)])) as T;
}

/** The stored settings; missing or corrupt values have their defaults. */
export function loadSettings(): Settings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown;
    return withDefaults(stored, DEFAULTS);
  } catch {
    return withDefaults({}, DEFAULTS);
  }
}

/** The current settings; changes are stored. */
export const settings: Settings = $state(loadSettings());

/** Store the settings when they change, and apply the theme. Called once, by the root component. */
export function persistSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // The page works without storage.
    }
  });
  $effect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const paint = (): void => {
      const dark = settings.theme === 'dark' || (settings.theme === 'system' && system.matches);
      document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    };
    paint();
    // The system theme can change while the page is open.
    system.addEventListener('change', paint);
    return () => system.removeEventListener('change', paint);
  });
}

/** A duration adjusted to the speed setting; 0 if motion is turned off. */
export function motionDuration(ms: number): number {
  if (settings.speed === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return ms / settings.speed;
}
