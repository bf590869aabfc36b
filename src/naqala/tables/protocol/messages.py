"""The types of all messages between pages and the server.

JSON Schema, the OpenAPI document and the page's TypeScript are generated from these classes and
those of `types` and `log`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from naqala.rules.notation.position import POSITION_LENGTH
from naqala.tables.protocol.log import GameEvent, LogEntry
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
    StrikeScene,
    TableInfo,
    TileScene,
    WhimCard,
    Word,
)
from naqala.text import LANGUAGES

PROTOCOL = 1
"""The version of the protocol, raised if an old page cannot talk to a new server."""

# `$` also matches before a line break at the end; the maximum length excludes that.
Language = Annotated[
    str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$", max_length=max(map(len, LANGUAGES)))
]
Secret = Annotated[str, Meta(max_length=64)]
CHAT_LENGTH = 500
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Actions = Annotated[str, Meta(max_length=400)]
Drop = Annotated[str, Meta(max_length=3)]


# --- From the server to the page ---------------------------------------------------------------


class Welcome(Struct, frozen=True, omit_defaults=True, tag="welcome"):
    """The answer to `hello` and to `GET /api/tables/{table}`: everything there is to show."""

    number: Annotated[int, Meta(description="The last number of the log.")]
    info: TableInfo
    log: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The entries after `since`, or the last ones."),
    ]
    seats: Annotated[tuple[int, ...], Meta(description="The seats that the receiver holds.")] = ()
    barred: Annotated[
        str,
        Meta(description="Before the game: why the receiver may not sit down, as a sentence."),
    ] = ""
    presence: tuple[bool, ...] = ()
    spectators: int = 0
    land: Land | None = None
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Scene | None = None
    private: tuple[Private, ...] = ()
    protocol: int = PROTOCOL
    version: str = ""
    now: Annotated[
        int,
        Meta(description="The time of the server, to which a page synchronises its clocks."),
    ] = 0


class News(Struct, frozen=True, omit_defaults=True, tag="news"):
    """New entries of the log and what they changed."""

    number: Annotated[int, Meta(description="The number of the last entry.")]
    entries: tuple[LogEntry, ...]
    info: Annotated[TableInfo | None, Meta(description="Only if it has changed.")] = None
    land: Annotated[Land | None, Meta(description="Only when the game starts.")] = None
    whim_cards: tuple[WhimCard, ...] = ()
    scene: Annotated[Scene | None, Meta(description="Only if the game has changed.")] = None
    seats: Annotated[
        tuple[int, ...] | None,
        Meta(description="The seats that the receiver holds, if that has changed."),
    ] = None
    barred: Annotated[
        str,
        Meta(description="As in `welcome`; only together with `seats`."),
    ] = ""
    private: Annotated[
        tuple[Private, ...] | None,
        Meta(
            description=(
                "The private parts of the receiver's seats, if they have changed; they "
                "replace the former ones."
            )
        ),
    ] = None


class Presence(Struct, frozen=True, omit_defaults=True, tag="presence"):
    """Who has a page open at the table; not part of the log."""

    seats: tuple[bool, ...]
    spectators: int = 0


class Accepted(Struct, frozen=True, omit_defaults=True, tag="accepted"):
    """A command was added to the log; if it is repeated, the answer is the same."""

    id: str
    number: int
    secret: Annotated[
        str,
        Meta(description="The secret of a new seat or link; sent once, only its hash is stored."),
    ] = ""
    seat: int = -1
    table: Annotated[str, Meta(description="The table of a rematch.")] = ""


class Refused(Struct, frozen=True, omit_defaults=True, tag="refused"):
    """A message was refused, and nothing has changed."""

    code: str
    message: Annotated[str, Meta(description="What was refused and why, as a sentence.")]
    id: str = ""
    number: Annotated[int, Meta(description="The last number of the log, if a table is known.")] = 0


class Pong(Struct, frozen=True, omit_defaults=True, tag="pong"):
    """The answer to `ping`."""

    number: int


class OutcomeScene(Struct, frozen=True):
    """Where a move can end."""

    start: str
    tile: str
    tribe: str


class LandingGain(Struct, frozen=True):
    """The points that a move which gathers a tribe on a tile brings at once."""

    tribe: str
    points: int
    extra_points: Annotated[
        tuple[int, ...],
        Meta(
            description=(
                "What Builders or Assassins can then bring on top of it: all different numbers of "
                "points, ascending."
            )
        ),
    ] = ()


class HintReason(Struct, frozen=True):
    """A reason for or, with a negative weight, against an option."""

    text: str
    weight: float
    main: Annotated[
        bool, Meta(description="Whether it is among the three that matter most, without details.")
    ] = False


class Hint(Struct, frozen=True):
    """An option of the adviser: actions to send one after the other."""

    actions: tuple[str, ...]
    value: Annotated[
        float,
        Meta(
            description=(
                "The expected lead over the best rival at the end; in the solo game, the points"
                " of a player who survives."
            )
        ),
    ]
    chance: Annotated[
        float, Meta(description="The chance to win, from 0 to 1; in the solo game, to survive.")
    ]
    points: Annotated[int, Meta(description="The points that it brings at once.")]
    reasons: tuple[HintReason, ...]


class LessonProgress(Struct, frozen=True, omit_defaults=True, tag="lesson"):
    """How far a pupil is.

    In a lesson it comes after `welcome`, and after every act and undo; in the guided first game
    the page asks for it.
    """

    lesson: str
    number: Annotated[int, Meta(description="The number of the log that it applies to.")]
    steps: Annotated[tuple[str, ...], Meta(description="The names of all steps.")]
    step: Annotated[
        int, Meta(description="The step to be done, from 0; the number of steps when all are done.")
    ] = 0
    start: Annotated[
        int, Meta(description="How many actions of the game were played before this step.")
    ] = 0
    tiles: Annotated[
        tuple[str, ...], Meta(description="The tiles that matter in this step; empty for all.")
    ] = ()
    show: Annotated[
        tuple[str, ...],
        Meta(description="Actions that do this step, to be played after `show_after` actions."),
    ] = ()
    show_after: Annotated[
        int,
        Meta(
            description=(
                "`start`, or 0 if the pupil has gone another way than the recorded one. In the "
                "guided first game: the actions played, or those before the turn if the pupil has "
                "gone another way than the shown one."
            )
        ),
    ] = 0
    show_keep: Annotated[
        int, Meta(description="How many actions of `show` belong to earlier steps.")
    ] = 0
    wrong: Annotated[
        str,
        Meta(description="The name of the explanation why the goal was missed, if there is one."),
    ] = ""
    note: Annotated[
        str, Meta(description="The name of what to say instead of the step's sentence, if any.")
    ] = ""
    stuck: Annotated[
        bool, Meta(description="Whether something must be taken back to reach the goal.")
    ] = False
    back: Annotated[
        int,
        Meta(
            description=(
                "The number of actions to go back to for another try; 0 if the lesson has to be "
                "started again."
            )
        ),
    ] = 0
    mistake: Annotated[
        str, Meta(description="If `stuck`: the action after which the goal was out of reach.")
    ] = ""
    panels: Annotated[tuple[str, ...], Meta(description="What to show beside the board.")] = ()
    early: Annotated[
        tuple[str, ...], Meta(description="The names of later steps that are done already.")
    ] = ()
    landing: Annotated[
        str,
        Meta(
            description=(
                "While a start is chosen: the tile that the coach names as the end of the move, if "
                "no move from it does the step. With `detour`: where the move should have ended."
            )
        ),
    ] = ""
    leads: Annotated[
        tuple[str, ...],
        Meta(
            description=(
                "The tiles for the next press from which the step can still be done; empty if all "
                "are equally good, none is, or the pupil is to find out."
            )
        ),
    ] = ()
    detour: Annotated[
        str,
        Meta(
            description=(
                "If `mistake` is a start: why a move from it cannot end on `landing`: `colour` if "
                "nobody there has the colour of anybody who was picked up, `steps` if the number "
                "of meeples does not fit; empty if it is less simple."
            )
        ),
    ] = ""
    detour_steps: Annotated[
        int, Meta(description="With `detour`: how many meeples were picked up.")
    ] = 0


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """The answer to `ask`."""

    id: str
    outcomes: tuple[OutcomeScene, ...] = ()
    ways: Annotated[
        tuple[str, ...], Meta(description="For `ways`: whole moves as `sow` lines.")
    ] = ()
    passes: Annotated[
        tuple[str, ...],
        Meta(description="For `ways`: the tiles that moves with this outcome can pass."),
    ] = ()
    gains: Annotated[
        tuple[LandingGain, ...],
        Meta(description="For `gains`: points by tribe, if they are certain."),
    ] = ()
    extra_points: Annotated[
        tuple[int, ...],
        Meta(
            description=(
                "For `preview`: what Builders or Assassins can then bring on top of the score: all "
                "different numbers of points, ascending."
            )
        ),
    ] = ()
    reason: Annotated[
        str,
        Meta(
            description=(
                "For `unreachable` and `check`: a sentence; empty if a move can end there, or if "
                "nothing is wrong."
            )
        ),
    ] = ""
    odd: Annotated[
        bool, Meta(description="For `check`: the position can be played nevertheless.")
    ] = False
    mend: Annotated[
        str,
        Meta(description="For `check`: what puts it right, as a question; `text` is the result."),
    ] = ""
    played: Annotated[
        int, Meta(description="For `preview`: how many of the actions could be shown.")
    ] = 0
    events: Annotated[
        tuple[GameEvent, ...],
        Meta(description="For `preview`: their events, as far as they are certain."),
    ] = ()
    lines: tuple[str, ...] = ()
    scene: Annotated[
        Scene | None,
        Meta(description="For `preview`: the game afterwards, if the seat is still in turn."),
    ] = None
    strike: Annotated[
        StrikeScene | None,
        Meta(description="For `preview` of a tile that is named for Yazid: what he does there."),
    ] = None
    score: Annotated[
        ScoreSheet | None, Meta(description="For `preview`: the points of the seat afterwards.")
    ] = None
    choices: Annotated[
        tuple[Choice, ...],
        Meta(description="For `preview`: the next choices, if the seat is still in turn."),
    ] = ()
    brief: Annotated[
        str, Meta(description="For `hint`: the same as `lead` in one short sentence.")
    ] = ""
    lead: Annotated[
        str, Meta(description="For `hint`: why the first option is better than the second.")
    ] = ""
    hints: Annotated[
        tuple[Hint, ...], Meta(description="For `hint`: options, the best first.")
    ] = ()
    always: Annotated[
        tuple[str, ...], Meta(description="For `hint`: what applies to all options.")
    ] = ()
    titles: Annotated[
        str, Meta(description="For `hint` in a solo game: the chances of the first option.")
    ] = ""
    coach: Annotated[
        LessonProgress | None,
        Meta(description="For `coach`: how far the pupil is in the guided first game."),
    ] = None
    number: Annotated[
        int, Meta(description="The last number of the log when the question was asked.")
    ] = 0
    text: Annotated[str, Meta(description="For `record`: the record. For `check`: see `mend`.")] = (
        ""
    )


class PuzzleProgress(Struct, frozen=True, omit_defaults=True, tag="puzzle"):
    """A puzzle with its solution; after `welcome`, and again when the turn was judged."""

    puzzle: str
    level: Annotated[int, Meta(description="The difficulty, from 1 to 5.")]
    best: Annotated[
        tuple[str, ...], Meta(description="The actions of the best turn, up to a random draw.")
    ]
    path: Annotated[tuple[str, ...], Meta(description="The tiles of its move, the start first.")]
    tribe: Annotated[str, Meta(description="The tribe of its last meeple.")]
    points: Annotated[int, Meta(description="The points that it brings at once.")]
    follow: Annotated[
        tuple[str, ...], Meta(description="What to choose before and after the move, in words.")
    ]
    why: Annotated[str, Meta(description="Why it is the best turn, as a sentence.")]
    reasons: Annotated[
        tuple[str, ...], Meta(description="What else speaks for it or against it.")
    ] = ()
    position: Annotated[
        str,
        Meta(description="The position, to explore it; what the player cannot know is imagined."),
    ] = ""
    judged: Annotated[bool, Meta(description="Whether the turn was ended and judged.")] = False
    found: Annotated[bool, Meta(description="Whether it is as good as the best one.")] = False
    short: Annotated[
        int, Meta(description="By how many points of the final margin it is worse.")
    ] = 0
    own_points: Annotated[int, Meta(description="The points that it brought at once.")] = 0
    own_path: Annotated[
        tuple[str, ...], Meta(description="The tiles of its move, the start first.")
    ] = ()


class ExploredStep(Struct, frozen=True, omit_defaults=True):
    """An action of an explored line."""

    action: str
    seat: int
    round: int
    turn: Annotated[int, Meta(description="How many turns and bids of the line ended before.")]
    label: Annotated[str, Meta(description="What it does, in a few words.")]
    moment: Annotated[
        int, Meta(description="The actions played after it, where each drop of a move is one.")
    ]
    points: Annotated[int, Meta(description="How it changes the points of its player.")] = 0
    comment: Annotated[str, Meta(description="The comment of the record that was opened.")] = ""


class Explored(Struct, frozen=True, omit_defaults=True, tag="explored"):
    """The line that is explored, after `open` and every act and undo."""

    number: Annotated[int, Meta(description="The number of the log that it applies to.")]
    position: Annotated[str, Meta(description="The position at the end of the line, as text.")]
    steps: Annotated[
        tuple[ExploredStep, ...], Meta(description="The actions of the line after `kept`.")
    ] = ()
    kept: Annotated[
        int, Meta(description="How many actions of the line before are still at its beginning.")
    ] = 0
    comment: Annotated[
        str, Meta(description="The comment at the start of the record that was opened.")
    ] = ""


ToPage = (
    Welcome
    | News
    | Presence
    | Accepted
    | Refused
    | Pong
    | Answer
    | LessonProgress
    | PuzzleProgress
    | Explored
)


# --- From the page to the server ---------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a socket: what the page has seen, its language and its seats."""

    since: Annotated[
        int,
        Meta(ge=-1, description="The last number of the log that the page has seen; -1 for none."),
    ] = -1
    language: Language = "en"
    secrets: Annotated[
        tuple[Secret, ...],
        Meta(
            max_length=5,
            description="The secrets of seats held by link; seats held by cookie need none.",
        ),
    ] = ()
    protocol: Annotated[
        int,
        Meta(
            description="The version of the page; if it is not the server's, the page is refused."
        ),
    ] = PROTOCOL


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Check the connection."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command, which adds an entry to the log; over the socket or over HTTP."""

    id: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description=(
                "Chosen by the page, new for each command; a repeated command is executed once."
            ),
        ),
    ]
    seen: Annotated[
        int,
        Meta(
            ge=0,
            description=(
                "The last number of the log that the page has seen. An act or an undo is "
                "refused if the game has changed since; chat and changes of seats do not "
                "matter."
            ),
        ),
    ] = 0


