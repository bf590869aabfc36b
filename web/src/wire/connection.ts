// The WebSocket of a table. It reconnects by itself and sends unanswered messages again.

import type { Accepted, Answer, AnyCommand, Ask, OpenPosition, Protocol, Refused, ToPage } from '../protocol';
import { upgrade } from './upgrade.svelte';
import { Refusal } from './api';
import { fillFrameDefaults } from './fillDefaults';
import { transport, type Socket } from './transport';

/** A message before the connection adds its `id` and `seen`. */
export type Unsent<T> = T extends unknown ? Omit<T, 'id' | 'seen'> : never;

/** `lost` while the connection retries, `refused` when it has given up. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

interface Pending {
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

/** The connection to one table, such as `tables/abc`, until `close` is called. */
export class Connection {
  private socket: Socket | null = null;
  private pending = new Map<string, Pending>();
  private retryDelay = 0;
  private lastId = 0;
  private lastReceived = 0;
  private welcomedAt = Infinity;
  private policyCloses = 0;
  private closed = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly pingTimer: ReturnType<typeof setInterval>;
  private readonly prefix = randomName();

  constructor(
    private readonly place: string,
    private readonly listener: Listener,
  ) {
    this.open();
    this.pingTimer = setInterval(() => this.ping(), PING_INTERVAL_MS);
    addEventListener('online', this.reconnectNow);
    document.addEventListener('visibilitychange', this.reconnectNow);
  }

  /** Close the socket and do not reconnect. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    removeEventListener('online', this.reconnectNow);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    this.socket?.close();
  }

  /** Reconnect to receive the full state again, in another language or with another seat. */
  reconnect(): void {
    this.retryDelay = 0;
    const before = this.socket;
    // A deliberate reconnect is not reported as a lost connection.
    this.socket = null;
    before?.close();
    this.open();
  }

  /** Send a command that becomes a log entry. It applies to the state last received unless `seen` is given. */
  send(send: Unsent<AnyCommand>, seen = this.listener.seen()): Promise<Accepted> {
    const message = { ...send, id: this.nextId(), seen: Math.max(0, seen) };
    return this.request<Accepted>(message);
  }

  /** Send a query, which does not change the table, or open another position. */
  ask(ask: Unsent<Ask | OpenPosition>): Promise<Answer> {
    return this.request<Answer>({ ...ask, id: this.nextId() });
  }

  private nextId(): string {
    return `${this.prefix}-${++this.lastId}`;
  }

  private request<T>(message: { id: string; type: string }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.closed) return reject(new Refusal('unreachable', ''));
      this.pending.set(message.id, { message, resolve: resolve as (answer: never) => void, reject });
      this.write(message);
    });
  }

  private write(message: unknown): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    // `reconnectNow` opens before the pending retry, which must not open a second socket.
    clearTimeout(this.retryTimer);
    if (this.closed || this.socket) return;
    const socket = transport().open(`/api/${this.place}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const { seen, language, secrets } = this.listener;
      this.lastReceived = Date.now();
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
      if (this.socket === socket) this.receive(fillFrameDefaults(JSON.parse(String(event.data))));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.socketClosed(event.code);
    };
  }

  private receive(messages: ToPage[]): void {
    this.lastReceived = Date.now();
    for (const message of messages) {
      if (message.type === 'welcome') {
        this.welcomedAt = Date.now();
        upgrade.checkVersion(message.version);
        this.listener.received(message);
        this.listener.stateChanged('open');
        this.pending.forEach(({ message: unanswered }) => this.write(unanswered));
        continue;
      }
      this.listener.received(message);
      this.settle(message);
    }
  }

  private settle(message: ToPage): void {
    if (message.type !== 'accepted' && message.type !== 'answer' && message.type !== 'refused') return;
    const pending = this.pending.get(message.id);
    if (!pending) {
      if (message.type === 'refused' && !message.id) this.refuse(message);
      return;
    }
    this.pending.delete(message.id);
    if (message.type === 'refused') pending.reject(new Refusal(message.code, message.message));
    else pending.resolve(message as never);
  }

  /** A refusal without an id: the table itself is refused if nothing has been shown yet. */
  private refuse(message: Refused): void {
    const why = new Refusal(message.code, message.message);
    if (this.listener.seen() < 0) this.stop(why);
    else if (message.code === 'other_protocol') this.retire(why);
  }

  /** The server was updated: keep the page as it is and ask the player to reload. */
  private retire(why: Refusal): void {
    upgrade.require();
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
    this.pending.forEach(({ reject }) => reject(why));
    this.pending.clear();
  }

  private socketClosed(code: number): void {
    this.socket = null;
    if (this.closed) return;
    if (code === POLICY_VIOLATION && ++this.policyCloses > MAX_RETRIES_AFTER_1008) return this.stop(new Refusal('misbehaved', ''));
    if (code === POLICY_VIOLATION) this.giveUp();
    this.listener.stateChanged('lost');
    if (Date.now() - this.welcomedAt > STABLE_AFTER_MS) this.retryDelay = 0;
    this.welcomedAt = Infinity;
    const wait = this.retryDelay * (0.7 + 0.6 * Math.random());
    this.retryDelay = Math.min(MAX_RETRY_DELAY_MS, this.retryDelay * 2 || FIRST_RETRY_DELAY_MS);
    this.retryTimer = setTimeout(() => this.open(), wait);
  }

  private ping(): void {
    if (this.socket?.readyState !== OPEN) return;
    if (Date.now() - this.lastReceived > SILENCE_TIMEOUT_MS) this.socket.close();
    else this.write({ type: 'ping' });
  }

  private readonly reconnectNow = (): void => {
    if (document.hidden) return;
    if (!this.socket && !this.closed) {
      this.retryDelay = 0;
      this.open();
    } else this.ping();
  };
}
