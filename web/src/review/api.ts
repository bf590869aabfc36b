// The requests of the review. They are not in `wire`, because only this view needs them.

import type { GameReview } from '../protocol';
import { call } from '../wire/api';

/** Start the review of a finished game, or continue it; what has been found so far. */
export const startReview = async (table: string): Promise<GameReview> =>
  (await call(`/api/tables/${table}/review`, { method: 'POST' })).json();

/** What the review has found after the first `after` decisions. */
export const reviewAfter = async (table: string, after: number): Promise<GameReview> =>
  (await call(`/api/tables/${table}/review?after=${after}`)).json();

/** The position of a finished game after so many actions, as text. */
export const position = async (table: string, actions: number): Promise<string> =>
  (await call(`/api/tables/${table}/positions/${actions}`)).text();
