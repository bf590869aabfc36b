"""The game that a table starts with: create it from a request, or refuse it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from naqala.bots import BOT_BUDGETS
from naqala.rules.actions import Sow
from naqala.rules.errors import BadText, NaqalaError
from naqala.rules.expansions.whims import Whim, parse_deck
from naqala.rules.game import Game
from naqala.rules.notation import position, record
from naqala.rules.setup import NAME_LENGTH, check, set_up
from naqala.rules.state import Options
from naqala.tables.errors import Refusal
from naqala.tables.protocol.types import GameOptions

BOT_NAME_LENGTH = 24
CACHED = 8
"""How many parsed openings and decks are cached: a table needs its own several times."""
MOST_LINES = 2000
"""Lines of an opening that somebody sends, with all comments."""
MOST_STEPS = 600
"""Steps of the game of an opening: actions, and each drop of a move.

The longest games ever recorded have about 440, and replaying 600 takes about 25 ms.
"""
_KIND = re.compile(r"(?:\s*#[^\n]*\n)*\s*naqala (record|position) \w")
"""How a text begins; comments may precede it."""


def options_of(asked: GameOptions, seed: int, names: Iterable[str] = ()) -> Options:
    """The options of the rules for a request."""
    return Options(
        players=asked.players,
        seed=seed,
        expansions=frozenset(asked.expansions),
        promos=frozenset(asked.promos),
        names=tuple(names),
        doubled=asked.doubled,
        whims=_deck(asked.whims) if asked.whims else (),
    )


@lru_cache(maxsize=CACHED)
def _deck(text: str) -> tuple[Whim, ...]:
    try:
        return parse_deck(text)
    except NaqalaError as error:
        raise Refusal("bad_options", reason=error) from None


def read_texts(options: GameOptions, opening: str) -> None:
    """Read the texts of a request for a new table, so that they are in the caches afterwards.

    Refusal if one of them cannot be read.
    """
    if opening:  # its options replace the others
        parse_opening(canonical(opening))
    elif options.whims:
        _deck(options.whims)


def asked_of(options: Options) -> GameOptions:
    """The request for these options; the reverse of `options_of`."""
    return GameOptions(
        players=options.players,
        expansions=tuple(sorted(options.expansions)),
        promos=tuple(sorted(options.promos)),
        doubled=options.doubled,
        whims=_deck_text(options.whims) if options.whims else "",
    )


def _deck_text(deck: Iterable[Whim]) -> str:
    """A deck of Whims as TOML."""
    cards = (
        f'  {{ id = "{whim.name}", gold = {whim.gold}, needs = {{ {whim.measure} = {whim.least} }}'
        f", artisans = {str(whim.artisans).lower()} }},\n"
        for whim in deck
    )
    return f"whims = [\n{''.join(cards)}]\n"


def check_options(options: Options) -> None:
    """Refuse a game that cannot be played."""
    try:
        check(options)
    except NaqalaError as error:
        raise Refusal("bad_options", reason=error) from None


def new_game(options: Options) -> Game:
    """A game with these options."""
    check_options(options)
    return Game(set_up(options), new=True)


def parse_opening(text: str) -> Game:
    """The game of a record or a position, from a small cache."""
    return _parse_opening(text).copy()


@lru_cache(maxsize=CACHED)
def _parse_opening(text: str) -> Game:
    kind = _KIND.match(text)
    if kind is None:
        why = BadText("no_opening", record=record.FIRST_LINE, position=position.FIRST_LINE)
        raise Refusal("bad_opening", reason=why)
    try:
        if is_record(text):
            return Game.load(text)
        return Game.from_position(text)
    except NaqalaError as error:
        raise Refusal("bad_opening", reason=error) from None


@lru_cache(maxsize=CACHED)
def canonical(text: str) -> str:
    """A record or a position that somebody sent in its normal form, without comments.

    Refusal if it cannot be read, or if reading it would take too long. The texts of stored tables
    are not checked again: an earlier version may have accepted longer ones.
    """
    try:
        _check_size(text)
    except NaqalaError as error:
        raise Refusal("bad_opening", reason=error) from None
    game = parse_opening(text)
    game.comments.clear()
    return game.record() if is_record(text) else game.position()


def _check_size(text: str) -> None:
    """Refuse a text that takes long to read, before it is read."""
    if text.count("\n") >= MOST_LINES:
        raise BadText("line_count", most=MOST_LINES)
    if is_record(text):
        actions = (line.action for line in record.parse_record(text).actions)
        steps = sum(1 + len(each.drops) if isinstance(each, Sow) else 1 for each in actions)
        if steps > MOST_STEPS:
            raise BadText("step_count", number=steps, most=MOST_STEPS)


def is_record(text: str) -> bool:
    """Whether a text is a record rather than a position; comments may precede it."""
    kind = _KIND.match(text)
    return kind is not None and kind[1] == "record"


def check_bot(name: str) -> None:
    """Refuse what cannot be the name of a bot.

    A stored table may name a bot that the server does not offer any more; another one plays then.
    """
    fine = name == name.strip() and name.isprintable() and "," not in name
    if not fine or not 1 <= len(name) <= BOT_NAME_LENGTH:
        raise Refusal("no_bot", bots=tuple(BOT_BUDGETS))


def check_offered(name: str, bots: Collection[str]) -> None:
    """Refuse a bot that the server does not offer."""
    if name not in bots:
        raise Refusal("no_bot", bots=tuple(bots))


def check_name(name: str) -> None:
    """Refuse a name that is invisible or cannot be written in a record."""
    fine = name == name.strip() and name.isprintable() and "," not in name
    if not fine or not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal("bad_name", most=NAME_LENGTH)
