// The markers that have left the turn order track in this round, from the log: the scene has only their order.

import type { LogEntry } from '../protocol';
import { effectiveEntries } from '../log/logLines';

export interface PlayedMarker {
  seat: number;
  spot: number;
}

/** The spots of the players who have played or are in turn, in turn order. Unknown ones are left out. */
export function playedMarkers(entries: LogEntry[]): PlayedMarker[] {
  let spots: number[] = [];
  let played: PlayedMarker[] = [];
  for (const event of effectiveEntries(entries).flatMap((entry) => entry.events)) {
    if (event.type === 'RoundStarted') {
      spots = [];
      played = [];
    } else if (event.type === 'BidPlaced' || event.type === 'Pushed') {
      spots[event.spot] = event.seat;
    } else if (event.type === 'TurnStarted') {
      const spot = spots.lastIndexOf(event.seat);
      if (spot < 0) continue;
      played.push({ seat: event.seat, spot });
      spots[spot] = -1;
    }
  }
  return played;
}
