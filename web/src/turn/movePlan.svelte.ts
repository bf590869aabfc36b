// The plan of a move: step by step from its start, or from the tile where it should end.

import type { OutcomeScene } from '../protocol';
import { say } from '../state/words.svelte';
import { Refusal } from '../wire/api';
import { LandingGains } from './landingGains.svelte';
import { StartedMove } from './startedMove.svelte';
import { dropsOf, withForced, written, type Step } from './steps';
import type { ChoiceOf, TurnContext } from './context';

/** Where a person looks for moves: from the tile they start on, or from the tile they end on. */
export type Search = 'start' | 'landing';

export class MovePlan {
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
  readonly started: StartedMove;
  /** What the landings bring, as far as they were looked at. */
  readonly gains: LandingGains;
  /** All ends of moves from a start. */
  private ends = $state.raw<{ start: string; outcomes: OutcomeScene[] }>({ start: '', outcomes: [] });
  /** The tiles that ways to the wished end pass. */
  private passes = $state.raw<string[]>([]);
  /** The drops that were planned one by one before the end was chosen: the ways begin with them. */
  private begun: Step[] = [];
  private landing = 0;
  private pressing = 0;

  constructor(private readonly context: TurnContext) {
    this.started = new StartedMove(context.table);
    this.gains = new LandingGains(context.table, this);
  }

  /** Whether a move is being planned. */
  get active(): boolean {
    return Boolean(this.start || this.open || this.wish);
  }

  /** Whether a tile is to be emptied now. */
  get moving(): boolean {
    return this.context.choices.of('take').length > 0;
  }

  /** Whether a move was begun at the server, one drop after the other. */
  get sowing(): boolean {
    return this.context.choices.of('drop').length > 0;
  }

  /** The next drops that keep the move possible. */
  get drops(): ChoiceOf<'drop'>[] {
    if (this.sowing) return this.context.choices.of('drop');
    if (!this.context.preview.current || this.context.preview.current.cut || this.context.preview.loading) return [];
    return this.context.preview.current.choices.filter((choice) => choice.kind === 'drop');
  }

  /** Where a move of which some steps are planned or made can still end. */
  get ahead(): OutcomeScene[] {
    if (this.sowing) return this.started.outcomes;
    // Where chance has a say in the last step, what is told is told of the one before.
    return this.steps.length && !this.ways.length && !this.context.preview.loading && !this.context.preview.current?.cut
      ? (this.context.preview.current?.outcomes ?? [])
      : [];
  }

  /** Where the planned move may end: a press on one of these tiles chooses it, or switches to it. */
  get landings(): OutcomeScene[] {
    if (this.sowing || !this.start) return [];
    if (this.stepping) return this.ahead;
    return this.ends.start === this.start ? this.ends.outcomes : this.outcomes.filter((outcome) => outcome.start === this.start);
  }

  landsOn(tile: string): boolean {
    return this.landings.some((outcome) => outcome.tile === tile);
  }

  /** The tiles that the move can go over next or instead: the next drops, or those that other ways to the chosen end pass. */
  get stepTiles(): string[] {
    if (!this.ways.length) return [...new Set(this.drops.map((drop) => drop.tile))];
    const { path } = this;
    return this.passes.filter((tile) => !path.includes(tile) && !this.landsOn(tile));
  }

  /** Whether the move is planned step by step and its end is still open. */
  private get stepping(): boolean {
    return this.steps.length > 0 && !this.ways.length && !this.whole;
  }

  /** The drops with which the move begins, as they are written; none where its end may still be any. */
  get after(): string[] {
    return this.stepping ? this.steps.map(written) : [];
  }

  /** The tribes with which a longer way can end on a tile that could be the next step. */
  around(tile: string): string[] {
    return this.sowing || this.hand.length === 1 ? [] : this.tribesAt(tile);
  }

  /** Whether the planned move is whole and can be sent. */
  get whole(): boolean {
    return (
      this.steps.length > 0 &&
      this.start !== '' &&
      !this.context.preview.loading &&
      this.drops.length === 0 &&
      this.context.preview.current !== null
    );
  }

  /** The meeples still in hand in the planned move. */
  get hand(): string {
    return this.context.preview.current?.scene?.asked?.hand ?? '';
  }

