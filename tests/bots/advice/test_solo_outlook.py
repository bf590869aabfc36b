"""The chances and the points of the options of a solo game."""

from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.advice import Advice, advise
from naqala.bots.advice.solo_outlook import SoloOutlook
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import Plan
from naqala.bots.value.chances import solo_chances
from naqala.bots.value.expected_margin import expected_margins
from naqala.bots.value.points import LOSS, margin
from naqala.rules.state import State
from naqala.rules.yazid import Naming, Offering

GAMES = Path(__file__).parent.parent.parent / "games"


def positions(name: str) -> list[State]:
    game = Game.load((GAMES / f"{name}.naqala").read_text(encoding="utf-8"))
    found = []
    while game.history:
        game.undo(min(5, len(game.history)))
        found.append(game.state.copy())
    return found


@pytest.mark.parametrize("name", ["solo-gold", "solo-survived"])
def test_a_better_option_does_not_have_both_a_smaller_chance_and_fewer_points(name: str) -> None:
    for state in positions(name):
        best = Plan(expected_margins([state], 0)[0], (), state)
        outlook = SoloOutlook(state, best)
        first = outlook.of(best)
        if not isinstance(state.pending[-1], Offering | Naming):
            model = solo_chances(state, best.value)
            assert (first.survival, first.points) == pytest.approx((model.survival, model.points))
        last = first
        for less in (3.0, 10.0, 40.0, 200.0):
            found = outlook.of(best._replace(value=best.value - less))
            assert 0 <= found.survival <= last.survival + 1e-9 <= 1.1
            assert found.points <= last.points + 1e-9
            assert all(
                new <= old + 1e-9 for new, old in zip(found.titles, last.titles, strict=True)
            )
            last = found


def test_the_differences_of_chances_and_points_agree_with_the_values() -> None:
    """Also if the model expects something else."""
    one, other = positions("solo-survived")[3:5]
    best = Plan(100.0, (), one)
    outlook = SoloOutlook(one, best)
    lost = margin(one, 0) + LOSS

    def worth(plan: Plan) -> float:
        found = outlook.of(plan)
        return found.survival * found.points + (1 - found.survival) * lost

    equal = Plan(100.0, (), other)
    assert worth(equal) == pytest.approx(worth(best), abs=2.0)
    assert worth(equal._replace(value=94.0)) == pytest.approx(worth(best) - 6.0, abs=2.0)


def test_answers_to_the_dice_have_the_points_of_the_turns_that_follow() -> None:
    """Not those before the turn, which would jump at the next decision."""
    game = Game.load((GAMES / "solo-survived.naqala").read_text(encoding="utf-8"))
    game.undo(len(game.history) - 30)
    while not isinstance(game.state.pending[-1], Offering):
        game.undo()
    answer = ask(game)
    for action in answer.options[0].actions[:1]:
        game.play(action)
    while game.state.seat != 0 or isinstance(game.state.pending[-1], Offering):
        game.play(game.legal()[0])
    turn = ask(game)
    before, after = answer.options[0], turn.options[0]
    assert before.survivor_points == pytest.approx(after.survivor_points, abs=15)
    assert before.chance == pytest.approx(after.chance, abs=0.15)


def test_no_turn_is_played_after_the_deadline() -> None:
    """The answer to the dice is then compared by the states after it."""
    game = Game.load((GAMES / "solo-survived.naqala").read_text(encoding="utf-8"))
    while not (game.state.pending and isinstance(game.state.pending[-1], Offering)):
        game.undo()
    state = game.state
    evaluations = []
    for limit in (Limit(), Limit(seconds=0.0)):
        SoloOutlook(state, Plan(100.0, (), state, ends=(state,)), limit)
        evaluations.append(limit.evaluations)
    assert evaluations[0] > evaluations[1] == 1


def ask(game: Game) -> Advice:
    return advise(game.view(game.seat), None, evaluations=6000, count=2)
