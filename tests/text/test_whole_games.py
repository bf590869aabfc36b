"""Every sentence of random games is complete, in every mode and for every seat."""

from collections.abc import Iterable
from random import Random

import pytest

from naqala import Game, seen_by
from naqala.rules.actions import END
from naqala.rules.events import Event
from naqala.rules.state import State
from tests.play import choose
from tests.text.samples import EN, FR, distinct, is_readable

MODES = [
    (1, ()),
    *((players, ()) for players in (2, 3, 4)),
    *(
        (players, boxes)
        for boxes in (("whims",), ("artisans",), ("whims", "artisans"))
        for players in (2, 3, 4, 5)
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "boxes"), MODES, ids=str)
def test_random_games_are_readable(players: int, boxes: tuple[str, ...], seed: int) -> None:
    names = ["Ana", "Bob", "Cléo", "Dan", "Eve"][:players]
    game = Game.new(players=players, seed=seed, expansions=boxes, promos=["dhenim"], names=names)
    check_lines(game.opening, game.state, names)
    random = Random(seed)
    while not game.over:
        for words in (EN, FR):
            assert is_readable(words.decision(game.state))
            texts = [words.action(action, game.state) for action in game.legal()]
            assert distinct(texts) or game.legal() == (END,)
        check_lines(game.play(choose(random, game.legal())), game.state, names)
    for words in (EN, FR):
        assert words.decision(game.state) == words.say("decision.over")


def check_lines(events: Iterable[Event], state: State, names: list[str]) -> None:
    """Every line is readable for every seat and names the player who acts."""
    for event in events:
        for words in (EN, FR):
            line = words.event(event, names, None, state)
            assert is_readable(line)
            for seat in range(len(names)):
                assert is_readable(words.event(seen_by(event, seat), names, seat, state))
            if (actor := getattr(event, "seat", None)) is not None:
                assert words.name(actor, names) in line
