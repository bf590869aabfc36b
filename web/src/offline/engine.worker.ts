// The worker in which the tables are. It starts Python and passes the messages of the page to `naqala.browser.engine`.

import type { PyProxy } from 'pyodide/ffi';
import { BotWorker } from './botWorker';
import { Database, type TableDatabase } from './indexedDb';
import type { EngineNews, Start, WorkerPort } from './messages';
import { startPython } from './python';

/** `Engine` in Python. */
interface Engine extends PyProxy {
  start(): Promise<void>;
  receive(text: string): void;
  receive_broadcast(text: string): void;
}

const port = self as unknown as WorkerPort;
const waiting: string[] = [];
let engine: Engine | null = null;

const report = (news: EngineNews): void => port.postMessage(news);

port.onmessage = (event: MessageEvent<Start | string>) => {
  if (typeof event.data !== 'string') void start(event.data);
  else if (engine) engine.receive(event.data);
  else waiting.push(event.data);
};

async function start({ python: folder, pause }: Start): Promise<void> {
  try {
    const bots = new BotWorker(folder);
    const database = await openDatabase();
    const python = await startPython(folder, (loaded, total) => report({ kind: 'progress', loaded, total }));
    const host = { database, bots, post: (text: string) => port.postMessage(text) };
    const created = python.pyimport('naqala.browser.engine').Engine(host, pause) as Engine;
    await created.start();
    engine = created;
    report({ kind: 'ready', stored: database !== null });
    waiting.splice(0).forEach((text) => created.receive(text));
  } catch (error) {
    const newer = error instanceof DOMException && error.name === 'VersionError';
    report({ kind: 'failed', code: newer ? 'newer' : 'broken', message: String(error) });
  }
}

/** The database, or null where the browser refuses one, as some do in private windows. */
async function openDatabase(): Promise<TableDatabase | null> {
  try {
    return await Database.open((text) => engine?.receive_broadcast(text));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw error;
    return null;
  }
}
