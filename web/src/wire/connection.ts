// The WebSocket of a table. It reconnects by itself and sends unanswered messages again.

import type { Accepted, Answer, AnySend, Ask, Protocol, Refused, ToPage } from '../protocol';
import { upgrade } from './upgrade.svelte';
import { Refusal } from './api';
import { completeFrame } from './defaults';
import { transport, type Socket } from './transport';

/** A message before the connection adds its `id` and `seen`. */
export type Unsent<T> = T extends unknown ? Omit<T, 'id' | 'seen'> : never;

/** `lost` while the connection retries, `refused` when it has given up. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

interface Waiting {
  message: { id: string; type: string };
  resolve: (answer: never) => void;
  reject: (why: Refusal) => void;
}

export interface Listener {
  /** The number of the last log entry received, or -1. */
  seen(): number;
  language(): string;
  secrets(): string[];
  received(message: ToPage): void;
  stateChanged(now: ConnectionState, why?: Refusal): void;
}

/** The protocol version of this page; the type comes from the server's schema. */
const PROTOCOL: Protocol = 1;
/** The `readyState` of an open socket. */
const OPEN = 1;
const PING_INTERVAL_MS = 20_000;
/** A socket that has received nothing for this long is closed and opened again. */
const SILENCE_TIMEOUT_MS = 50_000;
const FIRST_RETRY_DELAY_MS = 400;
const MAX_RETRY_DELAY_MS = 8_000;
/** After a connection that lasted this long, the first retry is immediate. */
const STABLE_AFTER_MS = 5_000;
/** The close code of a server that rejects what the page sent. */
const POLICY_VIOLATION = 1008;
const MAX_RETRIES_AFTER_1008 = 3;

/** A prefix unique to this page. `crypto.randomUUID` exists only in secure contexts. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The connection to one table, until `close` is called. */
export class Connection {
  private socket: Socket | null = null;
  private waiting = new Map<string, Waiting>();
  private pause = 0;
  private count = 0;
  private heard = 0;
  private welcomed = Infinity;
  private sentAway = 0;
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly beating: ReturnType<typeof setInterval>;
  private readonly prefix = randomName();

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.open();
    this.beating = setInterval(() => this.beat(), PING_INTERVAL_MS);
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  /** Close the socket and do not reconnect. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.beating);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  /** Reconnect to receive the full state again, in another language or with another seat. */
  reconnect(): void {
    this.pause = 0;
    const before = this.socket;
    // A deliberate reconnect is not reported as a lost connection.
    this.socket = null;
    before?.close();
    this.open();
  }

  /** Send a command that becomes a log entry. It applies to the state last received unless `seen` is given. */
  send(send: Unsent<AnySend>, seen = this.listener.seen()): Promise<Accepted> {
    const message = { ...send, id: this.id(), seen: Math.max(0, seen) };
    return this.post<Accepted>(message);
  }

  /** Send a query, which does not change the table. */
  ask(ask: Unsent<Ask>): Promise<Answer> {
    return this.post<Answer>({ ...ask, id: this.id() });
  }

  private id(): string {
    return `${this.prefix}-${++this.count}`;
  }

  private post<T>(message: { id: string; type: string }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.closed) return reject(new Refusal('unreachable', ''));
      this.waiting.set(message.id, { message, resolve: resolve as (answer: never) => void, reject });
      this.put(message);
    });
  }

  private put(message: unknown): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    // `hurry` opens before the pending retry, which must not open a second socket.
    clearTimeout(this.retry);
    if (this.closed || this.socket) return;
    const socket = transport().open(`/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const { seen, language, secrets } = this.listener;
      this.heard = Date.now();
      socket.send(
        JSON.stringify({
          type: 'hello',
          protocol: PROTOCOL,
          since: seen.call(this.listener),
          language: language.call(this.listener),
          secrets: secrets.call(this.listener),
        }),
      );
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(completeFrame(JSON.parse(String(event.data))));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lose(event.code);
    };
  }

  private hear(messages: ToPage[]): void {
    this.heard = Date.now();
    for (const message of messages) {
      if (message.type === 'welcome') {
        this.welcomed = Date.now();
        upgrade.met(message.version);
        this.listener.received(message);
        this.listener.stateChanged('open');
        this.waiting.forEach(({ message: unanswered }) => this.put(unanswered));
        continue;
      }
      this.listener.received(message);
      this.settle(message);
    }
  }

  private settle(message: ToPage): void {
    if (message.type !== 'accepted' && message.type !== 'answer' && message.type !== 'refused') return;
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      if (message.type === 'refused' && !message.id) this.refuse(message);
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === 'refused') waiting.reject(new Refusal(message.code, message.message));
    else waiting.resolve(message as never);
  }

  /** A refusal without an id: the table itself is refused if nothing has been shown yet. */
  private refuse(message: Refused): void {
    const why = new Refusal(message.code, message.message);
    if (this.listener.seen() < 0) this.stop(why);
    else if (message.code === 'other_protocol') this.retire(why);
  }

  /** The server was updated: keep the page as it is and ask the player to reload. */
  private retire(why: Refusal): void {
    upgrade.needed = 'required';
    this.close();
    this.listener.stateChanged('lost');
    this.giveUp(why);
  }

  private stop(why: Refusal): void {
    this.close();
    this.listener.stateChanged('refused', why);
    this.giveUp(why);
  }

  /** Reject all pending messages: one of them may be what the server rejected. */
  private giveUp(why = new Refusal('misbehaved', '')): void {
    this.waiting.forEach(({ reject }) => reject(why));
    this.waiting.clear();
  }

  private lose(code: number): void {
    this.socket = null;
    if (this.closed) return;
    if (code === POLICY_VIOLATION && ++this.sentAway > MAX_RETRIES_AFTER_1008) return this.stop(new Refusal('misbehaved', ''));
    if (code === POLICY_VIOLATION) this.giveUp();
    this.listener.stateChanged('lost');
    if (Date.now() - this.welcomed > STABLE_AFTER_MS) this.pause = 0;
    this.welcomed = Infinity;
    const wait = this.pause * (0.7 + 0.6 * Math.random());
    this.pause = Math.min(MAX_RETRY_DELAY_MS, this.pause * 2 || FIRST_RETRY_DELAY_MS);
    this.retry = setTimeout(() => this.open(), wait);
  }

  private beat(): void {
    if (this.socket?.readyState !== OPEN) return;
    if (Date.now() - this.heard > SILENCE_TIMEOUT_MS) this.socket.close();
    else this.put({ type: 'ping' });
  }

  private readonly hurry = (): void => {
    if (document.hidden) return;
    if (!this.socket && !this.closed) {
      this.pause = 0;
      this.open();
    } else this.beat();
  };
}
