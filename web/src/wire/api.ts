// The HTTP API of the server.

import type {
  About,
  Curve,
  Fault,
  CreatedTable,
  LogPage,
  Moment,
  NewTable,
  Received,
  Refused,
  SeededLand,
  TableInfo,
  Welcome,
} from '../protocol';
import { fillDefaults } from './fillDefaults';
import { transport } from './transport';

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

/** The status codes of a proxy that does not reach the server. */
const GATEWAY = [502, 503, 504];

/** The views whose texts are loaded when they are opened. */
export type View = 'rules' | 'minute' | 'box' | 'learn' | 'puzzle' | 'review' | 'explore';

let language = 'en';

/** Set the language of texts in responses. */
export function setLanguage(code: string): void {
  language = code;
}

export async function call(path: string, init: RequestInit = {}, secrets: string[] = []): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', language);
  if (secrets.length) headers.set('Naqala-Seats', secrets.join(', '));
  let response: Response;
  try {
    response = await transport().fetch(path, { ...init, headers });
  } catch {
    throw new Refusal('unreachable', '');
  }
  if (response.ok) return response;
  let refused: Partial<Refused> = {};
  try {
    refused = (await response.json()) as Refused;
  } catch {
    // Not JSON, so it comes from a proxy; the status is enough.
  }
  const fallback = GATEWAY.includes(response.status) ? 'unreachable' : 'broken';
  throw new Refusal(refused.code ?? fallback, refused.message ?? '', response.status);
}

async function get<Name extends keyof Received>(name: Name, path: string, secrets: string[] = []): Promise<Received[Name]> {
  return fillDefaults(name, await (await call(path, {}, secrets)).json());
}

function send(path: string, body: unknown): Promise<Response> {
  return call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
}

export const about = (): Promise<About> => get('About', '/api/about');
/** The texts that only one view needs. */
export const viewWords = async (code: string, view: View): Promise<Record<string, string>> =>
  (await call(`/api/words/${code}/${view}`)).json();
export const words = async (code: string): Promise<Record<string, string>> => (await call(`/api/words/${code}`)).json();
export const createTable = async (plan: NewTable): Promise<CreatedTable> =>
  fillDefaults('CreatedTable', await (await send('/api/tables', plan)).json());
export const welcome = (table: string, secrets: string[] = []): Promise<Welcome> => get('Welcome', `/api/tables/${table}`, secrets);
export const logAfter = (table: string, after: number, secrets: string[] = []): Promise<LogPage> =>
  get('LogPage', `/api/tables/${table}/log?after=${after}`, secrets);
export const moment = (table: string, actions: number, secrets: string[] = []): Promise<Moment> =>
  get('Moment', `/api/tables/${table}/moments/${actions}`, secrets);
/** The land of a game with this seed. */
export const seededLand = (seed: number, players: number, boxes: string[]): Promise<SeededLand> =>
  get('SeededLand', `/api/lands?seed=${seed}&players=${players}&expansions=${boxes.join()}`);
export const curve = (table: string): Promise<Curve> => get('Curve', `/api/tables/${table}/curve`);
export const reportFault = async (found: Fault): Promise<void> => void (await send('/api/faults', found));
/** All tables of the site as a file. */
export const exportTables = async (): Promise<string> => (await call('/api/archive')).text();
/** Import the tables of a file; those that exist are skipped. */
export const importTables = async (file: string): Promise<{ tables: number; skipped: number }> =>
  (await call('/api/archive', { method: 'POST', body: file })).json();
export const record = async (table: string): Promise<string> => (await call(`/api/tables/${table}/record`)).text();

/** The position of a game that may be explored. */
export const currentPosition = async (table: string, secrets: string[] = []): Promise<string> =>
  (await call(`/api/tables/${table}/position`, {}, secrets)).text();

/** Tables of this browser, with open seats, or running. */
export async function tables(show: 'mine' | 'open' | 'running', limit = 20): Promise<TableInfo[]> {
  return (await get('TableList', `/api/tables?show=${show}&limit=${limit}`)).tables;
}
