// What this browser was told to do: language, light, sound, speed and helpers.

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'naqala.settings';

export const DEFAULTS = {
  /** Empty: as the browser wishes. */
  language: '',
  theme: 'system' as Theme,
  sound: true,
  notify: false,
  /** Of motion: 0 for none, 0.5, 1 or 2. */
  speed: 1,
  /** Letters on meeples. */
  letters: false,
  name: '',
  parity: false,
  dangers: false,
  sets: true,
  /** Whether the adviser can be asked. */
  hints: true,
  /** Whether keys of one letter do something at the table. */
  keys: true,
  bots: { count: 2, rung: 'merchant' },
  seats: { here: 3, online: 3 },
  boxes: [] as string[],
  promos: [] as string[],
  doubled: false,
  /** What those around one screen were called last. */
  names: [] as string[],
  online: { listed: false, clock: 'none', hints: true, bots: 0 },
};

export type Settings = typeof DEFAULTS;

/** What was kept, as far as it has the shape of what is usual. */
function fitted<T>(kept: unknown, usual: T): T {
  if (Array.isArray(usual)) return (Array.isArray(kept) && kept.every((each) => typeof each === 'string') ? kept : [...usual]) as T;
  if (typeof usual !== 'object' || usual === null) return typeof kept === typeof usual ? (kept as T) : usual;
  const given = (typeof kept === 'object' ? kept : null) as Record<string, unknown> | null;
  return Object.fromEntries(Object.entries(usual).map(([name, each]) => [name, fitted(given?.[name], each)])) as T;
}

/** The settings that this browser has kept; what is missing or damaged is as usual. */
export function keptSettings(): Settings {
  try {
    return fitted(JSON.parse(localStorage.getItem(KEY) ?? '{}'), DEFAULTS);
  } catch {
    return fitted({}, DEFAULTS);
  }
}

/** The settings; what is changed here is kept. */
export const settings: Settings = $state(keptSettings());

/** Keep the settings whenever they change; for the root of the page. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  $effect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const paint = (): void => {
      const dark = settings.theme === 'dark' || (settings.theme === 'system' && system.matches);
      document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    };
    paint();
    // A browser may turn dark in the evening, while the page is open.
    system.addEventListener('change', paint);
    return () => system.removeEventListener('change', paint);
  });
}

/** How long something that takes `ms` may take now; 0 where nothing shall move. */
export function span(ms: number): number {
  if (settings.speed === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return ms / settings.speed;
}
