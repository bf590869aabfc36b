"""What is printed on the cards."""

from __future__ import annotations

from naqala.rules.djinns import DJINNS
from naqala.tables.protocol.card_data import faces


def test_every_djinn_tells_its_points_and_every_way_to_pay() -> None:
    told = faces()["djinns"]
    assert told.keys() == DJINNS.keys()
    assert told["enki"] == {
        "points": 8,
        "price": [
            {"elders": 1, "fakirs": 0, "artisans": 0},
            {"elders": 0, "fakirs": 1, "artisans": 0},
        ],
        "when": "used",
    }
    assert told["jafaar"] == {"points": 6, "price": [], "when": "always"}
    assert told["nekir"]["when"] == "event"


def test_precious_items_have_points_and_magic_ones_none() -> None:
    items = faces()["items"]
    assert items["crown"] == {"points": 9, "magic": False}
    assert all((item["points"] == 0) == item["magic"] for item in items.values())


def test_sets_of_goods_are_worth_more_the_larger_they_are() -> None:
    sets = faces()["sets"]
    assert len(sets) == 9
    assert sets == sorted(sets)
