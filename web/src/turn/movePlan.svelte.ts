// Plans a move: step by step from its start, or by choosing where it ends.

import type { OutcomeScene } from '../protocol';
import { say } from '../state/words.svelte';
import { LandingGains } from './landingGains.svelte';
import { StartedMove } from './startedMove.svelte';
import { dropNotation, dropsOf, withForced, type Step } from './steps';
import type { ChoiceOf, TurnContext } from './context';

/** Whether the player picks the start or the end of the move first. */
export type Search = 'start' | 'landing';

export class MovePlan {
  search = $state<Search>('start');
  start = $state('');
  steps = $state.raw<Step[]>([]);
  /** Where moves from `start` can end; if the end is picked first, all moves that end on `target`. */
  outcomes = $state.raw<OutcomeScene[]>([]);
  /** The chosen end of the move, if it was picked before the way. */
  target = $state('');
  targetTribe = $state('');
  /** The ways to the target, and the index of the one shown. */
  ways = $state.raw<Step[][]>([]);
  way = $state(0);
  /** The next tile, while the player has to choose which meeple to drop there. */
  pendingTile = $state('');
  /** The possible ends of a move that is partly played on the server. */
  readonly started: StartedMove;
  /** The gains of the landings hovered so far. */
  readonly gains: LandingGains;
  /** All ends of moves from a start, kept while one of them is the target. */
  private allEnds = $state.raw<{ start: string; outcomes: OutcomeScene[] }>({ start: '', outcomes: [] });
  /** The tiles that any way to the target passes. */
  private passedTiles = $state.raw<string[]>([]);
  /** The drops planned one by one before the target was chosen. The ways start with them. */
  private fixedSteps: Step[] = [];
  /** Counters that identify late answers. */
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

  /** Whether the player has to start a move now. */
  get moving(): boolean {
    return this.context.choices.of('take').length > 0;
  }

  /** Whether a move is partly played on the server and continues drop by drop. */
  get sowing(): boolean {
    return this.context.choices.of('drop').length > 0;
  }

  /** The possible next drops. */
  get drops(): ChoiceOf<'drop'>[] {
    if (this.sowing) return this.context.choices.of('drop');
    if (!this.context.preview.current || this.context.preview.current.truncated || this.context.preview.loading) return [];
    return this.context.preview.current.choices.filter((choice) => choice.kind === 'drop');
  }

  /** Where a move with some planned or played steps can still end. */
  get reachableEnds(): OutcomeScene[] {
    if (this.sowing) return this.started.outcomes;
    // A preview truncated by chance describes the position before the last step.
    return this.steps.length && !this.ways.length && !this.context.preview.loading && !this.context.preview.current?.truncated
      ? (this.context.preview.current?.outcomes ?? [])
      : [];
  }

  /** Where the planned move may end. Picking one of these tiles makes it the target. */
  get landings(): OutcomeScene[] {
    if (this.sowing || !this.start) return [];
    if (this.stepping) return this.reachableEnds;
    return this.allEnds.start === this.start ? this.allEnds.outcomes : this.outcomes.filter((outcome) => outcome.start === this.start);
  }

  landsOn(tile: string): boolean {
    return this.landings.some((outcome) => outcome.tile === tile);
  }

  /** The tiles of the possible next drops; once a target is chosen, the tiles that other ways pass. */
  get stepTiles(): string[] {
    if (!this.ways.length) return [...new Set(this.drops.map((drop) => drop.tile))];
    const { path } = this;
    return this.passedTiles.filter((tile) => !path.includes(tile) && !this.landsOn(tile));
  }

  /** Whether the move is planned step by step and not complete yet. */
  private get stepping(): boolean {
    return this.steps.length > 0 && !this.ways.length && !this.complete;
  }

  /** The planned drops in notation, while the move is planned step by step. */
  get after(): string[] {
    return this.stepping ? this.steps.map(dropNotation) : [];
  }

  /** The tribes that a longer way could gather on a tile that is also a possible next step. */
  longerWayTribes(tile: string): string[] {
    return this.sowing || this.hand.length === 1 ? [] : this.tribesAt(tile);
  }

