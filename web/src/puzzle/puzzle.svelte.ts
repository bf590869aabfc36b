// A puzzle while it is played: one turn at a table of its own, and the verdict on it.

import { Table } from '../live/table.svelte';
import { EMPTY_SCENE } from '../live/placeholders';
import type { PuzzleProgress, Scene, ToPage } from '../protocol';
import { puzzleDays } from '../state/puzzleDays.svelte';
import { dropsOf } from '../turn/steps';
import { Turn } from '../turn/turn.svelte';
import type { TileMarks } from '../board/tileMarks';

/** After these many hints, the solution is shown: the start, then the tribe. */
const HINTS = 2;

/** The table of a puzzle, with the solution and the verdict that the server sends. */
export class PuzzleTable extends Table {
  progress = $state.raw<PuzzleProgress | null>(null);
  /** The scene before the turn. */
  startScene = $state.raw<Scene>(EMPTY_SCENE);
  startGold = $state(0);

  constructor(puzzle: string) {
    super(puzzle, 'puzzles');
  }

  protected override receive(message: ToPage): void {
    if (message.type === 'puzzle') this.progress = message;
    else super.receive(message);
    if (message.type !== 'welcome') return;
    this.startScene = this.scene;
    this.startGold = this.own.gold;
    // The others are not people, so nobody is away.
    this.presence = this.allSeats.map(() => true);
  }
}

export class Puzzle {
  readonly table: PuzzleTable;
  readonly turn: Turn;
  /** How many hints were given. */
  hints = $state(0);
  /** Whether the solution is shown without an answer. */
  shown = $state(false);

  constructor(readonly id: string) {
    this.table = new PuzzleTable(id);
    this.turn = new Turn(this.table);
  }

  close(): void {
    this.turn.close();
    this.table.close();
  }

  get progress(): PuzzleProgress | null {
    return this.table.progress;
  }

  /** Whether the turn was judged. */
  get judged(): boolean {
    return this.progress?.judged ?? false;
  }

  /** Whether the solution is on the board. */
  get solved(): boolean {
    return this.judged || this.shown;
  }

  get moreHints(): boolean {
    return this.hints < HINTS;
  }

  /** Whether "That is my turn" does something: all that was planned is played, and the turn can end. */
  get ready(): boolean {
    return !this.solved && !this.turn.busy && this.endAction !== '';
  }

  private get endAction(): string {
    return this.turn.planning ? '' : (this.turn.of('end')[0]?.action ?? '');
  }

  /** End the turn, which asks for the verdict. */
  async submit(): Promise<void> {
    if (!this.ready) return;
    await this.turn.act(this.endAction);
    if (this.judged) puzzleDays.add(this.id, this.progress!.short);
  }

  hint(): void {
    if (this.moreHints) this.hints++;
    else this.shown = true;
    if (this.shown) this.turn.reset();
  }

  /** Begin again. */
  retry(): void {
    this.shown = false;
    this.turn.reset();
    this.table.progress = null;
    this.table.refresh();
  }

  /** The marks of the solution, and of the turn that was played. */
  get solutionMarks(): TileMarks {
    const { progress } = this;
    if (!progress) return {};
    const marks: TileMarks = {};
    const own = this.judged && !progress.found ? progress.own_path : [];
    const matters = new Set([...progress.path, ...own]);
    for (const { tile } of this.table.land.tiles) marks[tile] = { dim: !matters.has(tile) };
    for (const { tile, tribe } of dropsOf(progress.best.find((action) => action.startsWith('sow ')) ?? '')) {
      marks[tile]!.planned = (marks[tile]!.planned ?? '') + tribe;
    }
    const [start, ownEnd, end] = [progress.path[0], own.at(-1), progress.path.at(-1)];
    if (start && marks[start]) marks[start].start = true;
    if (ownEnd && marks[ownEnd] && ownEnd !== end) Object.assign(marks[ownEnd], { played: true, gain: progress.own_points });
    if (end && marks[end]) Object.assign(marks[end], { chosen: true, gain: progress.points });
    return marks;
  }
}
