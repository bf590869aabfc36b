// The best result of the solo game in this browser.

const KEY = 'naqala.best';

export interface BestResult {
  points: number;
  /** The number of the title in the catalogue: `title.2.name`. */
  title: number;
}

export function bestResult(): BestResult | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as BestResult | null;
    return stored && Number.isFinite(stored.points) && Number.isInteger(stored.title) ? stored : null;
  } catch {
    return null;
  }
}

/** Store the result of a won solo game if it is the best so far. */
export function saveBestResult(points: number, title: number): void {
  if (points <= (bestResult()?.points ?? -1)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ points, title }));
  } catch {
    // The game works without storage.
  }
}
