"""Random play for tests: the same number gives the same game on every machine."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from naqala import Action, Game
from naqala.rules.actions import Buy, PlayFirst

USUAL_GAMES = 36
GAMES = int(os.environ.get("NAQALA_GAMES", USUAL_GAMES))
"""The size of every random sample: `make soak` plays hundreds of times as many games as usual."""


@dataclass(frozen=True)
class Mode:
    """A mode of the game."""

    name: str
    players: tuple[int, ...]
    """The numbers of players, used in turn."""
    expansions: tuple[str, ...] = ()
    promo: bool | None = None
    """Whether Dhenim is in play; None alternates."""
    doubled: bool = False
    thrifty: bool = False
    """Whether players spend no gold voluntarily, which makes solo games longer."""

    def new_game(self, number: int) -> Game:
        """The game of this number."""
        cycle, nth = divmod(number, len(self.players))
        promo = cycle % 2 == 1 if self.promo is None else self.promo
        return Game.new(
            players=self.players[nth],
            seed=number,
            expansions=self.expansions,
            promos=["dhenim"] if promo else [],
            doubled=self.doubled,
        )

    def choose(self, random: Random, legal: Sequence[Action]) -> Action:
        """A random action; thrifty players do not buy anything."""
        if self.thrifty:
            legal = [action for action in legal if not isinstance(action, Buy | PlayFirst)]
        return choose(random, legal)


BASE = Mode("base", (2, 3, 4))
MODES = (
    BASE,
    Mode("promo", (2, 3, 4), promo=True),
    Mode("doubled", (4,), doubled=True),
    Mode("solo", (1,)),
    Mode("solo-thrifty", (1,), thrifty=True),
    *(
        Mode(f"{name}-{players}", (players,), boxes)
        for name, boxes in (
            ("whims", ("whims",)),
            ("artisans", ("artisans",)),
            ("both", ("whims", "artisans")),
        )
        for players in (2, 3, 4, 5)
    ),
)


def new_game(number: int) -> Game:
    """The base game of this number, with 2, 3 or 4 players, with or without Dhenim."""
    return BASE.new_game(number)


def choose(random: Random, legal: Sequence[Action]) -> Action:
    """A random action. All kinds are equally likely, because there are hundreds of sales."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    return random.choice(kinds[random.choice(list(kinds))])


def steps(game: Game, random: Random, most: int = 3000) -> Iterator[Action]:
    """Yield a random action and then play it, until the game is over."""
    for _ in range(most):
        if game.over:
            return
        action = choose(random, game.legal())
        yield action
        game.play(action)
    raise AssertionError(f"the game does not end within {most} actions")


def play_out(game: Game, random: Random, most: int = 3000) -> None:
    """Play a game to its end."""
    for _ in steps(game, random, most):
        pass


def some_games(number: int, length: int, random: Random) -> Iterator[Game]:
    """Unfinished games of at most `length` actions."""
    for nth in range(number):
        game = new_game(nth)
        for _ in range(random.randrange(length)):
            if game.over:
                break
            game.play(choose(random, game.legal()))
        yield game
