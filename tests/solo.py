"""Solo games for tests: positions of the duel with Yazid, and what happened in them."""

from collections.abc import Iterable

from naqala import Event, Game
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Captured, DiceRolled
from tests.positions import base_board, game_at, told

EVERYWHERE = " ".join(f"{column}{row}:Y" for column in "abcdef" for row in "12345")
"""A Vizier on each tile."""
HE_STRUCK = "yazid-flags struck acted"
"""It is the player's turn, and Yazid's was before it."""
HE_STRIKES_LATER = "yazid-flags acted"
"""It is the player's turn, which came first."""
SEEDS = range(40)
"""Seeds to try where chance has a say."""


def solo(people: str, *lines: str, land: str = "") -> Game:
    """A solo game; the land and the people are told as to `base_board`."""
    return game_at(base_board(people, land), "players 1", *lines)


def struck(people: str, dice: str, *lines: str, land: str = "") -> Game:
    """The player, who can afford to go first, has let Yazid strike where these dice say."""
    game = solo(people, f"dice {dice}", "pending offering", *lines, land=land)
    game.play("pass")
    return game


def happened(game: Game) -> list[Event]:
    """Everything since the position was told."""
    return [*game.opening, *(event for played in game.history for event in played.events)]


def captured(game: Game) -> list[str]:
    """The tiles that Yazid has emptied, in alphabetical order."""
    return sorted(TILE_NAMES[e.tile] for e in happened(game) if isinstance(e, Captured))


def rolls(events: Iterable[Event]) -> list[tuple[int, int]]:
    """The dice, white and black, of every roll."""
    return [(event.white, event.black) for event in events if isinstance(event, DiceRolled)]


def of_yazid(game: Game) -> dict[str, int]:
    """What Yazid has of camels, meeples and Fakirs, less what he has none of."""
    words = told(game, "yazid").split()
    numbers = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return {what: number for what, number in numbers.items() if number}


def gold(game: Game) -> int:
    """The player's gold."""
    return game.state.players[0].gold
