"""Random play for tests: the same number gives the same game on every machine."""

from collections.abc import Iterator, Sequence
from random import Random

from naqala import Action, Game


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
    """Games broken off after up to so many actions."""
    for nth in range(number):
        game = new_game(nth)
        for _ in range(random.randrange(length)):
            if game.over:
                break
            game.play(choose(random, game.legal()))
        yield game
