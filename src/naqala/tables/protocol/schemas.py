"""JSON Schema and TypeScript of the messages, generated from their types.

`python -m naqala.tables.protocol.schemas messages` prints the JSON Schema of all messages,
`typescript` the types of the page, `cards` the values on the cards, `box` the numbers of the
printed game, `lessons` the list of the lessons and `first_game` the guided first game.
`make protocol` writes all but the first to files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from naqala.bots.registry import BOT_BUDGETS
from naqala.lessons import first_game, lesson, lesson_ids
from naqala.puzzles import Puzzle, puzzle, puzzle_ids
from naqala.rules.djinns import DJINN_ROW_LENGTH
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.goods import ROW_LENGTH
from naqala.rules.setup import (
    COLUMNS,
    DOUBLED_PLAYERS,
    MOST_PLAYERS,
    MOST_PLAYERS_BASE,
    NAME_LENGTH,
    ROWS,
    camels_and_markers,
)
from naqala.rules.state import Options
from naqala.rules.tiles import TILE_EFFECTS, Market
from naqala.rules.visible_scores import sources
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, TITLES
from naqala.tables.protocol import box_data, messages, typescript
from naqala.tables.protocol.card_data import faces
from naqala.tables.protocol.messages import (
    About,
    AnyCommand,
    CreatedTable,
    Curve,
    Fault,
    FromPage,
    GameReview,
    Health,
    LogPage,
    Moment,
    NewTable,
    SeededLand,
    TableList,
    ToPage,
)

Schema = dict[str, Any]
UNIONS: dict[str, Any] = {"FromPage": FromPage, "ToPage": ToPage, "AnyCommand": AnyCommand}
"""Messages from and to a page, and commands."""
BODIES = (
    NewTable,
    CreatedTable,
    TableList,
    LogPage,
    Moment,
    Curve,
    GameReview,
    SeededLand,
    About,
    Fault,
    Health,
)
"""Other bodies of HTTP requests and responses."""
SENT = {NewTable, Fault}
"""The types of requests."""
CONSTANTS: dict[str, tuple[Any, str]] = {
    "BOTS": (tuple(BOT_BUDGETS), "The strengths of bots, weakest first."),
    "EXPANSIONS": (EXPANSIONS, "The available expansions."),
    "MOST_PLAYERS": (MOST_PLAYERS, "The maximum number of players with an expansion."),
    "MOST_PLAYERS_BASE": (MOST_PLAYERS_BASE, "The maximum number of players without an expansion."),
    "MARKERS": (
        tuple(camels_and_markers(players)[1] for players in range(1, MOST_PLAYERS + 1)),
        "The turn order markers of a player; the index is the number of players minus 1.",
    ),
    "DOUBLED_PLAYERS": (
        DOUBLED_PLAYERS,
        "The number of players who can choose the doubled turn order track.",
    ),
    "COLUMNS": (COLUMNS, "The columns of the board without expansions."),
    "ROWS": (ROWS, "The rows of the board without expansions."),
    "BASE_SOURCES": (
        sources(Options(players=2, seed=0)),
        "The sources of points without expansions.",
    ),
    "ROW_LENGTH": (ROW_LENGTH, "The number of places in the row of goods."),
    "MARKET_REACH": (
        {kind: market.reach for kind, market in TILE_EFFECTS.items() if isinstance(market, Market)},
        "By kind of market: how many of the first cards of the row can be bought there.",
    ),
    "DJINN_ROW_LENGTH": (DJINN_ROW_LENGTH, "The number of places in the row of Djinns."),
    "TITLES": (TITLES, "In the solo game: the points above which the next title begins."),
    "MOST_ASSASSINS": (MOST_ASSASSINS, "In the solo game: Yazid wins with this many Assassins."),
    "MOST_DJINNS": (MOST_DJINNS, "In the solo game: Yazid wins with this many Djinns."),
    "NAME_LENGTH": (NAME_LENGTH, "The maximum length of a player's name."),
    "CHAT_LENGTH": (messages.CHAT_LENGTH, "The maximum length of a chat message."),
}
"""Constants of the rules and of messages that the page needs."""


def components(ref_template: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The schemas of the unions, and of every type by its name."""
    sources = [*UNIONS.values(), *BODIES]
    schemas, named = msgspec.json.schema_components(sources, ref_template=ref_template)
    return dict(zip(UNIONS, schemas, strict=False)), named


def message_schema() -> Schema:
    """The JSON Schema of every message of a socket and every body over HTTP."""
    unions, named = components("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Naqala",
        "description": f"Messages of the table server, protocol {messages.PROTOCOL}.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("FromPage", "ToPage")],
        "$defs": unions | named,
    }


def typescript_types() -> str:
    """The types of the page in TypeScript."""
    unions, named = components("{name}")
    received = [kind.__name__ for kind in BODIES if kind not in SENT]
    return typescript.written(
        typescript.Document(messages.PROTOCOL, unions, named, received, CONSTANTS)
    )


def cards() -> str:
    """The values on the cards as JSON."""
    return msgspec.json.format(msgspec.json.encode(faces())).decode() + "\n"


def box() -> str:
    """The numbers of the printed game as JSON."""
    return msgspec.json.format(msgspec.json.encode(box_data.numbers())).decode() + "\n"


def lessons() -> str:
    """The lessons in order, as the page lists them, as JSON."""
    found = [each for each in map(lesson, lesson_ids()) if each is not None]
    listed = [{"id": each.id, "picture": each.picture, "group": each.group} for each in found]
    return msgspec.json.format(msgspec.json.encode(listed)).decode() + "\n"


def puzzles() -> str:
    """The puzzles in order, as the page lists them, as JSON: ids by level and kind of game."""
    listed = [_listed(each) for each in map(puzzle, puzzle_ids()) if each is not None]
    return "[\n  " + ",\n  ".join(json.dumps(each) for each in listed) + "\n]\n"


def _listed(found: Puzzle) -> tuple[str, int, int, str]:
    """Id, level, number of players and initials of the boxes."""
    options = found.start().options
    return (
        found.id,
        found.level,
        options.players,
        "".join(sorted(box[0] for box in options.expansions)),
    )


def guided_game() -> str:
    """What the page needs to begin the guided first game, as JSON."""
    first = first_game()
    found = {"id": first.id, "bot": first.rival, "position": first.position}
    return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"


def main(arguments: Sequence[str]) -> int:
    """Print the document with this name."""
    documents = {
        "messages": lambda: (
            msgspec.json.format(msgspec.json.encode(message_schema())).decode() + "\n"
        ),
        "typescript": typescript_types,
        "cards": cards,
        "box": box,
        "lessons": lessons,
        "puzzles": puzzles,
        "first_game": guided_game,
    }
    if len(arguments) != 1 or arguments[0] not in documents:
        print(f"say which document: {', '.join(documents)}", file=sys.stderr)
        return 2
    sys.stdout.write(documents[arguments[0]]())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