class Act(Command, frozen=True, tag="act"):
    """Make a choice for the seat in turn."""

    action: Actions


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last act or the whole turn."""

    turn: bool = False


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat, or put a bot there."""

    seat: SeatNumber
    name: Name = ""
    bot: Annotated[
        Bot,
        Meta(description="The strength of the bot; empty to sit down oneself."),
    ] = ""


class Link(Command, frozen=True, tag="link"):
    """Request a new secret link to a seat; the old one becomes invalid."""

    seat: SeatNumber


class Rename(Command, frozen=True, tag="rename"):
    """Change one's name."""

    seat: SeatNumber
    name: Name


class Leave(Command, frozen=True, tag="leave"):
    """Leave a seat. Before the game the host can free those of others, if they are in `seen`."""

    seat: SeatNumber


class Return(Command, frozen=True, tag="return"):
    """Take one's seat back from a bot, or after leaving."""

    seat: SeatNumber


class Start(Command, frozen=True, tag="start"):
    """Start the game; every seat must be taken."""


class Say(Command, frozen=True, tag="say"):
    """Write in the chat."""

    text: Annotated[str, Meta(max_length=CHAT_LENGTH)]
    name: Annotated[Name, Meta(description="The name of a spectator.")] = ""


class Hand(Command, frozen=True, tag="hand"):
    """Hand the seat of an absent person to a bot."""

    seat: SeatNumber
    bot: Bot


