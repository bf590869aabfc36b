"""Every message between a page and the server: the one source of their types.

JSON Schema, the OpenAPI document and the page's TypeScript are made from these classes and those
of `shapes` and `happenings`, of which messages are made.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from naqala.tables.protocol.log import Happening, LogEntry
from naqala.tables.protocol.types import (
    Bot,
    Choice,
    Clock,
    GameOptions,
    Land,
    Name,
    Private,
    Scene,
    ScoreSheet,
    SeatPlan,
    TableInfo,
    WhimCard,
    Word,
)
from naqala.text import LANGUAGES

PROTOCOL = 1
"""Counted up when an old page could not talk to a new server."""

# In Python `$` also stands before a line break at the end: the length leaves no room for one.
Language = Annotated[
    str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$", max_length=max(map(len, LANGUAGES)))
]
Secret = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Actions = Annotated[str, Meta(max_length=400)]
Drop = Annotated[str, Meta(max_length=3)]


# --- From the server to the page ---------------------------------------------------------------


class Welcome(Struct, frozen=True, omit_defaults=True, tag="welcome"):
    """The answer to `hello` and to `GET /api/tables/{table}`: all there is to show now."""

    number: int
    """The last number of the log."""
    info: TableInfo
    log: tuple[LogEntry, ...]
    """The entries after the number the page had seen, or the last few."""
    seats: tuple[int, ...] = ()
    """The seats that the receiver holds."""
    barred: str = ""
    """Before the game, a sentence: why the receiver cannot sit down here, where others can."""
    presence: tuple[bool, ...] = ()
    watchers: int = 0
    land: Land | None = None
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Scene | None = None
    private: tuple[Private, ...] = ()
    protocol: int = PROTOCOL
    version: str = ""
    now: int = 0
    """The time of the server, by which a page sets its own for the clocks."""


class News(Struct, frozen=True, omit_defaults=True, tag="news"):
    """New entries of the log, and what is changed by them."""

    number: int
    """That of the last entry."""
    entries: tuple[LogEntry, ...]
    info: TableInfo | None = None
    """Only where it has changed."""
    land: Land | None = None
    """Only when the game has begun."""
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Scene | None = None
    """Only where the game has changed."""
    seats: tuple[int, ...] | None = None
    """The seats that the receiver holds, where that has changed."""
    barred: str = ""
    """As in `welcome`, and only beside `seats`: the receiver was sent away."""
    private: tuple[Private, ...] | None = None
    """What the receiver may know alone, where that has changed: all of it, in place of before."""


class Presence(Struct, frozen=True, omit_defaults=True, tag="presence"):
    """Who has a page open at the table; no entry of the log."""

    seats: tuple[bool, ...]
    watchers: int = 0


class Accepted(Struct, frozen=True, omit_defaults=True, tag="accepted"):
    """A send has become an entry of the log; sent again it is answered the same."""

    id: str
    number: int
    secret: str = ""
    """The secret of a new seat or link: told once, only its hash is kept."""
    seat: int = -1
    table: str = ""
    """The table of a rematch."""


class Refused(Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Something was not accepted; nothing has changed."""

    code: str
    message: str
    """A sentence: what was refused, why, what would be accepted."""
    id: str = ""
    number: int = 0
    """The last number of the log, where a table is known."""


class Pong(Struct, frozen=True, omit_defaults=True, tag="pong"):
    """The answer to `ping`."""

    number: int


class OutcomeScene(Struct, frozen=True):
    """Where a move can end."""

    start: str
    tile: str
    tribe: str


class LandingGain(Struct, frozen=True):
    """What a move that gathers a tribe on a tile would bring at once."""

    tribe: str
    points: int


class HintReason(Struct, frozen=True):
    """Why, in a sentence; below 0 it speaks against."""

    text: str
    weight: float


class Hint(Struct, frozen=True):
    """Something the adviser would do: actions to send one after the other."""

    actions: tuple[str, ...]
    value: float
    """The margin over the best rival that is expected at the end; in the solo game the points."""
    points: int
    """The points that come at once."""
    reasons: tuple[HintReason, ...]


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """The answer to `ask`."""

    id: str
    outcomes: tuple[OutcomeScene, ...] = ()
    ways: tuple[str, ...] = ()
    """Whole moves as `sow` lines."""
    passes: tuple[str, ...] = ()
    """Of `ways`: the tiles that some move with this outcome passes before it ends."""
    gains: tuple[LandingGain, ...] = ()
    """Of `gains`: by tribe, where it is certain."""
    reason: str = ""
    """Of `unreachable`: a sentence; empty where a move can end there."""
    played: int = 0
    """Of `preview`: how many of the actions could be shown."""
    events: tuple[Happening, ...] = ()
    """Of `preview`: what they would bring, as far as it is certain."""
    lines: tuple[str, ...] = ()
    scene: Scene | None = None
    """Of `preview`: the game after them, unless somebody else would be in turn."""
    score: ScoreSheet | None = None
    """Of `preview`: the points of the seat after them."""
    choices: tuple[Choice, ...] = ()
    """Of `preview`: what the seat could choose next, unless somebody else would be in turn."""
    hints: tuple[Hint, ...] = ()
    """Of `hint`: the best first."""
    always: tuple[str, ...] = ()
    """Of `hint`: what is true whatever is chosen."""
    number: int = 0
    """The last number of the log when it was asked."""


ToPage = Welcome | News | Presence | Accepted | Refused | Pong | Answer


