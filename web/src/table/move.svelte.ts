// A move that is planned: step by step from where it begins, or from where it shall end.

import type { Choice, OutcomeScene } from '../protocol';
import { Onward } from './onward.svelte';
import { dropsOf, withForced, type Step } from './steps';
import { Touch } from './touch.svelte';

/** Where a person looks for moves: from the tile they start on, or from the tile they end on. */
export type Search = 'start' | 'landing';

/** The move, beside what is touched: one of both is empty. */
export class Move extends Touch {
  search = $state<Search>('start');
  start = $state('');
  steps = $state.raw<Step[]>([]);
  /** Where moves from `start` can end; or, in a search from the end, all moves to `wish`. */
  outcomes = $state.raw<OutcomeScene[]>([]);
  /** The tile where the move shall end, when it was chosen before the way. */
  wish = $state('');
  wishTribe = $state('');
  /** The ways to the wished end, as drops, and which of them is shown. */
  ways = $state.raw<Step[][]>([]);
  way = $state(0);
  /** The tile whose several possible drops are asked for. */
  open = $state('');
  /** Where a move that was begun at the server can still end. */
  readonly onward = new Onward(this.table);
  private landing = 0;

  /** Whether a tile is to be emptied now. */
  get moving(): boolean {
    return this.of('take').length > 0;
  }

  /** Whether a move was begun at the server, one drop after the other. */
  get sowing(): boolean {
    return this.of('drop').length > 0;
  }

  /** The next drops that keep the move possible. */
  get drops(): Choice[] {
    if (this.sowing) return this.of('drop');
    if (!this.preview || this.preview.cut || this.unsure) return [];
    return this.preview.choices.filter((choice) => choice.kind === 'drop');
  }

  /** Where a move of which some steps are planned or made can still end. */
  get ahead(): OutcomeScene[] {
    if (this.sowing) return this.onward.outcomes;
    // Where chance has a say in the last step, what is told is told of the one before.
    return this.steps.length && !this.ways.length && !this.unsure && !this.preview?.cut ? (this.preview?.outcomes ?? []) : [];
  }

  /** Whether the planned move is whole and can be sent. */
  get whole(): boolean {
    return this.steps.length > 0 && this.start !== '' && !this.unsure && this.drops.length === 0 && this.preview !== null;
  }

  /** The meeples still in hand in the planned move. */
  get hand(): string {
    return this.preview?.scene?.asked?.hand ?? '';
  }

  /** The tiles of the planned move, or of the one that was begun at the server, from where it begins. */
  get path(): string[] {
    const begun = this.sowing ? this.table.asked : null;
    if (begun?.start) return [begun.start, ...(begun.path ?? []).map((drop) => drop.slice(0, -1))];
    return this.start ? [this.start, ...this.steps.map((step) => step.tile)] : [];
  }

  /** A tile was dragged onto another: a move from one to the other. */
  drag(from: string, to: string): void {
    if (from === to || !this.of('take').some((choice) => choice.tile === from)) return;
    void this.begin(from).then(() => {
      if (this.start === from && this.tribesAt(to).length) return this.aim(to);
    });
  }

  protected async pickMove(tile: string): Promise<void> {
    if (this.search === 'landing' && !this.start) return this.pickLanding(tile);
    if (!this.start) return this.begin(tile);
    // What may come next is not known yet: a quick finger shall not begin another move instead.
    if (this.unsure && this.steps.length) return;
    if (this.drops.some((drop) => drop.tile === tile)) return this.pickDrop(tile);
    if (tile === this.start && !this.steps.length) return this.forget();
    if (!this.steps.length && this.outcomes.some((outcome) => outcome.tile === tile)) return this.aim(tile);
    // A wished end is not the start of something else.
    if (this.ahead.some((outcome) => outcome.tile === tile)) return;
    if (this.of('take').some((choice) => choice.tile === tile)) return this.begin(tile);
  }

  /** In a search from the end: the end itself, or one of the starts that lead there. */
  private async pickLanding(tile: string): Promise<void> {
    const from = this.wish ? this.outcomes.filter((outcome) => outcome.start === tile) : [];
    if (!from.length) return this.wishFor(tile);
    this.outcomes = from;
    if (from.length === 1) await this.land(tile, from[0]!.tribe);
  }

  /** Begin a move on a tile: see where it can end. */
  async begin(tile: string): Promise<void> {
    if (!this.of('take').some((choice) => choice.tile === tile)) return;
    this.forget();
    this.start = tile;
    const [outcomes] = await Promise.all([
      this.wonder({ type: 'ask', what: 'outcomes', start: tile }),
      this.look(),
    ]);
    if (outcomes && this.start === tile) this.outcomes = outcomes.outcomes ?? [];
  }

