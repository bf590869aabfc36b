"""Secrets of games with expansions: no view and no event of others reveals them."""

from random import Random

import pytest

from naqala import Event, Game, imagine, seen_by
from naqala.rules.events import (
    ItemKept,
    ItemsDiscarded,
    ItemsDrawn,
    ItemUsed,
    WhimPaid,
    WhimTaken,
)
from tests.positions import game_at, position_line, tile

TABLE = """
expansions whims artisans
players 3
tiles m6 w5 c0 m6
row fish wheat
djinns boaz leta
item-discards jewel
whim-cities c1:whim-04
p1-items crown horn
p1-whims whim-02
p1-paid-whims whim-05
p1-has gold 31 artisans 2 tents 1
p2-has gold 17 artisans 1 tents 0
p2-hand gems fakir
p2-items carpet treasure treasure
p2-tiles b1
p2-tent b1
p2-whims whim-10 whim-12
p2-paid-whims whim-06
p3-items ring
pending moving
"""
KEEPING = "seat p2\npending finishing / tile b1 / keeping jewel lamp"


def table(*lines: str) -> Game:
    return game_at(TABLE, *lines)


# Views


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p2-has gold 17 artisans 1 tents 0", "p2-has gold 99 artisans 1 tents 0"),
        ("p2-hand gems fakir", "p2-hand fish spices"),
        ("p2-items carpet treasure treasure", "p2-items jewel lamp scimitar"),
        ("p2-items carpet treasure treasure", "p2-items carpet treasure jewel"),
        ("p2-whims whim-10 whim-12", "p2-whims whim-19 whim-20"),
        ("p2-whims whim-10 whim-12", "p2-whims whim-12 whim-10"),
        (KEEPING, KEEPING.replace("jewel lamp", "crown scimitar")),
        (KEEPING, KEEPING.replace("jewel lamp", "jewel crown")),
    ],
    ids=["gold", "hand", "items", "one item", "Whims", "order of Whims", "drawn", "one drawn"],
)
def test_views_of_others_do_not_depend_on_secrets(one: str, other: str) -> None:
    """S4, W6, N5"""
    views = [[table(lines).view(seat) for seat in range(3)] for lines in (one, other)]
    assert views[0][0] == views[1][0]
    assert views[0][1] != views[1][1], "it is no secret to its owner"
    assert views[0][2] == views[1][2]


def test_views_do_not_show_which_cards_items_and_whims_others_have() -> None:
    """S4, W6, N5"""
    swapped = table(
        "p2-items ring carpet treasure", "p3-items treasure", "p2-whims whim-12 whim-20"
    )
    assert swapped.view(0) == table().view(0)


@pytest.mark.parametrize(
    "line",
    [
        "p2-items carpet treasure",
        "p2-whims whim-10",
        "p2-paid-whims whim-07",
        "p2-has gold 17 artisans 2 tents 0",
        "p2-tent -",
        "p3-has gold 50 tents 0",
        "item-discards crown",
        "whim-cities c1:whim-08",
        "whim-cities -",
        "p1-items crown lamp",
        "p1-whims whim-19",
        "flags flying",
        "p1-used lamp",
    ],
)
def test_a_view_shows_public_information_and_own_secrets(line: str) -> None:
    """S4, W5, N5, N8"""
    assert table(line).view(0) != table().view(0)


def test_how_many_items_are_drawn_is_public() -> None:
    """N5"""
    more = KEEPING.replace("jewel lamp", "jewel lamp crown")
    assert table(more).view(0) != table(KEEPING).view(0)


def test_items_and_whims_of_others_are_counted() -> None:
    """W6, N5"""
    view = table().view(0)
    assert [player.item_count for player in view.players] == [2, 3, 1]
    assert [player.whim_count for player in view.players] == [1, 2, 0]
    assert [player.items is None for player in view.players] == [False, True, True]
    assert [player.whims is None for player in view.players] == [False, True, True]


def test_own_items_and_whims_are_visible() -> None:
    """W6, N5"""
    me = table().view(1).players[1]
    assert me.items is not None
    assert me.whims is not None
    assert [item.name for item in me.items] == ["carpet", "treasure", "treasure"]
    assert [whim.name for whim in me.whims] == ["whim-10", "whim-12"]


def test_paid_whims_tents_and_artisans_of_others_are_public() -> None:
    """W6, N5, N8"""
    other = table().view(0).players[1]
    assert [whim.name for whim in other.paid_whims] == ["whim-06"]
    assert (other.tent, other.tents, other.artisans) == (tile("b1"), 0, 1)


def test_unseen_items_and_whims_are_counted_together() -> None:
    """W6, N5"""
    view = table(KEEPING).view(0)
    assert len(view.unseen_items) == 18 - 2 - 1, "all but the own ones and the discards"
    assert len(view.unseen_whims) == 22 - 1 - 2 - 1, "all but the own, the paid and the city's"
    assert [item.name for item in view.item_discards] == ["jewel"]


# Events