# --- From the page to the server ---------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a socket: what the page has seen, reads and holds."""

    since: Annotated[int, Meta(ge=-1)] = -1
    """The last number of the log that the page has seen; -1 for none."""
    language: Language = "en"
    secrets: Annotated[tuple[Secret, ...], Meta(max_length=5)] = ()
    """Of seats that are held by link; those of the cookie need none."""
    protocol: int = PROTOCOL
    """The version that the page speaks; with another one it is refused."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that shall become an entry of the log, over the socket or over HTTP."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    """Made by the page, new for each send: a repeated one is not done twice."""
    seen: Annotated[int, Meta(ge=0)] = 0
    """The last number of the log that the page had seen. An act or an undo is refused when the
    game went on since then; chat and people that come and go do not count."""


class Act(Command, frozen=True, tag="act"):
    """Choose, for the seat that must decide."""

    action: Actions


class Undo(Command, frozen=True, tag="undo"):
    """Take back the last send, or the whole turn."""

    turn: bool = False


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat, or give it to a bot."""

    seat: SeatNumber
    name: Name = ""
    bot: Bot = ""
    """The rung of the bot that shall sit there; nothing to sit down oneself."""


class Link(Command, frozen=True, tag="link"):
    """Ask for a new secret link to a seat; the old one is void."""

    seat: SeatNumber


class Rename(Command, frozen=True, tag="rename"):
    """Go by another name."""

    seat: SeatNumber
    name: Name


class Leave(Command, frozen=True, tag="leave"):
    """Leave a seat; before the game the host frees those of bots, and of people `seen` there."""

    seat: SeatNumber


class Return(Command, frozen=True, tag="return"):
    """Take one's seat back, from a bot or after leaving."""

    seat: SeatNumber


class Start(Command, frozen=True, tag="start"):
    """Begin the game: every seat must be taken."""


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(max_length=500)]
    name: Name = ""
    """Of somebody who only watches."""


class Hand(Command, frozen=True, tag="hand"):
    """Give the seat of a person who is gone to a bot."""

    seat: SeatNumber
    bot: Bot


class Rematch(Command, frozen=True, tag="rematch"):
    """Play again with the same people, from a new seed or from the same one."""

    same: bool = False


class Close(Command, frozen=True, tag="close"):
    """Give up a table whose game has not begun."""


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Ask for something that changes nothing."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    what: Literal["outcomes", "ways", "gains", "unreachable", "preview", "hint"]
    """Where moves can end; moves with one outcome; what moves to a tile would bring; why no move
    ends on a tile; what actions would bring; advice."""
    start: Word = ""
    tile: Word = ""
    tribe: Annotated[str, Meta(max_length=1)] = ""
    after: Annotated[tuple[Drop, ...], Meta(max_length=200)] = ()
    """The drops with which the moves must begin, as in `d4W`."""
    through: Word = ""
    """Of `ways`: a tile that the moves must pass before they end."""
    actions: Annotated[tuple[Actions, ...], Meta(max_length=40)] = ()


AnyCommand = (
    Act | Undo | Sit | Link | Rename | Leave | Return | Start | Say | Hand | Rematch | Close
)
FromPage = Hello | Ping | Ask | AnyCommand


def tag(message: FromPage) -> str:
    """The name by which a message goes."""
    return str(message.__struct_config__.tag)


# --- Over HTTP ---------------------------------------------------------------------------------


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    options: GameOptions = GameOptions()
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=5)] = ()
    """One for each player; the rest is open."""
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: bool = True
    """Whether the game starts as soon as every seat is taken."""
    seed: Annotated[str, Meta(max_length=80)] = ""
    """A whole number below 2^256, to play a certain game; nothing for a random one."""
    opening: Annotated[str, Meta(max_length=1_000_000)] = ""
    """A record or a position to play on from; its options count, not those above."""
    language: Language = "en"
    """Of the names that are made up for seats without one."""


class Laid(Struct, frozen=True):
    """The answer to `POST /api/tables`."""

    table: str
    number: int
    secrets: dict[str, str]
    """The secret of each seat of who laid the table, by seat number."""


class TableList(Struct, frozen=True):
    """The answer to `GET /api/tables`."""

    tables: tuple[TableInfo, ...]


class LogPage(Struct, frozen=True):
    """The answer to `GET /api/tables/{table}/log`."""

    number: int
    entries: tuple[LogEntry, ...]


class Moment(Struct, frozen=True, omit_defaults=True):
    """The answer to `GET /api/tables/{table}/moments/{actions}`: the game as it once stood."""

    actions: int
    """How many actions were played until then."""
    last: int
    """How many there are in all."""
    scene: Scene
    events: tuple[Happening, ...] = ()
    """What the last of these actions brought."""
    lines: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    """After how many actions each bid and each turn of the whole game was over."""


class CurvePoint(Struct, frozen=True):
    """The points of everybody at the end of a turn; the first are those of the beginning."""

    actions: int
    round: int
    seat: int
    """Whose turn it was; -1 at the beginning."""
    totals: tuple[int, ...]


class Curve(Struct, frozen=True):
    """The answer to `GET /api/tables/{table}/curve`: how a finished game went."""

    points: tuple[CurvePoint, ...]


class About(Struct, frozen=True):
    """The answer to `GET /api/about`: what can be asked of this server."""

    version: str
    protocol: int
    bots: tuple[str, ...]
    expansions: tuple[str, ...]
    promos: tuple[str, ...]
    languages: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    """Where other devices in the network find the server; told to its own machine alone."""


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/faults`: an error that a page did not expect."""

    message: Annotated[str, Meta(min_length=1, max_length=400)]
    """What the browser calls it."""
    stack: Annotated[str, Meta(max_length=4000)] = ""
    """Where in the page it happened."""
    path: Annotated[str, Meta(max_length=200)] = ""
    """The path of the address, without what follows `?` and `#`."""


class Health(Struct, frozen=True):
    """The answer to `GET /health`, with the status 503 where something is not fine."""

    status: Literal["fine", "broken"]
    database: Literal["fine", "broken"]
    version: str
