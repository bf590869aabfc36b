"""What messages are made of: tables and seats, the land, the scene, choices.

Tiles are names (`c3`), meeples letters (`YWG`), cards, Djinns and items names, seats count from 0.
Fields with their default value are left out of what the server sends.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(max_length=40)]
Word = Annotated[str, Meta(max_length=64)]
Bot = Annotated[str, Meta(max_length=16)]
Text = Annotated[str, Meta(max_length=100_000)]


# --- What a table is made of -------------------------------------------------------------------


class GameOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The game to be played."""

    players: Annotated[int, Meta(ge=1, le=5)] = 2
    expansions: Annotated[tuple[Word, ...], Meta(max_length=2)] = ()
    promos: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    doubled: bool = False
    whims: Annotated[
        Text,
        Meta(
            description=(
                "The TOML text of another deck of Whims; only in what is asked for, never in lists."
            )
        ),
    ] = ""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long people may think: minutes for the game and an increment, or days for a turn."""

    minutes: Annotated[float, Meta(ge=0, le=600)] = 0
    increment: Annotated[
        float, Meta(ge=0, le=600, description="Seconds added for each turn and each bid.")
    ] = 0
    days: Annotated[
        float,
        Meta(ge=0, le=60, description="For each turn and each bid; then there are no minutes."),
    ] = 0


class SeatPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who shall sit in a seat: the one who lays the table, anybody, or a bot of some rung."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Name = ""
    bot: Bot = ""


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: Annotated[
        str,
        Meta(
            description=(
                "The rung of the bot that plays, also in the seat of a person who is gone."
            )
        ),
    ] = ""
    state: Annotated[
        Literal["here", "left", "timed out", "away"],
        Meta(
            description=(
                "Whether the person is still in the game; whoever is not can be handed to a bot."
            )
        ),
    ] = "here"
    handed: bool = False
    yours: Annotated[
        bool, Meta(description="Whether it is held by who asked; only in lists of tables.")
    ] = False


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a table beside the board."""

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
            description=(
                "The seat of who laid the table and may seat bots; -1 where that one does not sit "
                "there."
            )
        ),
    ] = -1
    opening: Literal["", "record", "position"] = ""
    own_whims: Annotated[
        bool,
        Meta(
            description=(
                "Whether it is played with another deck of Whims than ours: `whim_cards` tells it."
            )
        ),
    ] = False
    chosen: Annotated[
        bool,
        Meta(
            description=(
                "Whether somebody chose the seed or the opening, and so may know what will come."
            )
        ),
    ] = False
    commitment: Annotated[
        str, Meta(description="Once started: the SHA-256 of the seed and a nonce.")
    ] = ""
    seed: Annotated[str, Meta(description="After the end.")] = ""
    nonce: Annotated[str, Meta(description="After the end.")] = ""
    rematch: Annotated[str, Meta(description="The table where the same people go on.")] = ""
    rematch_of: str = ""
    turn: Annotated[
        int, Meta(description="The seat that must decide; only in lists of tables.")
    ] = -1
    deadline: Annotated[
        int,
        Meta(
            description=(
                "When the time of that seat runs out, 0 for never; only in lists of tables."
            )
        ),
    ] = 0


# --- What a page is shown ----------------------------------------------------------------------


class LandTile(Struct, frozen=True):
    """A tile as it was laid."""

    tile: str
    kind: str
    points: int
    blue: bool


class Land(Struct, frozen=True):
    """The board as it was laid; it never changes during a game."""

    columns: int
    rows: int
    tiles: tuple[LandTile, ...]
    walls: Annotated[tuple[tuple[str, str], ...], Meta(description="Mountains between two tiles.")]
    holes: tuple[str, ...]
    lake: Annotated[str, Meta(description="The hole that is the great lake, or nothing.")]


class TileScene(Struct, frozen=True, omit_defaults=True):
    """What stands on a tile."""

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
        Meta(description="Whether gold, goods and items are left out because they are secret."),
    ] = False


