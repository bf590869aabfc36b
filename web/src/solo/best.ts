// The best result of the solo game that this browser has seen.

const KEY = 'naqala.best';

export interface Best {
  points: number;
  /** The number of the title in the catalogue: `title.2.name`. */
  title: number;
}

/** The best so far, or nothing. */
export function best(): Best | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Best | null;
    return kept && Number.isFinite(kept.points) && Number.isInteger(kept.title) ? kept : null;
  } catch {
    return null;
  }
}

/** Remember a solo game that was won, if it is the best. */
export function keepBest(points: number, title: number): void {
  if (points <= (best()?.points ?? -1)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ points, title }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
