// The objects that the parts of a turn share.

import type { Choice } from '../protocol';
import type { Table } from '../live/table.svelte';
import type { PreviewStore } from './preview.svelte';
import type { Requests } from './requests.svelte';

/** The choices of some kinds as a type. */
export type ChoiceOf<Kind extends Choice['kind']> = Extract<Choice, { kind: Kind }>;

export class ChoiceList {
  constructor(private readonly table: Table) {}

  /** Every choice; empty while others decide. */
  get all(): Choice[] {
    return this.table.myTurn ? this.table.own.choices : [];
  }

  /** The choices of some kinds. */
  of<Kind extends Choice['kind']>(...kinds: Kind[]): ChoiceOf<Kind>[] {
    return this.all.filter((choice): choice is ChoiceOf<Kind> => kinds.some((kind) => kind === choice.kind));
  }
}

export interface TurnContext {
  readonly table: Table;
  readonly choices: ChoiceList;
  readonly requests: Requests;
  readonly preview: PreviewStore;
  /** Clear everything that is planned or selected, in all parts of the turn. */
  reset(): void;
}
