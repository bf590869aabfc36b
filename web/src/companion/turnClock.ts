// A clock that counts the time of one player at a time.

export interface ClockState {
  /** Whether it counts the time that is left of `minutes`. */
  down: boolean;
  minutes: number;
  /** The time that each seat has used, in milliseconds. */
  spent: number[];
  seat: number;
}

export const LEAST_MINUTES = 1;
export const MOST_MINUTES = 180;

/** The time of a seat, including what runs since `since`; `since` is 0 if the clock is stopped. */
export const spentBy = (clock: ClockState, seat: number, since: number, now: number): number =>
  (clock.spent[seat] ?? 0) + (since && seat === clock.seat ? Math.max(0, now - since) : 0);

/** The time to show for a seat; negative if it has used more than it had. */
export function shownTime(clock: ClockState, seat: number, since: number, now: number): number {
  const spent = spentBy(clock, seat, since, now);
  return clock.down ? clock.minutes * 60_000 - spent : spent;
}

/** A time as text: `4:05`, `1:02:03`, `−0:07`. */
export function timeText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const clock = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return (ms <= -1000 ? '−' : '') + clock;
}
