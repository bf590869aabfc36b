// The messages between the page and the table server.
// Made from the types of the server by `make protocol`; a test fails when this is not current.

/** The version of these messages, counted up when an old page could not talk to a new server. */
export type Protocol = 1;

export type FromPage =
  | Hello
  | Ping
  | Ask
  | Act
  | Undo
  | Sit
  | Link
  | Rename
  | Leave
  | Return
  | Start
  | Say
  | Hand
  | Rematch
  | Close;

export type ToPage =
  | Welcome
  | News
  | Presence
  | Accepted
  | Refused
  | Pong
  | Answer;

export type AnySend =
  | Act
  | Undo
  | Sit
  | Link
  | Rename
  | Leave
  | Return
  | Start
  | Say
  | Hand
  | Rematch
  | Close;

/** What comes over a socket at once. */
export type Frame = ToPage | ToPage[];

type Keys<Kinds> = Kinds extends unknown ? keyof Kinds : never;
/** A union in which every field can be read; one of another kind is undefined. */
type Open<Kinds, All extends PropertyKey = Keys<Kinds>> = Kinds extends unknown
  ? Kinds & { [Field in Exclude<All, keyof Kinds>]?: undefined }
  : never;

/** The answer to `GET /api/about`: what can be asked of this server. */
export interface About {
  version: string;
  protocol: number;
  bots: string[];
  expansions: string[];
  promos: string[];
  languages: string[];
  /**
   * Where other devices in the network find the server; told to its own machine alone. Default:
   * [].
   */
  addresses: string[];
}

/** A send has become an entry of the log; sent again it is answered the same. */
export interface Accepted {
  type: "accepted";
  id: string;
  number: number;
  /** The secret of a new seat or link: told once, only its hash is kept. Default: "". */
  secret: string;
  /** Default: -1. */
  seat: number;
  /** The table of a rematch. Default: "". */
  table: string;
}

