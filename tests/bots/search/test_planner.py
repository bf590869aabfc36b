"""Whole turns: shortcuts choose the same as playing every option."""

from collections import Counter
from random import Random

import pytest

from naqala import Action, Game, State
from naqala.bots.search import planner
from naqala.bots.search.exchanges import KnownExchanges, best_exchange
from naqala.bots.search.planner import follow_up, turns
from naqala.bots.value.points import quick_values
from naqala.rules import sowing
from naqala.rules.actions import Buy, Kill, KillInFront, Sow, Take
from naqala.rules.djinns import DJINNS
from naqala.rules.turn import Finishing, apply, sow
from tests.bots.modes import MODES, Boxes
from tests.play import choose
from tests.positions import game_at


def before_moves(number: int, boxes: Boxes, seed: int) -> list[State]:
    """States of a random game in which a turn begins."""
    game, random, found = Game.new(players=number, seed=seed, expansions=boxes), Random(seed), []
    while not game.over:
        if any(isinstance(option, Take) for option in game.legal()) and not game.state.flying:
            found.append(game.state.copy())
        game.play(choose(random, game.legal()))
    return found


def assert_played(before: State) -> None:
    """Check that all turns end as if their actions were played."""
    for turn in turns(before, quick_values):
        move, *rest = turn.actions
        assert isinstance(move, Sow)
        after = before.copy()
        sow(after, move)
        actions, end = follow_up(after, before.seat, quick_values, few=True)
        assert [*actions] == rest
        assert end == turn.state
        assert (end.masks, end.choices) == (turn.state.masks, turn.state.choices)


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_turns_with_the_same_landing_are_the_same_as_if_each_were_played(
    number: int, boxes: Boxes
) -> None:
    for before in before_moves(number, boxes, seed=3)[::4]:
        assert_played(before)


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_the_best_exchange_is_the_same_as_if_each_option_were_played(
    number: int, boxes: Boxes
) -> None:
    compared: Counter[type[Action]] = Counter()
    for before in before_moves(number, boxes, seed=8):
        seat = before.seat
        known: KnownExchanges = {}
        for outcome in sowing.outcomes(before.land.grid, before.piles, before.masks):
            state = before.copy()
            sow(state, planner.first_sow(state, outcome))
            while options := planner._thinned(state, few=True):
                if isinstance(state.pending[-1], Finishing):
                    break
                afters = [state.copy() for _ in options]
                for option, after in zip(options, afters, strict=True):
                    apply(after, option)
                values = quick_values(afters, seat)
                best = options[values.index(max(values))]
                key = state.key()
                if found := best_exchange(state, options, quick_values, known):
                    assert found == best
                    assert state.key() == key
                    compared[type(options[-1])] += 1
                apply(state, best)
    assert compared[Buy]
    assert bool(compared[Kill] + compared[KillInFront]) == (not boxes)


@pytest.mark.parametrize("names", [("marid",), ("utug", "leta"), ("marid", "anun-nak")])
def test_turns_with_the_same_landing_are_the_same_with_djinns_that_watch_the_board(
    names: tuple[str, ...],
) -> None:
    """D2, D15, D16, D22: drops that pay gold, and powers for tiles where nobody stands."""
    for before in before_moves(3, (), seed=4)[::5]:
        for seat in range(3):
            state = before.copy()
            for player in state.players:
                player.djinns = ()
            state.players[seat].djinns = tuple(DJINNS[name] for name in names)
            state.player.elders += 2
            assert_played(state)


@pytest.mark.parametrize("djinn", ["anun-nak", "leta", "utug"])
def test_turns_with_powers_are_those_that_would_be_played(djinn: str) -> None:
    """J2: whether a step of the turn offers a power depends on the tiles that stay empty."""
    random = Random(3)
    names = [f"{column}{row}" for row in range(1, 6) for column in "abcdef"]
    for _ in range(4):
        piles = [
            ["".join(random.choices("YWGB", k=random.choice((1, 2, 3)))) for _ in range(6)]
            for _ in range(5)
        ]
        tiles = [random.choices(("m6", "s6", "l4", "o8", "v5"), k=6) for _ in range(5)]
        before = game_at(
            "players 2",
            "board 6x5",
            f"tiles {'/'.join(map(' '.join, tiles))}",
            f"meeples {'/'.join(map(' '.join, piles))}",
            f"p2-tiles {' '.join(random.sample(names, 5))}",
            f"p1-djinns {djinn}",
            "p1-has elders 2 gold 9",
            "row ivory fish silk wheat gems",
            "pending moving",
        ).state
        assert_played(before)
