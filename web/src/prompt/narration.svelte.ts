// Describes others' actions in the prompt while they are animated: the last, the current and the next step.

import { TRIBE_KEYS } from '../drawing/sprites';
import type { GameEvent, LogEntry } from '../protocol';
import { say, words } from '../state/words.svelte';

/** An event of an action. */
export interface NarrationStep {
  event: GameEvent;
  /** The number of meeples left in hand after it; 0 outside of a move. */
  left: number;
}

/** The minimum time between updates, so that the text can be read. */
const UPDATE_MS = 1000;
const NARRATED: GameEvent['type'][] = [
  'Taken',
  'Dropped',
  'Gathered',
  'BidPlaced',
  'CamelPlaced',
  'TentPlaced',
  'PalmPlaced',
  'PalacePlaced',
  'GoldGained',
  'CardsTaken',
  'DjinnTaken',
  'Killed',
  'Sold',
];

/** The events of actions of one seat that are described. */
export function narrationSteps(...entries: LogEntry[]): NarrationStep[] {
  const events = entries.flatMap((entry) =>
    entry.events.filter((event) => NARRATED.includes(event.type) && (event.seat ?? entry.seat) === entry.seat),
  );
  // The rest of a move that is played drop by drop is known from the pile that was taken.
  let left = events.find((event) => event.type === 'Taken')?.pile?.length ?? 0;
  return events.map((event) => {
    if (event.type === 'Dropped') left = Math.max(0, left - 1);
    return { event, left: event.type === 'Taken' || event.type === 'Dropped' ? left : 0 };
  });
}

/** The text of a step, in the present or past tense. */
export function stepText({ event }: NarrationStep, tense: 'was' | 'now'): string {
  const { type, tile = '', tribe = '', pile = '', count = pile.length, value = 0, amount = 0 } = event;
  const who =
    type === 'Killed'
      ? words.list([...pile].map(one))
      : type === 'Gathered' && count > 1
        ? `${count} ${words.say(`tribe.${TRIBE_KEYS[tribe]}.other`)}`
        : one(tribe);
  const djinn = event.djinn ? words.say(`djinn.${event.djinn}.name`) : '';
  return say(`prompt.${tense}.${type}`, { tile, who, value, amount, djinn, count: event.cards?.length ?? count });
}

const one = (tribe: string): string => (tribe ? words.say(`tribe.${TRIBE_KEYS[tribe]}.a`) : '');

class Narration {
  /** The action that is described: the last one of the move. */
  entry = $state.raw<LogEntry | null>(null);
  /** The steps of the whole move, which may consist of several actions. */
  steps = $state.raw<NarrationStep[]>([]);
  current = $state(0);
  /** The actions of the move that is or was animated. */
  private move: LogEntry[] = [];
  /** How many of its steps precede the action being animated. */
  private before = 0;
  private animating = false;
  private began = 0;
  private duration = 0;
  private ended = 0;
  private changed = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly skippers = new Set<() => void>();

  /** Call `skip` when the player skips the animation; returns a function to unsubscribe. */
  onSkip(skip: () => void): () => void {
    this.skippers.add(skip);
    return () => this.skippers.delete(skip);
  }

  /** Skip the animation of the current action. */
  skip(): void {
    this.skippers.forEach((skip) => skip());
    this.animating = false;
    this.clear();
  }

  /** Describe an action that is animated for `duration` milliseconds, or nothing. */
  show(entry: LogEntry | null, duration = 0): void {
    if (this.animating) this.ended = performance.now();
    this.animating = Boolean(entry && narrationSteps(entry).length);
    if (entry && this.animating) {
      this.before = continuesMove(this.move, entry) ? narrationSteps(...this.move).length : 0;
      this.move = this.before ? [...this.move, entry] : [entry];
      this.began = performance.now();
      this.duration = duration;
    }
    this.update();
  }

  /** Show the current step, unless the text has just changed; then do it later. */
  private update(): void {
    const now = performance.now();
    if (this.entry && this.changed + UPDATE_MS > now) return this.updateIn(this.changed + UPDATE_MS - now);
    const entry = this.move.at(-1);
    const steps = narrationSteps(...this.move);
    const reached = this.reached(steps.length);
    if (this.entry !== entry || this.current !== reached) {
      if (!entry || !(this.animating || this.entry)) return this.clear();
      this.entry = entry;
      this.steps = steps;
      this.current = reached;
      this.changed = now;
    } else if (!this.animating && this.ended + UPDATE_MS <= now) return this.clear();
    // The description stays for a moment, because the move may go on.
    if (!this.animating || reached < steps.length - 1) this.updateIn(UPDATE_MS);
  }

  private updateIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), ms);
  }

  /** The index of the step that is being animated. */
  private reached(count: number): number {
    if (!this.animating || !this.duration) return count - 1;
    const progress = (performance.now() - this.began) / this.duration;
    return Math.min(count - 1, this.before + Math.floor(progress * (count - this.before)));
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.entry = null;
    this.steps = [];
    this.current = 0;
  }
}

/** Whether an action belongs to the same move: bots play each drop as an action of its own. */
function continuesMove(move: LogEntry[], entry: LogEntry): boolean {
  const first = narrationSteps(entry)[0]?.event.type;
  return move[0]?.seat === entry.seat && first !== 'Taken' && first !== 'BidPlaced';
}

export const narration = new Narration();
