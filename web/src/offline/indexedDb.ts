// The tables of this browser in IndexedDB. Python decides what is in an entry; here it is a row that begins with its
// number. See `naqala.browser.indexed_db`.

const NAME = 'naqala';
const VERSION = 2;
const STORES = ['tables', 'entries', 'reviews'];
const CHANNEL = 'naqala-tables';

type Row = [number: number, ...rest: unknown[]];
type Arguments = [table: string, rows: string, summary: string, places: string, written: number];

/** What is stored for each table beside its entries. */
interface StoredTable {
  table: string;
  /** The number of the last entry. */
  last: number;
  written: number;
  summary: string;
  places: string;
}

/** Where tables are kept: `Database` in Python. */
export interface TableDatabase {
  append(...given: Arguments): Promise<boolean>;
  load(table: string, after: number): Promise<string>;
  review(table: string): Promise<string>;
  keep(table: string, review: string): Promise<void>;
  listings(): Promise<string>;
  add(tables: string): Promise<string>;
  remove(tables: string): Promise<void>;
  broadcast(text: string): void;
}

export class Database implements TableDatabase {
  private readonly channel = new BroadcastChannel(CHANNEL);

  private constructor(
    private connection: IDBDatabase,
    heard: (text: string) => void,
  ) {
    this.channel.onmessage = (event: MessageEvent<string>) => heard(event.data);
  }

  /** Open the database. `heard` is called with what other tabs broadcast. */
  static async open(heard: (text: string) => void): Promise<Database> {
    return new Database(await connect(), heard);
  }

  async append(...given: Arguments): Promise<boolean> {
    const write = await this.write();
    const done = await put(write, given).catch(abort(write));
    await completed(write);
    return done;
  }

  async load(table: string, after: number): Promise<string> {
    const entries = (await this.begin('readonly')).objectStore('entries');
    return JSON.stringify(await result(entries.getAll(rowsOf(table, after))));
  }

  async review(table: string): Promise<string> {
    const reviews = (await this.begin('readonly')).objectStore('reviews');
    return (await result<string | undefined>(reviews.get(table))) ?? '';
  }

  async keep(table: string, review: string): Promise<void> {
    const write = await this.write();
    const known = await result<StoredTable | undefined>(write.objectStore('tables').get(table)).catch(abort(write));
    if (known) write.objectStore('reviews').put(review, table);
    await completed(write);
  }

  async listings(): Promise<string> {
    const tables = (await this.begin('readonly')).objectStore('tables');
    const stored = await result<StoredTable[]>(tables.getAll());
    return JSON.stringify(stored.map(({ table, written, summary, places }) => [table, written, summary, places]));
  }

  async add(tables: string): Promise<string> {
    const write = await this.write();
    for (const given of JSON.parse(tables) as Arguments[]) {
      if (await put(write, given).catch(abort(write))) continue;
      write.abort();
      return given[0];
    }
    await completed(write);
    return '';
  }

  async remove(tables: string): Promise<void> {
    const write = await this.write();
    for (const table of JSON.parse(tables) as string[]) {
      write.objectStore('tables').delete(table);
      write.objectStore('entries').delete(rowsOf(table, 0));
      write.objectStore('reviews').delete(table);
    }
    await completed(write);
  }

  broadcast(text: string): void {
    this.channel.postMessage(text);
  }

  /** A transaction that is on the disk when it is complete. */
  private write(): Promise<IDBTransaction> {
    return this.begin('readwrite', { durability: 'strict' });
  }

  /** Begin a transaction. Some browsers close the databases of tabs in the background: then open it again. */
  private async begin(mode: IDBTransactionMode, options?: IDBTransactionOptions): Promise<IDBTransaction> {
    try {
      return this.connection.transaction(STORES, mode, options);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      this.connection = await connect();
      return this.connection.transaction(STORES, mode, options);
    }
  }
}

async function connect(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = (event) => {
    if (event.oldVersion < 1) {
      request.result.createObjectStore('tables', { keyPath: 'table' });
      request.result.createObjectStore('entries');
    }
    request.result.createObjectStore('reviews');
  };
  const connection = await result(request);
  // A newer version of this page wants to change the database: it must not wait for this one.
  connection.onversionchange = () => connection.close();
  return connection;
}

/** Write entries if they follow the last one. */
async function put(write: IDBTransaction, [table, rows, summary, places, written]: Arguments): Promise<boolean> {
  const tables = write.objectStore('tables');
  const before = await result<StoredTable | undefined>(tables.get(table));
  const added = JSON.parse(rows) as Row[];
  const last = before?.last ?? 0;
  if (added.some(([number], nth) => number !== last + 1 + nth)) return false;
  for (const row of added) write.objectStore('entries').put(row, [table, row[0]]);
  tables.put({
    table,
    last: last + added.length,
    written,
    summary: summary || (before?.summary ?? ''),
    places: places || (before?.places ?? '[]'),
  } satisfies StoredTable);
  return true;
}

/** For errors: undo what the transaction has written before. */
function abort(write: IDBTransaction): (error: Error) => never {
  return (error) => {
    if (!write.error) write.abort();
    throw error;
  };
}

/** The keys of the entries of a table after a number. */
function rowsOf(table: string, after: number): IDBKeyRange {
  return IDBKeyRange.bound([table, after], [table, Infinity], true);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}