  /** The outcomes to choose from, while the end of the move is chosen and its start or tribe is not. */
  get ends(): OutcomeScene[] {
    return this.target && !this.ways.length ? this.outcomes.filter((outcome) => outcome.tile === this.target) : [];
  }

  /** Whether only the tribe to gather is open. */
  get startKnown(): boolean {
    return this.start !== '' || new Set(this.ends.map((end) => end.start)).size === 1;
  }

  /** Whether the planned move is complete and can be sent. */
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

  /** The tiles of the planned or partly played move, from its start. */
  get path(): string[] {
    const begun = this.sowing ? this.context.table.asked : null;
    if (begun?.start) return [begun.start, ...begun.path.map((drop) => drop.slice(0, -1))];
    return this.start ? [this.start, ...this.steps.map((step) => step.tile)] : [];
  }

  /** Plan a move from one tile to another after a drag and drop. */
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
    // The next drops are not loaded yet.
    if (this.context.preview.loading && this.stepping) return;
    if (this.drops.some((drop) => drop.tile === tile)) return this.pickDrop(tile);
    if (this.landsOn(tile)) return this.alreadyEndsOn(tile) ? undefined : this.chooseEnd(tile);
    if (tile === this.start) return this.context.reset();
    if (this.stepTiles.includes(tile)) return this.routeVia(tile);
    // The way passes there already.
    if (this.ways.length && this.path.includes(tile)) return;
    if (!this.context.preview.loading) await this.explainUnreachable(tile);
  }

  /** Whether the move already ends on a tile and there is only one tribe to gather. */
  private alreadyEndsOn(tile: string): boolean {
    return this.steps.at(-1)?.tile === tile && !this.stepping && this.tribesAt(tile).length === 1;
  }

  /** Show why the move cannot end on a tile. The plan stays. */
  private async explainUnreachable(tile: string): Promise<void> {
    const { start, after, presses } = this;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'unreachable', start, tile, after });
    if (!answer?.reason || presses !== this.presses) return;
    const instead = this.context.choices.of('take').some((choice) => choice.tile === tile)
      ? say('table.start_instead', { tile, start })
      : '';
    this.context.requests.reject('no_landing', `${answer.reason} ${instead}`.trim());
  }

  /** Pick the end of the move, or one of the starts that lead there. */
  private async pickLanding(tile: string): Promise<void> {
    const from = this.target ? this.outcomes.filter((outcome) => outcome.start === tile) : [];
    if (!from.length) return this.findMovesTo(tile);
    this.outcomes = from;
    if (from.length === 1) await this.findWays(tile, from[0]!.tribe);
  }

  /** Start a move on a tile, and load where it can end. */
  async begin(tile: string): Promise<void> {
    if (!this.context.choices.of('take').some((choice) => choice.tile === tile)) return;
    this.context.reset();
    this.start = tile;
    const [outcomes] = await Promise.all([this.context.requests.ask({ type: 'ask', what: 'outcomes', start: tile }), this.loadPreview()]);
    if (!outcomes || this.start !== tile) return;
    this.outcomes = outcomes.outcomes;
    this.allEnds = { start: tile, outcomes: this.outcomes };
  }

  /** Choose or change the end of the move. */
  async chooseEnd(tile: string): Promise<void> {
    if (this.stepping) this.fixedSteps = this.steps;
    const tribes = this.tribesAt(tile);
    this.target = tile;
    this.pendingTile = '';
    if (tribes.length === 1) return this.findWays(this.start, tribes[0]!);
    // The player chooses the tribe before the way.
    this.landingRequest++;
    this.outcomes = this.landings;
    this.ways = [];
    this.steps = this.fixedSteps;
    await this.loadPreview();
  }

  /** Search for moves that end on a tile; if there are none, show all ends again. */
  async findMovesTo(tile: string): Promise<void> {
    this.context.reset();
    this.search = 'landing';
    this.target = tile;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', tile });
    if (!answer) return;
    if (answer.outcomes.length) this.outcomes = answer.outcomes;
    else await this.setSearch('landing');
  }

  /** The tribes that a move can gather on a tile, from the chosen start or any. */
  tribesAt(tile: string): string[] {
    const ends = this.start ? this.landings : this.outcomes;
    return [...new Set(ends.filter((outcome) => outcome.tile === tile).map((outcome) => outcome.tribe))];
  }

  /** Find the ways from a start to the target that gather a tribe, and show the first. */
  async findWays(start: string, tribe: string): Promise<void> {
    const request = ++this.landingRequest;
    this.targetTribe = tribe;
    const tile = this.target;
    const ask = { type: 'ask', what: 'ways', start, tile, tribe } as const;
    const after = this.fixedSteps.map(dropNotation);
    let answer = after.length ? await this.context.requests.ask({ ...ask, after }) : null;
    if (request !== this.landingRequest) return;
    // The target may be reachable only without the drops planned before.
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

  /** End the move on the pending tile by a longer way that gathers a tribe. */
  async endHere(tribe: string): Promise<void> {
    if (this.stepping) this.fixedSteps = this.steps;
    this.target = this.pendingTile;
    this.pendingTile = '';
    await this.findWays(this.start, tribe);
  }

  /** Route the move through a tile to the same target. */
  private async routeVia(tile: string): Promise<void> {
    const request = ++this.landingRequest;
    const { start, target, targetTribe: tribe, fixedSteps } = this;
    const ask = { type: 'ask', what: 'ways', start, tile: target, tribe, through: tile, after: fixedSteps.map(dropNotation) } as const;
    const answer = await this.context.requests.ask(ask);
    if (!answer?.ways.length || request !== this.landingRequest) return;
    this.ways = answer.ways.map(dropsOf);
    await this.showWay(0);
  }

  /** Load all ends of moves from the start, if the move was not planned from there. */
  private async loadEnds(): Promise<void> {
    const { start } = this;
    if (this.allEnds.start === start) return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes', start });
    if (answer && this.start === start) this.allEnds = { start, outcomes: answer.outcomes };
  }

  /** Show a suggested move. */
  suggest(start: string, steps: Step[]): void {
    this.start = start;
    this.steps = steps;
    this.ways = [steps];
    void this.loadPreview();
    void this.loadEnds();
  }

  /** Show another way to the target. */
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
    // The player now chooses a meeple to drop here, not a tribe to gather on the former target.
    this.target = this.targetTribe = '';
  }

  /** Drop a meeple on a tile. */
  async drop(choice: ChoiceOf<'drop'>): Promise<void> {
    this.pendingTile = '';
    if (this.sowing) return void (await this.context.requests.act(choice.action));
    this.target = this.targetTribe = '';
    this.ways = [];
    this.fixedSteps = [];
    this.steps = [...this.steps, { tile: choice.tile, tribe: choice.tribe }];
    await this.loadPreview();
  }

  /** Undo the last planned step or choice. */
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

  /** Load the preview of the planned move. */
  private async loadPreview(): Promise<void> {
    const { steps } = this;
    const chosen = steps.filter((step) => !step.forced);
    const actions = [`take ${this.start}`, ...chosen.map((step) => `drop ${dropNotation(step)}`)];
    await this.context.preview.load(this.ways.length ? [this.action] : actions);
    if (this.steps !== steps || this.ways.length) return;
    this.steps = withForced(chosen, this.context.preview.events);
  }

  /** The planned move as one action. */
  get action(): string {
    return `sow ${this.start} ${this.steps.map(dropNotation).join(' ')}`;
  }

  /** Set whether the start or the end of the move is picked first. */
  async setSearch(search: Search): Promise<void> {
    this.context.reset();
    this.search = search;
    if (search === 'start') return;
    const answer = await this.context.requests.ask({ type: 'ask', what: 'outcomes' });
    if (answer && !this.target) this.outcomes = answer.outcomes;
  }

  /** Clear the plan of the move only. */
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
