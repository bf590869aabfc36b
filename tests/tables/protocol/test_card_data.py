"""The card data for the page."""

from __future__ import annotations

from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.tables.protocol.card_data import faces


def test_every_djinn_has_points_prices_and_timing() -> None:
    djinns = faces()["djinns"]
    assert djinns.keys() == DJINNS.keys()
    assert djinns["enki"] == {
        "points": 8,
        "price": [
            {"elders": 1, "fakirs": 0, "artisans": 0},
            {"elders": 0, "fakirs": 1, "artisans": 0},
        ],
        "when": "used",
    }
    assert djinns["jafaar"] == {"points": 6, "price": [], "when": "always"}
    assert djinns["nekir"]["when"] == "event"


def test_only_precious_items_have_points() -> None:
    items = faces()["items"]
    assert items["crown"] == {"points": 9, "magic": False, "copies": 2}
    assert all((item["points"] == 0) == item["magic"] for item in items.values())
    assert sum(item["copies"] for item in items.values()) == len(ALL_ITEMS)


def test_the_printed_whims_are_listed() -> None:
    whims = faces()["whims"]
    assert len(whims) == 22
    assert whims[0] == {"measure": "viziers", "least": 3, "gold": 5}


def test_larger_sets_of_goods_are_worth_more() -> None:
    sets = faces()["sets"]
    assert len(sets) == 9
    assert sets == sorted(sets)
