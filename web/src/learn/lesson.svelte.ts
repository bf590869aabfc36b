// A lesson while it is played. Every press is sent at once, so that "Step back" can take it back.

import type { Choice, Land, LessonProgress, PastStrike, Scene, StrikeScene, ToPage } from '../protocol';
import { scoreOf } from '../live/players';
import { Table, type TablePlace } from '../live/table.svelte';
import { strikeOf } from '../live/yazid';
import { instruction } from '../prompt/instruction';
import { strikeTitle, whyNotAsked } from '../solo/strikeText';
import { motionDuration } from '../state/settings.svelte';
import { say, words } from '../state/words.svelte';
import { capitalised, tribeName } from '../prompt/labels';
import { choiceText } from '../turn/choiceText';
import { Turn } from '../turn/turn.svelte';
import { lessonText } from '../state/lessons';
import { builderSum, forcedDrops } from './recap';

/** How long each action of "Show me" is shown, and its result before it is taken back. */
export const SHOW_MS = 1200;
export const RESULT_MS = 2400;
/** After so many misses, "Show me" is emphasised. */
const MISSES = 2;

/** The panels where choices are made by one press. */
const PANELS: Partial<Record<Choice['kind'], string>> = { bid: 'track', buy: 'goods', summon: 'djinns' };

/** The table of a lesson, with the progress that the server sends. */
export class LessonTable extends Table {
  progress = $state.raw<LessonProgress | null>(null);

  /** By default the table of the lesson with this name; the guided first game has a stored one. */
  constructor(name: string, place: TablePlace = 'lessons') {
    super(name, place);
  }

  protected override receive(message: ToPage): void {
    if (message.type === 'lesson') this.progress = message;
    else super.receive(message);
  }
}

/** What the coach says, and in which mood. */
export interface CoachSpeech {
  mood: 'step' | 'wrong' | 'done' | 'watch';
  caption?: string;
  text: string;
  /** The drops that the rules made, in smaller letters. */
  forced?: string;
  /** What has happened, in smaller letters; left out where there is no room. */
  past?: string;
  /** A second, smaller sentence. */
  more?: string;
}

/** A strike of Yazid, and its title. */
export interface ToldStrike {
  strike: StrikeScene;
  title: string;
}

/** Points from one source, and how many of them the last action brought. */
export interface SourcePoints {
  source: string;
  points: number;
  change: number;
}

/** Why the next step of a move cannot go to a tile: the end of the key of a text. */
function wrongStep({ walls }: Land, way: string[], tile: string): 'not_beside' | 'same_tile' | 'straight_back' | 'no_landing' {
  const from = way.at(-1)!;
  const steps = Math.abs(from.charCodeAt(0) - tile.charCodeAt(0)) + Math.abs(Number(from[1]) - Number(tile[1]));
  if (!steps) return 'same_tile';
  if (steps > 1 || walls.some((wall) => wall.includes(from) && wall.includes(tile))) return 'not_beside';
  return way.at(-2) === tile ? 'straight_back' : 'no_landing';
}

/** The drop or the start after which a goal was out of reach, in words; empty for other actions. */
function mistakeText({ mistake, detour, detour_steps: count, landing: target }: LessonProgress, goal: string): string {
  const [kind, what = ''] = mistake.split(' ');
  const tile = what.slice(0, 2);
  if (kind === 'take') return say(detour ? `learn.detour.${detour}` : 'learn.mistake_take', { tile, goal, target, count });
  return kind === 'drop' ? say('learn.mistake_drop', { tile, tribe: capitalised(tribeName(what.slice(2))), goal }) : '';
}

/** The seat of the pupil. */
export const PUPIL = 0;

