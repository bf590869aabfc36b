"""Solo games for tests: positions of the game against Yazid, and their events."""

from collections.abc import Iterable

from naqala import Event, Game
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Captured, DiceRolled
from tests.positions import base_board, game_at, position_line

EVERYWHERE = " ".join(f"{column}{row}:Y" for column in "abcdef" for row in "12345")
"""A Vizier on each tile."""
HE_STRUCK = "yazid-flags struck acted"
"""It is the player's turn, and Yazid has struck before."""
HE_STRIKES_LATER = "yazid-flags acted"
"""It is the player's turn, and Yazid strikes afterwards."""
SEEDS = range(40)
"""Seeds to try if the result depends on chance."""


def solo(people: str, *lines: str, land: str = "") -> Game:
    """A solo game; the land and the meeples are given as for `base_board`."""
    return game_at(base_board(people, land), "players 1", *lines)


def struck(people: str, dice: str, *lines: str, land: str = "") -> Game:
    """A game in which the player has let Yazid strike with these dice."""
    game = solo(people, f"dice {dice}", "pending offering", *lines, land=land)
    game.play("pass")
    return game


def events_of(game: Game) -> list[Event]:
    """All events since the position."""
    return [*game.opening, *(event for played in game.history for event in played.events)]


def captured(game: Game) -> list[str]:
    """The tiles that Yazid has emptied, in alphabetical order."""
    return sorted(TILE_NAMES[e.tile] for e in events_of(game) if isinstance(e, Captured))


def rolls(events: Iterable[Event]) -> list[tuple[int, int]]:
    """The dice, white and black, of every roll."""
    return [(event.white, event.black) for event in events if isinstance(event, DiceRolled)]


def of_yazid(game: Game) -> dict[str, int]:
    """The camels, meeples and Fakirs of Yazid, without those of which he has none."""
    words = position_line(game, "yazid").split()
    numbers = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return {what: number for what, number in numbers.items() if number}


def gold(game: Game) -> int:
    """The player's gold."""
    return game.state.players[0].gold
