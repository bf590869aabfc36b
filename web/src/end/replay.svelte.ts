// The state of a replay: the moment shown, navigation and automatic play.

import type { Moment } from '../protocol';
import { secretsOf } from '../state/secrets';
import { settings } from '../state/settings.svelte';
import * as api from '../wire/api';

export const STEP_UNITS = ['turn', 'step'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** How long each moment is shown during automatic play. */
const DISPLAY_MS: Record<StepUnit, number> = { step: 900, turn: 2200 };
/** How long navigation must pause before the address changes. */
const SETTLE_MS = 200;
/** Steps that follow each other within this time share an entry of the history. */
const BURST_MS = 5000;
/** The maximum number of moments loaded while the slider is dragged over the whole game. */
const MAX_SCRUB_STOPS = 16;

export class Replay {
  /** The moment on the screen; null until the first one is loaded. */
  shown = $state.raw<Moment | null>(null);
  /** The moment navigated to. `shown` follows once it is loaded. */
  position = $state(0);
  last = $state(0);
  turns = $state.raw<number[]>([]);
  unit = $state<StepUnit>('turn');
  playing = $state(false);
  problem = $state('');

  private readonly cache = new Map<number, Promise<Moment>>();
  private playTimer: ReturnType<typeof setTimeout> | undefined;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  /** The moment of the last request: `position`, or a nearby one while the slider is dragged. */
  private requested = -1;
  /** When the last step was reported. */
  private stepped = -Infinity;

  constructor(
    readonly table: string,
    start: number,
    /** Called with the moment where navigation pauses, and whether it gets its own entry in the history. Browsers limit
        how often the address may change. */
    private readonly onsettle: (moment: number, newEntry: boolean) => void = () => {},
  ) {
    void this.load(start);
  }

  close(): void {
    clearTimeout(this.playTimer);
    clearTimeout(this.settleTimer);
  }

  /** Reload after the number of moments changed, because the game went on or an action was undone. */
  refresh(last: number): void {
    if (!this.shown || last === this.last) return;
    this.cache.clear();
    void this.fetch(last)
      .then(() => {
        if (this.position > this.last) this.go(this.last);
      })
      .catch(() => {});
  }

  /** Go to a moment. Manual navigation stops automatic play. */
  go(moment: number, manual = true): void {
    this.setPosition(moment, manual);
    // Of several quick steps only the first and the last are shown.
    if (!manual || this.settleTimer === undefined) void this.show(this.position);
    if (!manual) return;
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => {
      const now = Date.now();
      this.settle(now - this.stepped > BURST_MS);
      this.stepped = now;
    }, SETTLE_MS);
  }

  /** Go to a moment of the history, which stays as it is. */
  restore(moment: number): void {
    this.close();
    this.settleTimer = undefined;
    this.stepped = -Infinity;
    this.playing = false;
    this.go(moment, false);
  }

  /** Follow the slider while it is dragged, loading only a few of the moments passed. */
  scrub(moment: number): void {
    this.setPosition(moment, true);
    const stride = Math.max(1, this.last / MAX_SCRUB_STOPS);
    void this.show(Math.round(Math.round(this.position / stride) * stride), false);
  }

  /** Navigation has paused, or the slider was let go: load the exact moment and report it. */
  settle(newEntry = true): void {
    clearTimeout(this.settleTimer);
    this.settleTimer = undefined;
    this.stepped = -Infinity;
    this.onsettle(this.position, newEntry);
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

  /** The next moment at the chosen step size. */
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
    this.onsettle(this.position, false);
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
      // A link may point to a moment that was undone; show the last one instead.
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
      // Prefetch the next moment.
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
