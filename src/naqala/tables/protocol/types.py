"""The parts of messages: tables and seats, the land, the scene, choices.

Tiles, cards, Djinns and items are names (`c3`), meeples are letters (`YWG`), and seats count from
0. The server omits fields that have their default value.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(max_length=40)]
Word = Annotated[str, Meta(max_length=64)]
Bot = Annotated[str, Meta(max_length=24)]
Text = Annotated[str, Meta(max_length=100_000)]


# --- What a table is made of -------------------------------------------------------------------


class GameOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a game."""

    players: Annotated[int, Meta(ge=1, le=5)] = 2
    expansions: Annotated[tuple[Word, ...], Meta(max_length=2)] = ()
    promos: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    doubled: bool = False
    whims: Annotated[
        Text,
        Meta(description="A custom deck of Whims as TOML; only in requests, never in lists."),
    ] = ""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time that people have: minutes for the game with an increment, or days for a turn."""

    minutes: Annotated[float, Meta(ge=0, le=600)] = 0
    increment: Annotated[
        float, Meta(ge=0, le=600, description="Seconds added for each turn and each bid.")
    ] = 0
    days: Annotated[
        float,
        Meta(ge=0, le=60, description="Days for each turn and each bid, instead of minutes."),
    ] = 0


class SeatPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The plan for a seat: for the creator of the table, for anybody, or for a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Name = ""
    bot: Bot = ""


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: Annotated[
        str,
        Meta(description="The strength of the bot that plays, also for an absent person."),
    ] = ""
    state: Annotated[
        Literal["here", "left", "timed out", "away"],
        Meta(
            description="Whether the person is present; otherwise the seat can be handed to a bot."
        ),
    ] = "here"
    handed: bool = False
    yours: Annotated[
        bool, Meta(description="Whether the receiver holds it; only in lists of tables.")
    ] = False


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a table besides the board."""

    table: str
    phase: Literal["lobby", "running", "over", "closed"]
    options: GameOptions
    seats: tuple[Seat, ...]
    created: Annotated[int, Meta(description="Milliseconds since 1970.")]
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: bool = True
    host: Annotated[
        int,
        Meta(
            description="The seat of the creator, who may seat bots; -1 if the creator has no seat."
        ),
    ] = -1
    opening: Literal["", "record", "position"] = ""
    own_whims: Annotated[
        bool,
        Meta(description="Whether the deck of Whims, in `whim_cards`, is a custom one."),
    ] = False
    chosen: Annotated[
        bool,
        Meta(description="Whether somebody chose the seed or the opening and may know the future."),
    ] = False
    commitment: Annotated[
        str, Meta(description="After the start: the SHA-256 of the seed and a nonce.")
    ] = ""
    seed: Annotated[str, Meta(description="After the end.")] = ""
    nonce: Annotated[str, Meta(description="After the end.")] = ""
    rematch: Annotated[str, Meta(description="The table of the rematch.")] = ""
    rematch_of: str = ""
    turn: Annotated[
        int, Meta(description="The seat that must decide; only in lists of tables.")
    ] = -1
    deadline: Annotated[
        int,
        Meta(description="When the clock of that seat runs out, or 0; only in lists of tables."),
    ] = 0


# --- What a page is shown ----------------------------------------------------------------------


class LandTile(Struct, frozen=True):
    """A tile at the start of the game."""

    tile: str
    kind: str
    points: int
    blue: bool


class Land(Struct, frozen=True):
    """The board; it does not change during a game."""

    columns: int
    rows: int
    tiles: tuple[LandTile, ...]
    walls: Annotated[tuple[tuple[str, str], ...], Meta(description="Mountains between two tiles.")]
    holes: tuple[str, ...]
    lake: Annotated[
        str, Meta(description="The hole that is the great lake; empty if there is none.")
    ]


class TileScene(Struct, frozen=True, omit_defaults=True):
    """What is on a tile."""

    pile: str = ""
    camel: Annotated[
        int, Meta(description="The seat that controls it; in the solo game 1 is Yazid.")
    ] = -1
    tent: bool = False
    palms: int = 0
    palaces: int = 0
    whim: str = ""


class ScoreSheet(Struct, frozen=True, omit_defaults=True):
    """Points by source, as far as the receiver may know them."""

    total: int
    sources: dict[str, int]
    hidden: Annotated[
        bool,
        Meta(description="Whether gold, goods and items are omitted because they are secret."),
    ] = False