class Rematch(Command, frozen=True, tag="rematch"):
    """Play again with the same people, with a new seed or the same one."""

    same: bool = False


class Close(Command, frozen=True, tag="close"):
    """Close a table whose game has not started."""


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A query of the seat in turn, which changes nothing."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    what: Annotated[
        Literal[
            "outcomes",
            "ways",
            "gains",
            "unreachable",
            "preview",
            "hint",
            "coach",
            "check",
            "record",
        ],
        Meta(
            description=(
                "`outcomes`: where moves can end. `ways`: moves with one outcome. `gains`: "
                "the points of moves to a tile. `unreachable`: why no move ends on a tile. "
                "`preview`: the effect of actions. `hint`: advice. `coach`: how far the pupil is "
                "in the guided first game, even out of turn. Only while exploring: "
                "`check`: what is wrong with a position. `record`: the explored line as text."
            )
        ),
    ]
    start: Word = ""
    tile: Word = ""
    tribe: Annotated[str, Meta(max_length=1)] = ""
    after: Annotated[
        tuple[Drop, ...],
        Meta(
            max_length=200, description="The drops with which the moves must begin, such as `d4W`."
        ),
    ] = ()
    through: Annotated[Word, Meta(description="For `ways`: a tile that the moves must pass.")] = ""
    actions: Annotated[tuple[Actions, ...], Meta(max_length=40)] = ()
    effort: Annotated[
        int,
        Meta(ge=0, le=3, description="For `hint` while exploring: how much is examined, 1 to 3."),
    ] = 0
    text: Annotated[
        str, Meta(max_length=POSITION_LENGTH, description="For `check`: a position.")
    ] = ""


