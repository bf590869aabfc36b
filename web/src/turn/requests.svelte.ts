// Requests to the server about a turn: questions, actions and undo.

import type { Answer } from '../protocol';
import type { Table } from '../live/table.svelte';
import { Refusal } from '../wire/api';

export class Requests {
  /** The last refusal, until the player does something else. */
  problem = $state<Refusal | null>(null);
  /** Whether an action or an undo is on its way to the server. */
  busy = $state(false);
  private generation = 0;

  /** `reset` clears the plan; it is called when the server accepts an action. */
  constructor(
    private readonly table: Table,
    private readonly reset: () => void,
  ) {}

  /** Ask a question; null if it fails or the plan changes before the answer arrives. */
  async ask(question: Parameters<Table['ask']>[0]): Promise<Answer | null> {
    const { generation } = this;
    try {
      const answer = await this.table.ask(question);
      return generation === this.generation ? answer : null;
    } catch (error) {
      if (generation === this.generation) this.problem = error as Refusal;
      return null;
    }
  }

  /** Show a reason why something is not possible, which the server did not refuse itself. */
  reject(code: string, reason: string): void {
    this.problem = new Refusal(code, reason);
  }

  dismissProblem(): void {
    this.problem = null;
  }

  /** Ignore the answers to all questions asked so far. */
  cancel(): void {
    this.generation++;
  }

  /** Send an action; the plan is cleared when it is accepted. */
  async act(action: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      const { number } = await this.table.send({ type: 'act', action });
      // If the update arrived first, the player may already be planning the next action.
      if (this.table.number < number) this.reset();
      return true;
    } catch (error) {
      this.problem = error as Refusal;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Undo the last action, or the whole turn. */
  async undo(turn = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.reset();
    try {
      await this.table.send({ type: 'undo', turn });
    } catch (error) {
      this.problem = error as Refusal;
    } finally {
      this.busy = false;
    }
  }
}
