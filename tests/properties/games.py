"""The random games that all properties are checked in, in every mode.

A property is a generator: it looks at a game whenever it runs and is sent the events of each
action, until the game is over. So a game is played once for many properties. What is cheap is
checked at every step of every game; what is dear at every step of some games and at some steps of
all.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from random import Random

from naqala import Event, Game
from tests.play import BASE, GAMES, Mode

PARTS = 4
"""The games of a mode are played in so many parts, which can run side by side."""
MOST_ACTIONS = 3000
DEAR = 301
"""One of so many games is checked at every step for everything."""


@dataclass
class Sample:
    """Where a property is checked that is too dear to be checked at every step."""

    number: int
    random: Random
    dear: bool

    def now(self, share: float) -> bool:
        """Whether to check here: always in a dear game, else at this share of the steps."""
        return self.dear or self.random.random() < share


Property = Callable[[Game, Sample], Generator[None, list[Event], None]]


def numbers(mode: Mode, part: int) -> range:
    """The numbers of the games of a part.

    Each mode plays three fifths of `GAMES`; the base game has a mode for 2, 3 and 4 players.
    """
    return range(part, GAMES * 3 // 5 * (3 if mode == BASE else 1), PARTS)


def is_dear(number: int) -> bool:
    """Whether the game of this number is checked at every step where that is dear."""
    return number % DEAR == 7


def check(mode: Mode, number: int, properties: Sequence[Property]) -> None:
    """Play a game to its end before the eyes of these properties."""
    game = mode.new_game(number)
    random = Random(number)
    watching: Property | None = None
    try:
        running = []
        for watching in properties:
            sample = Sample(number, Random(f"{watching.__name__} {number}"), is_dear(number))
            running.append((watching, watching(game, sample)))
            next(running[-1][1])
        for _ in range(MOST_ACTIONS):
            if game.over:
                break
            watching = None
            events = game.play(mode.choose(random, game.legal()))
            for asked, eyes in running:
                watching = asked
                try:
                    eyes.send(events)
                except StopIteration:
                    assert game.over, "the property stopped watching"
        assert game.over, f"the game does not end within {MOST_ACTIONS} actions"
    except Exception as error:
        what = f"{watching.__name__} fails " if watching else ""
        error.add_note(
            f"{what}in game {number} of mode {mode.name}, after {len(game.history)} actions:\n"
            f"{game.record()}"
        )
        raise
