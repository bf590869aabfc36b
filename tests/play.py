"""Random play for tests: the same number gives the same game on every machine."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from naqala import Action, Game


class Box(NamedTuple):
    """What is on the table besides the seed."""

    players: int
    expansions: tuple[str, ...] = ()
    promos: tuple[str, ...] = ()
    doubled: bool = False

    def new(self, seed: int) -> Game:
        return Game.new(
            players=self.players,
            seed=seed,
            expansions=self.expansions,
            promos=self.promos,
            doubled=self.doubled,
        )

    def __str__(self) -> str:
        words = [str(self.players), *self.expansions, *self.promos, *["doubled"] * self.doubled]
        return "-".join(words)


DHENIM, WHIMS, ARTISANS = ("dhenim",), ("whims",), ("artisans",)
BASE_BOXES = tuple(Box(players, (), promos) for promos in ((), DHENIM) for players in (2, 3, 4))
OTHER_BOXES = (
    Box(1),
    *(Box(players, WHIMS) for players in (2, 3, 4, 5)),
    *(Box(players, ARTISANS) for players in (2, 3, 4, 5)),
    Box(1, (), DHENIM),
    *(Box(players, WHIMS + ARTISANS) for players in (2, 3, 4, 5)),
    Box(4, (), (), doubled=True),
    Box(4, WHIMS + ARTISANS, DHENIM, doubled=True),
)


def game_of_a_box(number: int) -> Game:
    """The game of this number: the base game and the other boxes by turns."""
    boxes = OTHER_BOXES if number % 2 else BASE_BOXES
    return boxes[number // 2 % len(boxes)].new(number)


def new_game(number: int) -> Game:
    """The game of this number: 2, 3 and 4 players in turn, with and without Dhenim."""
    promos = ["dhenim"] if number // 3 % 2 else []
    return Game.new(players=2 + number % 3, seed=number, promos=promos)


def choose(random: Random, legal: Sequence[Action]) -> Action:
    """Any action, each kind as likely as the others: there are hundreds of sales and few uses."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    return random.choice(kinds[random.choice(list(kinds))])


def steps(game: Game, random: Random, most: int = 3000) -> Iterator[Action]:
    """Choose an action and, once the caller has seen it, play it; until the game is over."""
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
    """Games of all boxes broken off after up to so many actions."""
    for nth in range(number):
        game = game_of_a_box(nth)
        for _ in range(random.randrange(length)):
            if game.over:
                break
            game.play(choose(random, game.legal()))
        yield game
