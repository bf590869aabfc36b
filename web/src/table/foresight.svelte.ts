// Talking to the server about a turn: what can be chosen, what it would bring, and sending it.

import type { Answer, Choice, Happening, OutcomeScene, Scene, ScoreSheet } from '../protocol';
import type { Refusal } from '../wire/api';
import type { Table } from './table.svelte';

/** What a plan would bring, as far as it is certain. */
export interface Preview {
  scene: Scene | null;
  score: ScoreSheet | null;
  events: Happening[];
  lines: string[];
  choices: Choice[];
  /** In the middle of a move: where it can still end. */
  outcomes: OutcomeScene[];
  /** Whether the last action could not be shown, because chance decides what comes of it. */
  cut: boolean;
}

/** What a turn is made of before anything is planned: choices, questions and sends. */
export class Foresight {
  /** A refusal that the person has not answered yet. */
  problem = $state<Refusal | null>(null);
  /** Something is on its way to the server. */
  busy = $state(false);
  preview = $state.raw<Preview | null>(null);
  /** The preview is that of the plan before: nothing may be built on it. */
  protected unsure = $state(false);
  private asking = 0;
  private looking = 0;

  constructor(readonly table: Table) {}

  /** All that the seat in turn can choose; empty while others decide. */
  get choices(): Choice[] {
    return this.table.mine ? (this.table.mySecrets?.choices ?? []) : [];
  }

  of(...kinds: string[]): Choice[] {
    return this.choices.filter((choice) => kinds.includes(choice.kind));
  }

  /** How many points the plan is worth to its player at once. */
  get gain(): number | null {
    const now = this.table.mySecrets?.score?.total;
    const then = this.preview?.score?.total;
    return now === undefined || then === undefined ? null : then - now;
  }

  /** See what some actions would bring; only the last question counts. */
  protected async foresee(actions: string[]): Promise<void> {
    const looking = ++this.looking;
    this.unsure = true;
    const answer = await this.wonder({ type: 'ask', what: 'preview', actions });
    if (looking !== this.looking) return;
    this.unsure = false;
    if (answer) this.preview = previewOf(answer, actions.length);
    else this.unforeseen();
  }

  /** What was asked for could not be shown: a choice can be sent as it is. */
  protected unforeseen(): void {}

  /** What was foreseen is no longer shown, nor what is still on its way. */
  protected unsee(): void {
    this.preview = null;
    this.looking++;
    this.unsure = false;
  }

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
    this.unsee();
  }

  /** Ask a question; nothing when the plan has changed meanwhile. */
  protected async wonder(ask: Parameters<Table['ask']>[0]): Promise<Answer | null> {
    const asking = this.asking;
    try {
      const answer = await this.table.ask(ask);
      return asking === this.asking ? answer : null;
    } catch (error) {
      if (asking === this.asking) this.problem = error as Refusal;
      return null;
    }
  }
}

function previewOf(answer: Answer, actions: number): Preview {
  return {
    scene: answer.scene ?? null,
    score: answer.score ?? null,
    events: answer.events ?? [],
    lines: answer.lines ?? [],
    choices: answer.choices ?? [],
    outcomes: answer.outcomes ?? [],
    cut: (answer.played ?? 0) < actions,
  };
}
