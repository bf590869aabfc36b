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
    whims: Text = ""
    """The TOML text of another deck of Whims; only in what is asked for, never in lists."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long people may think: minutes for the game and an increment, or days for a turn."""

    minutes: Annotated[float, Meta(ge=0, le=600)] = 0
    increment: Annotated[float, Meta(ge=0, le=600)] = 0
    """Seconds added for each turn and each bid."""
    days: Annotated[float, Meta(ge=0, le=60)] = 0
    """For each turn and each bid; then there are no minutes."""


class SeatPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who shall sit in a seat: the one who lays the table, anybody, or a bot of some rung."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Name = ""
    bot: Bot = ""


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str = ""
    """The rung of the bot that plays, also in the seat of a person who is gone."""
    state: Literal["here", "left", "timed out", "away"] = "here"
    """Whether the person is still in the game; whoever is not can be handed to a bot."""
    handed: bool = False
    yours: bool = False
    """Whether it is held by who asked; only in lists of tables."""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a table beside the board."""

    table: str
    phase: Literal["lobby", "running", "over", "closed"]
    options: GameOptions
    seats: tuple[Seat, ...]
    created: int
    """Milliseconds since 1970."""
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: bool = True
    host: int = -1
    """The seat of who laid the table and may seat bots; -1 where that one does not sit there."""
    opening: Literal["", "record", "position"] = ""
    own_whims: bool = False
    """Whether it is played with another deck of Whims than ours: `whim_cards` tells it."""
    chosen: bool = False
    """Whether somebody chose the seed or the opening, and so may know what will come."""
    commitment: str = ""
    """Once started: the SHA-256 of the seed and a nonce."""
    seed: str = ""
    """After the end."""
    nonce: str = ""
    """After the end."""
    rematch: str = ""
    """The table where the same people go on."""
    rematch_of: str = ""
    turn: int = -1
    """The seat that must decide; only in lists of tables."""
    deadline: int = 0
    """When the time of that seat runs out, 0 for never; only in lists of tables."""


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
    walls: tuple[tuple[str, str], ...]
    """Mountains between two tiles."""
    holes: tuple[str, ...]
    lake: str
    """The hole that is the great lake, or nothing."""


class TileScene(Struct, frozen=True, omit_defaults=True):
    """What stands on a tile."""

    pile: str = ""
    camel: int = -1
    """The seat that controls it; in the solo game 1 is Yazid."""
    tent: bool = False
    palms: int = 0
    palaces: int = 0
    whim: str = ""


class ScoreSheet(Struct, frozen=True, omit_defaults=True):
    """Points by source, as far as the receiver may know them."""

    total: int
    sources: dict[str, int]
    hidden: bool = False
    """Whether gold, goods and items are left out because they are secret."""


class PlayerScene(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of a player; after the end also what was secret."""

    score: ScoreSheet
    viziers: int = 0
    elders: int = 0
    artisans: int = 0
    camels: int = 0
    """Camels not placed yet."""
    tents: int = 0
    cards: int = 0
    items: int = 0
    whims: int = 0
    djinns: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """Djinns and items used in this turn."""
    paid_whims: tuple[str, ...] = ()
    gold: int | None = None
    hand: tuple[str, ...] | None = None
    kept: tuple[str, ...] | None = None
    """The items, after the end."""


class WhimCard(Struct, frozen=True):
    """A Whim of the deck in play."""

    name: str
    gold: int
    measure: str
    least: int


class StruckScene(Struct, frozen=True, omit_defaults=True):
    """A tile that Yazid would strike."""

    tile: str
    pile: str
    """The meeples he captures."""
    camel: bool = False
    """Whether he places a camel there."""
    assassins: int = 0
    """How many Assassins he has afterwards."""
    cards: tuple[str, ...] = ()
    """What his Merchants take from the row. He keeps only the Fakirs."""
    blue: int = 0
    """The blue tiles that his Builders count; 0 without Builders."""
    gold: int = 0
    """What the Builders cost you: their number times `blue`, or nothing where you lose before."""