class OpenPosition(Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """Explore another position: of a text, or of another line from the same start."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    text: Annotated[
        str,
        Meta(
            max_length=65_536,
            description="A record or a position; empty to stay with the last one.",
        ),
    ] = ""
    keep: Annotated[
        int,
        Meta(
            ge=-1,
            description=(
                "How many actions to keep, of the record or of the explored line; -1 for all."
            ),
        ),
    ] = -1
    actions: Annotated[
        tuple[Actions, ...], Meta(max_length=600, description="The actions to play after them.")
    ] = ()


AnyCommand = (
    Act | Undo | Sit | Link | Rename | Leave | Return | Start | Say | Hand | Rematch | Close
)
FromPage = Hello | Ping | Ask | OpenPosition | AnyCommand


def tag(message: FromPage) -> str:
    """The value of the field `type` of a message."""
    return str(message.__struct_config__.tag)


# --- Over HTTP ---------------------------------------------------------------------------------


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    options: GameOptions = GameOptions()
    seats: Annotated[
        tuple[SeatPlan, ...],
        Meta(max_length=5, description="One for each player; missing ones are open."),
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
            description="A whole number below 2^256 to repeat a game; empty for a random game.",
        ),
    ] = ""
    opening: Annotated[
        str,
        Meta(
            max_length=65_536,
            description="A record or a position to continue from; its options replace `options`.",
        ),
    ] = ""
    language: Annotated[Language, Meta(description="The language of default names.")] = "en"


class CreatedTable(Struct, frozen=True):
    """The answer to `POST /api/tables`."""

    table: str
    number: int
    secrets: Annotated[
        dict[str, str],
        Meta(description="The secrets of the creator's seats, by seat number."),
    ]


class TableList(Struct, frozen=True):
    """The answer to `GET /api/tables`."""

    tables: tuple[TableInfo, ...]


class LogPage(Struct, frozen=True):
    """The answer to `GET /api/tables/{table}/log`."""

    number: int
    entries: tuple[LogEntry, ...]


class Moment(Struct, frozen=True, omit_defaults=True):
    """The answer to `GET /api/tables/{table}/moments/{actions}`: the game at that point."""

    actions: Annotated[int, Meta(description="How many actions were played before this point.")]
    last: Annotated[int, Meta(description="How many actions the game has in all.")]
    scene: Scene
    events: Annotated[
        tuple[GameEvent, ...], Meta(description="The events of the last of these actions.")
    ] = ()
    lines: tuple[str, ...] = ()
    turns: Annotated[
        tuple[int, ...],
        Meta(description="The number of actions at the end of each bid and each turn."),
    ] = ()


class SeededLand(Struct, frozen=True):
    """The answer to `GET /api/lands`: the board at the start of a game with a seed."""

    land: Land
    tiles: Annotated[
        tuple[TileScene, ...], Meta(description="The meeples of each tile of the land.")
    ]


class CurvePoint(Struct, frozen=True):
    """The points of all players at the end of a turn, or first at the start."""

    actions: int
    round: int
    seat: Annotated[int, Meta(description="The seat whose turn it was; -1 at the start.")]
    totals: tuple[int, ...]


class Curve(Struct, frozen=True):
    """The answer to `GET /api/tables/{table}/curve`: the points of a finished game over time."""

    points: tuple[CurvePoint, ...]


class ReviewOption(Struct, frozen=True):
    """What was played at a decision, or what would have been better."""

    actions: Annotated[tuple[str, ...], Meta(description="The actions, with a move as one `sow`.")]
    parts: Annotated[tuple[str, ...], Meta(description="The actions in words.")]
    points: Annotated[int, Meta(description="The points that it brings at once.")]


class ReviewStep(Struct, frozen=True):
    """A decision of a finished game: a bid, a whole turn, or an answer to Yazid's dice."""

    actions: Annotated[int, Meta(description="How many actions were played before it.")]
    until: Annotated[int, Meta(description="How many actions were played after it.")]
    round: int
    seat: int
    kind: Literal["bid", "turn", "choice"]
    chances: Annotated[
        tuple[float, ...],
        Meta(
            description=(
                "The chance of each seat to win after it, from 0 to 1; in the solo game, "
                "the chance to survive."
            )
        ),
    ]
    played: ReviewOption
    loss: Annotated[
        float,
        Meta(description="How many points of the final margin it cost; in the solo game, points."),
    ]
    better: Annotated[
        ReviewOption | None, Meta(description="Null if nothing clearly better was found.")
    ]
    title: Annotated[str, Meta(description="A short name for what went wrong, or empty.")]
    because: Annotated[str, Meta(description="Why the better option was better, or empty.")]
    cost: Annotated[
        str,
        Meta(
            description=(
                "What it cost, in words, or empty; in the solo game, the chance to survive or, "
                "if that is not smaller, points."
            )
        ),
    ]


class ReviewPlayer(Struct, frozen=True):
    """How well a player chose, as far as the review has come."""

    accuracy: Annotated[
        int, Meta(description="How much of the best play the player found, in per cent.")
    ]
    turns: int
    good: Annotated[int, Meta(description="How many turns were the best or nearly.")]
    bids: int
    dear: Annotated[int, Meta(description="How many bids were too high.")]
    dear_points: Annotated[float, Meta(description="What those cost in all.")]


class GameReview(Struct, frozen=True):
    """The answer to `GET` and `POST /api/tables/{table}/review`."""

    done: Annotated[int, Meta(description="How many decisions have been reviewed.")]
    rounds: Annotated[tuple[int, ...], Meta(description="The round of each decision of the game.")]
    start: Annotated[tuple[float, ...], Meta(description="The chances at the beginning.")]
    players: tuple[ReviewPlayer, ...]
    steps: Annotated[
        tuple[ReviewStep, ...], Meta(description="The reviewed decisions after the first `after`.")
    ]
    failed: Annotated[
        str,
        Meta(
            description=(
                "Why the review has stopped, as a sentence, or empty; a `POST` continues it."
            )
        ),
    ]
    unstored: Annotated[
        str,
        Meta(
            description=(
                "A sentence if a complete review could not be stored; a `POST` tries again."
            )
        ),
    ] = ""


class About(Struct, frozen=True):
    """The answer to `GET /api/about`: what this server offers."""

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
                "URLs for other devices in the network; only for pages on the server's machine."
            )
        ),
    ] = ()
    offline: Annotated[
        bool, Meta(description="Whether `/offline/` has the game that runs without a server.")
    ] = False


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/faults`: an unexpected error of a page."""

    message: Annotated[
        str, Meta(min_length=1, max_length=400, description="The browser's message.")
    ]
    stack: Annotated[str, Meta(max_length=4000, description="The stack trace.")] = ""
    path: Annotated[
        str,
        Meta(
            max_length=200,
            description="The path of the URL, without query and fragment.",
        ),
    ] = ""


class Health(Struct, frozen=True):
    """The answer to `GET /health`; the HTTP status is 503 if something is broken."""

    status: Literal["fine", "broken"]
    database: Literal["fine", "broken"]
    version: str
