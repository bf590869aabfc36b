// In place of a server: sends requests and socket messages to the worker in which the tables are.

import type { Socket, Transport } from '../wire/transport';
import type { EngineNews, FromEngine, Start, ToEngine } from './messages';

const OPEN = 1;
const CLOSED = 3;

/** A socket to a table of the worker. */
class WorkerSocket implements Socket {
  readyState: Socket['readyState'] = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(private readonly post: (kind: 'send' | 'close', text: string) => void) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.post('send', text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.post('close', '');
    this.closed(1000);
  }

  opened(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = OPEN;
    this.onopen?.call(this as never, new Event('open'));
  }

  received(text: string): void {
    this.onmessage?.call(this as never, new MessageEvent('message', { data: text }));
  }

  closed(code: number): void {
    this.readyState = CLOSED;
    this.onclose?.call(this as never, new CloseEvent('close', { code }));
  }
}

/** The part of `Worker` that is used. */
export type Port = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>;

/** What a socket is opened for, by the parts of its path. */
function placeOf(kind: string | undefined, name: string): { explore: true } | { lesson: string } | { puzzle: string } | { table: string } {
  if (kind === 'explore') return { explore: true };
  if (kind === 'lessons') return { lesson: name };
  if (kind === 'puzzles') return { puzzle: name };
  return { table: name };
}

export class WorkerTransport implements Transport {
  private readonly requests = new Map<number, { resolve: (response: Response) => void; reject: (why: Error) => void }>();
  private failure: Error | null = null;
  private ready = false;
  private readonly sockets = new Map<number, WorkerSocket>();
  private lastId = 0;

  /** `files` answers what needs no engine: texts and what this version offers. */
  constructor(
    private readonly port: Port,
    private readonly files: (path: string) => Promise<Response> | null,
    news: (news: EngineNews) => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<string | EngineNews>) => {
      if (typeof data === 'string') this.receive(JSON.parse(data) as FromEngine);
      else this.report(data, news);
    };
    // An error in one task does not end an engine that is loaded; the browser logs it.
    port.onerror = (event) => this.ready || this.report({ kind: 'failed', code: 'broken', message: (event as ErrorEvent).message }, news);
  }

  /** Start the engine with the runtime in a folder. */
  start(python: string): void {
    this.port.postMessage({ python } satisfies Start);
  }

  fetch(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const file = method === 'GET' ? this.files(path) : null;
    if (file) return file;
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.lastId;
    const language = new Headers(init.headers).get('Accept-Language') ?? '';
    this.post({ kind: 'fetch', id, method, path, language, body: typeof init.body === 'string' ? init.body : '' });
    return new Promise((resolve, reject) => this.requests.set(id, { resolve, reject }));
  }

  open(path: string): Socket {
    const number = ++this.lastId;
    const socket = new WorkerSocket((kind, text) => {
      if (kind === 'close') this.sockets.delete(number);
      this.post(kind === 'close' ? { kind, socket: number } : { kind, socket: number, text });
    });
    this.sockets.set(number, socket);
    const [kind, name = ''] = path.split('/').slice(-3);
    const place = placeOf(kind, name);
    this.post({ kind: 'open', socket: number, ...place });
    queueMicrotask(() => socket.opened());
    return socket;
  }

  /** Pass on the progress of the engine. If it fails, nothing will be answered. */
  private report(news: EngineNews, passOn: (news: EngineNews) => void): void {
    passOn(news);
    this.ready ||= news.kind === 'ready';
    if (news.kind !== 'failed') return;
    this.failure = new Error(news.message);
    this.requests.forEach(({ reject }) => reject(this.failure!));
    this.requests.clear();
    this.sockets.forEach((socket) => socket.closed(1011));
    this.sockets.clear();
  }

  private post(message: ToEngine): void {
    this.port.postMessage(JSON.stringify(message));
  }

  private receive(message: FromEngine): void {
    if (message.kind === 'response') {
      const { id, status, type, body } = message;
      this.requests.get(id)?.resolve(new Response(body, { status, headers: { 'Content-Type': type } }));
      this.requests.delete(id);
      return;
    }
    const socket = this.sockets.get(message.socket);
    if (message.kind === 'received') return socket?.received(message.text);
    this.sockets.delete(message.socket);
    socket?.closed(message.code);
  }
}