export class Lesson {
  readonly turn: Turn;
  /** The tile that was pressed, if there are several choices for it. */
  tile = $state('');
  /** Why the last press did nothing. */
  problem = $state('');
  /** Where to look instead. */
  protected problemHint = $state('');
  misses = $state(0);
  showing = $state(false);
  /** The choice that is marked while it is shown, if it is not a step of a move. */
  pointed = $state.raw<Choice | null>(null);
  /** What the coach talks about while something is shown: the step at its beginning. */
  protected frozen = $state.raw<LessonProgress | null>(null);
  /** The position that is shown instead of that of the table, while something is only demonstrated. */
  protected demo = $state.raw<Scene | null>(null);
  /** The points by source before the last action; null if it was taken back. */
  private pointsBefore = $state.raw<Record<string, number> | null>(null);
  /** The action that was played last, unless it was taken back. */
  protected lastAction = $state('');
  /** The actions that were played and not taken back. */
  private acts: string[] = [];
  protected closed = false;

  constructor(
    readonly id: string,
    readonly table = new LessonTable(id),
  ) {
    this.turn = new Turn(this.table);
  }

  close(): void {
    this.closed = true;
    this.turn.close();
    this.table.close();
  }

  get progress(): LessonProgress | null {
    return this.frozen ?? this.table.progress;
  }

  /** The position that the board shows. */
  get scene(): Scene {
    return this.demo ?? this.table.scene;
  }

  /** The strikes of Yazid that the lesson talks about: the next one, or at its end those that have just been. */
  get strikes(): ToldStrike[] {
    const past = this.pastStrikes.map(({ strike, dice }, nth) => ({
      strike,
      title: nth ? say('learn.also_struck', { tiles: words.list(strike.tiles.map(({ tile }) => tile)) }) : strikeTitle(strike, dice, true),
    }));
    const strike = this.done ? null : strikeOf(this.table);
    if (!strike) return past;
    const dice = this.table.pastStrike?.dice ?? this.table.scene.yazid?.dice ?? [0, 0];
    return [{ strike, title: strikeTitle(strike, dice) }];
  }

  /** The strikes that ended the lesson: one, or two if a new round began with another. */
  get pastStrikes(): PastStrike[] {
    return this.done && !this.showing ? (this.table.scene.yazid?.past_strikes ?? []) : [];
  }

  /** Both strikes at the end of the lesson in sentences; empty if there is only one. */
  private get bothStrikes(): string {
    const second = this.pastStrikes[1];
    return second ? [...this.strikes.map(({ title }) => `${title}.`), whyNotAsked(second)].join(' ') : '';
  }

  /** The tiles of the move in progress, from its start. */
  get route(): string[] {
    if (!this.demo) return this.turn.move.path;
    const { start, path } = this.demo.asked ?? {};
    return start ? [start, ...(path ?? []).map((drop) => drop.slice(0, 2))] : [];
  }

  /** The tile where the next move must end and none can start, while a start is chosen; else empty. */
  get landing(): string {
    return this.turn.of('take').length ? (this.progress?.landing ?? '') : '';
  }

  /** The tiles of the move that the coach suggests, from its start; empty if there is none. */
  get path(): string[] {
    return [];
  }

  get done(): boolean {
    const { progress } = this;
    return progress !== null && progress.step >= progress.steps.length;
  }

  /** Whether something was played that "Step back" can take back. */
  get canStepBack(): boolean {
    return !this.showing && !this.done && (this.tile !== '' || this.table.scene.actions > 0);
  }

  /** Whether the goal is only reached after taking something back. */
  get mustStepBack(): boolean {
    return this.canStepBack && Boolean(this.progress?.wrong || this.progress?.stuck);
  }

  /** Whether the current step can be shown. */
  get canShow(): boolean {
    return !this.showing && !this.done && Boolean(this.progress?.show.length);
  }

  /** Whether "Show me" is emphasised. */
  get offersHelp(): boolean {
    return this.misses >= MISSES && this.canShow;
  }

  /** Where the pupil's points come from, with what has changed since before the last action. */
  get points(): SourcePoints[] {
    const { sources } = scoreOf(this.table, PUPIL);
    const before = this.pointsBefore ?? sources;
    return Object.entries(sources)
      .map(([source, points]) => ({ source, points, change: points - (before[source] ?? 0) }))
      .filter(({ points, change }) => points || change);
  }

