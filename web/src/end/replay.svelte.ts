// Walking through a game: which moment is shown, and how to get to another.

import type { Moment } from '../protocol';
import { secretsOf } from '../state/secrets';
import { settings } from '../state/settings.svelte';
import * as api from '../wire/api';

export const PACES = ['turn', 'step'] as const;
export type Pace = (typeof PACES)[number];

/** How long a moment stays while the game plays by itself. */
const STAY: Record<Pace, number> = { step: 900, turn: 2200 };
/** So long after the last of several steps it is clear that this one is meant, in milliseconds. */
const REST = 200;
/** How many moments of a game are shown at most while the slider is held. */
const LANDMARKS = 16;

export class Replay {
  /** What is shown, as soon as it is known. */
  shown = $state.raw<Moment | null>(null);
  /** Which moment is wished for. */
  at = $state(0);
  last = $state(0);
  turns = $state.raw<number[]>([]);
  pace = $state<Pace>('turn');
  playing = $state(false);
  problem = $state('');

  private readonly known = new Map<number, Promise<Moment>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** Which moment is to be shown: `at`, or one near it while the slider is held. */
  private wanted = -1;

  constructor(
    readonly table: string,
    start: number,
    /** Called with each moment that is stayed at: browsers limit how often an address may change. */
    private readonly moved: (moment: number) => void = () => {},
  ) {
    void this.begin(start);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.resting);
  }

  /** The game has gone on, or something was taken back: there are more moments, or fewer. */
  follow(last: number): void {
    if (!this.shown || last === this.last) return;
    this.known.clear();
    void this.fetch(last)
      .then(() => {
        if (this.at > this.last) this.go(this.last);
      })
      .catch(() => {});
  }

  /** Go to a moment; whoever goes by hand stops what plays. */
  go(moment: number, byHand = true): void {
    this.move(moment, byHand);
    // The first of several steps is shown at once, then only the last.
    if (!byHand || this.resting === undefined) void this.show(this.at);
    if (!byHand) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.stay(), REST);
  }

  /** Go past moments while the slider is held: only a few of them are asked for, each once. */
  scrub(moment: number): void {
    this.move(moment, true);
    const apart = Math.max(1, this.last / LANDMARKS);
    void this.show(Math.round(Math.round(this.at / apart) * apart), false);
  }

  /** The slider was let go, or no further step has come: this is the moment that was meant. */
  stay(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.moved(this.at);
    void this.show(this.at);
  }

  private move(moment: number, byHand: boolean): void {
    if (byHand) this.pause();
    this.at = Math.max(0, Math.min(this.last, moment));
  }

  get first(): boolean {
    return this.at <= 0;
  }

  get end(): boolean {
    return this.at >= this.last;
  }

  /** The moment that comes next at the chosen pace. */
  get next(): number {
    if (this.pace === 'step') return this.at + 1;
    return this.turns.find((turn) => turn > this.at) ?? this.last;
  }

  get previous(): number {
    if (this.pace === 'step') return this.at - 1;
    return this.turns.findLast((turn) => turn < this.at) ?? 0;
  }

  play(): void {
    if (this.end) this.go(0);
    this.playing = true;
    this.wait();
  }

  pause(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.moved(this.at);
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        if (!this.playing) return;
        this.go(this.next, false);
        if (this.end) this.pause();
        else this.wait();
      },
      STAY[this.pace] / (settings.speed || 1),
    );
  }

  private async begin(start: number): Promise<void> {
    try {
      // A link may name a moment that was taken back; then the last one is shown.
      const moment = await this.fetch(start).catch(async () => this.fetch((await this.fetch(0)).last));
      this.at = moment.actions;
      this.shown = moment;
      void this.fetch(Math.min(this.last, this.next)).catch(() => {});
    } catch (error) {
      this.problem = (error as Error).message || 'unreachable';
    }
  }

  private async show(moment: number, ahead = true): Promise<void> {
    this.wanted = moment;
    try {
      const found = await this.fetch(moment);
      if (this.wanted !== moment) return;
      this.shown = found;
      this.problem = '';
      // What is likely wanted next is there before it is asked for.
      if (ahead && !this.end) void this.fetch(this.next).catch(() => {});
    } catch (error) {
      if (this.wanted === moment) this.problem = (error as Error).message || 'unreachable';
    }
  }

  private fetch(moment: number): Promise<Moment> {
    const known = this.known.get(moment);
    if (known) return known;
    const asked = api.moment(this.table, moment, secretsOf(this.table)).then((found) => {
      this.last = found.last;
      this.turns = found.turns;
      return found;
    });
    this.known.set(moment, asked);
    asked.catch(() => this.known.delete(moment));
    return asked;
  }
}
