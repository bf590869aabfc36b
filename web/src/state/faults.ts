// Reports unexpected errors to the server, which logs them.

import * as api from '../wire/api';

/** The most errors that one page reports; later ones are usually consequences of the first. */
const MOST = 5;
const LONGEST = { message: 400, stack: 4000, path: 200 };
const reported = new Set<string>();

/** Report an error once. */
export function report(error: unknown): void {
  // A refusal is a regular answer of the server, which the caller shows.
  if (error instanceof api.Refusal) return;
  const message = String(error).slice(0, LONGEST.message) || 'Error';
  if (reported.has(message) || reported.size >= MOST) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, LONGEST.stack) : '';
  api.reportFault({ message, stack, path: location.pathname.slice(0, LONGEST.path) }).catch(() => undefined);
}

/** For `onerror` of an error boundary. */
export function caught(error: unknown): void {
  console.error(error);
  report(error);
}

/** Report errors outside error boundaries: in event handlers, timers and promises. */
export function watchFaults(): void {
  // Scripts of other origins and browser warnings have no `error`.
  addEventListener('error', ({ error }) => void (error && report(error)));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
