"""What a decision cost, in words."""

import pytest

from naqala.bots.advice.reasons import Option
from naqala.tables.views.review import cost_text
from naqala.text import catalogue


def option(chance: float, points: float) -> Option:
    return Option((), 0.0, 0, (), chance, survivor_points=points)


@pytest.mark.parametrize(
    ("better", "solo", "said"),
    [
        (option(0.82, 190.0), False, "−88 points"),
        (option(0.82, 190.0), True, "−18% survival"),
        (option(0.64, 190.0), True, "−40 points"),
        (option(0.65, 190.0), True, "−40 points"),
        (option(0.65, 150.0), True, "−1% survival"),
        (option(0.60, 215.0), True, "−65 points"),
        (option(0.60, 150.0), True, ""),
    ],
)
def test_a_cost_in_the_solo_game_is_survival_or_points(
    better: Option, solo: bool, said: str
) -> None:
    """The loss contains the penalty of a lost game, which nobody sees in points."""
    assert cost_text(catalogue("en"), option(0.64, 150.0), better, 88.0, solo=solo) == said
