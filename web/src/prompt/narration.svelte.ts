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

/** The events of an action that are described. */
export function narrationSteps(entry: LogEntry): NarrationStep[] {
  const events = entry.events.filter((event) => NARRATED.includes(event.type) && (event.seat ?? entry.seat) === entry.seat);
  const drops = events.filter((event) => event.type === 'Dropped').length;
  let dropped = 0;
  return events.map((event) => {
    if (event.type === 'Dropped') dropped += 1;
    return { event, left: event.type === 'Taken' || event.type === 'Dropped' ? drops - dropped : 0 };
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
  /** The action that is being animated. */
  entry = $state.raw<LogEntry | null>(null);
  steps = $state.raw<NarrationStep[]>([]);
  current = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly skippers = new Set<() => void>();

  /** Call `skip` when the player skips the animation; returns a function to unsubscribe. */
  onSkip(skip: () => void): () => void {
    this.skippers.add(skip);
    return () => this.skippers.delete(skip);
  }

  /** Skip the animation of the current action. */
  skip(): void {
    this.skippers.forEach((skip) => skip());
  }

  /** Describe an action that is animated for `duration` milliseconds, or nothing. */
  show(entry: LogEntry | null, duration = 0): void {
    clearInterval(this.timer);
    this.entry = entry;
    this.steps = entry ? narrationSteps(entry) : [];
    this.current = 0;
    if (this.steps.length < 2) return;
    const began = performance.now();
    this.timer = setInterval(() => {
      const progress = (performance.now() - began) / duration;
      this.current = Math.min(this.steps.length - 1, Math.floor(progress * this.steps.length));
    }, UPDATE_MS);
  }
}

export const narration = new Narration();