  /** The tiles of the planned move, or of the one that was begun at the server, from where it begins. */
  get path(): string[] {
    const begun = this.sowing ? this.context.table.asked : null;
    if (begun?.start) return [begun.start, ...begun.path.map((drop) => drop.slice(0, -1))];
    return this.start ? [this.start, ...this.steps.map((step) => step.tile)] : [];
  }

  /** A tile was dragged onto another: a move from one to the other. */
  drag(from: string, to: string): void {
    if (from === to || !this.context.choices.of('take').some((choice) => choice.tile === from)) return;
    void this.begin(from).then(() => {
      if (this.start === from) return this.landsOn(to) ? this.aim(to) : this.refuse(to);
    });
  }

  async pickTile(tile: string): Promise<void> {
    this.pressing++;
    if (this.search === 'landing' && !this.start) return this.pickLanding(tile);
    if (!this.start) return this.begin(tile);
    // What may come next is not known yet.
    if (this.context.preview.loading && this.stepping) return;
    if (this.drops.some((drop) => drop.tile === tile)) return this.pickDrop(tile);
    if (this.landsOn(tile)) return this.isChosen(tile) ? undefined : this.aim(tile);
    if (tile === this.start) return this.context.reset();
    if (this.stepTiles.includes(tile)) return this.bend(tile);
    if (!this.context.preview.loading) await this.refuse(tile);
  }

  /** Whether the move already ends on a tile, and nothing is left to choose there. */
  private isChosen(tile: string): boolean {
    return this.steps.at(-1)?.tile === tile && !this.stepping && this.tribesAt(tile).length === 1;
  }

