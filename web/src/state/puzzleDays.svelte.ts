// On which days puzzles were played in this browser, and which puzzles were found.

const KEY = 'naqala.puzzles';
/** How many days are kept: more than a streak is likely to last. */
const MOST_DAYS = 800;

interface Stored {
  /** Days on which a puzzle was answered: `2026-11-17`. */
  days: string[];
  /** The ids of the puzzles that were answered, with the smallest distance in points. */
  results: Record<string, number>;
}

/** A day in local time: `2026-11-17`. */
export function dayName(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function daysBefore(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days);
}

/** The number of consecutive days up to today, or up to yesterday while today is still to come. */
export function streakOf(days: Iterable<string>, today: Date): number {
  const played = new Set(days);
  const first = played.has(dayName(today)) ? 0 : 1;
  let length = 0;
  while (played.has(dayName(daysBefore(today, first + length)))) length++;
  return length;
}

/** The days of the current week, from Monday. */
export function weekOf(today: Date): Date[] {
  const sinceMonday = (today.getDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, nth) => daysBefore(today, sinceMonday - nth));
}

export function loadStored(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Stored, unknown>>;
    const days = Array.isArray(stored.days) ? stored.days.filter((day): day is string => typeof day === 'string') : [];
    const results = Object.entries((stored.results ?? {}) as object).filter(
      (each): each is [string, number] => typeof each[1] === 'number',
    );
    return { days, results: Object.fromEntries(results) };
  } catch {
    return { days: [], results: {} };
  }
}

/** What two tabs have stored. */
function joined(a: Stored, b: Stored): Stored {
  const results = { ...a.results };
  for (const [id, short] of Object.entries(b.results)) results[id] = Math.min(short, results[id] ?? Infinity);
  return { days: [...new Set([...a.days, ...b.days])].sort(), results };
}

class PuzzleDays {
  /** Whether this browser has refused to store the last result. */
  unsaved = $state(false);
  private stored = $state.raw(loadStored());

  has(date: Date): boolean {
    return this.stored.days.includes(dayName(date));
  }

  streak(today = new Date()): number {
    return streakOf(this.stored.days, today);
  }

  /** The smallest distance in points with which a puzzle was answered; undefined if it was not. */
  result(id: string): number | undefined {
    return this.stored.results[id];
  }

  /** A puzzle was answered, so many points short. */
  add(id: string, short: number, today = new Date()): void {
    const { days, results } = joined(this.stored, loadStored());
    const day = dayName(today);
    this.stored = {
      days: days.includes(day) ? days : [...days, day].slice(-MOST_DAYS),
      results: { ...results, [id]: Math.min(short, results[id] ?? Infinity) },
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
      this.unsaved = false;
    } catch {
      this.unsaved = true;
    }
  }
}

export const puzzleDays = new PuzzleDays();
