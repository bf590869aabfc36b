// A turn for tests, at a table with a scripted server.

import { vi } from 'vitest';
import type { Answer, Ask, Asked, Choice, Private } from '../../src/protocol';
import type { Table } from '../../src/live/table.svelte';
import type { ChoiceOf } from '../../src/turn/context';
import { Turn } from '../../src/turn/turn.svelte';
import { Refusal } from '../../src/wire/api';
import type { Unsent } from '../../src/wire/connection';
import { filled, type DeepPartial } from '../fixtures';
import { scene, table } from '../tables';

export type Question = Unsent<Ask>;
type Reply = DeepPartial<Answer> | Refusal;

export interface Held {
  ask: Question;
  answer(reply: Reply): Promise<void>;
}

export interface Played {
  table: Table;
  turn: Turn;
  /** All questions so far. */
  asks: Question[];
  /** All commands so far. */
  sends: Record<string, unknown>[];
  /** Questions that the script has not answered yet. */
  held: Held[];
}

/** A choice from its action; its kind is the first word. */
export const choice = (action: string, more: DeepPartial<Choice> = {}): Choice =>
  filled('Choice', { action, kind: action.split(' ')[0]!, meaning: `Do: ${action}`, ...more } as DeepPartial<Choice>);

export const take = (tile: string): Choice => choice(`take ${tile}`, { tile });
export const drop = (tile: string, tribe: string): ChoiceOf<'drop'> => choice(`drop ${tile}${tribe}`, { tile, tribe }) as ChoiceOf<'drop'>;

export const mine = (choices: Choice[], more: DeepPartial<Private> = {}): Private =>
  filled('Private', { seat: 0, gold: 50, hand: [], choices, ...more });

/** Let all pending answers arrive. */
export const arrive = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The turn of seat 0 with these choices. `reply` answers questions; null leaves one unanswered. */
export function playing(
  choices: Choice[],
  reply: (ask: Question) => Reply | null = () => ({}),
  more: { decision?: Asked['decision']; secrets?: DeepPartial<Private>; table?: Partial<Table> } = {},
): Played {
  const made = table({
    scene: scene({ asked: { seat: 0, decision: more.decision ?? 'Moving' } as DeepPartial<Asked> }),
    privates: [mine(choices, more.secrets)],
    ...more.table,
  });
  const played: Played = { table: made, turn: new Turn(made), asks: [], sends: [], held: [] };
  vi.spyOn(made, 'ask').mockImplementation((ask) => {
    played.asks.push(ask);
    const answered = reply(ask);
    if (answered instanceof Refusal) return Promise.reject(answered);
    if (answered) return Promise.resolve(filled('Answer', { type: 'answer', id: '1', played: ask.actions?.length ?? 0, ...answered }));
    return new Promise((resolve, reject) => {
      const answer = (late: Reply): Promise<void> => {
        if (late instanceof Refusal) reject(late);
        else resolve(filled('Answer', { type: 'answer', id: '1', played: ask.actions?.length ?? 0, ...late }));
        return arrive();
      };
      played.held.push({ ask, answer });
    });
  });
  vi.spyOn(made, 'send').mockImplementation(async (send) => {
    played.sends.push(send);
    return filled('Accepted', { type: 'accepted', id: '1', number: 2 });
  });
  return played;
}
