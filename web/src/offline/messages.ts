// The messages between the page and its workers. Those of tables are text, which Python reads and writes: see
// `naqala.browser.messages`.

/** The global scope of a worker; TypeScript's own type excludes that of the page. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent) => unknown) | null;
  postMessage(message: unknown): void;
}

/** What the page tells a worker when it starts. */
export interface Start {
  /** The address of the folder with the runtime and the packages. */
  python: string;
  /** Seconds between the choices of bots; if not given, people can follow them. */
  pause?: number;
}

/** The progress of the engine. `stored` is false where the browser refuses to store anything. */
export type EngineNews =
  | { kind: 'progress'; loaded: number; total: number }
  | { kind: 'ready'; stored: boolean }
  | { kind: 'failed'; code: 'newer' | 'broken'; message: string };

/** A request, and messages of sockets, as the engine reads them. */
export type ToEngine =
  | { kind: 'fetch'; id: number; method: string; path: string; language: string; body: string }
  | { kind: 'open'; socket: number; table: string }
  | { kind: 'open'; socket: number; lesson: string }
  | { kind: 'open'; socket: number; puzzle: string }
  | { kind: 'open'; socket: number; explore: true }
  | { kind: 'send'; socket: number; text: string }
  | { kind: 'close'; socket: number };

export type FromEngine =
  | { kind: 'response'; id: number; status: number; type: string; body: string }
  | { kind: 'received'; socket: number; text: string }
  | { kind: 'closed'; socket: number; code: number };

/** A question for the worker of the bots. */
export interface BotQuestion {
  id: number;
  request: string;
}

export type BotNews =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'error'; id: number; message: string };
