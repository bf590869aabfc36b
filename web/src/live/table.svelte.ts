// A table as this page knows it: everything the server has told, folded into one place.

import type {
  Accepted,
  Answer,
  AnySend,
  Ask,
  Asked,
  GameOptions,
  Land,
  LogEntry,
  PlayerScene,
  Private,
  Scene,
  TableInfo,
  ToPage,
  Welcome,
  WhimCard,
} from '../protocol';
import { acceptLink, keepSecret, secretsOf } from '../state/secrets';
import { words } from '../state/words.svelte';
import { Refusal } from '../wire/api';
import { Connection, type ConnectionState, type Unsent } from '../wire/connection';
import { NO_LAND, NO_OPTIONS, NO_PLAYER, NO_SCENE, NO_SECRETS } from './empty';

/** Whom the dice of the solo game belong to: the seat after the only player's. */
export const YAZID = 1;

/** Called when something has happened, with the scene before it: what motion and sound show. */
export type Happened = (entries: LogEntry[], before: Scene) => void;

/** A table, followed from the first message to the last. */
export class Table {
  connectionState = $state<ConnectionState>('connecting');
  /** Why the table cannot be shown at all. */
  refused = $state<Refusal | null>(null);
  info = $state.raw<TableInfo | null>(null);
  land = $state.raw<Land>(NO_LAND);
  whimCards = $state.raw<WhimCard[]>([]);
  scene = $state.raw<Scene>(NO_SCENE);
  privates = $state.raw<Private[]>([]);
  /** The seats that this page holds. */
  seats = $state.raw<number[]>([]);
  /** Why this page cannot sit down here, in a sentence: it was sent away. */
  barred = $state('');
  log = $state.raw<LogEntry[]>([]);
  presence = $state.raw<boolean[]>([]);
  watchers = $state(0);
  number = $state(-1);
  /** The seat whose turn was last uncovered at a shared screen. */
  private uncovered = $state(-1);
  /** How far the clock of the server is ahead of this one, in milliseconds. */
  ahead = 0;

  /** Everything shall be told again, as to a page that has seen nothing. */
  private renewing = false;
  private readonly connection: Connection | null = null;
  private readonly listeners = new Set<Happened>();

  /** A table that is not followed tells nothing by itself, and takes nothing. */
  constructor(
    readonly name: string,
    followed = true,
  ) {
    if (!followed) return;
    acceptLink(name);
    this.connection = new Connection(name, {
      seen: () => (this.renewing ? -1 : this.number),
      language: () => words.language,
      secrets: () => secretsOf(name),
      received: (message) => this.received(message),
      stateChanged: (now, why) => {
        this.connectionState = now;
        if (why) this.refused = why;
      },
    });
  }

  close(): void {
    this.connection?.close();
  }

  /** Be told everything again, in the language of now. */
  renew(): void {
    this.renewing = true;
    this.connection?.renew();
  }

  /** Listen to what happens; returns how to stop. */
  onHappened(listener: Happened): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Send something; with `seen` for what was shown when the log ended there. */
  async send(send: Unsent<AnySend>, seen?: number): Promise<Accepted> {
    const accepted = await this.reached.send(send, seen);
    if (accepted.secret && accepted.seat >= 0) {
      keepSecret(this.name, accepted.seat, accepted.secret);
    }
    return accepted;
  }

  /** Put older entries before those of the log; known ones are skipped. */
  prepend(entries: LogEntry[]): void {
    const first = this.log[0]?.number ?? Infinity;
    this.log = [...entries.filter((entry) => entry.number < first), ...this.log];
  }

  ask(ask: Unsent<Ask>): Promise<Answer> {
    return this.reached.ask(ask);
  }

  private get reached(): Connection {
    if (!this.connection) throw new Refusal('unreachable', '');
    return this.connection;
  }

  // --- What a page wants to know -----------------------------------------------------------

  /** Whether the game has begun, so that there is a scene. */
  get begun(): boolean {
    return this.scene !== NO_SCENE;
  }

  get options(): GameOptions {
    return this.info?.options ?? NO_OPTIONS;
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

  /** Whether this page decides now. */
  get mine(): boolean {
    return this.seats.includes(this.turn) && this.info?.phase === 'running';
  }

  /** Whether several seats are played at this page. */
  get shared(): boolean {
    return this.seats.length > 1;
  }

  /** The seat whose secrets are shown: the own one, or at a shared page the one in turn; or -1. */
  get me(): number {
    if (this.seats.length === 1) return this.seats[0]!;
    return this.privates[0]?.seat ?? -1;
  }

  /** Whether somebody else may still look at this screen: the next one has not said they are there. */
  get covered(): boolean {
    return this.shared && this.mine && this.uncovered !== this.turn;
  }

  /** The next player is there alone. */
  uncover(): void {
    this.uncovered = this.turn;
  }

  /** The secrets of that seat; none while they are covered. */
  get mySecrets(): Private | null {
    if (this.covered) return null;
    return this.privates.find((each) => each.seat === this.me) ?? null;
  }

  /** The same, empty where there are none. */
  get own(): Private {
    return this.mySecrets ?? NO_SECRETS;
  }

  player(seat: number): PlayerScene {
    return this.scene.players[seat] ?? NO_PLAYER;
  }

  /** What a seat is called; in the solo game the second one is Yazid. */
  nameOf(seat: number): string {
    if (this.solo && seat === YAZID) return words.say('word.yazid');
    const sitting = this.info?.seats[seat];
    return sitting?.name || words.say('word.player', { number: seat + 1 });
  }

  /** The class that gives a seat its colours. */
  colour(seat: number): string {
    return this.solo && seat === YAZID ? 'seat0' : `seat${seat + 1}`;
  }

  /** The glyph of a seat among the drawings. */
  glyph(seat: number): string {
    return this.solo && seat === YAZID ? 'p-0' : `p-${seat + 1}`;
  }

  // --- What the server says ------------------------------------------------------------------

  private received(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        return this.welcomed(message);
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
          this.listeners.forEach((listener) => listener(entries, before));
        }
        return;
      }
      case 'presence':
        this.presence = message.seats;
        this.watchers = message.watchers;
        return;
    }
  }

  private welcomed(message: Welcome): void {
    const before = this.scene;
    const came = this.number >= 0;
    const fresh = message.log.filter((entry) => entry.number > this.number);
    this.log = came && !this.renewing ? [...this.log, ...fresh] : message.log;
    this.renewing = false;
    this.number = message.number;
    this.info = message.info;
    this.land = message.land ?? NO_LAND;
    this.whimCards = message.whim_cards;
    this.scene = message.scene ?? NO_SCENE;
    this.seats = message.seats;
    this.barred = message.barred;
    this.privates = message.private;
    this.presence = message.presence;
    this.watchers = message.watchers;
    if (message.now) this.ahead = message.now - Date.now();
    if (came && fresh.length) this.listeners.forEach((listener) => listener(fresh, before));
  }
}
