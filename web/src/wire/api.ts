// Calls over HTTP: everything a page asks for outside a table's socket.

import type { About, Curve, Fault, Laid, LogPage, Moment, NewTable, Refused, TableInfo, TableList, Welcome } from '../protocol';

/** The server refused something, or could not be reached (`code` is then `unreachable`). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** What a proxy answers with in the place of a server that is away. */
const GATEWAY = [502, 503, 504];

let language = 'en';

/** Ask for sentences in this language from now on. */
export function speak(chosen: string): void {
  language = chosen;
}

async function call(path: string, init: RequestInit = {}, secrets: string[] = []): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', language);
  if (secrets.length) headers.set('Naqala-Seats', secrets.join(', '));
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch {
    throw new Refusal('unreachable', '');
  }
  if (response.ok) return response;
  let said: Partial<Refused> = {};
  try {
    said = (await response.json()) as Refused;
  } catch {
    // A proxy answered in its own words: the status tells enough.
  }
  const unsaid = GATEWAY.includes(response.status) ? 'unreachable' : 'broken';
  throw new Refusal(said.code ?? unsaid, said.message ?? '', response.status);
}

async function get<T>(path: string, secrets: string[] = []): Promise<T> {
  return (await (await call(path, {}, secrets)).json()) as T;
}

function send(path: string, body: unknown): Promise<Response> {
  return call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await (await send(path, body)).json()) as T;
}

export const about = (): Promise<About> => get('/api/about');
export const words = (code: string): Promise<Record<string, string>> => get(`/api/words/${code}`);
export const layTable = (plan: NewTable): Promise<Laid> => post('/api/tables', plan);
export const welcome = (table: string, secrets: string[] = []): Promise<Welcome> =>
  get(`/api/tables/${table}`, secrets);
export const logAfter = (table: string, after: number, secrets: string[] = []): Promise<LogPage> =>
  get(`/api/tables/${table}/log?after=${after}`, secrets);
export const moment = (table: string, actions: number, secrets: string[] = []): Promise<Moment> =>
  get(`/api/tables/${table}/moments/${actions}`, secrets);
export const curve = (table: string): Promise<Curve> => get(`/api/tables/${table}/curve`);
/** Report an error that nobody expected; there is no answer. */
export const fault = async (found: Fault): Promise<void> => void (await send('/api/faults', found));
export const record = async (table: string): Promise<string> =>
  (await call(`/api/tables/${table}/record`)).text();

/** Tables of a kind: with open seats, running, or those of this browser. */
export async function tables(show: 'mine' | 'open' | 'running', limit = 20): Promise<TableInfo[]> {
  return (await get<TableList>(`/api/tables?show=${show}&limit=${limit}`)).tables;
}