class StrikeScene(Struct, frozen=True, omit_defaults=True):
    """What Yazid would do if you let him strike now."""

    price: int
    """What it costs to act before him."""
    gold: int = 0
    """What you would pay in all."""
    tiles: tuple[StruckScene, ...] = ()
    """The struck tiles, in the order in which he strikes them."""
    named: int = 0
    """How many more tiles you would have to name for him."""
    column: str = ""
    """The column of the tile to name; nothing where it may lie anywhere."""
    djinn: str = ""
    """The Djinn that he takes at the end of his turn, if it is certain."""
    djinns: int = 0
    """How many Djinns he has afterwards."""
    elders: int = 0
    """What he pays for that Djinn."""
    fakirs: int = 0
    """What he pays for that Djinn."""
    earned: int = 0
    """What your own Djinns earn you."""
    lost: str = ""
    """Why you would lose at once, as in `YazidScene`."""


class YazidScene(Struct, frozen=True, omit_defaults=True):
    """What Yazid has, in the solo game."""

    camels: int
    viziers: int = 0
    elders: int = 0
    assassins: int = 0
    fakirs: int = 0
    djinns: tuple[str, ...] = ()
    dearest: int = 0
    """The most gold that a single strike can cost, as the meeples stand."""
    dice: tuple[int, int] = (0, 0)
    """White (column) and black (row); (0, 0) while they are off the table."""
    struck: bool = False
    acted: bool = False
    lost: str = ""
    strike: StrikeScene | None = None
    """While you choose whether to act before him."""


class Asked(Struct, frozen=True, omit_defaults=True):
    """What must be decided now, and by whom: as much as everybody sees of it."""

    seat: int
    decision: str
    """`Bidding`, `Moving`, `Sowing`, `TribeAction`, `TileAction`, `Finishing` …"""
    tile: str = ""
    tribe: str = ""
    count: int = 0
    hand: str = ""
    """The meeples in hand during a move."""
    start: str = ""
    path: tuple[str, ...] = ()
    """The drops of the move so far: `d3W`."""
    djinns: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class ClockScene(Struct, frozen=True, omit_defaults=True):
    """The clocks as they stood at one moment: a page counts down by itself from there."""

    left: tuple[int, ...]
    """Milliseconds of each seat; -1 for bots, who have no clock."""
    runs: int = -1
    """The seat whose time runs, or -1."""
    since: int = 0
    """Since when: of the seat that runs, `left` was left then."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """The game as everybody sees it; the same for all receivers."""

    actions: int
    """How many actions were played so far."""
    round: int
    tiles: tuple[TileScene, ...]
    """In the order of the land's tiles."""
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
    track: tuple[int, ...] = ()
    """The values of the turn order track, latest spot first."""
    spots: tuple[int, ...] = ()
    """The seat whose marker stands on each spot, or -1."""
    bid_order: tuple[int, ...] = ()
    next_order: tuple[int, ...] = ()
    asked: Asked | None = None
    yazid: YazidScene | None = None
    unseen_cards: dict[str, int] = {}
    """Cards that lie face down or are in hands."""
    item_discards: tuple[str, ...] = ()
    last_round: bool = False
    over: bool = False
    winners: tuple[int, ...] = ()
    clock: ClockScene | None = None
    """Where the table has one."""


class Payment(Struct, frozen=True, omit_defaults=True):
    """What a Djinn or an item is paid with."""

    elders: int = 0
    fakirs: int = 0
    artisans: int = 0


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen: what to send, what it means, and what it points at."""

    action: str
    """The text to send back."""
    kind: str
    """The first word of the action, or `camel`, `tent`: how the page offers it."""
    meaning: str
    tile: str = ""
    to: str = ""
    tribe: str = ""
    victims: str = ""
    seat: int = -1
    value: int = -1
    """Of a bid its value, of a sale what it brings."""
    fakirs: int = 0
    cards: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """Where the bought cards lie in the row, counted from 1."""
    djinn: str = ""
    item: str = ""
    payment: Payment | None = None


class UndoState(Struct, frozen=True, omit_defaults=True):
    """What a seat can take back, or why it cannot."""

    steps: int = 0
    """How many sends can be taken back one by one."""
    turn: int = 0
    """How many of them `undo` with `turn` takes back at once."""
    closed: str = ""
    """Why no more: `nothing`, `another`, `draw`, `reveal`, `refill`, `over`."""
    reason: str = ""
    """The same as a sentence."""


class Private(Struct, frozen=True, omit_defaults=True):
    """What only one seat may know."""

    seat: int
    gold: int
    hand: tuple[str, ...]
    items: tuple[str, ...] = ()
    whims: tuple[str, ...] = ()
    score: ScoreSheet | None = None
    prompt: str = ""
    """What is to be decided, as a sentence; empty while others decide."""
    choices: tuple[Choice, ...] = ()
    undo: UndoState = UndoState()
