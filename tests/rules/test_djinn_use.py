"""The price of each power, and how often it is used; see test_between_steps for when."""

import pytest

from naqala import Game
from naqala.rules.board import TILE_OF_NAME
from tests.positions import acting, base_board, choices, game_at, position_line

PRICES = {
    "anun-nak": "E/F", "bouraq": "E/F", "echidna": "E+", "enki": "E/F", "hagis": "E/F",
    "iblis": "E/F", "lamia": "E/F", "leta": "E+", "sibittis": "E+", "sloar": "F", "utug": "E+",
}  # fmt: skip
WAYS: dict[str, dict[tuple[int, int], set[str]]] = {
    "E/F": {
        (0, 0): set(),
        (1, 0): {"elder"},
        (0, 1): {"fakir"},
        (2, 2): {"elder", "fakir"},
    },
    "E+": {
        (1, 0): set(),
        (0, 2): set(),
        (2, 0): {"elders"},
        (1, 1): {"elder fakir"},
        (2, 2): {"elders", "elder fakir"},
    },
    "F": {
        (2, 0): set(),
        (0, 1): {"fakir"},
        (2, 2): {"fakir"},
    },
}
"""For each price, the possible payments with this many Elders and Fakirs."""

ANYTIME = ("anun-nak", "bouraq", "enki", "leta", "sibittis", "sloar", "utug")
WIDE = base_board("e5:B f5:B", "a1:v5 a2:o8")
"""A land with empty tiles, tiles with meeples, a village and an oasis."""
OCCASIONS = dict.fromkeys(ANYTIME, (WIDE, "pending finishing")) | {
    "echidna": (base_board(land="b3:v5"), acting("c3", "BB")),
    "hagis": (base_board(land="c3:v5"), "pending finishing / tile c3"),
    "iblis": (base_board("d3:YYY"), acting("c3", "RR")),
    "lamia": (base_board(land="c3:o8"), "pending finishing / tile c3"),
}
"""A position in which each power can be used."""
RICH = "p1-has elders 6\np1-hand fakir*6\ndjinn-deck boaz jafaar shamhat"
TWICE_IN_A_ROW = "spots p1 - - - - - - - -\nacted p1 p2 p2"
"""p1 has another turn next."""


def uses(game: Game, djinn: str) -> list[str]:
    """The possible uses of a Djinn."""
    return sorted(text for text in choices(game) if text.startswith(f"use {djinn} "))


def payments(game: Game, djinn: str) -> set[str]:
    """The possible payments for a Djinn."""
    payments = (text.split()[2:] for text in uses(game, djinn))
    return {" ".join(word for word in words if word not in TILE_OF_NAME) for words in payments}


def use(game: Game, djinn: str) -> None:
    """Use a Djinn in the first possible payment."""
    game.play(uses(game, djinn)[0])
    if djinn == "sibittis":
        game.play("keep boaz")


# Prices


@pytest.mark.parametrize(
    ("djinn", "elders", "fakirs"),
    [(djinn, *means) for djinn, price in PRICES.items() for means in WAYS[price]],
)
def test_a_power_is_offered_only_for_its_full_price(djinn: str, elders: int, fakirs: int) -> None:
    """D2, D5, D6, D7, D8, D10, D14, D15, D20, D21, D22"""
    means = (f"p1-has elders {elders}", f"p1-hand fakir*{fakirs}")
    game = game_at(*OCCASIONS[djinn], *means, f"p1-djinns {djinn}")
    assert payments(game, djinn) == WAYS[PRICES[djinn]][elders, fakirs]


@pytest.mark.parametrize(
    ("djinn", "payment"),
    [(djinn, payment) for djinn, price in PRICES.items() for payment in sorted(WAYS[price][2, 2])],
)
def test_elders_are_paid_to_the_bag_and_fakirs_to_the_discards(djinn: str, payment: str) -> None:
    """J3"""
    means = ("p1-has elders 2", "p1-hand fakir*2", "bag GGG", "deck silk*3")
    game = game_at(*OCCASIONS[djinn], *means, f"p1-djinns {djinn}")
    game.play(next(text for text in uses(game, djinn) if text.endswith(f" {payment}")))
    elders = {"elders": 2, "elder": 1, "elder fakir": 1, "fakir": 0}[payment]
    fakirs = {"elders": 0, "elder": 0, "elder fakir": 1, "fakir": 1}[payment]
    me = game.state.players[0]
    # Anun-Nak may draw an Elder from the bag.
    returned = position_line(game, "bag") + position_line(game, "meeples")
    assert (me.elders, returned.count("W")) == (2 - elders, elders)
    assert (me.fakirs, position_line(game, "discards")) == (
        2 - fakirs,
        f"fakir*{fakirs}" if fakirs else "-",
    )


