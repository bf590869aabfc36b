// The sums of the score pad.

import { djinnPoints, itemPoints } from '../protocol/cards';
import { TITLES } from '../protocol';
import { SET_POINTS } from '../protocol/cards';
import { CITY_POINTS, DJINN_BONUS, padRows, POINTS, type Box } from './rulesData';

/** What was entered for a player. An empty cell is missing: it is not zero. */
export interface Sheet {
  /** The typed numbers by source: pieces or points. */
  typed: Record<string, number>;
  /** The sizes of the tapped sets of goods. */
  sets: number[];
  /** The tapped Djinns. */
  djinns: string[];
  /** The counted items by name. */
  items: Record<string, number>;
}

export const emptySheet = (): Sheet => ({ typed: {}, sets: [], djinns: [], items: {} });

/** The sources that are typed as points; of the others, pieces are counted. */
const AS_POINTS = ['gold', 'djinns', 'tiles', 'goods', 'items'];

export const isCounted = (source: string): boolean => !AS_POINTS.includes(source);

export interface Result {
  /** The points by source; null for an empty cell. */
  points: Record<string, number | null>;
  total: number;
  /** How many Viziers the player has. */
  viziers: number;
  /** The sources that are still empty. */
  missing: string[];
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** What a tapped Djinn adds to each piece of a source. */
const bonus = (sheet: Sheet, source: string): number =>
  sum(sheet.djinns.map((djinn) => (DJINN_BONUS[djinn]?.source === source ? DJINN_BONUS[djinn].points : 0)));

/** The number in a cell: what was typed, or the points of what was tapped; null if it is empty. */
export function cellNumber(sheet: Sheet, source: string): number | null {
  if (source === 'goods' && sheet.sets.length) return sum(sheet.sets.map((size) => SET_POINTS[size] ?? 0));
  if (source === 'djinns' && sheet.djinns.length) return sum(sheet.djinns.map(djinnPoints));
  const items = Object.entries(sheet.items).filter(([, count]) => count > 0);
  if (source === 'items' && items.length) {
    return sum(items.map(([item, count]) => count * (itemPoints(item) + bonus(sheet, 'items'))));
  }
  return sheet.typed[source] ?? null;
}

/** The results of all players. `yazid` is the number of Yazid's Viziers in the solo game. */
export function results(sheets: Sheet[], boxes: Box[], yazid: number | null = null): Result[] {
  const rows = padRows(boxes);
  return sheets.map((sheet) => {
    const others = sheets.filter((each) => each !== sheet);
    const points = Object.fromEntries(rows.map((source) => [source, cellPoints(sheet, source, others, yazid)]));
    const known = Object.values(points).filter((each) => each !== null);
    return { points, total: sum(known), viziers: sheet.typed.viziers ?? 0, missing: rows.filter((source) => points[source] === null) };
  });
}

function cellPoints(sheet: Sheet, source: string, others: Sheet[], yazid: number | null): number | null {
  const count = cellNumber(sheet, source);
  if (count === null || !isCounted(source)) return count;
  const rivals = others.map((each) => each.typed[source]).filter((each) => each !== undefined);
  const more = count * bonus(sheet, source);
  switch (source) {
    case 'viziers': {
      const counts = yazid === null ? rivals : [...rivals, yazid];
      return more + count * POINTS.viziers + POINTS.majority * counts.filter((rival) => rival < count).length;
    }
    case 'artisans':
      return more + count * (rivals.some((rival) => rival > count) ? POINTS.artisans : POINTS.most_artisans);
    case 'cities':
      return CITY_POINTS[Math.min(count, CITY_POINTS.length - 1)]!;
    case 'elders':
    case 'palms':
    case 'palaces':
      return more + count * POINTS[source];
    default:
      return count; // the red tiles around the tent
  }
}

export interface Standing {
  /** The players with most points; several if they are tied. */
  leaders: number[];
  /** The distance to the next player. */
  by: number;
  complete: boolean;
  /** Whether there is any entry. */
  begun: boolean;
}

export function standing(found: Result[]): Standing {
  const totals = found.map((each) => each.total);
  const most = Math.max(...totals);
  const leaders = totals.flatMap((total, seat) => (total === most ? [seat] : []));
  const rest = totals.filter((total) => total < most);
  return {
    leaders,
    by: rest.length ? most - Math.max(...rest) : 0,
    complete: found.every((each) => !each.missing.length),
    begun: found.some((each) => Object.values(each.points).some((points) => points !== null)),
  };
}

/** The number of the title that a score of the solo game earns: `title.2.name`. */
export const titleOf = (points: number): number => TITLES.filter((limit) => points > limit).length;

/** The whole number in a text, without anything else that was typed; null if there is none. */
export function parseCount(text: string, digits = 3): number | null {
  const found = text.replace(/\D/g, '').slice(0, digits);
  return found ? Number(found) : null;
}
