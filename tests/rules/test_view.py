"""What a player may know about the others."""

from random import Random

import pytest

from naqala import Game, imagine, seen_by
from naqala.rules.events import CardDrawn, CardsTaken
from naqala.rules.goods import CARD_OF_NAME, size
from tests.positions import game_at, position_line, tiles

FULL_TABLE = """
players 3
seed 5
row fish wheat
p1-has gold 31 viziers 1 elders 2 camels 6
p1-hand ivory silk*2 fakir
p1-djinns boaz
p1-tiles a1
p2-has gold 17 viziers 3 elders 0 camels 5
p2-hand gems fakir
p2-djinns leta utug
p2-used leta
p2-tiles b1 c1
pending moving
"""


def table(*lines: str) -> Game:
    return game_at(FULL_TABLE, *lines)


def test_own_gold_and_cards_are_known() -> None:
    """S4"""
    game = table()
    me = game.view(0).players[0]
    assert me.gold == 31
    assert me.hand == game.state.players[0].hand


def test_the_gold_of_others_is_secret() -> None:
    """S4"""
    view = table().view(0)
    assert [player.gold for player in view.players] == [31, None, None]


def test_the_cards_of_others_are_secret_but_their_number_is_public() -> None:
    """S4"""
    view = table().view(0)
    assert [player.hand for player in view.players[1:]] == [None, None]
    assert [player.cards for player in view.players] == [4, 2, 0]


def test_djinns_meeples_camels_and_tiles_of_others_are_public() -> None:
    """S4"""
    other = table().view(0).players[1]
    assert (other.viziers, other.elders, other.camels) == (3, 0, 5)
    assert [djinn.name for djinn in other.djinns] == ["leta", "utug"]
    assert [djinn.name for djinn in other.used] == ["leta"]
    assert other.tiles == tiles("b1 c1")


@pytest.mark.parametrize(
    "secret",
    [
        "p2-has gold 99 viziers 3 elders 0 camels 5",
        "p3-has gold 0",
        "p2-hand fish spices",
        "seed 6",
        "draws 77",
    ],
)
def test_a_view_does_not_depend_on_secrets(secret: str) -> None:
    """S4"""
    assert table(secret).view(0) == table().view(0)


@pytest.mark.parametrize(
    "public",
    [
        "p2-has gold 17 viziers 4 elders 0 camels 5",
        "p2-has gold 17 viziers 3 elders 1 camels 5",
        "p2-has gold 17 viziers 3 elders 0 camels 4",
        "p2-hand gems fakir*2",
        "p2-djinns leta",
        "p2-tiles b1",
        "row fish",
        "p1-has gold 30 viziers 1 elders 2 camels 6",
        "p1-hand ivory silk fakir*2",
    ],
)
def test_a_view_shows_public_information_and_own_secrets(public: str) -> None:
    """S4"""
    assert table(public).view(0) != table().view(0)


def test_every_seat_has_a_different_view() -> None:
    """S4"""
    game = table()
    assert [game.view(seat).players[seat].gold for seat in range(3)] == [31, 17, 50]


def test_unseen_cards_are_counted_together() -> None:
    """S4"""
    game = table()
    view = game.view(0)
    assert view.unseen == game.state.deck + game.state.players[1].hand
    assert size(view.unseen) == 54 - 4 - 2, "all but the own hand and the row"
    assert view.deck_size == size(game.state.deck)


def test_everybody_sees_cards_taken_from_the_row() -> None:
    """S4"""
    taken = CardsTaken(seat=0, cards=(CARD_OF_NAME["fish"],), places=(1,))
    assert seen_by(taken, 1) == taken


def test_a_card_drawn_from_the_pile_is_secret_to_others() -> None:
    """S4"""
    game = game_at("p1-djinns sloar", "p1-hand fakir", "deck silk", "pending finishing")
    drawn = next(e for e in game.play("use sloar fakir") if isinstance(e, CardDrawn))
    assert drawn.card == CARD_OF_NAME["silk"]
    assert seen_by(drawn, 0) == drawn
    assert seen_by(drawn, 1) == CardDrawn(seat=0, card=None)


def test_an_imagined_state_has_the_same_view() -> None:
    """S4"""
    view = table().view(0)
    for seed in range(10):
        assert Game(imagine(view, Random(seed))).view(0) == view


def test_secrets_are_imagined_at_random() -> None:
    """S4"""
    view = table().view(0)
    imagined = [Game(imagine(view, Random(seed))) for seed in range(30)]
    assert len({position_line(game, "p2-hand") for game in imagined}) > 10
    assert len({game.state.players[1].gold for game in imagined}) > 10
    assert len({game.options.seed for game in imagined}) == 30
    assert all(game.state.players[1].gold >= 0 for game in imagined)


@pytest.mark.parametrize(
    "asked",
    [
        ["tiles v5 m6 m6 m6", "p1-hand fakir", "pending finishing / tile a1 / tribe a1 BB"],
        ["row fish", "p1-has gold 3", "p2-has gold 0", "pending finishing / tile a1"],
        ["meeples Y YB - -", "p1-djinns sloar", "p1-hand fakir", "pending moving"],
        ["p1-has gold 3", "p2-has gold 0", "spots p1 p2 p2 - - - - - -", "bids p1"],
    ],
)
def test_the_player_in_turn_has_a_choice_in_an_imagined_state(asked: list[str]) -> None:
    """S4: it is public that there is a choice, so views of the others are equal."""
    game = game_at(*asked)
    view = game.view(1)
    for seed in range(60):
        imagined = Game(imagine(view, Random(seed)))
        assert imagined.view(1) == view
        assert len(imagined.legal()) > 1


def test_an_imagined_state_has_the_real_choices_of_the_viewer_in_turn() -> None:
    """S4"""
    game = table()
    for seed in range(10):
        assert imagine(game.view(0), Random(seed)).choices == game.legal()


def test_a_finished_game_can_be_imagined() -> None:
    """S4"""
    game = table("pending -", "flags over")
    state = imagine(game.view(2), Random(1))
    assert state.over
    assert Game(state).view(2) == game.view(2)


def test_a_view_shows_the_meeples_in_hand_during_a_move() -> None:
    """S4, M2"""
    square = "board 2x2\ntiles m6 m6/m6 m6\nmeeples WG WG/YW YG\nbag -"
    game = game_at(square, "pending sowing a1 WG")
    assert game.view(1).pending == game.state.pending
    assert game_at(square, "pending sowing a1 YG").view(1) != game.view(1)