/** Choose, for the seat that must decide. */
export interface Act {
  type: "act";
  action: string;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** The answer to `ask`. */
export interface Answer {
  type: "answer";
  id: string;
  /** Default: []. */
  outcomes: OutcomeScene[];
  /** Whole moves as `sow` lines. Default: []. */
  ways: string[];
  /** Of `ways`: the tiles that some move with this outcome passes before it ends. Default: []. */
  passes: string[];
  /** Of `gains`: by tribe, where it is certain. Default: []. */
  gains: LandingGain[];
  /** Of `unreachable`: a sentence; empty where a move can end there. Default: "". */
  reason: string;
  /** Of `preview`: how many of the actions could be shown. Default: 0. */
  played: number;
  /** Of `preview`: what they would bring, as far as it is certain. Default: []. */
  events: Happening[];
  /** Default: []. */
  lines: string[];
  /** Of `preview`: the game after them, unless somebody else would be in turn. Default: null. */
  scene: Scene | null;
  /** Of `preview`: the points of the seat after them. Default: null. */
  score: ScoreSheet | null;
  /**
   * Of `preview`: what the seat could choose next, unless somebody else would be in turn.
   * Default: [].
   */
  choices: Choice[];
  /** Of `hint`: the best first. Default: []. */
  hints: Hint[];
  /** Of `hint`: what is true whatever is chosen. Default: []. */
  always: string[];
  /** The last number of the log when it was asked. Default: 0. */
  number: number;
}

/** Ask for something that changes nothing. */
export interface Ask {
  type: "ask";
  id: string;
  /**
   * Where moves can end; moves with one outcome; what moves to a tile would bring; why no move
   * ends on a tile; what actions would bring; advice.
   */
  what: "gains" | "hint" | "outcomes" | "preview" | "unreachable" | "ways";
  /** Default: "". */
  start?: string;
  /** Default: "". */
  tile?: string;
  /** Default: "". */
  tribe?: string;
  /** The drops with which the moves must begin, as in `d4W`. Default: []. */
  after?: string[];
  /** Of `ways`: a tile that the moves must pass before they end. Default: "". */
  through?: string;
  /** Default: []. */
  actions?: string[];
}

export interface BiddingDecision {
  decision: "Bidding";
  seat: number;
}

export interface MovingDecision {
  decision: "Moving";
  seat: number;
}

export interface SowingDecision {
  decision: "Sowing";
  seat: number;
  tile: string;
  /** The meeples in hand during a move. */
  hand: string;
  start: string;
  /** The drops of the move so far: `d3W`. */
  path: string[];
}

export interface TribeActionDecision {
  decision: "TribeAction";
  seat: number;
  tile: string;
  tribe: string;
  count: number;
}

export interface TileActionDecision {
  decision: "TileAction";
  seat: number;
  tile: string;
}

export interface MarkingDecision {
  decision: "Marking";
  seat: number;
  tile: string;
}

export interface PlacingDecision {
  decision: "Placing";
  seat: number;
  tile: string;
}

export interface KeepOneDecision {
  decision: "KeepOne";
  seat: number;
  djinns: string[];
}

export interface KeepingItemDecision {
  decision: "KeepingItem";
  seat: number;
}

export interface GatheringDecision {
  decision: "Gathering";
  seat: number;
  tile: string;
  count: number;
}

export interface SlayingDecision {
  decision: "Slaying";
  seat: number;
}

export interface ArrangingDecision {
  decision: "Arranging";
  seat: number;
  cards: string[];
}

export interface OfferingDecision {
  decision: "Offering";
  seat: number;
}

export interface NamingDecision {
  decision: "Naming";
  seat: number;
  count: number;
}

export interface DepartingDecision {
  decision: "Departing";
  seat: number;
}

export interface FinishingDecision {
  decision: "Finishing";
  seat: number;
}

/** What must be decided now, and by whom: as much as everybody sees of it. */
export type Asked = Open<
  | BiddingDecision
  | MovingDecision
  | SowingDecision
  | TribeActionDecision
  | TileActionDecision
  | MarkingDecision
  | PlacingDecision
  | KeepOneDecision
  | KeepingItemDecision
  | GatheringDecision
  | SlayingDecision
  | ArrangingDecision
  | OfferingDecision
  | NamingDecision
  | DepartingDecision
  | FinishingDecision
>;

export interface BidChoice {
  kind: "bid";
  /** The text to send back. */
  action: string;
  meaning: string;
  /** Of a bid its value, of a sale what it brings. */
  value: number;
  fakirs: number;
}

export interface TakeChoice {
  kind: "take";
  /** The text to send back. */
  action: string;
  meaning: string;
  tile: string;
}

export interface DropChoice {
  kind: "drop";
  /** The text to send back. */
  action: string;
  meaning: string;
  tile: string;
  tribe: string;
}

export interface BuildChoice {
  kind: "build";
  /** The text to send back. */
  action: string;
  meaning: string;
  fakirs: number;
}

export interface KillChoice {
  kind: "kill";
  /** The text to send back. */
  action: string;
  meaning: string;
  tile: string;
  victims: string;
  fakirs: number;
  seat: number;
}

export interface BuyChoice {
  kind: "buy";
  /** The text to send back. */
  action: string;
  meaning: string;
  cards: string[];
  /** Where the bought cards lie in the row, counted from 1. */
  places: number[];
}

export interface SummonChoice {
  kind: "summon";
  /** The text to send back. */
  action: string;
  meaning: string;
  djinn: string;
  payment: Payment | null;
}

export interface UseChoice {
  kind: "use";
  /** The text to send back. */
  action: string;
  meaning: string;
  djinn: string;
  payment: Payment | null;
  item: string;
  tile: string;
  to: string;
}

export interface KeepChoice {
  kind: "keep";
  /** The text to send back. */
  action: string;
  meaning: string;
  djinn: string;
  item: string;
}

export interface CamelChoice {
  kind: "camel";
  /** The text to send back. */
  action: string;
  meaning: string;
}

export interface TentChoice {
  kind: "tent";
  /** The text to send back. */
  action: string;
  meaning: string;
}

export interface CraftChoice {
  kind: "craft";
  /** The text to send back. */
  action: string;
  meaning: string;
  payment: Payment | null;
}

export interface GatherChoice {
  kind: "gather";
  /** The text to send back. */
  action: string;
  meaning: string;
  tile: string;
  tribe: string;
}

export interface LayChoice {
  kind: "lay";
  /** The text to send back. */
  action: string;
  meaning: string;
  cards: string[];
}

export interface FirstChoice {
  kind: "first";
  /** The text to send back. */
  action: string;
  meaning: string;
}

export interface NameChoice {
  kind: "name";
  /** The text to send back. */
  action: string;
  meaning: string;
  tile: string;
}

export interface SellChoice {
  kind: "sell";
  /** The text to send back. */
  action: string;
  meaning: string;
  cards: string[];
  /** Of a bid its value, of a sale what it brings. */
  value: number;
}

export interface PassChoice {
  kind: "pass";
  /** The text to send back. */
  action: string;
  meaning: string;
}

export interface EndChoice {
  kind: "end";
  /** The text to send back. */
  action: string;
  meaning: string;
}

/** Something that can be chosen: what to send, what it means, and what it points at. */
export type Choice = Open<
  | BidChoice
  | TakeChoice
  | DropChoice
  | BuildChoice
  | KillChoice
  | BuyChoice
  | SummonChoice
  | UseChoice
  | KeepChoice
  | CamelChoice
  | TentChoice
  | CraftChoice
  | GatherChoice
  | LayChoice
  | FirstChoice
  | NameChoice
  | SellChoice
  | PassChoice
  | EndChoice
>;

/** How long people may think: minutes for the game and an increment, or days for a turn. */
export interface Clock {
  /** Default: 0. */
  minutes: number;
  /** Seconds added for each turn and each bid. Default: 0. */
  increment: number;
  /** For each turn and each bid; then there are no minutes. Default: 0. */
  days: number;
}

/** The clocks as they stood at one moment: a page counts down by itself from there. */
export interface ClockScene {
  /** Milliseconds of each seat; -1 for bots, who have no clock. */
  left: number[];
  /** The seat whose time runs, or -1. Default: -1. */
  runs: number;
  /** Since when: of the seat that runs, `left` was left then. Default: 0. */
  since: number;
}

/** Give up a table whose game has not begun. */
export interface Close {
  type: "close";
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** The answer to `GET /api/tables/{table}/curve`: how a finished game went. */
export interface Curve {
  points: CurvePoint[];
}

/** The points of everybody at the end of a turn; the first are those of the beginning. */
export interface CurvePoint {
  actions: number;
  round: number;
  /** Whose turn it was; -1 at the beginning. */
  seat: number;
  totals: number[];
}

/** The body of `POST /api/faults`: an error that a page did not expect. */
export interface Fault {
  /** What the browser calls it. */
  message: string;
  /** Where in the page it happened. Default: "". */
  stack?: string;
  /** The path of the address, without what follows `?` and `#`. Default: "". */
  path?: string;
}

/** The game to be played. */
export interface GameOptions {
  /** Default: 2. */
  players: number;
  /** Default: []. */
  expansions: string[];
  /** Default: []. */
  promos: string[];
  /** Default: false. */
  doubled: boolean;
  /**
   * The TOML text of another deck of Whims; only in what is asked for, never in lists. Default:
   * "".
   */
  whims: string;
}

/** Give the seat of a person who is gone to a bot. */
export interface Hand {
  type: "hand";
  seat: number;
  bot: string;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

export interface RoundStartedEvent {
  type: "RoundStarted";
  number: number;
  order: number[];
}

export interface BidPlacedEvent {
  type: "BidPlaced";
  seat: number;
  value: number;
  spot: number;
  paid: number;
  fakirs: number;
}

export interface PushedEvent {
  type: "Pushed";
  seat: number;
  by: number;
  spot: number;
}

export interface TurnStartedEvent {
  type: "TurnStarted";
  seat: number;
  value: number;
}

export interface TakenEvent {
  type: "Taken";
  seat: number;
  tile: string;
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
}

export interface DroppedEvent {
  type: "Dropped";
  seat: number;
  tile: string;
  tribe: string;
}

export interface GatheredEvent {
  type: "Gathered";
  seat: number;
  tile: string;
  tribe: string;
  count: number;
}

export interface CamelPlacedEvent {
  type: "CamelPlaced";
  seat: number;
  tile: string;
  left: number;
}

export interface TentPlacedEvent {
  type: "TentPlaced";
  seat: number;
  tile: string;
}

export interface CamelMovedEvent {
  type: "CamelMoved";
  seat: number;
  tile: string;
  to: string;
}

export interface CollectedEvent {
  type: "Collected";
  seat: number;
  tribe: string;
  count: number;
}

export interface BaggedEvent {
  type: "Bagged";
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
}

export interface GoldGainedEvent {
  type: "GoldGained";
  seat: number;
  amount: number;
  source: string;
}

export interface GoldPaidEvent {
  type: "GoldPaid";
  seat: number;
  amount: number;
  purpose: string;
}

export interface FakirsDiscardedEvent {
  type: "FakirsDiscarded";
  seat: number;
  count: number;
}

export interface CardsTakenEvent {
  type: "CardsTaken";
  seat: number;
  cards: string[];
  places: number[];
}

export interface CardDrawnEvent {
  type: "CardDrawn";
  seat: number;
  card: string;
}

export interface KilledEvent {
  type: "Killed";
  seat: number;
  tile: string;
  victim: number;
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
}

export interface PalmPlacedEvent {
  type: "PalmPlaced";
  seat: number;
  tile: string;
}

export interface PalacePlacedEvent {
  type: "PalacePlaced";
  seat: number;
  tile: string;
}

export interface DjinnTakenEvent {
  type: "DjinnTaken";
  seat: number;
  djinn: string;
  from_row: boolean;
}

export interface DjinnUsedEvent {
  type: "DjinnUsed";
  seat: number;
  djinn: string;
}

export interface DjinnsDrawnEvent {
  type: "DjinnsDrawn";
  seat: number;
  djinns: string[];
}

export interface DjinnsDiscardedEvent {
  type: "DjinnsDiscarded";
  djinns: string[];
}

export interface MeeplesDrawnEvent {
  type: "MeeplesDrawn";
  tile: string;
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
}

export interface MeepleMovedEvent {
  type: "MeepleMoved";
  tile: string;
  to: string;
  tribe: string;
}

export interface ItemsDrawnEvent {
  type: "ItemsDrawn";
  seat: number;
  items: string[];
  number: number;
}

export interface ItemKeptEvent {
  type: "ItemKept";
  seat: number;
  item: string;
}

export interface ItemsDiscardedEvent {
  type: "ItemsDiscarded";
  items: string[];
}

export interface ItemUsedEvent {
  type: "ItemUsed";
  seat: number;
  item: string;
}

export interface RowDiscardedEvent {
  type: "RowDiscarded";
  cards: string[];
}

export interface WhimsDealtEvent {
  type: "WhimsDealt";
  whims: [string, string][];
}

export interface WhimTakenEvent {
  type: "WhimTaken";
  seat: number;
  tile: string;
  whim: string;
}

export interface WhimPaidEvent {
  type: "WhimPaid";
  seat: number;
  whim: string;
}

export interface DiceRolledEvent {
  type: "DiceRolled";
  white: number;
  black: number;
}

export interface CapturedEvent {
  type: "Captured";
  seat: number;
  tile: string;
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
}

export interface LostEvent {
  type: "Lost";
  reason: string;
}

export interface SoldEvent {
  type: "Sold";
  seat: number;
  cards: string[];
}

export interface TurnEndedEvent {
  type: "TurnEnded";
  seat: number;
  moved: boolean;
}

export interface PileRebuiltEvent {
  type: "PileRebuilt";
  /** Meeples; of `PileRebuilt` the name of the pile. */
  pile: string;
  size: number;
}

export interface RowRefilledEvent {
  type: "RowRefilled";
  cards: string[];
}

export interface DjinnsRefilledEvent {
  type: "DjinnsRefilled";
  djinns: string[];
}

export interface LastRoundEvent {
  type: "LastRound";
  seat: number;
  reason: string;
}

export interface GameOverEvent {
  type: "GameOver";
  scores: number[];
  winners: number[];
}

/** An event of the rules (`type` is its name) as the receiver may know it. */
export type Happening = Open<
  | RoundStartedEvent
  | BidPlacedEvent
  | PushedEvent
  | TurnStartedEvent
  | TakenEvent
  | DroppedEvent
  | GatheredEvent
  | CamelPlacedEvent
  | TentPlacedEvent
  | CamelMovedEvent
  | CollectedEvent
  | BaggedEvent
  | GoldGainedEvent
  | GoldPaidEvent
  | FakirsDiscardedEvent
  | CardsTakenEvent
  | CardDrawnEvent
  | KilledEvent
  | PalmPlacedEvent
  | PalacePlacedEvent
  | DjinnTakenEvent
  | DjinnUsedEvent
  | DjinnsDrawnEvent
  | DjinnsDiscardedEvent
  | MeeplesDrawnEvent
  | MeepleMovedEvent
  | ItemsDrawnEvent
  | ItemKeptEvent
  | ItemsDiscardedEvent
  | ItemUsedEvent
  | RowDiscardedEvent
  | WhimsDealtEvent
  | WhimTakenEvent
  | WhimPaidEvent
  | DiceRolledEvent
  | CapturedEvent
  | LostEvent
  | SoldEvent
  | TurnEndedEvent
  | PileRebuiltEvent
  | RowRefilledEvent
  | DjinnsRefilledEvent
  | LastRoundEvent
  | GameOverEvent
>;

/** The answer to `GET /health`, with the status 503 where something is not fine. */
export interface Health {
  status: "broken" | "fine";
  database: "broken" | "fine";
  version: string;
}

/** The first message of a socket: what the page has seen, reads and holds. */
export interface Hello {
  type: "hello";
  /** The last number of the log that the page has seen; -1 for none. Default: -1. */
  since?: number;
  /** Default: "en". */
  language?: string;
  /** Of seats that are held by link; those of the cookie need none. Default: []. */
  secrets?: string[];
  /** The version that the page speaks; with another one it is refused. Default: 1. */
  protocol?: number;
}

/** Something the adviser would do: actions to send one after the other. */
export interface Hint {
  actions: string[];
  /** The margin over the best rival that is expected at the end; in the solo game the points. */
  value: number;
  /** The points that come at once. */
  points: number;
  reasons: HintReason[];
}

/** Why, in a sentence; below 0 it speaks against. */
export interface HintReason {
  text: string;
  weight: number;
}

/** The answer to `POST /api/tables`. */
export interface Laid {
  table: string;
  number: number;
  /** The secret of each seat of who laid the table, by seat number. */
  secrets: Record<string, string>;
}

/** The board as it was laid; it never changes during a game. */
export interface Land {
  columns: number;
  rows: number;
  tiles: LandTile[];
  /** Mountains between two tiles. */
  walls: [string, string][];
  holes: string[];
  /** The hole that is the great lake, or nothing. */
  lake: string;
}

/** A tile as it was laid. */
export interface LandTile {
  tile: string;
  kind: string;
  points: number;
  blue: boolean;
}

/** What a move that gathers a tribe on a tile would bring at once. */
export interface LandingGain {
  tribe: string;
  points: number;
}

/** Leave a seat; before the game the host frees those of bots, and of people `seen` there. */
export interface Leave {
  type: "leave";
  seat: number;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** Ask for a new secret link to a seat; the old one is void. */
export interface Link {
  type: "link";
  seat: number;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** An entry of the log as the receiver may know it. */
export interface LogEntry {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  kind: "act" | "away" | "closed" | "created" | "handed" | "left" | "linked" | "rematched" | "renamed" | "returned" | "said" | "sat" | "sent away" | "started" | "timed out" | "undo";
  /** What happened, sentence by sentence. Default: []. */
  lines: string[];
  /** Default: -1. */
  seat: number;
  /**
   * Of an act: `person` or `bot`; where somebody was sent away, the name of who did so.
   * Default: "".
   */
  by: string;
  /** Default: "". */
  name: string;
  /** Default: "". */
  text: string;
  /** Default: "". */
  bot: string;
  /** Of a seat that was handed over: `left`, `timed out` or `away`. Default: "". */
  reason: string;
  /** Default: "". */
  table: string;
  /** Of an undo: the number of the first entry that was taken back. Default: 0. */
  back_to: number;
  /** Default: []. */
  events: Happening[];
}

/** The answer to `GET /api/tables/{table}/log`. */
export interface LogPage {
  number: number;
  entries: LogEntry[];
}

/** The answer to `GET /api/tables/{table}/moments/{actions}`: the game as it once stood. */
export interface Moment {
  /** How many actions were played until then. */
  actions: number;
  /** How many there are in all. */
  last: number;
  scene: Scene;
  /** What the last of these actions brought. Default: []. */
  events: Happening[];
  /** Default: []. */
  lines: string[];
  /** After how many actions each bid and each turn of the whole game was over. Default: []. */
  turns: number[];
}

/** The body of `POST /api/tables`. */
export interface NewTable {
  /** Default: {}. */
  options?: Partial<GameOptions>;
  /** One for each player; the rest is open. Default: []. */
  seats?: SeatPlan[];
  /** Default: true. */
  listed?: boolean;
  /** Default: null. */
  clock?: Partial<Clock> | null;
  /** Default: true. */
  hints?: boolean;
  /** Whether the game starts as soon as every seat is taken. Default: true. */
  auto?: boolean;
  /** A whole number below 2^256, to play a certain game; nothing for a random one. Default: "". */
  seed?: string;
  /** A record or a position to play on from; its options count, not those above. Default: "". */
  opening?: string;
  /** Of the names that are made up for seats without one. Default: "en". */
  language?: string;
}

/** New entries of the log, and what is changed by them. */
export interface News {
  type: "news";
  /** That of the last entry. */
  number: number;
  entries: LogEntry[];
  /** Only where it has changed. Default: null. */
  info: TableInfo | null;
  /** Only when the game has begun. Default: null. */
  land: Land | null;
  /** Default: []. */
  whim_cards: WhimCard[];
  /** Only where the game has changed. Default: null. */
  scene: Scene | null;
  /** The seats that the receiver holds, where that has changed. Default: null. */
  seats: number[] | null;
  /** As in `welcome`, and only beside `seats`: the receiver was sent away. Default: "". */
  barred: string;
  /**
   * What the receiver may know alone, where that has changed: all of it, in place of before.
   * Default: null.
   */
  private: Private[] | null;
}

/** Where a move can end. */
export interface OutcomeScene {
  start: string;
  tile: string;
  tribe: string;
}

/** What a Djinn or an item is paid with. */
export interface Payment {
  /** Default: 0. */
  elders: number;
  /** Default: 0. */
  fakirs: number;
  /** Default: 0. */
  artisans: number;
}

/** A sign of life. */
export interface Ping {
  type: "ping";
}

/** What everybody sees of a player; after the end also what was secret. */
export interface PlayerScene {
  score: ScoreSheet;
  /** Default: 0. */
  viziers: number;
  /** Default: 0. */
  elders: number;
  /** Default: 0. */
  artisans: number;
  /** Camels not placed yet. Default: 0. */
  camels: number;
  /** Default: 0. */
  tents: number;
  /** Default: 0. */
  cards: number;
  /** Default: 0. */
  items: number;
  /** Default: 0. */
  whims: number;
  /** Default: []. */
  djinns: string[];
  /** Djinns and items used in this turn. Default: []. */
  used: string[];
  /** Default: []. */
  paid_whims: string[];
  /** Default: null. */
  gold: number | null;
  /** Default: null. */
  hand: string[] | null;
  /** The items, after the end. Default: null. */
  kept: string[] | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  number: number;
}

/** Who has a page open at the table; no entry of the log. */
export interface Presence {
  type: "presence";
  seats: boolean[];
  /** Default: 0. */
  watchers: number;
}

/** What only one seat may know. */
export interface Private {
  seat: number;
  gold: number;
  hand: string[];
  /** Default: []. */
  items: string[];
  /** Default: []. */
  whims: string[];
  /** Default: null. */
  score: ScoreSheet | null;
  /** What is to be decided, as a sentence; empty while others decide. Default: "". */
  prompt: string;
  /** Default: []. */
  choices: Choice[];
  /** Default: {}. */
  undo: UndoState;
}

/** Something was not accepted; nothing has changed. */
export interface Refused {
  type: "refused";
  code: string;
  /** A sentence: what was refused, why, what would be accepted. */
  message: string;
  /** Default: "". */
  id: string;
  /** The last number of the log, where a table is known. Default: 0. */
  number: number;
}

/** Play again with the same people, from a new seed or from the same one. */
export interface Rematch {
  type: "rematch";
  /** Default: false. */
  same?: boolean;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** Go by another name. */
export interface Rename {
  type: "rename";
  seat: number;
  name: string;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** Take one's seat back, from a bot or after leaving. */
export interface Return {
  type: "return";
  seat: number;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** Chat. */
export interface Say {
  type: "say";
  text: string;
  /** Of somebody who only watches. Default: "". */
  name?: string;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** The game as everybody sees it; the same for all receivers. */
export interface Scene {
  /** How many actions were played so far. */
  actions: number;
  round: number;
  /** In the order of the land's tiles. */
  tiles: TileScene[];
  players: PlayerScene[];
  row: string[];
  deck: number;
  discards: Record<string, number>;
  djinn_row: string[];
  djinn_deck: number;
  djinn_discards: string[];
  bag: string;
  palms_left: number;
  palaces_left: number;
  /** The values of the turn order track, latest spot first. Default: []. */
  track: number[];
  /** The seat whose marker stands on each spot, or -1. Default: []. */
  spots: number[];
  /** Default: []. */
  bid_order: number[];
  /** Default: []. */
  next_order: number[];
  /** Default: null. */
  asked: Asked | null;
  /** Default: null. */
  yazid: YazidScene | null;
  /** Cards that lie face down or are in hands. Default: {}. */
  unseen_cards: Record<string, number>;
  /** Default: []. */
  item_discards: string[];
  /** Default: false. */
  last_round: boolean;
  /** Default: false. */
  over: boolean;
  /** Default: []. */
  winners: number[];
  /** Where the table has one. Default: null. */
  clock: ClockScene | null;
}

/** Points by source, as far as the receiver may know them. */
export interface ScoreSheet {
  total: number;
  sources: Record<string, number>;
  /** Whether gold, goods and items are left out because they are secret. Default: false. */
  hidden: boolean;
}

/** Who sits in a seat. */
export interface Seat {
  /** Default: "open". */
  kind: "bot" | "open" | "person";
  /** Default: "". */
  name: string;
  /** The rung of the bot that plays, also in the seat of a person who is gone. Default: "". */
  bot: string;
  /**
   * Whether the person is still in the game; whoever is not can be handed to a bot. Default:
   * "here".
   */
  state: "away" | "here" | "left" | "timed out";
  /** Default: false. */
  handed: boolean;
  /** Whether it is held by who asked; only in lists of tables. Default: false. */
  yours: boolean;
}

/** Who shall sit in a seat: the one who lays the table, anybody, or a bot of some rung. */
export interface SeatPlan {
  /** Default: "open". */
  kind?: "bot" | "me" | "open";
  /** Default: "". */
  name?: string;
  /** Default: "". */
  bot?: string;
}

/** Take an open seat, or give it to a bot. */
export interface Sit {
  type: "sit";
  seat: number;
  /** Default: "". */
  name?: string;
  /** The rung of the bot that shall sit there; nothing to sit down oneself. Default: "". */
  bot?: string;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** Begin the game: every seat must be taken. */
export interface Start {
  type: "start";
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** What Yazid would do if you let him strike now. */
export interface StrikeScene {
  /** What it costs to act before him. */
  price: number;
  /** What you would pay in all. Default: 0. */
  gold: number;
  /** The struck tiles, in the order in which he strikes them. Default: []. */
  tiles: StruckScene[];
  /** How many more tiles you would have to name for him. Default: 0. */
  named: number;
  /** The column of the tile to name; nothing where it may lie anywhere. Default: "". */
  column: string;
  /** The Djinn that he takes at the end of his turn, if it is certain. Default: "". */
  djinn: string;
  /** How many Djinns he has afterwards. Default: 0. */
  djinns: number;
  /** What he pays for that Djinn. Default: 0. */
  elders: number;
  /** What he pays for that Djinn. Default: 0. */
  fakirs: number;
  /** What your own Djinns earn you. Default: 0. */
  earned: number;
  /** Why you would lose at once, as in `YazidScene`. Default: "". */
  lost: string;
}

/** A tile that Yazid would strike. */
export interface StruckScene {
  tile: string;
  /** The meeples he captures. */
  pile: string;
  /** Whether he places a camel there. Default: false. */
  camel: boolean;
  /** How many Assassins he has afterwards. Default: 0. */
  assassins: number;
  /** What his Merchants take from the row. He keeps only the Fakirs. Default: []. */
  cards: string[];
  /** The blue tiles that his Builders count; 0 without Builders. Default: 0. */
  blue: number;
  /**
   * What the Builders cost you: their number times `blue`, or nothing where you lose before.
   * Default: 0.
   */
  gold: number;
}

/** What everybody may know of a table beside the board. */
export interface TableInfo {
  table: string;
  phase: "closed" | "lobby" | "over" | "running";
  options: GameOptions;
  seats: Seat[];
  /** Milliseconds since 1970. */
  created: number;
  /** Default: true. */
  listed: boolean;
  /** Default: null. */
  clock: Clock | null;
  /** Default: true. */
  hints: boolean;
  /** Default: true. */
  auto: boolean;
  /**
   * The seat of who laid the table and may seat bots; -1 where that one does not sit there.
   * Default: -1.
   */
  host: number;
  /** Default: "". */
  opening: "" | "position" | "record";
  /**
   * Whether it is played with another deck of Whims than ours: `whim_cards` tells it. Default:
   * false.
   */
  own_whims: boolean;
  /**
   * Whether somebody chose the seed or the opening, and so may know what will come. Default:
   * false.
   */
  chosen: boolean;
  /** Once started: the SHA-256 of the seed and a nonce. Default: "". */
  commitment: string;
  /** After the end. Default: "". */
  seed: string;
  /** After the end. Default: "". */
  nonce: string;
  /** The table where the same people go on. Default: "". */
  rematch: string;
  /** Default: "". */
  rematch_of: string;
  /** The seat that must decide; only in lists of tables. Default: -1. */
  turn: number;
  /** When the time of that seat runs out, 0 for never; only in lists of tables. Default: 0. */
  deadline: number;
}

/** The answer to `GET /api/tables`. */
export interface TableList {
  tables: TableInfo[];
}

/** What stands on a tile. */
export interface TileScene {
  /** Default: "". */
  pile: string;
  /** The seat that controls it; in the solo game 1 is Yazid. Default: -1. */
  camel: number;
  /** Default: false. */
  tent: boolean;
  /** Default: 0. */
  palms: number;
  /** Default: 0. */
  palaces: number;
  /** Default: "". */
  whim: string;
}

/** Take back the last send, or the whole turn. */
export interface Undo {
  type: "undo";
  /** Default: false. */
  turn?: boolean;
  /** Made by the page, new for each send: a repeated one is not done twice. */
  id: string;
  /**
   * The last number of the log that the page had seen. An act or an undo is refused when the
   * game went on since then; chat and people that come and go do not count. Default: 0.
   */
  seen?: number;
}

/** What a seat can take back, or why it cannot. */
export interface UndoState {
  /** How many sends can be taken back one by one. Default: 0. */
  steps: number;
  /** How many of them `undo` with `turn` takes back at once. Default: 0. */
  turn: number;
  /** Why no more: `nothing`, `another`, `draw`, `reveal`, `refill`, `over`. Default: "". */
  closed: string;
  /** The same as a sentence. Default: "". */
  reason: string;
}

/** The answer to `hello` and to `GET /api/tables/{table}`: all there is to show now. */
export interface Welcome {
  type: "welcome";
  /** The last number of the log. */
  number: number;
  info: TableInfo;
  /** The entries after the number the page had seen, or the last few. */
  log: LogEntry[];
  /** The seats that the receiver holds. Default: []. */
  seats: number[];
  /**
   * Before the game, a sentence: why the receiver cannot sit down here, where others can.
   * Default: "".
   */
  barred: string;
  /** Default: []. */
  presence: boolean[];
  /** Default: 0. */
  watchers: number;
  /** Default: null. */
  land: Land | null;
  /** Default: []. */
  whim_cards: WhimCard[];
  /** Default: null. */
  scene: Scene | null;
  /** Default: []. */
  private: Private[];
  /** Default: 1. */
  protocol: number;
  /** Default: "". */
  version: string;
  /** The time of the server, by which a page sets its own for the clocks. Default: 0. */
  now: number;
}

/** A Whim of the deck in play. */
export interface WhimCard {
  name: string;
  gold: number;
  measure: string;
  least: number;
}

/** What Yazid has, in the solo game. */
export interface YazidScene {
  camels: number;
  /** Default: 0. */
  viziers: number;
  /** Default: 0. */
  elders: number;
  /** Default: 0. */
  assassins: number;
  /** Default: 0. */
  fakirs: number;
  /** Default: []. */
  djinns: string[];
  /** The most gold that a single strike can cost, as the meeples stand. Default: 0. */
  dearest: number;
  /** White (column) and black (row); (0, 0) while they are off the table. Default: [0, 0]. */
  dice: [number, number];
  /** Default: false. */
  struck: boolean;
  /** Default: false. */
  acted: boolean;
  /** Default: "". */
  lost: string;
  /** While you choose whether to act before him. Default: null. */
  strike: StrikeScene | null;
}

/** The strengths of bots, weakest first. */
export const BOTS = ["traveller", "merchant", "vizier", "sultan", "djinn"] as const;

/** The expansions that can be played with. */
export const EXPANSIONS = ["whims", "artisans"] as const;

/** In the solo game: the points above which the next title begins. */
export const TITLES = [190, 220, 250] as const;

/** In the solo game: with so many Assassins Yazid wins. */
export const MOST_ASSASSINS = 7 as const;

/** In the solo game: with so many Djinns Yazid wins. */
export const MOST_DJINNS = 6 as const;

/** The types that the page receives, by name. */
export interface Received {
  About: About;
  Accepted: Accepted;
  Answer: Answer;
  Asked: Asked;
  Choice: Choice;
  Clock: Clock;
  ClockScene: ClockScene;
  Curve: Curve;
  CurvePoint: CurvePoint;
  GameOptions: GameOptions;
  Happening: Happening;
  Health: Health;
  Hint: Hint;
  HintReason: HintReason;
  Laid: Laid;
  Land: Land;
  LandTile: LandTile;
  LandingGain: LandingGain;
  LogEntry: LogEntry;
  LogPage: LogPage;
  Moment: Moment;
  News: News;
  OutcomeScene: OutcomeScene;
  Payment: Payment;
  PlayerScene: PlayerScene;
  Pong: Pong;
  Presence: Presence;
  Private: Private;
  Refused: Refused;
  Scene: Scene;
  ScoreSheet: ScoreSheet;
  Seat: Seat;
  StrikeScene: StrikeScene;
  StruckScene: StruckScene;
  TableInfo: TableInfo;
  TableList: TableList;
  TileScene: TileScene;
  UndoState: UndoState;
  Welcome: Welcome;
  WhimCard: WhimCard;
  YazidScene: YazidScene;
}

export const MESSAGES = {
  welcome: "Welcome",
  news: "News",
  presence: "Presence",
  accepted: "Accepted",
  refused: "Refused",
  pong: "Pong",
  answer: "Answer",
} as const;

/** How a received type is completed: its defaults, types of parts, and fields by kind. */
export interface Shape {
  defaults: Record<string, unknown>;
  parts: Record<string, string>;
  tag?: string;
  kinds?: Record<string, string[]>;
}

export const SHAPES: Record<string, Shape> = {
  About: {"defaults": {"addresses": []}, "parts": {}},
  Accepted: {"defaults": {"secret": "", "seat": -1, "table": ""}, "parts": {}},
  Answer: {"defaults": {"outcomes": [], "ways": [], "passes": [], "gains": [], "reason": "", "played": 0, "events": [], "lines": [], "scene": null, "score": null, "choices": [], "hints": [], "always": [], "number": 0}, "parts": {"outcomes": "OutcomeScene", "gains": "LandingGain", "events": "Happening", "scene": "Scene", "score": "ScoreSheet", "choices": "Choice", "hints": "Hint"}},
  Asked: {"defaults": {"tile": "", "tribe": "", "count": 0, "hand": "", "start": "", "path": [], "djinns": [], "cards": []}, "parts": {}, "tag": "decision", "kinds": {"Bidding": ["seat"], "Moving": ["seat"], "Sowing": ["seat", "tile", "hand", "start", "path"], "TribeAction": ["seat", "tile", "tribe", "count"], "TileAction": ["seat", "tile"], "Marking": ["seat", "tile"], "Placing": ["seat", "tile"], "KeepOne": ["seat", "djinns"], "KeepingItem": ["seat"], "Gathering": ["seat", "tile", "count"], "Slaying": ["seat"], "Arranging": ["seat", "cards"], "Offering": ["seat"], "Naming": ["seat", "count"], "Departing": ["seat"], "Finishing": ["seat"]}},
  Choice: {"defaults": {"tile": "", "to": "", "tribe": "", "victims": "", "seat": -1, "value": -1, "fakirs": 0, "cards": [], "places": [], "djinn": "", "item": "", "payment": null}, "parts": {"payment": "Payment"}, "tag": "kind", "kinds": {"bid": ["action", "meaning", "value", "fakirs"], "take": ["action", "meaning", "tile"], "drop": ["action", "meaning", "tile", "tribe"], "build": ["action", "meaning", "fakirs"], "kill": ["action", "meaning", "tile", "victims", "fakirs", "seat"], "buy": ["action", "meaning", "cards", "places"], "summon": ["action", "meaning", "djinn", "payment"], "use": ["action", "meaning", "djinn", "payment", "item", "tile", "to"], "keep": ["action", "meaning", "djinn", "item"], "camel": ["action", "meaning"], "tent": ["action", "meaning"], "craft": ["action", "meaning", "payment"], "gather": ["action", "meaning", "tile", "tribe"], "lay": ["action", "meaning", "cards"], "first": ["action", "meaning"], "name": ["action", "meaning", "tile"], "sell": ["action", "meaning", "cards", "value"], "pass": ["action", "meaning"], "end": ["action", "meaning"]}},
  Clock: {"defaults": {"minutes": 0, "increment": 0, "days": 0}, "parts": {}},
  ClockScene: {"defaults": {"runs": -1, "since": 0}, "parts": {}},
  Curve: {"defaults": {}, "parts": {"points": "CurvePoint"}},
  GameOptions: {"defaults": {"players": 2, "expansions": [], "promos": [], "doubled": false, "whims": ""}, "parts": {}},
  Happening: {"defaults": {"seat": -1, "tile": "", "to": "", "tribe": "", "pile": "", "count": 0, "amount": 0, "source": "", "purpose": "", "number": 0, "order": [], "value": -1, "spot": -1, "paid": -1, "fakirs": 0, "by": -1, "left": -1, "card": "", "cards": [], "places": [], "victim": -1, "djinn": "", "djinns": [], "from_row": false, "item": "", "items": [], "whim": "", "whims": [], "white": 0, "black": 0, "reason": "", "size": 0, "moved": false, "scores": [], "winners": []}, "parts": {}, "tag": "type", "kinds": {"RoundStarted": ["number", "order"], "BidPlaced": ["seat", "value", "spot", "paid", "fakirs"], "Pushed": ["seat", "by", "spot"], "TurnStarted": ["seat", "value"], "Taken": ["seat", "tile", "pile"], "Dropped": ["seat", "tile", "tribe"], "Gathered": ["seat", "tile", "tribe", "count"], "CamelPlaced": ["seat", "tile", "left"], "TentPlaced": ["seat", "tile"], "CamelMoved": ["seat", "tile", "to"], "Collected": ["seat", "tribe", "count"], "Bagged": ["pile"], "GoldGained": ["seat", "amount", "source"], "GoldPaid": ["seat", "amount", "purpose"], "FakirsDiscarded": ["seat", "count"], "CardsTaken": ["seat", "cards", "places"], "CardDrawn": ["seat", "card"], "Killed": ["seat", "tile", "victim", "pile"], "PalmPlaced": ["seat", "tile"], "PalacePlaced": ["seat", "tile"], "DjinnTaken": ["seat", "djinn", "from_row"], "DjinnUsed": ["seat", "djinn"], "DjinnsDrawn": ["seat", "djinns"], "DjinnsDiscarded": ["djinns"], "MeeplesDrawn": ["tile", "pile"], "MeepleMoved": ["tile", "to", "tribe"], "ItemsDrawn": ["seat", "items", "number"], "ItemKept": ["seat", "item"], "ItemsDiscarded": ["items"], "ItemUsed": ["seat", "item"], "RowDiscarded": ["cards"], "WhimsDealt": ["whims"], "WhimTaken": ["seat", "tile", "whim"], "WhimPaid": ["seat", "whim"], "DiceRolled": ["white", "black"], "Captured": ["seat", "tile", "pile"], "Lost": ["reason"], "Sold": ["seat", "cards"], "TurnEnded": ["seat", "moved"], "PileRebuilt": ["pile", "size"], "RowRefilled": ["cards"], "DjinnsRefilled": ["djinns"], "LastRound": ["seat", "reason"], "GameOver": ["scores", "winners"]}},
  Hint: {"defaults": {}, "parts": {"reasons": "HintReason"}},
  Land: {"defaults": {}, "parts": {"tiles": "LandTile"}},
  LogEntry: {"defaults": {"lines": [], "seat": -1, "by": "", "name": "", "text": "", "bot": "", "reason": "", "table": "", "back_to": 0, "events": []}, "parts": {"events": "Happening"}},
  LogPage: {"defaults": {}, "parts": {"entries": "LogEntry"}},
  Moment: {"defaults": {"events": [], "lines": [], "turns": []}, "parts": {"scene": "Scene", "events": "Happening"}},
  News: {"defaults": {"info": null, "land": null, "whim_cards": [], "scene": null, "seats": null, "barred": "", "private": null}, "parts": {"entries": "LogEntry", "info": "TableInfo", "land": "Land", "whim_cards": "WhimCard", "scene": "Scene", "private": "Private"}},
  Payment: {"defaults": {"elders": 0, "fakirs": 0, "artisans": 0}, "parts": {}},
  PlayerScene: {"defaults": {"viziers": 0, "elders": 0, "artisans": 0, "camels": 0, "tents": 0, "cards": 0, "items": 0, "whims": 0, "djinns": [], "used": [], "paid_whims": [], "gold": null, "hand": null, "kept": null}, "parts": {"score": "ScoreSheet"}},
  Presence: {"defaults": {"watchers": 0}, "parts": {}},
  Private: {"defaults": {"items": [], "whims": [], "score": null, "prompt": "", "choices": [], "undo": {}}, "parts": {"score": "ScoreSheet", "choices": "Choice", "undo": "UndoState"}},
  Refused: {"defaults": {"id": "", "number": 0}, "parts": {}},
  Scene: {"defaults": {"track": [], "spots": [], "bid_order": [], "next_order": [], "asked": null, "yazid": null, "unseen_cards": {}, "item_discards": [], "last_round": false, "over": false, "winners": [], "clock": null}, "parts": {"tiles": "TileScene", "players": "PlayerScene", "asked": "Asked", "yazid": "YazidScene", "clock": "ClockScene"}},
  ScoreSheet: {"defaults": {"hidden": false}, "parts": {}},
  Seat: {"defaults": {"kind": "open", "name": "", "bot": "", "state": "here", "handed": false, "yours": false}, "parts": {}},
  StrikeScene: {"defaults": {"gold": 0, "tiles": [], "named": 0, "column": "", "djinn": "", "djinns": 0, "elders": 0, "fakirs": 0, "earned": 0, "lost": ""}, "parts": {"tiles": "StruckScene"}},
  StruckScene: {"defaults": {"camel": false, "assassins": 0, "cards": [], "blue": 0, "gold": 0}, "parts": {}},
  TableInfo: {"defaults": {"listed": true, "clock": null, "hints": true, "auto": true, "host": -1, "opening": "", "own_whims": false, "chosen": false, "commitment": "", "seed": "", "nonce": "", "rematch": "", "rematch_of": "", "turn": -1, "deadline": 0}, "parts": {"options": "GameOptions", "seats": "Seat", "clock": "Clock"}},
  TableList: {"defaults": {}, "parts": {"tables": "TableInfo"}},
  TileScene: {"defaults": {"pile": "", "camel": -1, "tent": false, "palms": 0, "palaces": 0, "whim": ""}, "parts": {}},
  UndoState: {"defaults": {"steps": 0, "turn": 0, "closed": "", "reason": ""}, "parts": {}},
  Welcome: {"defaults": {"seats": [], "barred": "", "presence": [], "watchers": 0, "land": null, "whim_cards": [], "scene": null, "private": [], "protocol": 1, "version": "", "now": 0}, "parts": {"info": "TableInfo", "log": "LogEntry", "land": "Land", "whim_cards": "WhimCard", "scene": "Scene", "private": "Private"}},
  YazidScene: {"defaults": {"viziers": 0, "elders": 0, "assassins": 0, "fakirs": 0, "djinns": [], "dearest": 0, "dice": [0, 0], "struck": false, "acted": false, "lost": "", "strike": null}, "parts": {"strike": "StrikeScene"}},
};
