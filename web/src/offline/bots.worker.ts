// The worker in which bots think: `Bots` of `naqala.browser.bot_runner`.

import type { PyProxy } from 'pyodide/ffi';
import type { BotNews, BotQuestion, Start, WorkerPort } from './messages';
import { startPython } from './python';

interface Bots extends PyProxy {
  answer(request: string): string;
}

const port = self as unknown as WorkerPort;
let bots: Bots | null = null;

const report = (news: BotNews): void => port.postMessage(news);

port.onmessage = async ({ data }: MessageEvent<Start | BotQuestion>) => {
  if ('python' in data) {
    try {
      const python = await startPython(data.python, () => undefined);
      bots = python.pyimport('naqala.browser.bot_runner').Bots() as Bots;
      report({ kind: 'ready' });
    } catch (error) {
      report({ kind: 'failed', message: String(error) });
    }
    return;
  }
  const { id, request } = data;
  try {
    report({ kind: 'answer', id, answer: bots!.answer(request) });
  } catch (error) {
    report({ kind: 'error', id, message: String(error) });
  }
};
