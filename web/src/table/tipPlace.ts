// Where a tip lies on a phone: over a part of the table that is not needed now.

/** The parts of a table that a tip can cover. */
export type Area = 'board' | 'market' | 'own' | 'rivals';

/** What it costs to cover a part that is not needed: first one's own things, last the board. */
const COSTS: Record<Area, number> = { own: 1, market: 2, rivals: 2, board: 3 };
/** What it costs to cover a part that must stay in view. */
const NEEDED = 1000;
const AREAS = Object.keys(COSTS) as Area[];
const SELECTORS: Record<Area, string> = { board: '.board', market: '.shelf', own: '.pme', rivals: '.opps' };
/** The parts that are never covered; the prompt is last. */
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
  const boxes = AREAS.flatMap((area) => (areas[area]?.height ? { box: areas[area], cost: needed.has(area) ? NEEDED : COSTS[area] } : []));
  const parts = [...fixed.map((box) => ({ box, cost: NEEDED })), ...boxes];
  const prompt = fixed.at(-1);
  const places = boxes.flatMap(({ box: { left, top, width, height: own } }) => {
    // Above the prompt there may be free room.
    const tops = [top, top + own - height, ...(prompt ? [prompt.top - height] : [])];
    return tops.map((each) => ({ left, top: each, width, height }));
  });
  const costs = places.map((place) => parts.reduce((sum, { box, cost }) => sum + cost * overlap(place, box), 0));
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
