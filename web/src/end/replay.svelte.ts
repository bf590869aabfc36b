// Walking through a game: which moment is shown, and how to get to another.

import type { Moment } from '../protocol';
import { secretsOf } from '../state/secrets';
import { settings } from '../state/settings.svelte';
import * as api from '../wire/api';

export const STEP_UNITS = ['turn', 'step'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** How long a moment stays while the game plays by itself. */
const DISPLAY_MS: Record<StepUnit, number> = { step: 900, turn: 2200 };
/** So long after the last of several steps it is clear that this one is meant, in milliseconds. */
const SETTLE_MS = 200;
/** How many moments of a game are shown at most while the slider is held. */
const MAX_SCRUB_STOPS = 16;

export class Replay {
  /** What is shown, as soon as it is known. */
  shown = $state.raw<Moment | null>(null);
  /** Which moment is wished for. */
  position = $state(0);
  last = $state(0);
  turns = $state.raw<number[]>([]);
  unit = $state<StepUnit>('turn');
  playing = $state(false);
  problem = $state('');

  private readonly cache = new Map<number, Promise<Moment>>();
  private playTimer: ReturnType<typeof setTimeout> | undefined;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Which moment is to be shown: `at`, or one near it while the slider is held. */
  private requested = -1;

  constructor(
    readonly table: string,
    start: number,
    /** Called with each moment that is stayed at: browsers limit how often an address may change. */
    private readonly onsettle: (moment: number) => void = () => {},
  ) {
    void this.load(start);
  }

  close(): void {
    clearTimeout(this.playTimer);
    clearTimeout(this.settleTimer);
  }

  /** The game has gone on, or something was taken back: there are more moments, or fewer. */
  refresh(last: number): void {
    if (!this.shown || last === this.last) return;
    this.cache.clear();
    void this.fetch(last)
      .then(() => {
        if (this.position > this.last) this.go(this.last);
      })
      .catch(() => {});
  }

  /** Go to a moment; whoever goes by hand stops what plays. */
  go(moment: number, manual = true): void {
    this.setPosition(moment, manual);
    // The first of several steps is shown at once, then only the last.
    if (!manual || this.settleTimer === undefined) void this.show(this.position);
    if (!manual) return;
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => this.settle(), SETTLE_MS);
  }

  /** Go past moments while the slider is held: only a few of them are asked for, each once. */
  scrub(moment: number): void {
    this.setPosition(moment, true);
    const stride = Math.max(1, this.last / MAX_SCRUB_STOPS);
    void this.show(Math.round(Math.round(this.position / stride) * stride), false);
  }

  /** The slider was let go, or no further step has come: this is the moment that was meant. */
  settle(): void {
    clearTimeout(this.settleTimer);
    this.settleTimer = undefined;
    this.onsettle(this.position);
    void this.show(this.position);
  }

  private setPosition(moment: number, manual: boolean): void {
    if (manual) this.pause();
    this.position = Math.max(0, Math.min(this.last, moment));
  }

  get atStart(): boolean {
    return this.position <= 0;
  }

  get atEnd(): boolean {
    return this.position >= this.last;
  }

  /** The moment that comes next at the chosen pace. */
  get next(): number {
    if (this.unit === 'step') return this.position + 1;
    return this.turns.find((turn) => turn > this.position) ?? this.last;
  }

  get previous(): number {
    if (this.unit === 'step') return this.position - 1;
    return this.turns.findLast((turn) => turn < this.position) ?? 0;
  }

  play(): void {
    if (this.atEnd) this.go(0);
    this.playing = true;
    this.scheduleNext();
  }

  pause(): void {
    clearTimeout(this.playTimer);
    if (!this.playing) return;
    this.playing = false;
    this.onsettle(this.position);
  }

  private scheduleNext(): void {
    clearTimeout(this.playTimer);
    this.playTimer = setTimeout(
      () => {
        if (!this.playing) return;
        this.go(this.next, false);
        if (this.atEnd) this.pause();
        else this.scheduleNext();
      },
      DISPLAY_MS[this.unit] / (settings.speed || 1),
    );
  }

  private async load(start: number): Promise<void> {
    try {
      // A link may name a moment that was taken back; then the last one is shown.
      const moment = await this.fetch(start).catch(async () => this.fetch((await this.fetch(0)).last));
      this.position = moment.actions;
      this.shown = moment;
      void this.fetch(Math.min(this.last, this.next)).catch(() => {});
    } catch (error) {
      this.problem = (error as Error).message || 'unreachable';
    }
  }

  private async show(moment: number, preload = true): Promise<void> {
    this.requested = moment;
    try {
      const found = await this.fetch(moment);
      if (this.requested !== moment) return;
      this.shown = found;
      this.problem = '';
      // What is likely wanted next is there before it is asked for.
      if (preload && !this.atEnd) void this.fetch(this.next).catch(() => {});
    } catch (error) {
      if (this.requested === moment) this.problem = (error as Error).message || 'unreachable';
    }
  }

  private fetch(moment: number): Promise<Moment> {
    const cached = this.cache.get(moment);
    if (cached) return cached;
    const loading = api.moment(this.table, moment, secretsOf(this.table)).then((found) => {
      this.last = found.last;
      this.turns = found.turns;
      return found;
    });
    this.cache.set(moment, loading);
    loading.catch(() => this.cache.delete(moment));
    return loading;
  }
}