  get speech(): CoachSpeech {
    const speech = this.explanation;
    const drops = this.showing ? [] : forcedDrops(this.table.log, this.table.me, this.lastAction);
    if (!drops.length) return speech;
    const forced = say('learn.forced', { count: drops.length, tiles: words.list(drops) });
    return { ...speech, forced };
  }

  /** A text of the lesson. */
  protected text(key: string): string {
    return lessonText(this.id, key);
  }

  /** What the coach says, apart from what happened by itself. */
  protected get explanation(): CoachSpeech {
    const { progress } = this;
    if (!progress) return { mood: 'step', text: say('learn.loading') };
    if (this.showing) {
      return {
        mood: 'watch',
        caption: say('learn.watch'),
        text: say('learn.watching'),
        more: this.pointed ? choiceText(this.pointed) : '',
      };
    }
    const sum = builderSum(this.table.log, PUPIL);
    if (this.done)
      return {
        mood: 'done',
        caption: say('learn.done'),
        text: this.text('done'),
        more: this.pastStrikes.length ? this.bothStrikes : sum,
      };
    const almost = { mood: 'wrong', caption: say('learn.almost') } as const;
    if (this.problem) return { mood: 'wrong', caption: say('learn.not_there'), ...this.problemText(progress.back) };
    if (progress.wrong) return { ...almost, text: this.text(`wrong.${progress.wrong}`), more: say('learn.look_back') };
    if (progress.stuck) return { ...almost, ...this.stuckText(progress) };
    const { step, steps, early } = progress;
    const caption = say('learn.step', { number: step + early.length + 1, count: steps.length });
    const key = progress.note ? `note.${progress.note}` : `say.${steps[step]!}`;
    const done = early.map((each) => say('learn.early', { goal: this.text(`short.${each}`) }));
    return { mood: 'step', caption, text: this.text(key), more: [sum, ...done].filter(Boolean).join(' ') };
  }

  /** Why the last press did nothing. If something must be taken back, only that is said. */
  protected problemText(back: number): { text: string; more: string } {
    return this.mustStepBack ? { text: this.wayBack(back), more: '' } : { text: this.problem, more: this.problemHint };
  }

  /** Why the step cannot be done any more, and where "Step back" leads. */
  private stuckText(progress: LessonProgress): { text: string; more: string } {
    const { back, step, steps } = progress;
    const goal = this.text(`short.${steps[step]!}`);
    const text = mistakeText(progress, goal) || say(this.table.myTurn ? 'learn.lost' : 'learn.stuck', { goal });
    return { text, more: this.wayBack(back) };
  }

  /** What to do about something wrong. */
  protected wayBack(back: number): string {
    return say(back < this.table.scene.actions - 1 ? 'learn.look_start' : 'learn.look_back');
  }

  /** What the buttons answer, for choices that the coach does not talk about; else empty. */
  get question(): string {
    const { choices, progress } = this;
    if (this.tile) return this.choicesAt(this.tile)[0]?.kind === 'drop' ? say('learn.choose', { tile: this.tile }) : this.table.own.prompt;
    if (this.turn.selection.djinn && this.turn.of('summon').length) return instruction(this.turn);
    const { cardsToPress } = this;
    if (this.turn.choices.some((choice) => progress?.show.includes(choice.action) && this.speaksOf(choice))) return cardsToPress;
    if (choices.length === 1 && choices[0]!.kind === 'end') return this.turn.choices.length === 1 ? say('learn.only_end') : '';
    return choices.length ? [this.table.own.prompt, cardsToPress || instruction(this.turn)].filter(Boolean).join(' ') : '';
  }

  /** Where to press at a market, whose only button buys nothing; empty elsewhere, and once a card is chosen. */
  protected get cardsToPress(): string {
    return this.turn.of('buy').length && !this.turn.selection.places.length ? say('learn.press_cards') : '';
  }