  /** A tile where the move cannot end was touched: say why, and keep the plan. */
  private async refuse(tile: string): Promise<void> {
    const { start, after, pressing } = this;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'unreachable', start, tile, after });
    if (!answer?.reason || pressing !== this.pressing) return;
    const instead = this.context.choices.of('take').some((choice) => choice.tile === tile)
      ? say('table.start_instead', { tile, start })
      : '';
    this.context.requests.problem = new Refusal('no_landing', `${answer.reason} ${instead}`.trim());
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
    if (!this.context.choices.of('take').some((choice) => choice.tile === tile)) return;
    this.context.reset();
    this.start = tile;
    const [outcomes] = await Promise.all([this.context.requests.ask({ type: 'ask', what: 'outcomes', start: tile }), this.look()]);
    if (!outcomes || this.start !== tile) return;
    this.outcomes = outcomes.outcomes;
    this.ends = { start: tile, outcomes: this.outcomes };
  }

  /** Choose the end of the move that was begun, or another one. */
  async aim(tile: string): Promise<void> {
    if (this.stepping) this.begun = this.steps;
    const tribes = this.tribesAt(tile);
    this.wish = tile;
    this.open = '';
    if (tribes.length === 1) return this.land(this.start, tribes[0]!);
    // Whom to gather there is asked first; the way comes after.
    this.landing++;
    this.outcomes = this.landings;
    this.ways = [];
    this.steps = this.begun;
    await this.look();
  }

  /** Look for moves that end on a tile; where none does, all ends are shown again. */
  async wishFor(tile: string): Promise<void> {
    this.context.reset();
    this.search = 'landing';
    this.wish = tile;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', tile });
    if (!answer) return;
    if (answer.outcomes.length) this.outcomes = answer.outcomes;
    else await this.seek('landing');
  }

  /** The tribes that a move can gather on a tile, from the chosen start or from any. */
  tribesAt(tile: string): string[] {
    const ends = this.start ? this.landings : this.outcomes;
    return [...new Set(ends.filter((outcome) => outcome.tile === tile).map((outcome) => outcome.tribe))];
  }

  /** Take the wished end with a tribe, from a start: find the ways there and show the first. */
  async land(start: string, tribe: string): Promise<void> {
    const landing = ++this.landing;
    this.wishTribe = tribe;
    const tile = this.wish;
    const ask = { type: 'ask', what: 'ways', start, tile, tribe } as const;
    const after = this.begun.map(written);
    let answer = after.length ? await this.context.requests.ask({ ...ask, after }) : null;
    if (landing !== this.landing) return;
    // The end may be reached from the start only, not with the drops that were planned.
    if (!answer?.ways.length) {
      this.begun = [];
      answer = await this.context.requests.ask(ask);
    }
    if (!answer || landing !== this.landing || this.wish !== tile) return;
    this.start = start;
    this.ways = answer.ways.map(dropsOf);
    this.passes = answer.passes;
    await Promise.all([this.show(0), this.survey()]);
  }

  /** End the move with a tribe on the tile that is asked about, by a longer way. */
  async endHere(tribe: string): Promise<void> {
    if (this.stepping) this.begun = this.steps;
    this.wish = this.open;
    this.open = '';
    await this.land(this.start, tribe);
  }

  /** Let the move pass a tile on its way to the same end. */
  private async bend(tile: string): Promise<void> {
    const landing = ++this.landing;
    const { start, wish, wishTribe: tribe, begun } = this;
    const ask = { type: 'ask', what: 'ways', start, tile: wish, tribe, through: tile, after: begun.map(written) } as const;
    const answer = await this.context.requests.ask(ask);
    if (!answer?.ways.length || landing !== this.landing) return;
    this.ways = answer.ways.map(dropsOf);
    await this.show(0);
  }

  /** Learn all ends of moves from the start, where the move was not found from there. */
  private async survey(): Promise<void> {
    const { start } = this;
    if (this.ends.start === start) return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', start });
    if (answer && this.start === start) this.ends = { start, outcomes: answer.outcomes };
  }

  /** Show a whole move that was suggested. */
  suggest(start: string, steps: Step[]): void {
    this.start = start;
    this.steps = steps;
    this.ways = [steps];
    void this.look();
    void this.survey();
  }

  /** Show another way to the same end. */
  async show(way: number): Promise<void> {
    const steps = this.ways.at(way % Math.max(1, this.ways.length));
    if (!steps) return;
    this.way = way % this.ways.length;
    this.steps = steps;
    await this.look();
  }

  async pickDrop(tile: string): Promise<void> {
    const here = this.drops.filter((drop) => drop.tile === tile);
    if (here.length === 1 && !this.around(tile).length) return this.drop(here[0]!);
    this.open = here.length ? tile : '';
    // Who stays here is asked now, and no longer whom to gather on the tile that was touched before.
    this.wish = this.wishTribe = '';
  }

  /** Leave a meeple of the hand on a tile. */
  async drop(choice: ChoiceOf<'drop'>): Promise<void> {
    this.open = '';
    if (this.sowing) return void (await this.context.requests.act(choice.action));
    this.wish = this.wishTribe = '';
    this.ways = [];
    this.begun = [];
    this.steps = [...this.steps, { tile: choice.tile, tribe: choice.tribe }];
    await this.look();
  }

  /** Take back the last planned step, or the plan. */
  async back(): Promise<void> {
    if (this.open) this.open = '';
    else if (this.ways.length) {
      const { start, begun } = this;
      const wished = this.search === 'landing' ? this.wish : '';
      if (wished) return this.wishFor(wished);
      if (!begun.length) return this.begin(start);
      this.wish = this.wishTribe = '';
      this.ways = [];
      this.begun = [];
      this.steps = begun;
      await this.look();
    } else if (this.start && this.wish) {
      this.wish = this.wishTribe = '';
    } else if (this.steps.some((step) => !step.forced)) {
      this.steps = this.steps.filter((step) => !step.forced).slice(0, -1);
      await this.look();
    } else if (this.search === 'landing' && this.wish) await this.seek('landing');
    else this.context.reset();
  }

  /** See what the planned move would bring. */
  private async look(): Promise<void> {
    const { steps } = this;
    const chosen = steps.filter((step) => !step.forced);
    const actions = [`take ${this.start}`, ...chosen.map((step) => `drop ${written(step)}`)];
    await this.context.preview.load(this.ways.length ? [this.action] : actions);
    if (this.steps !== steps || this.ways.length) return;
    this.steps = withForced(chosen, this.context.preview.current?.events ?? []);
  }

  /** The planned move as one action. */
  get action(): string {
    return `sow ${this.start} ${this.steps.map(written).join(' ')}`;
  }

  /** Look for moves from their end, or from their start again. */
  async seek(search: Search): Promise<void> {
    this.context.reset();
    this.search = search;
    if (search === 'start') return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes' });
    if (answer && !this.wish) this.outcomes = answer.outcomes;
  }

  /** Plan nothing; other parts of the turn keep what they have. */
  clear(): void {
    this.search = 'start';
    this.start = this.wish = this.wishTribe = this.open = '';
    this.steps = [];
    this.outcomes = [];
    this.ends = { start: '', outcomes: [] };
    this.ways = [];
    this.passes = [];
    this.begun = [];
    this.way = 0;
  }
}
