"""The card data for the page."""

from __future__ import annotations

from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.tables.protocol.card_data import faces
from naqala.text import LANGUAGES, catalogue


def test_every_djinn_has_points_prices_and_timing() -> None:
    djinns = faces()["djinns"]
    assert djinns.keys() == DJINNS.keys()
    assert djinns["enki"] == {
        "points": 8,
        "price": [
            {"elders": 1, "fakirs": 0, "artisans": 0},
            {"elders": 0, "fakirs": 1, "artisans": 0},
        ],
        "when": "anytime",
    }
    assert djinns["jafaar"] == {"points": 6, "price": [], "when": "end"}


def test_the_moment_of_every_djinn_is_found_in_its_rules() -> None:
    """J2"""
    djinns = faces()["djinns"]
    moments: dict[str, list[str]] = {}
    for name, djinn in djinns.items():
        moments.setdefault(djinn["when"], []).append(name)
    assert moments == {
        "anytime": ["anun-nak", "bouraq", "enki", "leta", "sibittis", "sloar", "utug"],
        "builders": ["echidna"],
        "assassins": ["iblis"],
        "palace": ["hagis"],
        "palm": ["lamia"],
        "bid": ["kumarbi"],
        "event": ["ba'al", "dhenim", "ganapati", "kali", "marid", "monkir", "nekir"],
        "kill": ["kandicha"],
        "end": ["al-amin", "geb", "haurvatat", "jafaar", "ptah", "shamhat"],
        "always": ["boaz"],
    }
    for words in map(catalogue, LANGUAGES):
        assert all(words.has(f"page.help.when.{moment}") for moment in moments)


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