# How often


@pytest.mark.parametrize("djinn", [*ANYTIME, "echidna", "iblis"])
def test_a_power_cannot_be_used_twice_in_a_turn(djinn: str) -> None:
    """J1"""
    game = game_at(*OCCASIONS[djinn], RICH, f"p1-djinns {djinn}")
    use(game, djinn)
    assert uses(game, djinn) == []


@pytest.mark.parametrize("djinn", ANYTIME)
def test_a_power_used_before_the_move_is_not_offered_later_in_the_turn(djinn: str) -> None:
    """J1"""
    game = game_at(WIDE, "pending moving", RICH, f"p1-djinns {djinn}")
    use(game, djinn)
    game.play("sow e5 f5B")
    assert uses(game, djinn) == []


@pytest.mark.parametrize(
    ("djinn", "placer", "kind", "piece"),
    [("hagis", "bouraq", "v5", "palaces"), ("lamia", "enki", "o8", "palms")],
)
def test_a_second_piece_of_the_same_turn_is_not_shifted(
    djinn: str, placer: str, kind: str, piece: str
) -> None:
    """J1, D8, D14"""
    here = base_board(land=f"c3:{kind}")
    game = game_at(here, "pending finishing / tile c3", RICH, f"p1-djinns {djinn} {placer}")
    game.play(f"use {placer} c3 elder")
    game.play(f"use {djinn} d3 elder")
    assert choices(game) == {"end"}
    assert position_line(game, piece) == "c3*1 d3*1"


@pytest.mark.parametrize("djinn", ANYTIME)
def test_each_turn_of_a_round_allows_one_use(djinn: str) -> None:
    """J1"""
    game = game_at(*OCCASIONS[djinn], TWICE_IN_A_ROW, RICH, f"p1-djinns {djinn}")
    use(game, djinn)
    game.play("end")
    assert uses(game, djinn) != []


@pytest.mark.parametrize(
    ("djinn", "tribe", "kind"),
    [("echidna", "B", "v5"), ("hagis", "Y", "v5"), ("iblis", "R", "m6"), ("lamia", "Y", "o8")],
)
def test_each_turn_of_a_round_allows_one_use_of_a_power_tied_to_an_event(
    djinn: str, tribe: str, kind: str
) -> None:
    """J1"""
    here = base_board(f"a1:{tribe} b1:{tribe} c1:GG e1:GG", f"b1:{kind}")
    used = (f"p1-djinns {djinn}", f"p1-used {djinn}", "pending finishing")
    game = game_at(here, TWICE_IN_A_ROW, RICH, *used)
    game.play("end")
    game.play(f"sow a1 b1{tribe}")
    assert uses(game, djinn) != []


@pytest.mark.parametrize("djinn", PRICES)
def test_the_djinns_of_an_opponent_cannot_be_used(djinn: str) -> None:
    """J1"""
    means = (RICH, "p2-has elders 6", "p2-hand fakir*6", "p1-djinns al-amin")
    game = game_at(*OCCASIONS[djinn], *means, f"p2-djinns {djinn}")
    assert uses(game, djinn) == []


@pytest.mark.parametrize("djinn", ANYTIME)
def test_a_power_can_be_used_in_the_turn_in_which_the_djinn_was_taken(djinn: str) -> None:
    """J1"""
    here = base_board("e5:B f5:B", "a1:v5 a2:o8 c3:s6")
    game = game_at(here, "pending finishing / tile c3", RICH, f"djinns {djinn}")
    game.play(f"summon {djinn} elders")
    assert uses(game, djinn) != []


@pytest.mark.parametrize(("djinn", "gathered"), [("echidna", "RR"), ("iblis", "BB")])
def test_a_power_for_one_tribe_is_not_offered_to_another(djinn: str, gathered: str) -> None:
    """J2, D6, D10"""
    here = base_board("d3:YY", "b3:v5")
    game = game_at(here, acting("c3", gathered), RICH, f"p1-djinns {djinn}")
    assert uses(game, djinn) == []
