// Reports unexpected errors to the server, which logs them.

import * as api from '../wire/api';

/** The most errors that one page reports; later ones are usually consequences of the first. */
const MAX_REPORTS = 5;
const MAX_LENGTHS = { message: 400, stack: 4000, path: 200 };
const reported = new Set<string>();

/** Report an error once. */
export function reportToServer(error: unknown): void {
  // A refusal is a regular answer of the server, which the caller shows.
  if (error instanceof api.Refusal) return;
  const message = String(error).slice(0, MAX_LENGTHS.message) || 'Error';
  if (reported.has(message) || reported.size >= MAX_REPORTS) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, MAX_LENGTHS.stack) : '';
  api.reportFault({ message, stack, path: location.pathname.slice(0, MAX_LENGTHS.path) }).catch(() => undefined);
}

/** For `onerror` of an error boundary. */
export function reportBoundaryError(error: unknown): void {
  console.error(error);
  reportToServer(error);
}

/** Report errors outside error boundaries: in event handlers, timers and promises. */
export function reportUncaughtErrors(): void {
  // Scripts of other origins and browser warnings have no `error`.
  addEventListener('error', ({ error }) => void (error && reportToServer(error)));
  addEventListener('unhandledrejection', ({ reason }) => reportToServer(reason));
}
