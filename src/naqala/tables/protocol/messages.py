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

    number: Annotated[int, Meta(description="The last number of the log.")]
    info: TableInfo
    log: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The entries after the number the page had seen, or the last few."),
    ]
    seats: Annotated[tuple[int, ...], Meta(description="The seats that the receiver holds.")] = ()
    barred: Annotated[
        str,
        Meta(
            description=(
                "Before the game, a sentence: why the receiver cannot sit down here, where others "
                "can."
            )
        ),
    ] = ""
    presence: tuple[bool, ...] = ()
    watchers: int = 0
    land: Land | None = None
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Scene | None = None
    private: tuple[Private, ...] = ()
    protocol: int = PROTOCOL
    version: str = ""
    now: Annotated[
        int,
        Meta(description="The time of the server, by which a page sets its own for the clocks."),
    ] = 0


class News(Struct, frozen=True, omit_defaults=True, tag="news"):
    """New entries of the log, and what is changed by them."""

    number: Annotated[int, Meta(description="That of the last entry.")]
    entries: tuple[LogEntry, ...]
    info: Annotated[TableInfo | None, Meta(description="Only where it has changed.")] = None
    land: Annotated[Land | None, Meta(description="Only when the game has begun.")] = None
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Annotated[Scene | None, Meta(description="Only where the game has changed.")] = None
    seats: Annotated[
        tuple[int, ...] | None,
        Meta(description="The seats that the receiver holds, where that has changed."),
    ] = None
    barred: Annotated[
        str,
        Meta(description="As in `welcome`, and only beside `seats`: the receiver was sent away."),
    ] = ""
    private: Annotated[
        tuple[Private, ...] | None,
        Meta(
            description=(
                "What the receiver may know alone, where that has changed: all of it, in place of "
                "before."
            )
        ),
    ] = None


class Presence(Struct, frozen=True, omit_defaults=True, tag="presence"):
    """Who has a page open at the table; no entry of the log."""

    seats: tuple[bool, ...]
    watchers: int = 0


class Accepted(Struct, frozen=True, omit_defaults=True, tag="accepted"):
    """A send has become an entry of the log; sent again it is answered the same."""

    id: str
    number: int
    secret: Annotated[
        str, Meta(description="The secret of a new seat or link: told once, only its hash is kept.")
    ] = ""
    seat: int = -1
    table: Annotated[str, Meta(description="The table of a rematch.")] = ""


