// The best result of the solo game in this browser.

const KEY = 'naqala.best';

export interface Best {
  points: number;
  /** The number of the title in the catalogue: `title.2.name`. */
  title: number;
}

export function best(): Best | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Best | null;
    return kept && Number.isFinite(kept.points) && Number.isInteger(kept.title) ? kept : null;
  } catch {
    return null;
  }
}

/** Store the result of a won solo game if it is the best so far. */
export function keepBest(points: number, title: number): void {
  if (points <= (best()?.points ?? -1)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ points, title }));
  } catch {
    // The game works without storage.
  }
}