@pytest.mark.parametrize(
    ("one", "other", "actions"),
    [
        ("p2-has gold 17", "p2-has gold 99", ("sow a1 b1Y", "sow a1 b1Y")),
        ("p2-hand gems fakir", "p2-hand fish spices", ("sow a1 b1Y", "sow a1 b1Y")),
        ("p2-whims whim-10", "p2-whims whim-12", ("sow a1 b1Y", "sow a1 b1Y")),
        ("p2-whims whim-10", "p2-whims whim-12", ("sow d1 c1G", "sow d1 c1G")),
        ("p2-items treasure", "p2-items crown", ("sow a1 b1Y", "sow a1 b1Y")),
    ],
    ids=["gold", "hand", "Whims", "Whims and a city", "items"],
)
def test_events_for_others_do_not_depend_on_secrets(
    one: str, other: str, actions: tuple[str, str]
) -> None:
    """S4, W6, N5"""
    bare = ("seat p2", "meeples Y YB GB G", "p2-items -", "p2-hand -", "p2-whims -")
    games = [table(*bare, lines) for lines in (one, other)]
    assert_same_for_p1(games, actions)


@pytest.mark.parametrize(
    ("lines", "actions"),
    [
        ("pending finishing / tile b1", ("craft artisan", "craft artisan")),
        ("meeples P PB GB G\npending moving", ("sow a1 b1P", "sow a1 b1P")),
        ("meeples - P Y -\np2-djinns kandicha\npending finishing / tile a1 / tribe a1 RR",
         ("kill b1P", "kill b1P")),
    ],
    ids=["workshop", "Artisans", "Kandicha"],
)  # fmt: skip
def test_items_are_drawn_in_secret(lines: str, actions: tuple[str, str]) -> None:
    """N5, N6, D28"""
    one = "item-deck treasure jewel\np2-items crown jewel"
    other = "item-deck crown jewel\np2-items treasure jewel"
    games = [table("seat p2", "p1-items -", lines, items) for items in (one, other)]
    assert_same_for_p1(games, actions)


def test_an_item_is_kept_in_secret() -> None:
    """N5"""
    lines = ("keeping jewel lamp", "keeping treasure lamp")
    games = [table(f"seat p2\npending finishing / tile b1 / {line}") for line in lines]
    assert_same_for_p1(games, ("keep jewel", "keep treasure"))


def assert_same_for_p1(games: list[Game], actions: tuple[str, str]) -> None:
    """Check that p1 cannot distinguish the games before and after these actions."""
    assert games[0].state != games[1].state
    assert games[0].view(0) == games[1].view(0)
    seen = [
        [seen_by(event, 0) for event in game.play(action)]
        for game, action in zip(games, actions, strict=True)
    ]
    assert seen[0] == seen[1]
    assert games[0].view(0) == games[1].view(0)


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (ItemsDrawn(seat=1, items=("lamp", "ring"), number=2), ItemsDrawn(1, None, 2)),
        (ItemKept(seat=1, item="lamp"), ItemKept(1, None)),
    ],
)
def test_only_the_owner_sees_which_items_are_drawn(event: Event, seen: Event) -> None:
    """N5"""
    assert seen_by(event, 1) == event
    assert seen_by(event, 0) == seen_by(event, 2) == seen


@pytest.mark.parametrize(
    "event",
    [
        ItemsDiscarded(items=("lamp",)),
        ItemUsed(seat=1, item="lamp"),
        WhimTaken(seat=1, tile=tile("d1"), whim="whim-01"),
        WhimPaid(seat=1, whim="whim-01"),
    ],
)
def test_everybody_sees_what_is_face_up(event: Event) -> None:
    """W5, W6, N5, N11"""
    assert [seen_by(event, seat) for seat in range(3)] == [event] * 3


# Imagined states


@pytest.mark.parametrize("lines", ["", KEEPING], ids=["moving", "keeping"])
@pytest.mark.parametrize("viewer", range(3))
def test_an_imagined_state_has_the_same_view(viewer: int, lines: str) -> None:
    """S4, W6, N5"""
    view = table(lines).view(viewer)
    for seed in range(40):
        assert Game(imagine(view, Random(seed))).view(viewer) == view


def test_items_and_whims_are_imagined_at_random() -> None:
    """W6, N5"""
    view = table().view(0)
    imagined = [Game(imagine(view, Random(seed))) for seed in range(30)]
    assert len({position_line(game, "p2-items") for game in imagined}) > 10
    assert len({position_line(game, "p2-whims") for game in imagined}) > 10


def test_no_imagined_whim_is_already_met() -> None:
    """W6"""
    rich = "p2-has gold 17 viziers 9 elders 9 artisans 9"
    view = table(rich, "p2-whims whim-12 whim-19").view(0)
    met = {"whim-01", "whim-02", "whim-08", "whim-09", "whim-10", "whim-20", "whim-22"}
    for seed in range(40):
        names = position_line(Game(imagine(view, Random(seed))), "p2-whims").split()
        assert len(names) == 2
        assert not met & set(names)
