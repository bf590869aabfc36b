// The plan of a move: step by step from its start, or from the tile where it should end.

import type { OutcomeScene } from '../protocol';
import { say } from '../state/words.svelte';
import { Refusal } from '../wire/api';
import { LandingGains } from './landingGains.svelte';
import { StartedMove } from './startedMove.svelte';
import { dropNotation, dropsOf, withForced, type Step } from './steps';
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
  target = $state('');
  targetTribe = $state('');
  /** The ways to the wished end, as drops, and which of them is shown. */
  ways = $state.raw<Step[][]>([]);
  way = $state(0);
  /** The tile whose several possible drops are asked for. */
  pendingTile = $state('');
  /** Where a move that was begun at the server can still end. */
  readonly started: StartedMove;
  /** What the landings bring, as far as they were looked at. */
  readonly gains: LandingGains;
  /** All ends of moves from a start. */
  private allEnds = $state.raw<{ start: string; outcomes: OutcomeScene[] }>({ start: '', outcomes: [] });
  /** The tiles that ways to the wished end pass. */
  private passedTiles = $state.raw<string[]>([]);
  /** The drops that were planned one by one before the end was chosen: the ways begin with them. */
  private fixedSteps: Step[] = [];
  private landingRequest = 0;
  private presses = 0;

  constructor(private readonly context: TurnContext) {
    this.started = new StartedMove(context.table);
    this.gains = new LandingGains(context.table, this);
  }

  /** Whether a move is being planned. */
  get active(): boolean {
    return Boolean(this.start || this.pendingTile || this.target);
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
    if (!this.context.preview.current || this.context.preview.current.truncated || this.context.preview.loading) return [];
    return this.context.preview.current.choices.filter((choice) => choice.kind === 'drop');
  }

  /** Where a move of which some steps are planned or made can still end. */
  get reachableEnds(): OutcomeScene[] {
    if (this.sowing) return this.started.outcomes;
    // Where chance has a say in the last step, what is told is told of the one before.
    return this.steps.length && !this.ways.length && !this.context.preview.loading && !this.context.preview.current?.truncated
      ? (this.context.preview.current?.outcomes ?? [])
      : [];
  }

  /** Where the planned move may end: a press on one of these tiles chooses it, or switches to it. */
  get landings(): OutcomeScene[] {
    if (this.sowing || !this.start) return [];
    if (this.stepping) return this.reachableEnds;
    return this.allEnds.start === this.start ? this.allEnds.outcomes : this.outcomes.filter((outcome) => outcome.start === this.start);
  }

  landsOn(tile: string): boolean {
    return this.landings.some((outcome) => outcome.tile === tile);
  }

  /** The tiles that the move can go over next or instead: the next drops, or those that other ways to the chosen end pass. */
  get stepTiles(): string[] {
    if (!this.ways.length) return [...new Set(this.drops.map((drop) => drop.tile))];
    const { path } = this;
    return this.passedTiles.filter((tile) => !path.includes(tile) && !this.landsOn(tile));
  }

  /** Whether the move is planned step by step and its end is still open. */
  private get stepping(): boolean {
    return this.steps.length > 0 && !this.ways.length && !this.complete;
  }

  /** The drops with which the move begins, as they are written; none where its end may still be any. */
  get after(): string[] {
    return this.stepping ? this.steps.map(dropNotation) : [];
  }

  /** The tribes with which a longer way can end on a tile that could be the next step. */
  longerWayTribes(tile: string): string[] {
    return this.sowing || this.hand.length === 1 ? [] : this.tribesAt(tile);
  }

  /** Whether the planned move is whole and can be sent. */
  get complete(): boolean {
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
      if (this.start === from) return this.landsOn(to) ? this.chooseEnd(to) : this.explainUnreachable(to);
    });
  }

  async pickTile(tile: string): Promise<void> {
    this.presses++;
    if (this.search === 'landing' && !this.start) return this.pickLanding(tile);
    if (!this.start) return this.begin(tile);
    // What may come next is not known yet.
    if (this.context.preview.loading && this.stepping) return;
    if (this.drops.some((drop) => drop.tile === tile)) return this.pickDrop(tile);
    if (this.landsOn(tile)) return this.alreadyEndsOn(tile) ? undefined : this.chooseEnd(tile);
    if (tile === this.start) return this.context.reset();
    if (this.stepTiles.includes(tile)) return this.routeVia(tile);
    if (!this.context.preview.loading) await this.explainUnreachable(tile);
  }

  /** Whether the move already ends on a tile, and nothing is left to choose there. */
  private alreadyEndsOn(tile: string): boolean {
    return this.steps.at(-1)?.tile === tile && !this.stepping && this.tribesAt(tile).length === 1;
  }

  /** A tile where the move cannot end was touched: say why, and keep the plan. */
  private async explainUnreachable(tile: string): Promise<void> {
    const { start, after, presses } = this;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'unreachable', start, tile, after });
    if (!answer?.reason || presses !== this.presses) return;
    const instead = this.context.choices.of('take').some((choice) => choice.tile === tile)
      ? say('table.start_instead', { tile, start })
      : '';
    this.context.requests.problem = new Refusal('no_landing', `${answer.reason} ${instead}`.trim());
  }

  /** In a search from the end: the end itself, or one of the starts that lead there. */
  private async pickLanding(tile: string): Promise<void> {
    const from = this.target ? this.outcomes.filter((outcome) => outcome.start === tile) : [];
    if (!from.length) return this.findMovesTo(tile);
    this.outcomes = from;
    if (from.length === 1) await this.findWays(tile, from[0]!.tribe);
  }

  /** Begin a move on a tile: see where it can end. */
  async begin(tile: string): Promise<void> {
    if (!this.context.choices.of('take').some((choice) => choice.tile === tile)) return;
    this.context.reset();
    this.start = tile;
    const [outcomes] = await Promise.all([this.context.requests.ask({ type: 'ask', what: 'outcomes', start: tile }), this.loadPreview()]);
    if (!outcomes || this.start !== tile) return;
    this.outcomes = outcomes.outcomes;
    this.allEnds = { start: tile, outcomes: this.outcomes };
  }

  /** Choose the end of the move that was begun, or another one. */
  async chooseEnd(tile: string): Promise<void> {
    if (this.stepping) this.fixedSteps = this.steps;
    const tribes = this.tribesAt(tile);
    this.target = tile;
    this.pendingTile = '';
    if (tribes.length === 1) return this.findWays(this.start, tribes[0]!);
    // Whom to gather there is asked first; the way comes after.
    this.landingRequest++;
    this.outcomes = this.landings;
    this.ways = [];
    this.steps = this.fixedSteps;
    await this.loadPreview();
  }

  /** Look for moves that end on a tile; where none does, all ends are shown again. */
  async findMovesTo(tile: string): Promise<void> {
    this.context.reset();
    this.search = 'landing';
    this.target = tile;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', tile });
    if (!answer) return;
    if (answer.outcomes.length) this.outcomes = answer.outcomes;
    else await this.setSearch('landing');
  }

  /** The tribes that a move can gather on a tile, from the chosen start or from any. */
  tribesAt(tile: string): string[] {
    const ends = this.start ? this.landings : this.outcomes;
    return [...new Set(ends.filter((outcome) => outcome.tile === tile).map((outcome) => outcome.tribe))];
  }

  /** Take the wished end with a tribe, from a start: find the ways there and show the first. */
  async findWays(start: string, tribe: string): Promise<void> {
    const request = ++this.landingRequest;
    this.targetTribe = tribe;
    const tile = this.target;
    const ask = { type: 'ask', what: 'ways', start, tile, tribe } as const;
    const after = this.fixedSteps.map(dropNotation);
    let answer = after.length ? await this.context.requests.ask({ ...ask, after }) : null;
    if (request !== this.landingRequest) return;
    // The end may be reached from the start only, not with the drops that were planned.
    if (!answer?.ways.length) {
      this.fixedSteps = [];
      answer = await this.context.requests.ask(ask);
    }
    if (!answer || request !== this.landingRequest || this.target !== tile) return;
    this.start = start;
    this.ways = answer.ways.map(dropsOf);
    this.passedTiles = answer.passes;
    await Promise.all([this.showWay(0), this.loadEnds()]);
  }

  /** End the move with a tribe on the tile that is asked about, by a longer way. */
  async endHere(tribe: string): Promise<void> {
    if (this.stepping) this.fixedSteps = this.steps;
    this.target = this.pendingTile;
    this.pendingTile = '';
    await this.findWays(this.start, tribe);
  }

  /** Let the move pass a tile on its way to the same end. */
  private async routeVia(tile: string): Promise<void> {
    const request = ++this.landingRequest;
    const { start, target, targetTribe: tribe, fixedSteps } = this;
    const ask = { type: 'ask', what: 'ways', start, tile: target, tribe, through: tile, after: fixedSteps.map(dropNotation) } as const;
    const answer = await this.context.requests.ask(ask);
    if (!answer?.ways.length || request !== this.landingRequest) return;
    this.ways = answer.ways.map(dropsOf);
    await this.showWay(0);
  }

  /** Learn all ends of moves from the start, where the move was not found from there. */
  private async loadEnds(): Promise<void> {
    const { start } = this;
    if (this.allEnds.start === start) return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', start });
    if (answer && this.start === start) this.allEnds = { start, outcomes: answer.outcomes };
  }

  /** Show a whole move that was suggested. */
  suggest(start: string, steps: Step[]): void {
    this.start = start;
    this.steps = steps;
    this.ways = [steps];
    void this.loadPreview();
    void this.loadEnds();
  }

  /** Show another way to the same end. */
  async showWay(way: number): Promise<void> {
    const steps = this.ways.at(way % Math.max(1, this.ways.length));
    if (!steps) return;
    this.way = way % this.ways.length;
    this.steps = steps;
    await this.loadPreview();
  }

  async pickDrop(tile: string): Promise<void> {
    const here = this.drops.filter((drop) => drop.tile === tile);
    if (here.length === 1 && !this.longerWayTribes(tile).length) return this.drop(here[0]!);
    this.pendingTile = here.length ? tile : '';
    // Who stays here is asked now, and no longer whom to gather on the tile that was touched before.
    this.target = this.targetTribe = '';
  }

  /** Leave a meeple of the hand on a tile. */
  async drop(choice: ChoiceOf<'drop'>): Promise<void> {
    this.pendingTile = '';
    if (this.sowing) return void (await this.context.requests.act(choice.action));
    this.target = this.targetTribe = '';
    this.ways = [];
    this.fixedSteps = [];
    this.steps = [...this.steps, { tile: choice.tile, tribe: choice.tribe }];
    await this.loadPreview();
  }

  /** Take back the last planned step, or the plan. */
  async stepBack(): Promise<void> {
    if (this.pendingTile) this.pendingTile = '';
    else if (this.ways.length) {
      const { start, fixedSteps } = this;
      const target = this.search === 'landing' ? this.target : '';
      if (target) return this.findMovesTo(target);
      if (!fixedSteps.length) return this.begin(start);
      this.target = this.targetTribe = '';
      this.ways = [];
      this.fixedSteps = [];
      this.steps = fixedSteps;
      await this.loadPreview();
    } else if (this.start && this.target) {
      this.target = this.targetTribe = '';
    } else if (this.steps.some((step) => !step.forced)) {
      this.steps = this.steps.filter((step) => !step.forced).slice(0, -1);
      await this.loadPreview();
    } else if (this.search === 'landing' && this.target) await this.setSearch('landing');
    else this.context.reset();
  }

  /** See what the planned move would bring. */
  private async loadPreview(): Promise<void> {
    const { steps } = this;
    const chosen = steps.filter((step) => !step.forced);
    const actions = [`take ${this.start}`, ...chosen.map((step) => `drop ${dropNotation(step)}`)];
    await this.context.preview.load(this.ways.length ? [this.action] : actions);
    if (this.steps !== steps || this.ways.length) return;
    this.steps = withForced(chosen, this.context.preview.current?.events ?? []);
  }

  /** The planned move as one action. */
  get action(): string {
    return `sow ${this.start} ${this.steps.map(dropNotation).join(' ')}`;
  }

  /** Look for moves from their end, or from their start again. */
  async setSearch(search: Search): Promise<void> {
    this.context.reset();
    this.search = search;
    if (search === 'start') return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes' });
    if (answer && !this.target) this.outcomes = answer.outcomes;
  }

  /** Plan nothing; other parts of the turn keep what they have. */
  clear(): void {
    this.search = 'start';
    this.start = this.target = this.targetTribe = this.pendingTile = '';
    this.steps = [];
    this.outcomes = [];
    this.allEnds = { start: '', outcomes: [] };
    this.ways = [];
    this.passedTiles = [];
    this.fixedSteps = [];
    this.way = 0;
  }
}
