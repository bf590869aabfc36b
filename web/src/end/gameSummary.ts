// Statistics of a finished game: ranking, outcome, scores by round and turning points.

import { TITLES, type Curve, type CurvePoint, type GameEvent, type LogEntry, type PlayerScene, type Scene } from '../protocol';
import { YAZID } from '../live/table.svelte';
import { effectiveEntries } from '../log/logLines';

/** The totals of all players after a round; round 0 is the start of the game. */
export interface RoundScores {
  round: number;
  totals: number[];
}

/** A turn that changed the lead most. */
export interface TurningPoint {
  /** The index of the turn in the game. */
  index: number;
  seat: number;
  round: number;
  /** The change of the margin over the best opponent. */
  change: number;
  /** The moments before and after the turn, as numbers of actions. */
  from: number;
  to: number;
}

export type Outcome = 'won' | 'lost' | 'shared' | 'watched' | 'title' | 'fallen';

/** The sources of points to list, in the order of the score sheet; those that are not in every game only if somebody scored. */
export function scoreSources(players: PlayerScene[]): string[] {
  const always = ['gold', 'viziers', 'elders', 'djinns', 'tiles', 'palms', 'palaces', 'goods'];
  const order = [
    'gold',
    'viziers',
    'majority',
    'elders',
    'artisans',
    'djinns',
    'tiles',
    'tent',
    'cities',
    'palms',
    'palaces',
    'goods',
    'items',
  ];
  const known = new Set(players.flatMap((player) => Object.keys(player.score.sources)));
  const ordered = [...order.filter((source) => known.has(source)), ...[...known].filter((source) => !order.includes(source))];
  return ordered.filter((source) => always.includes(source) || players.some((player) => player.score.sources[source]));
}

/** Seats by descending total; ties in seat order. */
export function ranking(players: PlayerScene[]): number[] {
  return players.map((_, seat) => seat).sort((a, b) => players[b]!.score.total - players[a]!.score.total);
}

/** How the game ended for the holder of these seats. */
export function outcome(scene: Scene, seats: number[], solo: boolean): Outcome {
  const winners = scene.winners;
  if (solo) return winners.length ? 'title' : 'fallen';
  if (seats.length !== 1) return winners.length > 1 ? 'shared' : 'watched';
  if (!winners.includes(seats[0]!)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** The index of the solo title that a total earns. */
export const soloTitle = (points: number): number => TITLES.filter((limit) => points > limit).length;

/** The gold that Yazid's last strike cost the player; null if the log does not reach back to it. */
export function lastStrikeCost(log: LogEntry[]): number | null {
  let cost = 0;
  for (const event of effectiveEntries(log)
    .flatMap(({ events }) => events)
    .reverse()) {
    if (event.type === 'GoldPaid' && event.purpose === 'yazid') cost += event.amount;
    if (event.type === 'TurnStarted' && event.seat === YAZID) return cost;
  }
  return null;
}

/** The one or two sources that contributed most to a player's lead over another. */
export function decisiveSources(winner: PlayerScene, other: PlayerScene): string[] {
  const lead = (source: string): number => (winner.score.sources[source] ?? 0) - (other.score.sources[source] ?? 0);
  const leading = Object.keys(winner.score.sources).filter((source) => lead(source) > 0);
  const best = leading.sort((a, b) => lead(b) - lead(a)).slice(0, 2);
  // Leave out a second source that contributed less than a third of the first.
  return best.length === 2 && lead(best[1]!) * 3 < lead(best[0]!) ? best.slice(0, 1) : best;
}

/** The totals after each round; those of the last round are the final ones. */
export function scoresByRound(curve: Curve, final: number[]): RoundScores[] {
  const found: RoundScores[] = [];
  for (const point of curve.points) {
    const last = found.at(-1);
    if (last?.round === point.round) last.totals = point.totals;
    else found.push({ round: point.round, totals: point.totals });
  }
  const last = found.at(-1);
  if (last && last.round > 0) last.totals = final;
  return found;
}

/** The turns that changed a player's margin over the best opponent most, in game order. */
export function turningPoints(curve: Curve, most = 3): TurningPoint[] {
  const margin = (point: CurvePoint, seat: number): number => {
    const rivals = point.totals.filter((_, other) => other !== seat);
    return point.totals[seat]! - (rivals.length ? Math.max(...rivals) : 0);
  };
  return curve.points
    .map((point, at): TurningPoint | null => {
      const before = curve.points[at - 1];
      if (!before || point.seat < 0 || point.seat >= point.totals.length) return null;
      const { seat, round } = point;
      return {
        index: at - 1,
        seat,
        round,
        change: margin(point, seat) - margin(before, seat),
        from: before.actions,
        to: point.actions,
      };
    })
    .filter((turn): turn is TurningPoint => turn !== null && turn.change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.index - b.index);
}

/** The most important event of a turn has the highest weight. */
const WEIGHTS: Partial<Record<GameEvent['type'], number>> = { Sold: 4, Gathered: 3, DjinnTaken: 2, TurnEnded: 1 };

/** Events with a sentence each; sentences without an event come first. */
type Told = Pick<LogEntry, 'events' | 'lines'>;

/** The sentence of the most important event. */
export function summaryOf(entries: Told[]): string {
  let best = { weight: 0, text: '' };
  for (const { events = [], lines = [] } of entries) {
    events.forEach((event, nth) => {
      const weight = WEIGHTS[event.type] ?? 0;
      if (weight > best.weight) best = { weight, text: lines[nth + lines.length - events.length] ?? '' };
    });
  }
  return best.text;
}

/** One sentence about each turn, from the complete log. */
export function turnSummaries(entries: LogEntry[]): string[] {
  const found: string[] = [];
  let turn: Told[] = [];
  for (const { events = [], lines = [] } of effectiveEntries(entries)) {
    const texts = lines.slice(lines.length - events.length);
    const end = events.findIndex((event) => event.type === 'TurnEnded');
    turn.push({ events: events.slice(0, end < 0 ? undefined : end + 1), lines: texts.slice(0, end < 0 ? undefined : end + 1) });
    if (end < 0) continue;
    found.push(summaryOf(turn));
    turn = [{ events: events.slice(end + 1), lines: texts.slice(end + 1) }];
  }
  return found;
}

/** Round values for the two to five grid lines of a chart. */
export function gridLines(least: number, most: number): number[] {
  const rough = Math.max(1, most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const found: number[] = [];
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) found.push(value);
  return found;
}
