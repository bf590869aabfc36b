// The client-side state of a table: everything the server has sent.

import type {
  Accepted,
  Answer,
  AnyCommand,
  Ask,
  Asked,
  GameOptions,
  Land,
  LogEntry,
  PastStrike,
  PlayerScene,
  Private,
  Scene,
  Seat,
  TableInfo,
  ToPage,
  Welcome,
  WhimCard,
} from '../protocol';
import { acceptLink, saveSecret, secretsOf } from '../state/secrets';
import { words } from '../state/words.svelte';
import { Refusal } from '../wire/api';
import { Connection, type ConnectionState, type Unsent } from '../wire/connection';
import { EMPTY_LAND, DEFAULT_OPTIONS, EMPTY_PLAYER, EMPTY_SCENE, EMPTY_SECRETS } from './placeholders';

/** Yazid's seat in the solo game. */
export const YAZID = 1;

/** Where a table is on the server: stored, or that of a lesson, puzzle or exploration, which exists as long as its connection. */
export type TablePlace = 'tables' | 'lessons' | 'puzzles' | 'explore';

/** Called with new log entries and the scene before them. */
export type EntryListener = (entries: LogEntry[], before: Scene) => void;

export class Table {
  connectionState = $state<ConnectionState>('connecting');
  /** Why the server refused to show the table. */
  refused = $state<Refusal | null>(null);
  info = $state.raw<TableInfo | null>(null);
  land = $state.raw<Land>(EMPTY_LAND);
  whimCards = $state.raw<WhimCard[]>([]);
  scene = $state.raw<Scene>(EMPTY_SCENE);
  privates = $state.raw<Private[]>([]);
  /** The seats that this page holds. */
  seats = $state.raw<number[]>([]);
  /** Why this page may not take a seat, as a sentence: the host has removed the player. */
  barred = $state('');
  log = $state.raw<LogEntry[]>([]);
  presence = $state.raw<boolean[]>([]);
  spectators = $state(0);
  number = $state(-1);
  /** Strikes of Yazid that the player was not asked about and has not seen yet. */
  unseenStrikes = $state.raw<PastStrike[]>([]);
  /** On a shared screen: the seat that last confirmed that its player is looking. */
  private confirmedSeat = $state(-1);
  /** The server's clock minus the local clock, in milliseconds. */
  clockOffset = 0;

  /** Whether the next welcome must replace the whole log. */
  protected refreshing = false;
  private readonly connection: Connection | null = null;
  private readonly listeners = new Set<EntryListener>();

  /** With `place` null, the table has no connection: its fields are set by the caller, as for a replay. */
  constructor(
    readonly name: string,
    private readonly place: TablePlace | null = 'tables',
  ) {
    if (!place) return;
    const stored = place === 'tables';
    if (stored) acceptLink(name);
    this.connection = new Connection(`${place}/${name}`, {
      seen: () => (this.refreshing ? -1 : this.number),
      language: () => words.language,
      secrets: () => (stored ? secretsOf(name) : []),
      received: (message) => this.receive(message),
      stateChanged: (now, why) => {
        this.connectionState = now;
        // The next connection is at another table.
        if (now === 'lost' && !stored) this.refreshing = true;
        if (why) this.refused = why;
      },
    });
  }

  close(): void {
    this.connection?.close();
  }

  /** Request the full state again, in the current language. A lesson or puzzle starts again. */
  refresh(): void {
    this.refreshing = true;
    this.connection?.reconnect();
  }