class PlayerScene(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of a player; after the end also what was secret."""

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
    hand: tuple[str, ...] | None = None
    kept: Annotated[tuple[str, ...] | None, Meta(description="The items, after the end.")] = None


class WhimCard(Struct, frozen=True):
    """A Whim of the deck in play."""

    name: str
    gold: int
    measure: str
    least: int


class StruckScene(Struct, frozen=True, omit_defaults=True):
    """A tile that Yazid would strike."""

    tile: str
    pile: Annotated[str, Meta(description="The meeples he captures.")]
    camel: Annotated[bool, Meta(description="Whether he places a camel there.")] = False
    assassins: Annotated[int, Meta(description="How many Assassins he has afterwards.")] = 0
    cards: Annotated[
        tuple[str, ...],
        Meta(description="What his Merchants take from the row. He keeps only the Fakirs."),
    ] = ()
    blue: Annotated[
        int, Meta(description="The blue tiles that his Builders count; 0 without Builders.")
    ] = 0
    gold: Annotated[
        int,
        Meta(
            description=(
                "What the Builders cost you: their number times `blue`, or nothing where you lose "
                "before."
            )
        ),
    ] = 0


class StrikeScene(Struct, frozen=True, omit_defaults=True):
    """What Yazid would do if you let him strike now."""

    price: Annotated[int, Meta(description="What it costs to act before him.")]
    gold: Annotated[int, Meta(description="What you would pay in all.")] = 0
    tiles: Annotated[
        tuple[StruckScene, ...],
        Meta(description="The struck tiles, in the order in which he strikes them."),
    ] = ()
    named: Annotated[
        int, Meta(description="How many more tiles you would have to name for him.")
    ] = 0
    column: Annotated[
        str, Meta(description="The column of the tile to name; nothing where it may lie anywhere.")
    ] = ""
    djinn: Annotated[
        str, Meta(description="The Djinn that he takes at the end of his turn, if it is certain.")
    ] = ""
    djinns: Annotated[int, Meta(description="How many Djinns he has afterwards.")] = 0
    elders: Annotated[int, Meta(description="What he pays for that Djinn.")] = 0
    fakirs: Annotated[int, Meta(description="What he pays for that Djinn.")] = 0
    earned: Annotated[int, Meta(description="What your own Djinns earn you.")] = 0
    lost: Annotated[str, Meta(description="Why you would lose at once, as in `YazidScene`.")] = ""


class YazidScene(Struct, frozen=True, omit_defaults=True):
    """What Yazid has, in the solo game."""

    camels: int
    viziers: int = 0
    elders: int = 0
    assassins: int = 0
    fakirs: int = 0
    djinns: tuple[str, ...] = ()
    dearest: Annotated[
        int, Meta(description="The most gold that a single strike can cost, as the meeples stand.")
    ] = 0
    dice: Annotated[
        tuple[int, int],
        Meta(description="White (column) and black (row); (0, 0) while they are off the table."),
    ] = (0, 0)
    struck: bool = False
    acted: bool = False
    lost: str = ""
    strike: Annotated[
        StrikeScene | None, Meta(description="While you choose whether to act before him.")
    ] = None


class Asked(Struct, frozen=True, omit_defaults=True):
    """What must be decided now, and by whom: as much as everybody sees of it."""

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
    path: Annotated[tuple[str, ...], Meta(description="The drops of the move so far: `d3W`.")] = ()
    djinns: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ClockScene(Struct, frozen=True, omit_defaults=True):
    """The clocks as they stood at one moment: a page counts down by itself from there."""

    left: Annotated[
        tuple[int, ...],
        Meta(description="Milliseconds of each seat; -1 for bots, who have no clock."),
    ]
    runs: Annotated[int, Meta(description="The seat whose time runs, or -1.")] = -1
    since: Annotated[
        int, Meta(description="Since when: of the seat that runs, `left` was left then.")
    ] = 0


class Scene(Struct, frozen=True, omit_defaults=True):
    """The game as everybody sees it; the same for all receivers."""

    actions: Annotated[int, Meta(description="How many actions were played so far.")]
    round: int
    tiles: Annotated[tuple[TileScene, ...], Meta(description="In the order of the land's tiles.")]
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
        dict[str, int], Meta(description="Cards that lie face down or are in hands.")
    ] = {}
    item_discards: tuple[str, ...] = ()
    last_round: bool = False
    over: bool = False
    winners: tuple[int, ...] = ()
    clock: Annotated[ClockScene | None, Meta(description="Where the table has one.")] = None


class Payment(Struct, frozen=True, omit_defaults=True):
    """What a Djinn or an item is paid with."""

    elders: int = 0
    fakirs: int = 0
    artisans: int = 0


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen: what to send, what it means, and what it points at."""

    action: Annotated[str, Meta(description="The text to send back.")]
    kind: Annotated[
        str,
        Meta(
            description=(
                "The first word of the action, or `camel`, `tent`: how the page offers it."
            )
        ),
    ]
    meaning: str
    tile: str = ""
    to: str = ""
    tribe: str = ""
    victims: str = ""
    seat: int = -1
    value: Annotated[int, Meta(description="Of a bid its value, of a sale what it brings.")] = -1
    fakirs: int = 0
    cards: tuple[str, ...] = ()
    places: Annotated[
        tuple[int, ...], Meta(description="Where the bought cards lie in the row, counted from 1.")
    ] = ()
    djinn: str = ""
    item: str = ""
    payment: Payment | None = None


class UndoState(Struct, frozen=True, omit_defaults=True):
    """What a seat can take back, or why it cannot."""

    steps: Annotated[int, Meta(description="How many sends can be taken back one by one.")] = 0
    turn: Annotated[
        int, Meta(description="How many of them `undo` with `turn` takes back at once.")
    ] = 0
    closed: Annotated[
        str,
        Meta(description="Why no more: `nothing`, `another`, `draw`, `reveal`, `refill`, `over`."),
    ] = ""
    reason: Annotated[str, Meta(description="The same as a sentence.")] = ""


class Private(Struct, frozen=True, omit_defaults=True):
    """What only one seat may know."""

    seat: int
    gold: int
    hand: tuple[str, ...]
    items: tuple[str, ...] = ()
    whims: tuple[str, ...] = ()
    score: ScoreSheet | None = None
    prompt: Annotated[
        str, Meta(description="What is to be decided, as a sentence; empty while others decide.")
    ] = ""
    choices: tuple[Choice, ...] = ()
    undo: UndoState = UndoState()
