// Starts the worker that runs the tables, and reports its progress to the page.

import { asset } from '../state/assets';
import { site } from '../state/site.svelte';
import type { EngineNews } from './messages';
import { WorkerTransport } from './transport';

/** Requests that need no engine, and the files that answer them. */
const FILES: [RegExp, (found: RegExpExecArray) => string][] = [
  [/^\/api\/about$/, () => 'about.json'],
  [/^\/api\/words\/(\w+)$/, ([, language]) => `words/${language}.json`],
  [/^\/api\/words\/(\w+)\/(rules|lessons)$/, ([, language, part]) => `words/${language}-${part}.json`],
];

/** Start the engine; the page can be used while it loads. `settled` is called when it is loaded, or has failed. */
export function startEngine(settled: () => void): WorkerTransport {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  const transport = new WorkerTransport(worker, fileOf, (news) => {
    report(news);
    if (news.kind !== 'progress') settled();
  });
  site.engine = 'loading';
  const folder = document.querySelector<HTMLMetaElement>('meta[name=engine]')?.content ?? 'python';
  transport.start(new URL(asset(`${folder}/`), location.href).href);
  return transport;
}

function report(news: EngineNews): void {
  if (news.kind === 'progress') site.progress = news.loaded / news.total;
  else if (news.kind === 'ready') {
    site.engine = 'ready';
    site.stored = news.stored;
  } else site.engine = news.code;
}

/** The file that answers a request, if there is one. */
export function fileOf(path: string): Promise<Response> | null {
  for (const [pattern, name] of FILES) {
    const found = pattern.exec(path);
    if (found) return fetch(asset(name(found)));
  }
  return null;
}
