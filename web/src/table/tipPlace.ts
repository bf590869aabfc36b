// Where a tip lies on a phone: over a part of the table that is not needed now.

/** The parts of a table that a tip can cover. */
export type Area = 'board' | 'market' | 'own' | 'rivals';

/** The areas in the order in which they are covered. */
const AREAS: Area[] = ['market', 'own', 'rivals', 'board'];
const SELECTORS: Record<Area, string> = { board: '.board', market: '.shelf', own: '.pme', rivals: '.opps' };
/** The parts that are never covered. */
const FIXED = ['.ptop', '.pprompt'];

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The area that two boxes share. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** The place for a tip of some height that covers least of what must stay in view. */
export function placeTip(height: number, areas: Partial<Record<Area, Box>>, needed: ReadonlySet<Area>, fixed: Box[]): Box | null {
  const kept = [...fixed, ...AREAS.filter((area) => needed.has(area)).flatMap((area) => areas[area] ?? [])];
  const places = AREAS.flatMap((area) => {
    const box = areas[area];
    return box?.height ? [box.top, box.top + box.height - height].map((top) => ({ left: box.left, top, width: box.width, height })) : [];
  });
  const costs = places.map((place) => kept.reduce((sum, box) => sum + overlap(place, box), 0));
  return places[costs.indexOf(Math.min(...costs))] ?? null;
}

/** The boxes of a table that is laid out for a phone. */
export function measureTable(table: Element): { areas: Partial<Record<Area, Box>>; fixed: Box[] } {
  const box = (selector: string): Box | undefined => table.querySelector(selector)?.getBoundingClientRect();
  return {
    areas: Object.fromEntries(AREAS.map((area) => [area, box(SELECTORS[area])])),
    fixed: FIXED.flatMap((selector) => box(selector) ?? []),
  };
}