  /** Subscribe to new log entries. Returns a function to unsubscribe. */
  onEntries(listener: EntryListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Send a command. `seen` is the log number that it applies to; by default the latest. */
  async send(send: Unsent<AnyCommand>, seen?: number): Promise<Accepted> {
    const accepted = await this.openConnection.send(send, seen);
    if (accepted.secret && accepted.seat >= 0) {
      saveSecret(this.name, accepted.seat, accepted.secret);
    }
    return accepted;
  }

  /** Add older entries to the start of the log; known ones are skipped. */
  prepend(entries: LogEntry[]): void {
    const first = this.log[0]?.number ?? Infinity;
    this.log = [...entries.filter((entry) => entry.number < first), ...this.log];
  }

  ask(ask: Unsent<Ask>): Promise<Answer> {
    return this.openConnection.ask(ask);
  }

  protected get openConnection(): Connection {
    if (!this.connection) throw new Refusal('unreachable', '');
    return this.connection;
  }

  // --- Derived state -----------------------------------------------------------------------

  /** Whether the game has begun, so that the scene is not a placeholder. */
  get begun(): boolean {
    return this.scene !== EMPTY_SCENE;
  }

  get options(): GameOptions {
    return this.info?.options ?? DEFAULT_OPTIONS;
  }

  /** Everybody's seats; empty until the server has described the table. */
  get allSeats(): Seat[] {
    return this.info?.seats ?? [];
  }

  get asked(): Asked | null {
    return this.scene.asked;
  }

  get solo(): boolean {
    return this.options.players === 1;
  }

  get over(): boolean {
    return this.scene.over;
  }

  /** The seat that must decide, or -1. */
  get turn(): number {
    return this.asked?.seat ?? -1;
  }

  /** Whether a player at this page must decide now. */
  get myTurn(): boolean {
    return this.seats.includes(this.turn) && this.info?.phase === 'running' && !this.pastStrike;
  }

  /** The strike of Yazid to present: the next decision, or the result, waits until the player goes on. */
  get pastStrike(): PastStrike | null {
    return this.unseenStrikes[0] ?? null;
  }

  /** The player has seen the strike. */
  goOn(): void {
    this.unseenStrikes = this.unseenStrikes.slice(1);
  }

  /** Whether several players share this page. */
  get shared(): boolean {
    return this.seats.length > 1;
  }

  /** The seat whose secrets are shown: one's own, or on a shared screen the one in turn; or -1. */
  get me(): number {
    if (this.seats.length === 1) return this.seats[0]!;
    return this.privates[0]?.seat ?? -1;
  }

  /** On a shared screen: whether secrets stay hidden until the next player confirms. */
  get covered(): boolean {
    return this.shared && this.myTurn && this.confirmedSeat !== this.turn;
  }

  /** The next player has confirmed: show the secrets of the seat in turn. */
  uncover(): void {
    this.confirmedSeat = this.turn;
  }

  /** The secrets of the seat `me`; null while they are covered. */
  get mySecrets(): Private | null {
    if (this.covered) return null;
    return this.privates.find((each) => each.seat === this.me) ?? null;
  }

  /** `mySecrets`, or a placeholder without content. */
  get own(): Private {
    return this.mySecrets ?? EMPTY_SECRETS;
  }

  player(seat: number): PlayerScene {
    return this.scene.players[seat] ?? EMPTY_PLAYER;
  }

  /** The name of a seat; in the solo game the second seat is Yazid. */
  nameOf(seat: number): string {
    if (this.solo && seat === YAZID) return words.say('word.yazid');
    const seatInfo = this.allSeats[seat];
    return seatInfo?.name || words.say('word.player', { number: seat + 1 });
  }

  /** The CSS class with the colours of a seat. */
  colour(seat: number): string {
    return this.solo && seat === YAZID ? 'seat0' : `seat${seat + 1}`;
  }

  /** The sprite id of a seat's glyph. */
  glyph(seat: number): string {
    return this.solo && seat === YAZID ? 'p-0' : `p-${seat + 1}`;
  }

  // --- Messages from the server --------------------------------------------------------------

  protected receive(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        return this.receiveWelcome(message);
      case 'news': {
        const before = this.scene;
        const entries = message.entries;
        this.number = message.number;
        if (message.info) this.info = message.info;
        if (message.land) this.land = message.land;
        if (message.whim_cards.length) this.whimCards = message.whim_cards;
        if (message.seats) {
          this.seats = message.seats;
          this.barred = message.barred;
        }
        if (message.private) this.privates = message.private;
        if (message.scene) this.scene = message.scene;
        if (entries.length) {
          this.log = [...this.log, ...entries];
          this.collectStrikes(entries);
          this.listeners.forEach((listener) => listener(entries, before));
        }
        return;
      }
      case 'presence':
        this.presence = message.seats;
        this.spectators = message.spectators;
        return;
    }
  }

  private receiveWelcome(message: Welcome): void {
    const before = this.scene;
    const reconnecting = this.number >= 0;
    const fresh = message.log.filter((entry) => entry.number > this.number);
    this.log = reconnecting && !this.refreshing ? [...this.log, ...fresh] : message.log;
    this.refreshing = false;
    this.number = message.number;
    this.info = message.info;
    this.land = message.land ?? EMPTY_LAND;
    this.whimCards = message.whim_cards;
    this.scene = message.scene ?? EMPTY_SCENE;
    this.seats = message.seats;
    this.barred = message.barred;
    this.privates = message.private;
    this.presence = message.presence;
    this.spectators = message.spectators;
    if (message.now) this.clockOffset = message.now - Date.now();
    if (reconnecting && fresh.length) {
      this.collectStrikes(fresh);
      this.listeners.forEach((listener) => listener(fresh, before));
    }
  }

  /** Lessons, puzzles and explorations say in their own way what Yazid does. */
  private collectStrikes(entries: LogEntry[]): void {
    const last = entries.findLast(({ kind }) => kind === 'act' || kind === 'undo');
    if (!last || this.place !== 'tables' || !this.seats.length) return;
    this.unseenStrikes = last.kind === 'act' ? (this.scene.yazid?.past_strikes ?? []) : [];
  }
}
