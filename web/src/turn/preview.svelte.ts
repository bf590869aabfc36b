// The preview of a plan: what it would change, as the server computes it.

import type { Answer, Choice, GameEvent, OutcomeScene, Scene, ScoreSheet, StrikeScene } from '../protocol';
import type { Table } from '../live/table.svelte';
import type { Requests } from './requests.svelte';

/** The part of the effects of a plan that does not depend on chance. */
export interface Preview {
  scene: Scene | null;
  score: ScoreSheet | null;
  /** What Builders or Assassins can bring on top of the score: all different numbers of points, ascending. */
  extraPoints: readonly number[];
  /** What Yazid does on the tile that is named for him, if one is. */
  strike: StrikeScene | null;
  events: GameEvent[];
  lines: string[];
  choices: Choice[];
  /** In the middle of a move: where it can still end. */
  outcomes: OutcomeScene[];
  /** Whether the last action could not be shown, because its result depends on chance. */
  truncated: boolean;
}

export class PreviewStore {
  current = $state.raw<Preview | null>(null);
  /** Whether a newer preview is being loaded, so that `current` is out of date. */
  loading = $state(false);
  private latest = 0;

  /** `failed` is called when the server refuses a preview. */
  constructor(
    private readonly table: Table,
    private readonly requests: Requests,
    private readonly failed: () => void,
  ) {}

  /** The events of the plan; empty while no preview is loaded. */
  get events(): GameEvent[] {
    return this.current?.events ?? [];
  }

  /** The points that the plan gains immediately. */
  get gain(): number | null {
    const then = this.current?.score;
    return then ? then.total - this.table.own.score.total : null;
  }

  /** Load the preview of some actions; only the last call counts. */
  async load(actions: string[]): Promise<void> {
    const request = ++this.latest;
    this.loading = true;
    const answer = await this.requests.ask({ type: 'ask', what: 'preview', actions });
    if (request !== this.latest) return;
    this.loading = false;
    if (answer) this.current = previewOf(answer, actions.length);
    else this.failed();
  }

  /** Remove the preview, and ignore one that is being loaded. */
  clear(): void {
    this.current = null;
    this.latest++;
    this.loading = false;
  }
}

function previewOf(answer: Answer, actions: number): Preview {
  return {
    scene: answer.scene,
    score: answer.score,
    extraPoints: answer.extra_points,
    strike: answer.strike,
    events: answer.events,
    lines: answer.lines,
    choices: answer.choices,
    outcomes: answer.outcomes,
    truncated: answer.played < actions,
  };
}
