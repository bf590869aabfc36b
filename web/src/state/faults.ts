// Errors that nobody expected: each is reported to the server once, for its log.

import * as api from '../wire/api';

/** How many faults one page reports at most: the first ones tell most. */
const MOST = 5;
const LONGEST = { message: 400, stack: 4000, path: 200 };
const reported = new Set<string>();

/** Report an error, unless this page has reported it before. */
export function report(error: unknown): void {
  // A refusal of the server is an answer, and is shown where it was asked for.
  if (error instanceof api.Refusal) return;
  const message = String(error).slice(0, LONGEST.message) || 'Error';
  if (reported.has(message) || reported.size >= MOST) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, LONGEST.stack) : '';
  api.fault({ message, stack, path: location.pathname.slice(0, LONGEST.path) }).catch(() => undefined);
}

/** An error that an error boundary has caught. */
export function caught(error: unknown): void {
  console.error(error);
  report(error);
}

/** Report what no error boundary sees: errors of events, timers and promises. */
export function watchFaults(): void {
  // Scripts of others have no error to tell of, nor have warnings of the browser.
  addEventListener('error', ({ error }) => void (error && report(error)));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
