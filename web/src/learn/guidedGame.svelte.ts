// The guided first game: a stored table with a bot, whose first turns the coach explains.

import type { Choice, GameEvent, LogEntry, Scene } from '../protocol';
import { instruction } from '../prompt/instruction';
import { lessonText } from '../state/lessons';
import { say } from '../state/words.svelte';
import { Lesson, LessonTable, PUPIL, RESULT_MS, SHOW_MS, type CoachSpeech } from './lesson.svelte';
import { firstMeanings, othersGatheredViziers, recap, told } from './recap';

export const FIRST_GAME = 'first';
/** The questions after a landing, which the coach explains. */
const EXPLAINED = ['buy', 'summon', 'kill'] as const;
/** The steps whose sentences name the tile where the shown move ends. */
const GOALS = ['camel', 'gold', 'cards'];

export class GuidedGame extends Lesson {
  /** Called with what is demonstrated, so that it can be animated, and the position before it. */
  onshow: (entry: LogEntry, before: Scene) => void = () => {};
  /** What was demonstrated last, in a sentence. */
  private shown = $state('');

  constructor(table: string) {
    super(FIRST_GAME, new LessonTable(table, 'tables'));
  }

  override get path(): string[] {
    return this.progress?.tiles ?? [];
  }

  /** The name of the bot. */
  get rival(): string {
    return this.table.nameOf(this.table.scene.players.findIndex((_, seat) => seat !== PUPIL));
  }

  protected override text(key: string): string {
    return lessonText(this.id, key, { name: this.rival });
  }

  /** Only what the table lets a player undo: the rival is a real one. */
  override get canStepBack(): boolean {
    if (this.showing || this.done || !this.table.myTurn) return false;
    return this.tile !== '' || this.table.own.undo.steps > 0;
  }

  override get canShow(): boolean {
    return super.canShow && this.table.myTurn;
  }

  /** The sentences of the steps are about moves and bids. */
  protected override speaksOf({ kind }: Choice): boolean {
    return kind === 'take' || kind === 'drop' || kind === 'bid';
  }

  protected override wayBack(): string {
    return say('learn.guided_wrong');
  }

  /** Nothing must be taken back, so the press is explained, too. */
  protected override problemText(): { text: string; more: string } {
    return { text: this.problem, more: this.mustStepBack ? this.wayBack() : this.problemHint };
  }

  protected override get explanation(): CoachSpeech {
    const speech = super.explanation;
    if (!this.progress) return speech;
    if (this.showing) return { ...speech, more: speech.more || this.shown };
    if (this.done) return { ...speech, caption: say('learn.guided_done'), more: '' };
    const past = recap(this.table.log, this.table.me);
    const more = this.meanings();
    if (!this.table.myTurn) {
      const name = this.table.nameOf(this.table.turn);
      return { mood: 'watch', caption: say('learn.rival_caption', { name }), text: say('learn.rival', { name }), past, more };
    }
    if (this.progress.wrong) return { ...speech, more: say('learn.guided_wrong') };
    if (speech.mood !== 'step') return speech;
    const topic = EXPLAINED.find((kind) => this.turn.of(kind).length);
    const meet = this.progress.step ? '' : say('learn.meet', { name: this.rival });
    if (!topic) return { ...speech, text: this.goal || speech.text, past, more: more || meet };
    if (topic !== 'buy') return { ...speech, text: say(`learn.tip.${topic}`), past, more };
    const { land, asked, scene } = this.table;
    const large = land.tiles.some(({ tile, kind }) => tile === asked?.tile && kind === 'large market');
    const fakirs = scene.row.includes('fakir') ? say('learn.tip.fakirs') : '';
    const text = say(`learn.market.${large ? 'large' : 'small'}`);
    return { ...speech, text, past, more: [more, fakirs].filter(Boolean).join(' ') };
  }

  /** The sentence of a step with the tile where the shown move ends; empty if it names none. */
  private get goal(): string {
    const { progress, path } = this;
    const step = progress?.steps[progress.step] ?? '';
    if (progress?.note || path.length < 2 || !GOALS.includes(step)) return '';
    return say(`learn.goal.${step}`, { tile: path.at(-1)! });
  }

  /** At a market, the coach already says what to choose. */
  override get question(): string {
    if (this.tile || !this.turn.of('buy').length) return super.question;
    return this.cardsToPress || instruction(this.turn);
  }

  /** What happened for the first time, and what it means. */
  private meanings(): string {
    const { log, me, scene } = this.table;
    const lead = scene.players.some(({ viziers }) => viziers > this.table.player(me).viziers);
    const viziers = lead && othersGatheredViziers(log, me) ? ['viziers'] : [];
    return [...firstMeanings(log, me), ...viziers].map((key) => say(`learn.tip.${key}`, { name: this.rival })).join(' ');
  }

  /** Ask how far the pupil is. */
  override async update(): Promise<void> {
    const answer = await this.table.ask({ type: 'ask', what: 'coach' }).catch(() => null);
    if (answer?.coach && !this.closed) this.table.progress = answer.coach;
  }

  /** Show how the turn could go on. Nothing is played: the table and its log stay as they are. */
  override async showMe(): Promise<void> {
    const progress = this.startShowing();
    if (!progress) return;
    await this.goTo(progress.show_after);
    if (!this.problem) await this.demonstrate(progress.show);
    this.demo = null;
    this.shown = '';
    this.stopShowing();
  }

  private async demonstrate(actions: string[]): Promise<void> {
    let events: GameEvent[] = [];
    let { choices } = this.turn;
    for (let count = 1; count <= actions.length && !this.closed && this.table.myTurn; count++) {
      const last = count === actions.length;
      await this.point(choices.find((choice) => choice.action === actions[count - 1]));
      const answer = await this.table.ask({ type: 'ask', what: 'preview', actions: actions.slice(0, count) }).catch(() => null);
      if (!answer) return;
      const fresh = answer.events.slice(events.length);
      const lines = answer.lines.slice(events.length);
      ({ events, choices } = answer);
      const before = this.scene;
      if (answer.scene) this.demo = answer.scene;
      this.shown = told(fresh, lines).join(' ') || lines.join(' ');
      this.onshow(demonstrated(this.table.me, fresh, lines), before);
      await this.wait(last ? RESULT_MS : SHOW_MS);
      void this.turn.bids.hover(null);
    }
  }

  protected override async goTo(actions: number): Promise<void> {
    this.lastAction = '';
    while (!this.closed && this.table.scene.actions > actions) {
      this.turn.reset();
      try {
        await this.table.send({ type: 'undo' });
      } catch {
        this.problem = say('learn.not_undone');
        break;
      }
    }
    await this.update();
  }
}

/** An entry that is not in the log. */
const demonstrated = (seat: number, events: GameEvent[], lines: string[]): LogEntry => ({
  number: -1,
  at: 0,
  kind: 'act',
  lines,
  seat,
  by: 'person',
  name: '',
  text: '',
  bot: '',
  reason: '',
  table: '',
  back_to: 0,
  events,
});
