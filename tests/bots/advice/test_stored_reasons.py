"""Reasons as plain data, also data of older versions."""

import pytest

from naqala.bots.advice.advantages import AvoidsDanger
from naqala.bots.advice.reasons import Expects, Lone, Peril, Position, Reason
from naqala.bots.advice.stored_reasons import BadReason, restored, stored
from naqala.rules.meeples import BUILDERS, MERCHANTS
from tests.positions import tile


def test_data_without_the_newest_fields_is_readable() -> None:
    assert restored(["Peril", 2]) == Peril(2)
    danger = ["AvoidsDanger", ["Lone", tile("b3"), MERCHANTS, 6, 1], 3.0]
    assert restored(danger) == AvoidsDanger(Lone(tile("b3"), MERCHANTS, 6, 1), 3.0)


@pytest.mark.parametrize(
    "reason",
    [
        Peril(9, (tile("a1"),), (tile("c4"), tile("c2"))),
        Position((1, 3), 4, 2.0, 1, 1, 1, 8),
        Expects(tile("b3"), BUILDERS, 12, 10, sure=False, place=3),
    ],
)
def test_a_stored_reason_can_be_restored(reason: Reason) -> None:
    assert restored(stored(reason)) == reason


@pytest.mark.parametrize(
    "data", [["Peril"], ["Peril", 9, [], [], True, [], 1], ["Danger", 1], "Peril", 3]
)
def test_other_data_is_not_a_reason(data: object) -> None:
    with pytest.raises(BadReason):
        restored(data)
