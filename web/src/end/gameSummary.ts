// How a finished game went, found in the points after each turn.

import { TITLES, type Curve, type CurvePoint, type Happening, type LogEntry, type PlayerScene, type Scene } from '../protocol';
import { effectiveEntries } from '../log/logLines';

/** The points of everybody after a round; round 0 is the beginning. */
export interface RoundScores {
  round: number;
  totals: number[];
}

/** A turn that moved the game. */
export interface TurningPoint {
  /** Which turn of the game, from 0. */
  index: number;
  seat: number;
  round: number;
  /** By how much the margin over the best rival changed. */
  change: number;
  gain: number;
  /** The moments before and after the turn, in actions. */
  from: number;
  to: number;
}

export type Outcome = 'won' | 'lost' | 'shared' | 'watched' | 'title' | 'fallen';

/** The sources in the order of the score sheet that brought somebody something, or always count. */
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

/** Seats in the order of their points; who sits earlier first among equals. */
export function ranking(players: PlayerScene[]): number[] {
  return players.map((_, seat) => seat).sort((a, b) => players[b]!.score.total - players[a]!.score.total);
}

/** How the game ended for somebody who holds these seats. */
export function outcome(scene: Scene, seats: number[], solo: boolean): Outcome {
  const winners = scene.winners;
  if (solo) return winners.length ? 'title' : 'fallen';
  if (seats.length !== 1) return winners.length > 1 ? 'shared' : 'watched';
  if (!winners.includes(seats[0]!)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** Which of the four titles so many points earn, from 0. */
export const soloTitle = (points: number): number => TITLES.filter((limit) => points > limit).length;

/** The sources that made most of the lead of one player over another, best first. */
export function decisiveSources(winner: PlayerScene, other: PlayerScene): string[] {
  const lead = (source: string): number => (winner.score.sources[source] ?? 0) - (other.score.sources[source] ?? 0);
  const leading = Object.keys(winner.score.sources).filter((source) => lead(source) > 0);
  const best = leading.sort((a, b) => lead(b) - lead(a)).slice(0, 2);
  // A second one that hardly counts beside the first made no difference.
  return best.length === 2 && lead(best[1]!) * 3 < lead(best[0]!) ? best.slice(0, 1) : best;
}

/** The points after each round; the last are the final ones, whatever ended the game. */
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

/** The turns that changed the most between their player and the best of the others. */
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
        gain: point.totals[seat]! - before.totals[seat]!,
        from: before.actions,
        to: point.actions,
      };
    })
    .filter((turn): turn is TurningPoint => turn !== null && turn.change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.index - b.index);
}

/** What says most about a turn. */
const WEIGHTS: Partial<Record<Happening['type'], number>> = { Sold: 4, Gathered: 3, DjinnTaken: 2, TurnEnded: 1 };

/** What was done in each turn of a game, in one sentence, from its whole log. */
export function turnSummaries(entries: LogEntry[]): string[] {
  const found: string[] = [];
  let best = { weight: 0, text: '' };
  for (const { events = [], lines = [] } of effectiveEntries(entries)) {
    events.forEach((event, nth) => {
      const weight = WEIGHTS[event.type] ?? 0;
      if (weight > best.weight) best = { weight, text: lines[nth + lines.length - events.length] ?? '' };
      if (event.type !== 'TurnEnded') return;
      found.push(best.text);
      best = { weight: 0, text: '' };
    });
  }
  return found;
}

/** Round numbers of points for the lines behind a chart: two to five of them. */
export function gridLines(least: number, most: number): number[] {
  const rough = Math.max(1, most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const found: number[] = [];
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) found.push(value);
  return found;
}
