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
        else this.settle(data);
      };
      worker.onerror = (event) => {
        this.stop(new Error(event.message));
        reject(new Error(event.message));
      };
    });
    this.loaded.catch(() => undefined); // whoever waits for it is told
    worker.postMessage({ python: this.folder } satisfies Start);
  }

  ready(): Promise<void> {
    this.start();
    return this.loaded;
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.pending.set(id, { resolve, reject });
      this.worker?.postMessage({ id, request } satisfies BotQuestion);
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

  private settle(news: Exclude<BotNews, { kind: 'ready' }>): void {
    const pending = this.pending.get(news.id);
    this.pending.delete(news.id);
    if (news.kind === 'answer') pending?.resolve(news.answer);
    else pending?.reject(new Error(news.message));
  }
}