class PlayerScene(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of a player; after the end this includes the secrets."""

    score: ScoreSheet
    viziers: int = 0
    elders: int = 0
    artisans: int = 0
    camels: Annotated[int, Meta(description="Camels not placed yet.")] = 0
    tents: int = 0
    cards: int = 0
    items: int = 0
    whims: int = 0
    djinns: tuple[str, ...] = ()
    used: Annotated[tuple[str, ...], Meta(description="Djinns and items used in this turn.")] = ()
    paid_whims: tuple[str, ...] = ()
    gold: int | None = None
    hand: Annotated[tuple[str, ...], Meta(description="Empty while it is secret.")] = ()
    kept: Annotated[
        tuple[str, ...], Meta(description="The items; empty while they are secret.")
    ] = ()


class WhimCard(Struct, frozen=True):
    """A Whim of the deck in play."""

    name: str
    gold: int
    measure: str
    least: int


class StruckScene(Struct, frozen=True, omit_defaults=True):
    """A tile that Yazid strikes."""

    tile: str
    pile: Annotated[str, Meta(description="The meeples he captures.")]
    camel: Annotated[bool, Meta(description="Whether he places a camel there.")] = False
    viziers: Annotated[int, Meta(description="How many Viziers he has afterwards.")] = 0
    assassins: Annotated[int, Meta(description="How many Assassins he has afterwards.")] = 0
    cards: Annotated[
        tuple[str, ...],
        Meta(
            description="The cards that his Merchants take from the row. He keeps only the Fakirs."
        ),
    ] = ()
    blue: Annotated[
        int, Meta(description="The blue tiles that his Builders count; 0 without Builders.")
    ] = 0
    gold: Annotated[
        int,
        Meta(
            description=(
                "What the Builders cost you: their number times `blue`, or 0 if you lose before."
            )
        ),
    ] = 0


class StrikeScene(Struct, frozen=True, omit_defaults=True):
    """What Yazid does where he strikes: if you let him, or in a strike that is over."""

    price: Annotated[int, Meta(description="What it costs to play first.")]
    gold: Annotated[int, Meta(description="What you pay in total.")] = 0
    tiles: Annotated[
        tuple[StruckScene, ...],
        Meta(description="The struck tiles, in the order in which he strikes them."),
    ] = ()
    named: Annotated[int, Meta(description="How many more tiles you have to name for him.")] = 0
    column: Annotated[
        str, Meta(description="The column of the tile to name; empty if you can name any tile.")
    ] = ""
    camels: Annotated[int, Meta(description="How many camels he has left afterwards.")] = 0
    djinn: Annotated[
        str, Meta(description="The Djinn that he takes at the end of his turn, if it is certain.")
    ] = ""
    djinns: Annotated[int, Meta(description="How many Djinns he has afterwards.")] = 0
    fakirs: Annotated[int, Meta(description="The Fakirs that he pays for that Djinn.")] = 0
    earned: Annotated[int, Meta(description="What your own Djinns earn you.")] = 0
    lost: Annotated[str, Meta(description="Why you lose at once, as in `YazidScene`.")] = ""


class PastStrike(Struct, frozen=True, omit_defaults=True):
    """A strike that you were not asked about, because you had acted before or could not pay."""

    dice: Annotated[tuple[int, int], Meta(description="White (column) and black (row).")]
    strike: StrikeScene
    acted: Annotated[bool, Meta(description="Whether you had acted in that round.")] = False


class YazidScene(Struct, frozen=True, omit_defaults=True):
    """Yazid in the solo game."""

    camels: int
    viziers: int = 0
    elders: int = 0
    assassins: int = 0
    fakirs: int = 0
    djinns: tuple[str, ...] = ()
    dearest: Annotated[
        int, Meta(description="The most gold that a single strike can cost now.")
    ] = 0
    dice: Annotated[
        tuple[int, int],
        Meta(description="White (column) and black (row); (0, 0) while they are off the table."),
    ] = (0, 0)
    struck: bool = False
    acted: bool = False
    lost: str = ""
    strike: Annotated[
        StrikeScene | None, Meta(description="Only while you choose whether to play first.")
    ] = None
    past_strikes: Annotated[
        tuple[PastStrike, ...],
        Meta(
            description="The strikes that the last action caused and that you were not asked about."
        ),
    ] = ()


class Asked(Struct, frozen=True, omit_defaults=True):
    """The pending decision and who makes it, as everybody sees it."""

    seat: int
    decision: Annotated[
        str,
        Meta(
            description=(
                "`Bidding`, `Moving`, `Sowing`, `TribeAction`, `TileAction`, `Finishing` …"
            )
        ),
    ]
    tile: str = ""
    tribe: str = ""
    count: int = 0
    hand: Annotated[str, Meta(description="The meeples in hand during a move.")] = ""
    start: str = ""
    path: Annotated[
        tuple[str, ...], Meta(description="The drops of the move so far, such as `d3W`.")
    ] = ()
    djinns: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ClockScene(Struct, frozen=True, omit_defaults=True):
    """The clocks at one moment; a page counts down from there."""

    left: Annotated[
        tuple[int, ...],
        Meta(description="Milliseconds left to each seat; -1 for bots, which have no clock."),
    ]
    runs: Annotated[int, Meta(description="The seat whose clock runs, or -1.")] = -1
    since: Annotated[
        int, Meta(description="When that clock was started; `left` is its time at that moment.")
    ] = 0


class Scene(Struct, frozen=True, omit_defaults=True):
    """The game as everybody sees it; the same for all receivers."""

    actions: Annotated[int, Meta(description="How many actions have been played.")]
    round: int
    tiles: Annotated[tuple[TileScene, ...], Meta(description="In the order of `Land.tiles`.")]
    players: tuple[PlayerScene, ...]
    row: tuple[str, ...]
    deck: int
    discards: dict[str, int]
    djinn_row: tuple[str, ...]
    djinn_deck: int
    djinn_discards: tuple[str, ...]
    bag: str
    palms_left: int
    palaces_left: int
    track: Annotated[
        tuple[int, ...], Meta(description="The values of the turn order track, latest spot first.")
    ] = ()
    spots: Annotated[
        tuple[int, ...], Meta(description="The seat whose marker stands on each spot, or -1.")
    ] = ()
    bid_order: tuple[int, ...] = ()
    next_order: tuple[int, ...] = ()
    asked: Asked | None = None
    yazid: YazidScene | None = None
    unseen_cards: Annotated[
        dict[str, int], Meta(description="Cards in the deck and in hands.")
    ] = {}
    item_discards: tuple[str, ...] = ()
    last_round: bool = False
    over: bool = False
    winners: tuple[int, ...] = ()
    clock: Annotated[ClockScene | None, Meta(description="Only if the table has one.")] = None


class Payment(Struct, frozen=True, omit_defaults=True):
    """The price of a Djinn or an item."""

    elders: int = 0
    fakirs: int = 0
    artisans: int = 0


class Choice(Struct, frozen=True, omit_defaults=True):
    """A choice: what to send, what it means, and what it refers to."""

    action: Annotated[str, Meta(description="The text to send back.")]
    kind: Annotated[
        str,
        Meta(description="The first word of the action, or `camel` or `tent`."),
    ]
    meaning: str
    note: Annotated[
        str, Meta(description="What it costs or earns, or what the power does, if that is known.")
    ] = ""
    gold: Annotated[int, Meta(description="What a bid costs, or what Builders earn.")] = 0
    tile: str = ""
    to: str = ""
    tribe: str = ""
    victims: str = ""
    seat: int = -1
    value: Annotated[int, Meta(description="The value of a bid, or the gold of a sale.")] = -1
    fakirs: int = 0
    cards: tuple[str, ...] = ()
    places: Annotated[
        tuple[int, ...],
        Meta(description="The places of the bought cards in the row, counted from 1."),
    ] = ()
    djinn: str = ""
    item: str = ""
    payment: Payment | None = None


class UndoState(Struct, frozen=True, omit_defaults=True):
    """What a seat can undo, or why it cannot."""

    steps: Annotated[int, Meta(description="How many acts can be undone one by one.")] = 0
    turn: Annotated[
        int, Meta(description="How many of them `undo` with `turn` undoes at once.")
    ] = 0
    closed: Annotated[
        str,
        Meta(description="Why not more: `nothing`, `another`, `draw`, `reveal`, `refill`, `over`."),
    ] = ""
    reason: Annotated[str, Meta(description="The same as a sentence.")] = ""


class Private(Struct, frozen=True, omit_defaults=True):
    """What only one seat may know."""

    seat: int
    gold: int
    hand: tuple[str, ...]
    items: tuple[str, ...] = ()
    whims: tuple[str, ...] = ()
    score: ScoreSheet = ScoreSheet(0, {})
    prompt: Annotated[
        str, Meta(description="The pending decision as a question; empty while others decide.")
    ] = ""
    statement: Annotated[
        str, Meta(description="What to know before answering; empty if there is nothing to say.")
    ] = ""
    choices: tuple[Choice, ...] = ()
    undo: UndoState = UndoState()
