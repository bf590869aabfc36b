// The turn as it is being planned: what is chosen so far, and what it would bring.
//
// A page knows no rules. What can be chosen is told by the server: `choices` of the seat in turn,
// and after a planned step those of its preview. A move is planned here, step by step or from its
// end, and sent as one `sow`; everything else is one choice of the list.

import type { Answer, Choice, OutcomeScene, Scene, ScoreSheet, Happening, LogEntry } from '../protocol';
import { Refusal } from '../wire/api';
import { Outlook } from './outlook.svelte';
import type { Table } from './table.svelte';

/** What a plan would bring, as far as it is certain. */
export interface Preview {
  scene: Scene | null;
  score: ScoreSheet | null;
  events: Happening[];
  lines: string[];
  choices: Choice[];
  /** Whether the last action could not be shown, because chance decides what comes of it. */
  cut: boolean;
}

/** Where a person looks for moves: from the tile they start on, or from the tile they end on. */
export type Search = 'start' | 'landing';

/** What a drop of the plan is: the tile and the tribe that stays there. */
export interface Step {
  tile: string;
  tribe: string;
  /** Nothing else could be dropped there, so the rules did it by themselves. */
  forced?: boolean;
}

export class Turn {
  /** A refusal that the person has not answered yet. */
  problem = $state<Refusal | null>(null);
  /** Something is on its way to the server. */
  busy = $state(false);

  // --- A move being planned
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
  preview = $state.raw<Preview | null>(null);
  /** The preview is that of the plan before: nothing may be built on it. */
  private unsure = $state(false);

  // --- A choice among others
  /** The tile, card, Djinn or item that was touched. */
  tile = $state('');
  djinn = $state('');
  item = $state('');
  /** Places of the row that are chosen to be bought. */
  places = $state.raw<number[]>([]);
  /** Places of the own hand that are chosen to be sold. */
  cards = $state.raw<number[]>([]);
  /** The choice that one press more will send. */
  chosen = $state.raw<Choice | null>(null);

  /** What the bid that is looked at would do to the track. */
  readonly outlook = new Outlook(this);

  private asking = 0;
  private looking = 0;
  private landing = 0;
  private readonly stop: () => void;

  constructor(readonly table: Table) {
    this.stop = table.onHappened((entries) => this.follow(entries));
  }

  close(): void {
    this.stop();
  }

  /** All that the seat in turn can choose; empty while others decide. */
  get choices(): Choice[] {
    return this.table.mine ? (this.table.mySecrets?.choices ?? []) : [];
  }

  of(...kinds: string[]): Choice[] {
    return this.choices.filter((choice) => kinds.includes(choice.kind));
  }

  /** Whether a tile is to be emptied now. */
  get moving(): boolean {
    return this.of('take').length > 0;
  }

  /** Whether a move was begun at the server, one drop after the other. */
  get sowing(): boolean {
    return this.of('drop').length > 0;
  }

  /** Whether anything is planned or touched. */
  get planning(): boolean {
    return Boolean(this.start || this.wish || this.chosen || this.tile || this.djinn || this.item || this.places.length || this.cards.length);
  }

  /** The next drops that keep the move possible. */
  get drops(): Choice[] {
    if (this.sowing) return this.of('drop');
    if (!this.preview || this.preview.cut || this.unsure) return [];
    return this.preview.choices.filter((choice) => choice.kind === 'drop');
  }

  /** Whether the planned move is whole and can be sent. */
  get whole(): boolean {
    return this.steps.length > 0 && this.start !== '' && !this.unsure && this.drops.length === 0 && this.preview !== null;
  }

  /** The meeples still in hand in the planned move. */
  get hand(): string {
    return this.preview?.scene?.asked?.hand ?? '';
  }

  /** The tiles of the planned move, from where it begins. */
  get path(): string[] {
    return this.start ? [this.start, ...this.steps.map((step) => step.tile)] : [];
  }

