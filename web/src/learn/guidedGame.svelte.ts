// The guided first game: a stored table with a bot, whose first turns the coach explains.

import { say } from '../state/words.svelte';
import { Lesson, LessonTable, type CoachSpeech } from './lesson.svelte';

export const FIRST_GAME = 'first';

export class GuidedGame extends Lesson {
  constructor(table: string) {
    super(FIRST_GAME, new LessonTable(table, 'tables'));
  }

  /** Only what the table lets a player undo: the rival is a real one. */
  override get canStepBack(): boolean {
    if (this.showing || this.done || !this.table.myTurn) return false;
    return this.tile !== '' || this.table.own.undo.steps > 0;
  }

  override get speech(): CoachSpeech {
    if (this.progress && this.done) return { ...super.speech, caption: say('learn.guided_done') };
    if (this.progress && !this.table.myTurn) {
      const name = this.table.nameOf(this.table.turn);
      return { mood: 'watch', caption: say('learn.rival_caption', { name }), text: say('learn.rival') };
    }
    const speech = super.speech;
    return this.progress?.wrong && !this.showing ? { ...speech, more: say('learn.guided_wrong') } : speech;
  }

  /** Ask how far the pupil is. */
  override async update(): Promise<void> {
    const answer = await this.table.ask({ type: 'ask', what: 'coach' }).catch(() => null);
    if (answer?.coach && !this.closed) this.table.progress = answer.coach;
  }

  protected override async goTo(actions: number): Promise<void> {
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
