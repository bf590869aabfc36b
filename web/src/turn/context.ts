// What the parts of a turn share: the table, its choices, requests and the preview.

import type { Choice } from '../protocol';
import type { Table } from '../live/table.svelte';
import type { PreviewStore } from './preview.svelte';
import type { Requests } from './requests.svelte';

/** What the seat in turn can choose. */
export class ChoiceList {
  constructor(private readonly table: Table) {}

  /** Every choice; empty while others decide. */
  get all(): Choice[] {
    return this.table.mine ? (this.table.mySecrets?.choices ?? []) : [];
  }

  /** The choices of some kinds. */
  of(...kinds: string[]): Choice[] {
    return this.all.filter((choice) => kinds.includes(choice.kind));
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
