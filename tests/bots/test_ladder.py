"""Every bot of the ladder, in every mode: legal, repeatable, blind to secrets, never stuck."""

from collections.abc import Iterator
from random import Random
from time import monotonic

import pytest

from naqala import Action, Game
from naqala.bots import BOTS, UnknownBot, bot
from naqala.bots.bot import Bot, Thinker
from naqala.rules.state import State
from naqala.rules.turn import apply
from naqala.rules.view import imagine, view
from tests.play import some_games

MODES: list[tuple[int, tuple[str, ...]]] = [
    (1, ()),
    (2, ()),
    (3, ("whims",)),
    (4, ("artisans",)),
    (5, ("whims", "artisans")),
]
QUICK = ("traveller", "merchant")
PATIENT = 600.0
"""Seconds that never run out: then a bot repeats itself on any machine."""


def actions(bots: list[Bot], game: Game) -> Iterator[Action]:
    """The actions of a whole game, each checked by the game."""
    while not game.over:
        state = game.state
        action = bots[state.seat].choose(view(state, state.seat), state.choices)
        game.play(action)
        yield action


def seated(name: str, players: int, seed: int = 7, budget: float | None = None) -> list[Bot]:
    return [bot(name, seed + seat, budget) for seat in range(players)]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(("players", "boxes"), MODES)
def test_quick_bots_play_whole_games_of_every_mode(
    name: str, players: int, boxes: tuple[str, ...]
) -> None:
    game = Game.new(players=players, seed=3, expansions=boxes)
    assert list(actions(seated(name, players), game))
    assert game.over


@pytest.mark.parametrize("name", [name for name in BOTS if name not in QUICK])
@pytest.mark.parametrize(("players", "boxes"), MODES)
def test_thinking_bots_play_the_beginning_of_every_mode(
    name: str, players: int, boxes: tuple[str, ...]
) -> None:
    game = Game.new(players=players, seed=5, expansions=boxes)
    for nth, _ in enumerate(actions(seated(name, players, budget=0.05), game)):
        if nth > 60:
            break


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    def beginning() -> list[Action]:
        game = Game.new(players=2, seed=11)
        played = actions(seated(name, 2, budget=PATIENT), game)
        return [action for action, _ in zip(played, range(14), strict=False)]

    assert beginning() == beginning()


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_cannot_know_the_difference_chooses_the_same(name: str) -> None:
    """The state is imagined anew from the view: only secrets and chance differ."""
    for game in some_games(4, 60, Random(4)):
        state = game.state
        if state.over or not state.choices:
            continue
        seat = state.seat
        seen = view(state, seat)
        other = with_other_secrets(state, seat)
        assert view(other, seat) == seen
        one, two = bot(name, 1, PATIENT), bot(name, 1, PATIENT)
        assert one.choose(seen, state.choices) == two.choose(view(other, seat), other.choices)


def with_other_secrets(state: State, seat: int) -> State:
    other = imagine(view(state, seat), Random(99))
    assert other.choices == state.choices
    for nth, player in enumerate(other.players):
        if nth != seat:
            player.gold += 13
    return other


@pytest.mark.parametrize("name", [name for name in BOTS if name != "traveller"])
def test_a_tiny_budget_still_gives_a_legal_choice_soon(name: str) -> None:
    game = Game.new(players=2, seed=21)
    state = game.state
    player = bot(name, 1, 0.001)
    began = monotonic()
    while state.round < 2:
        action = player.choose(view(state, state.seat), state.choices)
        assert action in state.choices
        apply(state, action)
    assert monotonic() - began < 20


class Lost(Thinker):
    """A bot whose plan is never legal."""

    name = "lost"

    def think(self, state: State) -> list[Action]:
        return []


def test_without_a_plan_the_first_legal_action_is_taken() -> None:
    state = Game.new(players=3, seed=2).state
    assert Lost().choose(view(state, state.seat), state.choices) == state.choices[0]


@pytest.mark.parametrize(
    ("name", "budget"), [("wizard", None), ("", 1.0), ("sultan", 0.0), ("djinn", -1.0)]
)
def test_unknown_bots_and_budgets_are_refused_with_a_sentence(
    name: str, budget: float | None
) -> None:
    with pytest.raises(UnknownBot, match=r"there are traveller, merchant|a budget is a number"):
        bot(name, budget=budget)


def test_the_ladder_goes_from_the_traveller_to_the_djinn() -> None:
    assert list(BOTS) == ["traveller", "merchant", "vizier", "sultan", "djinn"]