  /** Choose the end of the move that was begun. */
  async aim(tile: string): Promise<void> {
    this.wish = tile;
    const tribes = this.tribesAt(tile);
    if (tribes.length === 1) await this.land(this.start, tribes[0]!);
  }

  /** Look for moves that end on a tile; where none does, all ends are shown again. */
  async wishFor(tile: string): Promise<void> {
    this.forget();
    this.search = 'landing';
    this.wish = tile;
    const answer = await this.wonder({ type: 'ask', what: 'outcomes', tile });
    if (!answer) return;
    if (answer.outcomes?.length) this.outcomes = answer.outcomes;
    else await this.seek('landing');
  }

  /** The tribes that a move can gather on a tile, from the chosen start or from any. */
  tribesAt(tile: string): string[] {
    const ends = this.outcomes.filter(
      (outcome) => outcome.tile === tile && (!this.start || outcome.start === this.start),
    );
    return [...new Set(ends.map((outcome) => outcome.tribe))];
  }

  /** Take the wished end with a tribe, from a start: find the ways there and show the first. */
  async land(start: string, tribe: string): Promise<void> {
    const landing = ++this.landing;
    this.wishTribe = tribe;
    const tile = this.wish;
    const answer = await this.wonder({ type: 'ask', what: 'ways', start, tile, tribe });
    if (!answer || landing !== this.landing || this.wish !== tile) return;
    this.start = start;
    this.ways = (answer.ways ?? []).map(dropsOf);
    this.way = 0;
    await this.show(0);
  }

  /** Show another way to the same end. */
  async show(way: number): Promise<void> {
    const steps = this.ways.at(way % Math.max(1, this.ways.length));
    if (!steps) return;
    this.way = way % this.ways.length;
    this.steps = steps;
    await this.look();
  }

  protected async pickDrop(tile: string): Promise<void> {
    const here = this.drops.filter((drop) => drop.tile === tile);
    if (here.length === 1) return this.drop(here[0]!);
    this.open = here.length ? tile : '';
  }

  /** Leave a meeple of the hand on a tile. */
  async drop(choice: Choice): Promise<void> {
    this.open = '';
    if (this.sowing) return void (await this.act(choice.action));
    this.wish = this.wishTribe = '';
    this.ways = [];
    this.steps = [...this.steps, { tile: choice.tile ?? '', tribe: choice.tribe ?? '' }];
    await this.look();
  }

  /** Take back the last planned step, or the plan. */
  async back(): Promise<void> {
    if (this.open) this.open = '';
    else if (this.ways.length) {
      const start = this.start;
      const wished = this.search === 'landing' ? this.wish : '';
      await (wished ? this.wishFor(wished) : this.begin(start));
    } else if (this.steps.some((step) => !step.forced)) {
      this.steps = this.steps.filter((step) => !step.forced).slice(0, -1);
      await this.look();
    } else if (this.search === 'landing' && this.wish) await this.seek('landing');
    else this.forget();
  }

  /** See what the planned move would bring. */
  protected async look(): Promise<void> {
    const { steps } = this;
    const chosen = steps.filter((step) => !step.forced);
    const actions = [`take ${this.start}`, ...chosen.map((step) => `drop ${step.tile}${step.tribe}`)];
    await this.foresee(this.ways.length ? [this.move] : actions);
    if (this.steps !== steps || this.ways.length) return;
    this.steps = withForced(chosen, this.preview?.events ?? []);
  }

  /** The planned move as one action. */
  get move(): string {
    return `sow ${this.start} ${this.steps.map((step) => step.tile + step.tribe).join(' ')}`;
  }

  /** Look for moves from their end, or from their start again. */
  async seek(search: Search): Promise<void> {
    this.forget();
    this.search = search;
    if (search === 'start') return;
    const answer = await this.wonder({ type: 'ask', what: 'outcomes' });
    if (answer && !this.wish) this.outcomes = answer.outcomes ?? [];
  }

  /** A move cannot go on where nothing is known of it. */
  protected override unforeseen(): void {
    if (this.start) this.dismiss();
  }

  /** A plan that cannot be shown is given up; why not stays to be read. */
  private dismiss(): void {
    const { problem } = this;
    this.forget();
    this.problem = problem;
  }

  override forget(): void {
    super.forget();
    this.search = 'start';
    this.start = this.wish = this.wishTribe = this.open = '';
    this.steps = [];
    this.outcomes = [];
    this.ways = [];
    this.way = 0;
  }
}