  /** Whether the sentence of the step is about a choice. */
  protected speaksOf(_choice: Choice): boolean {
    return true;
  }

  /** The choices that are buttons: those for the pressed tile or Djinn, or those that nothing else stands for. */
  get choices(): Choice[] {
    if (this.done) return [];
    if (this.showing) return this.pointed && this.hasButton(this.pointed) ? [this.pointed] : [];
    if (this.tile) return this.choicesAt(this.tile);
    const { chosen, bestSale, candidates } = this.turn.selection;
    const sale = chosen?.kind === 'sell' ? chosen : bestSale;
    const others = this.turn.choices.filter(
      (choice) => !choice.tile && !this.hasPanel(choice) && (choice.kind !== 'sell' || choice === sale),
    );
    // A Djinn is only summoned after its power was shown.
    if (chosen?.kind === 'summon') return [chosen, ...others];
    return candidates.length > 1 ? candidates : others;
  }

  /** Whether a button plays a choice, at least after a press on something else. */
  private hasButton(choice: Choice): boolean {
    return choice.kind === 'summon' || (!choice.tile && !this.hasPanel(choice));
  }

  /** What is shown beside the board: what the lesson wants, and what there is to choose from. */
  get panels(): Set<string> {
    const offered = this.done ? [] : this.turn.choices.map((choice) => PANELS[choice.kind]);
    // Whoever buys or sells wants to see the own cards and gold.
    const trade = !this.done && this.turn.of('buy', 'sell').length ? ['hand', 'gold'] : [];
    return new Set([...(this.progress?.panels ?? []), ...offered.filter((panel) => panel !== undefined), ...trade]);
  }

  /** Whether something beside the board is pressed now. */
  get choosingBeside(): boolean {
    return !this.done && this.turn.choices.some((choice) => this.hasPanel(choice));
  }

  /** Whether a choice is made by pressing something beside the board. */
  hasPanel(choice: Choice): boolean {
    const panel = PANELS[choice.kind];
    return panel !== undefined && this.panels.has(panel);
  }

  private choicesAt(tile: string): Choice[] {
    return this.turn.choices.filter((choice) => choice.tile === tile);
  }

  /** Press a tile of the board. */
  async pick(tile: string): Promise<void> {
    if (this.showing || this.done || this.turn.busy || !this.table.myTurn) return;
    this.problem = this.problemHint = '';
    if (tile === this.landing) {
      this.misses++;
      return void (this.problem = say('learn.land_here', { tile }));
    }
    const here = this.choicesAt(tile);
    if (!here.length && this.tile) return void (this.problem = say('learn.answer_first', { tile: this.tile }));
    if (!here.length && this.justPassed(tile)) return;
    // A price is shown before it is paid.
    const asks = here.length > 1 || here.some((choice) => choice.fakirs);
    this.tile = asks ? tile : '';
    if (here.length === 1 && !asks) await this.act(here[0]!.action);
    else if (!here.length) this.explain(tile);
  }

  /** Whether the last move passed a tile: the rules finish a move that has only one way, maybe before the next press. */
  private justPassed(tile: string): boolean {
    const { asked, log } = this.table;
    const last = log.findLast((entry) => entry.kind === 'act');
    return !asked?.start && Boolean(last?.events.some((event) => event.type === 'Dropped' && event.tile === tile));
  }

  /** Say why a tile cannot be chosen. */
  private explain(tile: string): void {
    const ends = [...new Set(this.turn.move.reachableEnds.map((end) => end.tile))];
    this.problemHint = this.progress?.tiles.length ? say('learn.look') : '';
    if (ends.includes(tile)) {
      this.problemHint = '';
      this.problem = say('learn.ahead', { tile });
      return;
    }
    const { start, path = [] } = this.table.asked ?? {};
    if (start) {
      const way = [start, ...path.map((drop) => drop.slice(0, 2))];
      this.problem = say(`learn.${wrongStep(this.table.land, way, tile)}`, { tile, from: way.at(-1)! });
      this.problemHint = ends.length ? say('learn.ends', { tiles: words.list(ends) }) : '';
    } else this.problem = say('learn.unlit');
    this.misses++;
  }