class Refused(Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Something was not accepted; nothing has changed."""

    code: str
    message: Annotated[
        str, Meta(description="A sentence: what was refused, why, what would be accepted.")
    ]
    id: str = ""
    number: Annotated[
        int, Meta(description="The last number of the log, where a table is known.")
    ] = 0


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
    value: Annotated[
        float,
        Meta(
            description=(
                "The margin over the best rival that is expected at the end; in the solo game the "
                "points."
            )
        ),
    ]
    points: Annotated[int, Meta(description="The points that come at once.")]
    reasons: tuple[HintReason, ...]


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """The answer to `ask`."""

    id: str
    outcomes: tuple[OutcomeScene, ...] = ()
    ways: Annotated[tuple[str, ...], Meta(description="Whole moves as `sow` lines.")] = ()
    passes: Annotated[
        tuple[str, ...],
        Meta(
            description=(
                "Of `ways`: the tiles that some move with this outcome passes before it ends."
            )
        ),
    ] = ()
    gains: Annotated[
        tuple[LandingGain, ...], Meta(description="Of `gains`: by tribe, where it is certain.")
    ] = ()
    reason: Annotated[
        str, Meta(description="Of `unreachable`: a sentence; empty where a move can end there.")
    ] = ""
    played: Annotated[
        int, Meta(description="Of `preview`: how many of the actions could be shown.")
    ] = 0
    events: Annotated[
        tuple[Happening, ...],
        Meta(description="Of `preview`: what they would bring, as far as it is certain."),
    ] = ()
    lines: tuple[str, ...] = ()
    scene: Annotated[
        Scene | None,
        Meta(
            description=(
                "Of `preview`: the game after them, unless somebody else would be in turn."
            )
        ),
    ] = None
    score: Annotated[
        ScoreSheet | None, Meta(description="Of `preview`: the points of the seat after them.")
    ] = None
    choices: Annotated[
        tuple[Choice, ...],
        Meta(
            description=(
                "Of `preview`: what the seat could choose next, unless somebody else would be in "
                "turn."
            )
        ),
    ] = ()
    hints: Annotated[tuple[Hint, ...], Meta(description="Of `hint`: the best first.")] = ()
    always: Annotated[
        tuple[str, ...], Meta(description="Of `hint`: what is true whatever is chosen.")
    ] = ()
    number: Annotated[int, Meta(description="The last number of the log when it was asked.")] = 0


ToPage = Welcome | News | Presence | Accepted | Refused | Pong | Answer


# --- From the page to the server ---------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a socket: what the page has seen, reads and holds."""

    since: Annotated[
        int,
        Meta(ge=-1, description="The last number of the log that the page has seen; -1 for none."),
    ] = -1
    language: Language = "en"
    secrets: Annotated[
        tuple[Secret, ...],
        Meta(
            max_length=5,
            description=("Of seats that are held by link; those of the cookie need none."),
        ),
    ] = ()
    protocol: Annotated[
        int, Meta(description="The version that the page speaks; with another one it is refused.")
    ] = PROTOCOL


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that shall become an entry of the log, over the socket or over HTTP."""

    id: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description=("Made by the page, new for each send: a repeated one is not done twice."),
        ),
    ]
    seen: Annotated[
        int,
        Meta(
            ge=0,
            description=(
                "The last number of the log that the page had seen. An act or an undo is refused "
                "when the game went on since then; chat and people that come and go do not count."
            ),
        ),
    ] = 0


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
    bot: Annotated[
        Bot,
        Meta(description="The rung of the bot that shall sit there; nothing to sit down oneself."),
    ] = ""


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
    name: Annotated[Name, Meta(description="Of somebody who only watches.")] = ""


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
    what: Annotated[
        Literal["outcomes", "ways", "gains", "unreachable", "preview", "hint"],
        Meta(
            description=(
                "Where moves can end; moves with one outcome; what moves to a tile would bring; "
                "why no move ends on a tile; what actions would bring; advice."
            )
        ),
    ]
    start: Word = ""
    tile: Word = ""
    tribe: Annotated[str, Meta(max_length=1)] = ""
    after: Annotated[
        tuple[Drop, ...],
        Meta(max_length=200, description="The drops with which the moves must begin, as in `d4W`."),
    ] = ()
    through: Annotated[
        Word, Meta(description="Of `ways`: a tile that the moves must pass before they end.")
    ] = ""
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
    seats: Annotated[
        tuple[SeatPlan, ...],
        Meta(max_length=5, description="One for each player; the rest is open."),
    ] = ()
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: Annotated[
        bool, Meta(description="Whether the game starts as soon as every seat is taken.")
    ] = True
    seed: Annotated[
        str,
        Meta(
            max_length=80,
            description=(
                "A whole number below 2^256, to play a certain game; nothing for a random one."
            ),
        ),
    ] = ""
    opening: Annotated[
        str,
        Meta(
            max_length=65_536,
            description=(
                "A record or a position to play on from; its options count, not those above."
            ),
        ),
    ] = ""
    language: Annotated[
        Language, Meta(description="Of the names that are made up for seats without one.")
    ] = "en"


class Laid(Struct, frozen=True):
    """The answer to `POST /api/tables`."""

    table: str
    number: int
    secrets: Annotated[
        dict[str, str],
        Meta(description="The secret of each seat of who laid the table, by seat number."),
    ]


class TableList(Struct, frozen=True):
    """The answer to `GET /api/tables`."""

    tables: tuple[TableInfo, ...]


class LogPage(Struct, frozen=True):
    """The answer to `GET /api/tables/{table}/log`."""

    number: int
    entries: tuple[LogEntry, ...]


class Moment(Struct, frozen=True, omit_defaults=True):
    """The answer to `GET /api/tables/{table}/moments/{actions}`: the game as it once stood."""

    actions: Annotated[int, Meta(description="How many actions were played until then.")]
    last: Annotated[int, Meta(description="How many there are in all.")]
    scene: Scene
    events: Annotated[
        tuple[Happening, ...], Meta(description="What the last of these actions brought.")
    ] = ()
    lines: tuple[str, ...] = ()
    turns: Annotated[
        tuple[int, ...],
        Meta(
            description=(
                "After how many actions each bid and each turn of the whole game was over."
            )
        ),
    ] = ()


class CurvePoint(Struct, frozen=True):
    """The points of everybody at the end of a turn; the first are those of the beginning."""

    actions: int
    round: int
    seat: Annotated[int, Meta(description="Whose turn it was; -1 at the beginning.")]
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
    addresses: Annotated[
        tuple[str, ...],
        Meta(
            description=(
                "Where other devices in the network find the server; told to its own machine alone."
            )
        ),
    ] = ()


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/faults`: an error that a page did not expect."""

    message: Annotated[
        str, Meta(min_length=1, max_length=400, description="What the browser calls it.")
    ]
    stack: Annotated[str, Meta(max_length=4000, description="Where in the page it happened.")] = ""
    path: Annotated[
        str,
        Meta(
            max_length=200,
            description=("The path of the address, without what follows `?` and `#`."),
        ),
    ] = ""


class Health(Struct, frozen=True):
    """The answer to `GET /health`, with the status 503 where something is not fine."""

    status: Literal["fine", "broken"]
    database: Literal["fine", "broken"]
    version: str
