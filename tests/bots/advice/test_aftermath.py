"""What a player has after an option."""

import pytest

from naqala import Game
from naqala.bots.advice.aftermath import Aftermath, aftermath
from naqala.bots.advice.reasons import Chance, Gain, Option, Reason, Summons
from naqala.bots.advice.wording import lines
from naqala.rules.notation.actions import parse_action
from naqala.text import catalogue
from tests.positions import base_board, game_at

ENGLISH = catalogue("en")


def market(*lines: str) -> Game:
    """A turn that can bring 2 Merchants together, with two kinds of goods in the row."""
    land = base_board("b3:G c3:G e1:R e2:R")
    return game_at(land, "row ivory gems", *lines, "pending moving")


def after(game: Game, *reasons: Reason) -> Aftermath | None:
    move = parse_action("sow b3 c3G")
    return aftermath(game, Option((move,), 0.0, 0, reasons))


def test_the_size_of_a_set_and_the_value_of_another_kind_are_known() -> None:
    found = after(market("p1-hand fish wheat"))
    assert found is not None
    assert (found.kinds, found.last_kind, found.next_kind) == (4, 6, 8)


def test_nothing_is_known_if_it_depends_on_luck() -> None:
    assert after(market("p1-hand fish"), Chance()) is None


def test_the_game_is_left_as_it_was() -> None:
    game = market("p1-hand fish")
    position = game.position()
    after(game)
    assert game.position() == position


@pytest.mark.parametrize(
    ("has", "unpaid"),
    [
        ("p1-djinns sloar", {"sloar"}),
        ("p1-djinns sloar\np1-hand fakir", set()),
        ("p1-djinns jafaar", set()),
    ],
)
def test_a_power_without_its_price_cannot_be_paid_for(has: str, unpaid: set[str]) -> None:
    found = after(market(has))
    assert found is not None
    assert found.unpaid == unpaid


def has(kinds: int, *unpaid: str) -> Aftermath:
    return Aftermath(frozenset(unpaid), kinds, 6, 8)


def test_goods_have_the_size_of_the_set_if_it_grows() -> None:
    option = Option((), 0.0, 6, (Gain(0, True, "goods", 6),))
    noted = ["+6 points right away: Goods +6 (4 kinds; one more adds 8)"]
    plain = ["+6 points right away: Goods +6"]
    assert lines(ENGLISH, option, (), after=has(4)) == noted
    assert lines(ENGLISH, option, (), after=has(2)) == plain
    assert lines(ENGLISH, option, (), after=Aftermath(frozenset(), 4, 7, 8)) == plain
    assert lines(ENGLISH, option, (), after=Aftermath(frozenset(), 9, 5, 0)) == plain


def test_a_djinn_has_its_price_and_whether_it_can_be_paid() -> None:
    option = Option((), 0.0, 0, (Summons("sloar"),))
    text = "draw the top card of the resource pile"
    assert lines(ENGLISH, option, (), after=has(0)) == [f"Sloar (1 Fakir): {text}"]
    assert lines(ENGLISH, option, (), after=has(0, "sloar")) == [
        f"Sloar: {text}; you cannot pay the price of this power yet (1 Fakir)"
    ]
