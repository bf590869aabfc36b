import { beforeEach, expect, test, vi } from 'vitest';
import { BotWorker } from '../../src/offline/botWorker';
import type { BotNews } from '../../src/offline/messages';

class FakeWorker {
  static created: FakeWorker[] = [];
  onmessage: ((event: MessageEvent<BotNews>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage = vi.fn();
  terminate = vi.fn();

  constructor() {
    FakeWorker.created.push(this);
  }

  say(data: BotNews): void {
    this.onmessage?.({ data } as MessageEvent<BotNews>);
  }
}

beforeEach(() => {
  FakeWorker.created = [];
  vi.stubGlobal('Worker', FakeWorker);
});

test('questions are answered by their ids', async () => {
  const bots = new BotWorker('python/');
  const ready = bots.ready();
  const worker = FakeWorker.created[0]!;
  worker.say({ kind: 'ready' });
  await ready;
  const answers = [bots.ask('first'), bots.ask('second')];
  worker.say({ kind: 'answer', id: 2, answer: 'b' });
  worker.say({ kind: 'answer', id: 1, answer: 'a' });
  expect(await Promise.all(answers)).toEqual(['a', 'b']);
});

test('a worker that cannot be loaded is reported, and the next request starts another', async () => {
  const bots = new BotWorker('python/');
  const ready = bots.ready();
  FakeWorker.created[0]!.onerror?.({ message: 'not found' } as ErrorEvent);
  await expect(ready).rejects.toThrow('not found');
  expect(FakeWorker.created[0]!.terminate).toHaveBeenCalledOnce();
  const again = bots.ready();
  FakeWorker.created[1]!.say({ kind: 'ready' });
  await again;
});

test('Python that cannot start is reported in the same way', async () => {
  const bots = new BotWorker('python/');
  const ready = bots.ready();
  FakeWorker.created[0]!.say({ kind: 'failed', message: 'no memory' });
  await expect(ready).rejects.toThrow('no memory');
});

test('a restart rejects the questions that are open', async () => {
  const bots = new BotWorker('python/');
  bots.start();
  const answer = bots.ask('slow');
  bots.restart();
  await expect(answer).rejects.toThrow('restarted');
  expect(FakeWorker.created).toHaveLength(2);
  expect(FakeWorker.created[0]!.terminate).toHaveBeenCalledOnce();
});

test('a question without a running worker is rejected', async () => {
  await expect(new BotWorker('python/').ask('early')).rejects.toThrow();
});
