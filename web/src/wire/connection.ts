// The socket of a table: it comes back by itself, and what was sent is not lost meanwhile.

import type { Accepted, Answer, AnySend, Ask, Protocol, Refused, ToPage } from '../protocol';
import { upgrade } from './upgrade.svelte';
import { Refusal } from './api';
import { completeFrame } from './defaults';
import { transport, type Socket } from './transport';

/** A send or a question before the connection gives it its id and number. */
export type Unsent<T> = T extends unknown ? Omit<T, 'id' | 'seen'> : never;

/** How the connection is: `lost` while it tries again, `refused` when it will not. */
export type Standing = 'connecting' | 'open' | 'lost' | 'refused';

interface Waiting {
  message: { id: string; type: string };
  resolve: (answer: never) => void;
  reject: (why: Refusal) => void;
}

export interface Listener {
  /** The last number of the log that was seen, or -1. */
  seen(): number;
  language(): string;
  secrets(): string[];
  received(message: ToPage): void;
  standing(now: Standing, why?: Refusal): void;
}

/** What this page speaks; the compiler knows whether the server does too. */
const PROTOCOL: Protocol = 1;
/** The `readyState` of a socket that is open. */
const OPEN = 1;
const PING = 20_000;
const SILENCE = 50_000;
const LONGEST_PAUSE = 8_000;
/** A socket that held so long was a good one: after it there is no pause. */
const STEADY = 5_000;
/** The code with which a server sends a page away, and how often the page comes back after it. */
const MISBEHAVED = 1008;
const PATIENCE = 3;

/** A name that no other page has. Not `crypto.randomUUID`, which exists at secure addresses only. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Talks to one table until it is closed. */
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
    this.beating = setInterval(() => this.beat(), PING);
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  /** Stop for good. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.beating);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  /** Begin anew, to be told everything again (in another language, or with another seat). */
  renew(): void {
    this.pause = 0;
    const before = this.socket;
    // Nobody need hear of a loss that was wished for.
    this.socket = null;
    before?.close();
    this.open();
  }

  /** Send something that shall become an entry of the log, by default for what is seen now. */
  send(send: Unsent<AnySend>, seen = this.listener.seen()): Promise<Accepted> {
    const message = { ...send, id: this.id(), seen: Math.max(0, seen) };
    return this.post<Accepted>(message);
  }

  /** Ask something that changes nothing. */
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
    // Whoever hurries is before the pause: that must not open a second socket.
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
        this.listener.standing('open');
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

  /** Something that answers no send was refused: the table itself, if nothing was shown yet. */
  private refuse(message: Refused): void {
    const why = new Refusal(message.code, message.message);
    if (this.listener.seen() < 0) this.stop(why);
    else if (message.code === 'other_protocol') this.retire(why);
  }

  /** The server was updated: what is shown stays, and the player is asked to load the page anew. */
  private retire(why: Refusal): void {
    upgrade.needed = 'required';
    this.close();
    this.listener.standing('lost');
    this.giveUp(why);
  }

  private stop(why: Refusal): void {
    this.close();
    this.listener.standing('refused', why);
    this.giveUp(why);
  }

  /** What waits for an answer gets none: it may be what the server did not bear. */
  private giveUp(why = new Refusal('misbehaved', '')): void {
    this.waiting.forEach(({ reject }) => reject(why));
    this.waiting.clear();
  }

  private lose(code: number): void {
    this.socket = null;
    if (this.closed) return;
    if (code === MISBEHAVED && ++this.sentAway > PATIENCE) return this.stop(new Refusal('misbehaved', ''));
    if (code === MISBEHAVED) this.giveUp();
    this.listener.standing('lost');
    if (Date.now() - this.welcomed > STEADY) this.pause = 0;
    this.welcomed = Infinity;
    const wait = this.pause * (0.7 + 0.6 * Math.random());
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2 || 400);
    this.retry = setTimeout(() => this.open(), wait);
  }

  private beat(): void {
    if (this.socket?.readyState !== OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
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
