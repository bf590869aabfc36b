// The worker in which bots think, as the engine uses it: `BotWorker` in Python.

import type { BotNews, BotQuestion, Start } from './messages';

interface Pending {
  resolve: (answer: string) => void;
  reject: (why: Error) => void;
}

export class BotWorker {
  private worker: Worker | null = null;
  private loaded = Promise.resolve();
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(private readonly folder: string) {}

  /** Start the worker ahead of the first request. It loads while nobody waits for it. */
  start(): void {
    if (this.worker) return;
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    this.loaded = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<BotNews>) => {
        if (data.kind === 'ready') resolve();
        else if (data.kind === 'failed') fail(data.message);
        else this.settle(data);
      };
      worker.onerror = (event) => fail(event.message);
      const fail = (message: string): void => {
        this.stop(new Error(message));
        reject(new Error(message));
      };
    });
    this.loaded.catch(() => undefined); // `ready` reports it
    worker.postMessage({ python: this.folder } satisfies Start);
  }

  ready(): Promise<void> {
    this.start();
    return this.loaded;
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      if (!this.worker) return reject(new Error('not started'));
      const id = ++this.lastId;
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, request } satisfies BotQuestion);
    });
  }

  restart(): void {
    this.stop(new Error('restarted'));
    this.start();
  }

  private stop(why: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.pending.forEach(({ reject }) => reject(why));
    this.pending.clear();
  }

  private settle(news: Extract<BotNews, { id: number }>): void {
    const pending = this.pending.get(news.id);
    this.pending.delete(news.id);
    if (news.kind === 'answer') pending?.resolve(news.answer);
    else pending?.reject(new Error(news.message));
  }
}
