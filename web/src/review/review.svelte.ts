// The review of a game: what the server has found so far, and the decision that is selected.

import type { GameReview, ReviewStep, Scene } from '../protocol';
import { secretsOf } from '../state/secrets';
import { say } from '../state/words.svelte';
import * as api from '../wire/api';
import { Refusal } from '../wire/api';
import { reviewAfter, startReview } from './api';
import { momentsOf } from './moments';

/** How often the page asks for new results. */
const POLL_MS = 1000;
const RETRY_MS = 3000;

export class Review {
  /** The last answer of the server; its steps are in `steps`. */
  answer = $state.raw<GameReview | null>(null);
  steps = $state.raw<ReviewStep[]>([]);
  /** Why there is no review at all. */
  problem = $state.raw<Refusal | null>(null);
  /** The game before the selected decision. */
  scene = $state.raw<Scene | null>(null);
  /** Whether the address names a decision that the game does not have. */
  unknownMoment = $state(false);
  /** Why the page no longer asks for results. */
  private interrupted = $state('');
  /** Whether `scene` could not be loaded. */
  lost = $state(false);
  /** Seconds until the review is complete, or null while that is unknown; it never grows. */
  secondsLeft = $state<number | null>(null);
  /** The player whose chances and moments are shown. */
  seat = $state(0);
  /** The selected decision, by the number of actions before it; null until one is known. */
  private chosen = $state<number | null>(null);
  /** Whether the decision was selected by this class and not by a person. */
  private automatic = true;

  private readonly scenes = new Map<number, Promise<Scene>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private begun: { at: number; done: number } | null = null;

  constructor(
    readonly table: string,
    moment: number | null,
    /** Called when another decision is selected, with the number of actions before it. */
    private readonly onselect: (moment: number) => void = () => {},
  ) {
    this.chosen = moment;
    this.automatic = moment === null;
    void this.start();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  get total(): number {
    return this.answer?.rounds.length ?? 0;
  }

  get done(): number {
    return this.steps.length;
  }

  get complete(): boolean {
    return this.answer !== null && this.done === this.total;
  }

  get failed(): string {
    return this.complete ? '' : this.interrupted || (this.answer?.failed ?? '');
  }

  /** The decisions that have been among those that cost most; they stay until the review is complete. */
  private found = $state.raw<ReadonlySet<number>>(new Set());

  /** The decisions of the player that cost most. */
  readonly moments = $derived(
    this.complete
      ? momentsOf(this.steps, this.seat)
      : this.steps.filter(({ seat, actions }) => seat === this.seat && this.found.has(actions)),
  );

  /** The index of the selected decision, or -1. */
  readonly index = $derived(this.steps.findIndex((step) => step.actions === this.chosen));

  get step(): ReviewStep | null {
    return this.steps[this.index] ?? null;
  }

  /** Start the review, continue it after a failure, or load it again in another language. */
  async start(): Promise<void> {
    clearTimeout(this.timer);
    this.interrupted = '';
    try {
      const answer = await startReview(this.table);
      this.problem = null;
      this.steps = [];
      this.receive(answer);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('broken', '');
      if (this.answer && refusal.code === 'unreachable') this.wait(() => this.start(), RETRY_MS);
      else this.problem = refusal;
    }
  }

  /** Show the moments of another player. */
  choosePlayer(seat: number): void {
    this.seat = seat;
    this.select(this.moments[0]);
  }

  select(step: ReviewStep | undefined): void {
    this.automatic = this.unknownMoment = false;
    this.show(step);
  }

  private show(step: ReviewStep | undefined): void {
    if (!step || step.actions === this.chosen) return;
    this.chosen = step.actions;
    this.onselect(step.actions);
    void this.loadScene();
  }

  /** Go to the next decision, or with -1 to the one before. */
  walk(by: number): void {
    this.select(this.steps[this.index < 0 ? 0 : this.index + by]);
  }

  private receive(answer: GameReview): void {
    if (this.closed) return;
    this.answer = answer;
    this.steps = [...this.steps, ...answer.steps];
    const dearest = answer.players.flatMap((_, seat) => momentsOf(this.steps, seat));
    this.found = new Set([...this.found, ...dearest.map(({ actions }) => actions)]);
    this.estimate();
    this.selectFirst();
    if (!this.complete && !answer.failed) this.wait(() => this.poll(), POLL_MS);
  }

  private async poll(): Promise<void> {
    try {
      this.receive(await reviewAfter(this.table, this.done));
    } catch (error) {
      // The server may have been restarted, or cannot be reached for a while. Anything else would happen again.
      const code = error instanceof Refusal ? error.code : '';
      if (code === 'no_review') this.wait(() => this.start(), 0);
      else if (code === 'unreachable') this.wait(() => this.poll(), RETRY_MS);
      else this.interrupted = (error as Error).message || say('review.unreachable');
    }
  }

  private wait(work: () => Promise<void>, ms: number): void {
    if (!this.closed) this.timer = setTimeout(() => void work(), ms);
  }

  private estimate(): void {
    const now = Date.now();
    this.begun ??= { at: now, done: this.done };
    const done = this.done - this.begun.done;
    if (!done) return;
    const left = ((now - this.begun.at) / 1000 / done) * (this.total - this.done);
    this.secondsLeft = Math.min(left, this.secondsLeft ?? Infinity);
  }

  /**
   * Select the decision of the address, or the one that mattered most. What was selected while the review was worked out
   * may turn out not to matter.
   */
  private selectFirst(): void {
    if (!this.automatic && !this.step) this.findChosen();
    const { step } = this;
    if (step && !this.automatic) {
      if (this.scene) return;
      this.seat = step.seat;
      void this.loadScene();
    } else if (this.complete ? !step || (this.moments.length > 0 && !this.moments.includes(step)) : this.chosen === null) {
      this.show(this.dearest() ?? (this.complete ? this.steps[0] : undefined));
    }
  }

  /** An address may name a moment in the middle of a decision; one that the game does not have is reported. */
  private findChosen(): void {
    const around = this.steps.find(({ actions, until }) => actions <= this.chosen! && this.chosen! < until);
    if (around) this.chosen = around.actions;
    else this.unknownMoment = this.complete;
  }

  private dearest(): ReviewStep | undefined {
    return this.moments.toSorted((a, b) => b.loss - a.loss)[0];
  }

  private async loadScene(): Promise<void> {
    const moment = this.chosen;
    if (moment === null) return;
    try {
      const scene = await this.fetch(moment);
      if (this.chosen !== moment) return;
      this.scene = scene;
      this.lost = false;
      // The next decisions are likely to be looked at, too.
      for (const step of [this.steps[this.index + 1], ...this.moments]) if (step) void this.fetch(step.actions).catch(() => {});
    } catch {
      if (this.chosen === moment) this.lost = true;
    }
  }

  private fetch(moment: number): Promise<Scene> {
    const known = this.scenes.get(moment);
    if (known) return known;
    const loading = api.moment(this.table, moment, secretsOf(this.table)).then((found) => found.scene);
    this.scenes.set(moment, loading);
    loading.catch(() => this.scenes.delete(moment));
    return loading;
  }
}
