"""The random games in which all properties are checked, in every mode.

A property is a generator: it inspects the game whenever it runs and is sent the events of each
action, until the game is over. So one game serves many properties. Cheap checks run at every step
of every game; expensive ones at every step of a few games and at some steps of all others.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from random import Random

from naqala import Event, Game
from tests.play import BASE, GAMES, Mode

PARTS = 4
"""The games of a mode are divided into this many tests, which can run in parallel."""
MOST_ACTIONS = 3000
THOROUGH_EVERY = 301
"""One in this many games is checked for everything at every step."""


@dataclass
class Sample:
    """Decides where to check a property that is too expensive to check at every step."""

    number: int
    random: Random
    thorough: bool

    def now(self, share: float) -> bool:
        """Whether to check here: always in a thorough game, else at this share of the steps."""
        return self.thorough or self.random.random() < share


Property = Callable[[Game, Sample], Generator[None, list[Event], None]]


def numbers(mode: Mode, part: int) -> range:
    """The numbers of the games of a part.

    Each mode plays three tenths of `GAMES`; the base game plays as many for each of 2, 3 and 4
    players.
    """
    return range(part, GAMES * 3 // 10 * (3 if mode == BASE else 1), PARTS)


def is_thorough(number: int) -> bool:
    """Whether everything is checked at every step of this game."""
    return number % THOROUGH_EVERY == 7


def check(mode: Mode, number: int, properties: Sequence[Property]) -> None:
    """Play a game to its end and check these properties."""
    game = mode.new_game(number)
    random = Random(number)
    current: Property | None = None
    try:
        running = []
        for current in properties:
            sample = Sample(number, Random(f"{current.__name__} {number}"), is_thorough(number))
            running.append((current, current(game, sample)))
            next(running[-1][1])
        for _ in range(MOST_ACTIONS):
            if game.over:
                break
            current = None
            events = game.play(mode.choose(random, game.legal()))
            for prop, checking in running:
                current = prop
                try:
                    checking.send(events)
                except StopIteration:
                    assert game.over, "the property stopped before the end of the game"
        assert game.over, f"the game does not end within {MOST_ACTIONS} actions"
    except Exception as error:
        what = f"{current.__name__} fails " if current else ""
        error.add_note(
            f"{what}in game {number} of mode {mode.name}, after {len(game.history)} actions:\n"
            f"{game.record()}"
        )
        raise