  /** Whether a place on the track is to be chosen now. */
  get bidding(): boolean {
    return this.of('bid').length > 0;
  }

  /** How many points the plan is worth to its player at once. */
  get gain(): number | null {
    const now = this.table.mySecrets?.score?.total;
    const then = this.preview?.score?.total;
    return now === undefined || then === undefined ? null : then - now;
  }

  // --- Planning a move -----------------------------------------------------------------------

  /** A tile was touched. */
  pick(tile: string): void {
    this.problem = null;
    if (this.sowing) return void this.pickDrop(tile);
    if (this.moving) return void this.pickMove(tile);
    this.pickTarget(tile);
  }

  /** A tile was dragged onto another: a move from one to the other. */
  drag(from: string, to: string): void {
    if (from === to || !this.of('take').some((choice) => choice.tile === from)) return;
    void this.begin(from).then(() => {
      if (this.start === from && this.tribesAt(to).length) return this.aim(to);
    });
  }

  private async pickMove(tile: string): Promise<void> {
    if (this.search === 'landing' && !this.start) return this.pickLanding(tile);
    if (!this.start) return this.begin(tile);
    // What may come next is not known yet: a quick finger shall not begin another move instead.
    if (this.unsure && this.steps.length) return;
    if (this.drops.some((drop) => drop.tile === tile)) return this.pickDrop(tile);
    if (tile === this.start && !this.steps.length) return this.forget();
    if (!this.steps.length && this.outcomes.some((outcome) => outcome.tile === tile)) return this.aim(tile);
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

  private async pickDrop(tile: string): Promise<void> {
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
  private async look(): Promise<void> {
    const { steps } = this;
    const chosen = steps.filter((step) => !step.forced);
    const actions = [`take ${this.start}`, ...chosen.map((step) => `drop ${step.tile}${step.tribe}`)];
    await this.foresee(this.ways.length ? [this.move] : actions);
    if (this.steps !== steps || this.ways.length || this.preview?.cut) return;
    this.steps = withForced(chosen, this.preview?.events ?? []);
  }

  /** What would certainly come of a choice that is not made, in words. */
  async foretell(action: string): Promise<string[]> {
    const answer = await this.table.ask({ type: 'ask', what: 'preview', actions: [action] }).catch(() => null);
    const lines = answer?.lines ?? [];
    // Sentences without an event come first.
    const before = lines.length - (answer?.events?.length ?? 0);
    return lines.filter((_, nth) => !BESIDE.has(answer?.events?.[nth - before]?.type ?? ''));
  }

  /** See what some actions would bring; only the last question counts. */
  private async foresee(actions: string[]): Promise<void> {
    const looking = ++this.looking;
    this.unsure = true;
    const answer = await this.wonder({ type: 'ask', what: 'preview', actions });
    if (looking !== this.looking) return;
    this.unsure = false;
    if (answer) this.preview = previewOf(answer, actions.length);
    else if (this.start) this.dismiss(); // a move cannot go on without; a choice can be sent as it is
  }

  /** The planned move as one action. */
  get move(): string {
    return `sow ${this.start} ${this.steps.map((step) => step.tile + step.tribe).join(' ')}`;
  }

  // --- Choosing among what is offered ---------------------------------------------------------

  /** A tile was touched while no meeple moves: choose what can be done there. */
  private pickTarget(tile: string): void {
    const here = this.offered.filter((choice) => choice.tile === tile || choice.to === tile);
    if (!here.length) return this.forget();
    if (this.chosen && (this.tile === tile || this.chosen.to === tile)) return void this.commit();
    const there = here.filter((choice) => choice.tile === this.tile && choice.to === tile);
    if (this.tile && there.length === 1) return this.propose(there[0]!);
    const { djinn, item } = this;
    this.forget();
    Object.assign(this, { djinn, item, tile });
    this.settle();
  }

  /** A Djinn was touched: one of the row, of those to keep, or an own one. */
  pickDjinn(djinn: string): void {
    this.pickCard('djinn', djinn);
  }

  pickItem(item: string): void {
    this.pickCard('item', item);
  }

  private pickCard(kind: 'djinn' | 'item', name: string): void {
    const again = this[kind] === name;
    this.forget();
    if (again || !this.choices.some((choice) => choice[kind] === name)) return;
    this[kind] = name;
    this.settle();
  }

  /** A place of the row was touched: take it into what is bought, or out again. */
  pickPlace(place: number): void {
    const offers = this.of('buy');
    const fits = (places: number[]): boolean =>
      offers.some((offer) => places.every((each) => offer.places?.includes(each)));
    const others = this.places.filter((each) => each !== place);
    const wished = this.places.includes(place) ? others : [...others, place];
    this.forget();
    this.places = fits(wished) ? wished : fits([place]) ? [place] : [];
    const exact = offers.find(
      (offer) => offer.places?.length === this.places.length && fitsIn(this.places, offer.places),
    );
    this.propose(exact ?? null);
  }

  /** A card of the hand was touched: take it into what is sold, or out again. */
  pickHand(nth: number): void {
    const hand = this.table.mySecrets?.hand ?? [];
    const wished = this.cards.includes(nth)
      ? this.cards.filter((each) => each !== nth)
      : [...this.cards.filter((each) => hand[each] !== hand[nth]), nth];
    this.forget();
    this.cards = wished;
    const names = wished.map((each) => hand[each]!).sort().join();
    const exact = this.of('sell').find((offer) => [...(offer.cards ?? [])].sort().join() === names);
    this.propose(exact ?? null);
  }

  /** Take the cards of a sale up, as if each had been touched. */
  pickSale(sale: Choice): void {
    const hand = this.table.mySecrets?.hand ?? [];
    this.forget();
    this.cards = (sale.cards ?? []).map((card) => hand.indexOf(card));
    this.propose(sale);
  }

  /** The sale that brings most, if anything can be sold. */
  get bestSale(): Choice | null {
    const sales = this.of('sell');
    return sales.reduce<Choice | null>((best, sale) => ((sale.value ?? 0) > (best?.value ?? 0) ? sale : best), null);
  }

  /** What can be chosen with what was touched before the tile. */
  get offered(): Choice[] {
    const { djinn, item } = this;
    return this.choices.filter(
      (choice) => (djinn ? choice.djinn === djinn : item ? choice.item === item : !choice.djinn && !choice.item),
    );
  }

  /** What can be chosen with what was touched: shown as buttons when there are several. */
  get candidates(): Choice[] {
    if (!this.tile && !this.djinn && !this.item) return [];
    return this.offered.filter(
      (choice) => !this.tile || choice.tile === this.tile || choice.to === this.tile,
    );
  }

  /** Where something was touched: if only one thing can be meant, it is chosen. */
  private settle(): void {
    const meant = this.candidates;
    this.propose(meant.length === 1 ? meant[0]! : null);
  }

  /** Choose one of the list; one press more will send it. */
  choose(choice: Choice): void {
    this.propose(choice);
  }

  private propose(choice: Choice | null): void {
    this.chosen = choice;
    this.preview = null;
    this.looking++;
    this.unsure = false;
    if (choice && choice.kind !== 'end') void this.foresee([choice.action]);
  }

  /** Look for moves from their end, or from their start again. */
  async seek(search: Search): Promise<void> {
    this.forget();
    this.search = search;
    if (search === 'start') return;
    const answer = await this.wonder({ type: 'ask', what: 'outcomes' });
    if (answer && !this.wish) this.outcomes = answer.outcomes ?? [];
  }

  /** Send what is planned or chosen. */
  async commit(): Promise<void> {
    if (this.whole) await this.act(this.move);
    else if (this.chosen) await this.act(this.chosen.action);
  }

  // --- Advice ------------------------------------------------------------------------------------

  /** Show a turn that was advised: its move as a plan, anything else as what is chosen. */
  plan(actions: string[]): void {
    this.forget();
    const first = actions[0] ?? '';
    if (first.startsWith('sow ')) {
      this.start = first.split(' ')[1] ?? '';
      this.steps = dropsOf(first);
      this.ways = [this.steps];
      void this.look();
    } else {
      const choice = this.choices.find((each) => each.action === first);
      if (choice) this.propose(choice);
    }
  }

  /** Play some actions one after the other, as far as they are accepted. */
  async play(actions: string[]): Promise<void> {
    for (const action of actions) if (!(await this.act(action))) return;
  }

  // --- Talking to the server --------------------------------------------------------------------

  /** Send an action; whatever was planned is forgotten when it is accepted. */
  async act(action: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      const { number } = await this.table.send({ type: 'act', action });
      // Where the news were faster, a quick hand may have begun to plan what comes next.
      if (this.table.number < number) this.forget();
      return true;
    } catch (error) {
      this.problem = error as Refusal;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Take back the last send, or the whole turn. */
  async undo(turn = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.forget();
    try {
      await this.table.send({ type: 'undo', turn });
    } catch (error) {
      this.problem = error as Refusal;
    } finally {
      this.busy = false;
    }
  }

  /** Forget whatever was planned or touched. */
  forget(): void {
    this.asking++;
    this.looking++;
    this.unsure = false;
    this.search = 'start';
    this.start = this.wish = this.wishTribe = this.open = '';
    this.steps = [];
    this.outcomes = [];
    this.ways = [];
    this.way = 0;
    this.preview = null;
    this.tile = this.djinn = this.item = '';
    this.places = [];
    this.cards = [];
    this.chosen = null;
  }

  /** A plan that cannot be shown is given up; why not stays to be read. */
  private dismiss(): void {
    const { problem } = this;
    this.forget();
    this.problem = problem;
  }

  /** Ask a question; nothing when the plan has changed meanwhile. */
  private async wonder(ask: Parameters<Table['ask']>[0]): Promise<Answer | null> {
    const asking = this.asking;
    try {
      const answer = await this.table.ask(ask);
      return asking === this.asking ? answer : null;
    } catch (error) {
      if (asking === this.asking) this.problem = error as Refusal;
      return null;
    }
  }

  /** The game went on: what was planned for the position before means nothing any more. */
  private follow(entries: LogEntry[]): void {
    if (entries.some((entry) => entry.kind === 'act' || entry.kind === 'undo')) this.forget();
  }
}

/** What happens in every strike, and would hide what matters. */
const BESIDE = new Set(['TurnStarted', 'TurnEnded', 'Bagged', 'CamelPlaced', 'RowRefilled', 'DjinnsRefilled', 'DiceRolled']);

function fitsIn(some: number[], all: number[] | undefined): boolean {
  return some.length > 0 && some.every((each) => all?.includes(each));
}

/** The chosen drops, and between them those that follow from them. */
export function withForced(chosen: Step[], events: Happening[]): Step[] {
  let next = 0;
  const told = events
    .filter((event) => event.type === 'Dropped')
    .map(({ tile = '', tribe = '' }) => {
      const wished = chosen[next];
      if (wished?.tile !== tile || wished.tribe !== tribe) return { tile, tribe, forced: true };
      next += 1;
      return wished;
    });
  return next === chosen.length ? told : chosen;
}

/** The drops of a `sow` line. */
export function dropsOf(line: string): Step[] {
  return line
    .split(' ')
    .slice(2)
    .map((drop) => ({ tile: drop.slice(0, -1), tribe: drop.slice(-1) }));
}

function previewOf(answer: Answer, actions: number): Preview {
  return {
    scene: answer.scene ?? null,
    score: answer.score ?? null,
    events: answer.events ?? [],
    lines: answer.lines ?? [],
    choices: answer.choices ?? [],
    cut: (answer.played ?? 0) < actions,
  };
}