  /** Play an action. Returns whether it was accepted. */
  async act(action: string): Promise<boolean> {
    this.tile = this.problem = this.problemHint = '';
    const kept = this.acts.slice(0, this.table.scene.actions);
    const step = this.table.progress?.step;
    this.pointsBefore = scoreOf(this.table, PUPIL).sources;
    this.lastAction = '';
    const accepted = await this.turn.act(action);
    this.acts = accepted ? [...kept, action] : kept;
    if (accepted) this.lastAction = action;
    if (!accepted) this.problem = this.turn.problem?.message ?? '';
    else await this.update();
    if (step !== this.table.progress?.step) this.misses = 0;
    else if (accepted && !this.showing && this.table.progress?.wrong) this.misses++;
    return accepted;
  }

  /** Get the progress after an action. In a lesson the server has sent it already. */
  protected update(): Promise<void> {
    return Promise.resolve();
  }

  /** Take the last action back, or forget the pressed tile. */
  async stepBack(): Promise<void> {
    if (!this.canStepBack || this.turn.busy) return;
    this.problem = '';
    this.pointsBefore = null;
    if (this.tile) this.tile = '';
    else if (this.turn.selection.active) this.turn.reset();
    else await this.goTo(this.progress?.stuck ? this.progress.back : this.table.scene.actions - 1);
  }

  /** Begin the lesson again. */
  async again(): Promise<void> {
    this.misses = 0;
    this.tile = this.problem = '';
    await this.goTo(0);
    this.pointsBefore = null;
  }

  /** Play the current step, and take it back. */
  async showMe(): Promise<void> {
    const progress = this.startShowing();
    if (!progress) return;
    const { show, show_after: after, show_keep: kept } = progress;
    await this.goTo(after);
    for (const [nth, action] of show.entries()) {
      if (nth >= kept) await this.point(this.turn.choices.find((choice) => choice.action === action));
      if (this.closed || !(await this.act(action))) break;
      if (nth >= kept) await this.wait(nth === show.length - 1 ? RESULT_MS : SHOW_MS);
    }
    await this.goTo(after + kept);
    this.stopShowing();
  }

  /** Mark a choice for a while, if it is not a step of a move: those are seen on the board. */
  protected async point(choice: Choice | undefined): Promise<void> {
    if (!choice || choice.kind === 'take' || choice.kind === 'drop' || this.closed) return;
    if (choice.kind === 'bid') return void this.turn.bids.hover(choice);
    this.pointed = choice;
    this.turn.selection.mark(choice);
    await this.wait(SHOW_MS);
    this.turn.reset();
    this.pointed = null;
  }

  /** What is shown now; null if nothing can be. */
  protected startShowing(): LessonProgress | null {
    const { progress } = this;
    if (!this.canShow || !progress || this.turn.busy) return null;
    this.showing = true;
    this.frozen = progress;
    this.misses = 0;
    this.tile = this.problem = '';
    return progress;
  }

  protected stopShowing(): void {
    this.pointsBefore = null;
    this.pointed = null;
    void this.turn.bids.hover(null);
    this.frozen = null;
    this.showing = false;
  }

  /** Return to an earlier number of actions: by undo or, where that is not possible, by starting again. */
  protected async goTo(actions: number): Promise<void> {
    this.lastAction = '';
    while (!this.closed && this.table.scene.actions > actions) {
      this.turn.reset();
      const undone = await this.table.send({ type: 'undo' }).then(
        () => true,
        () => false,
      );
      if (undone) continue;
      const kept = this.acts.slice(0, actions);
      await this.restart();
      for (const action of kept) if (!(await this.act(action))) return;
    }
  }

  private async restart(): Promise<void> {
    const before = this.table.progress;
    this.table.refresh();
    while (!this.closed && this.table.progress === before) await this.wait(20);
  }

  protected wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, motionDuration(ms) || ms));
  }
}
