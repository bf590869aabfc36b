"""Points, their sources, and who wins."""

import pytest

from naqala import Game
from naqala.rules.events import GameOver
from naqala.rules.scoring import SOURCES, Score
from tests.positions import game_at, position_line


def score(*lines: str, players: int = 2, seat: int = 1) -> Score:
    """What this player would score."""
    return position(*lines, players=players).scores()[seat - 1]


def position(*lines: str, players: int = 2) -> Game:
    """A position without gold, so that only the given possessions score."""
    broke = [f"p{number}-has gold 0" for number in range(1, players + 1)]
    return game_at(f"players {players}", "pending finishing", *broke, *lines)


def end(*lines: str, players: int = 2) -> Game:
    """A game that has just ended."""
    game = position("flags last-round", *lines, players=players)
    game.play("end")
    assert game.over
    return game


def test_a_player_without_possessions_scores_nothing() -> None:
    """E3"""
    assert score() == Score()
    assert score().total == 0


def test_each_gold_is_a_point() -> None:
    """E3"""
    assert score("p1-has gold 37") == Score(gold=37)


def test_a_vizier_is_a_point() -> None:
    """E3"""
    assert score("p1-has gold 0 viziers 4", "p2-has gold 0 viziers 4") == Score(viziers=4)


@pytest.mark.parametrize(
    ("viziers", "majorities"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((3, 2, 1), (20, 10, 0)),
        ((3, 3, 1), (10, 10, 0)),
        ((3, 3, 3), (0, 0, 0)),
        ((1, 0, 0), (20, 0, 0)),
        ((2, 7, 2), (0, 20, 0)),
    ],
)
def test_every_opponent_with_strictly_fewer_viziers_is_ten_points(
    viziers: tuple[int, ...], majorities: tuple[int, ...]
) -> None:
    """E3"""
    council = [f"p{nth}-has gold 0 viziers {number}" for nth, number in enumerate(viziers, 1)]
    scores = position(*council, players=3).scores()
    assert tuple(sheet.majority for sheet in scores) == majorities
    assert tuple(sheet.viziers for sheet in scores) == viziers


def test_the_majority_of_four_players_can_score_thirty_points() -> None:
    """E3"""
    council = [f"p{nth}-has gold 0 viziers {number}" for nth, number in enumerate([5, 4, 0, 1], 1)]
    assert score(*council, players=4).majority == 30


def test_an_elder_is_two_points() -> None:
    """E3"""
    assert score("p1-has gold 0 elders 3") == Score(elders=6)


def test_there_is_no_majority_for_elders() -> None:
    """E3"""
    assert score("p1-has gold 0 elders 3", "p2-has gold 0 elders 1").majority == 0


def test_a_djinn_brings_the_points_of_its_card() -> None:
    """E3"""
    assert score("p1-djinns boaz hagis leta") == Score(djinns=6 + 10 + 4)


def test_a_palm_tree_on_an_own_tile_is_three_points() -> None:
    """E3"""
    sheet = score("palms a1*2 b1*1", "p1-tiles a1 b1")
    assert sheet.palms == 9


def test_a_palace_on_an_own_tile_is_five_points() -> None:
    """E3"""
    sheet = score("palaces a1*2 b1*1", "p1-tiles a1 b1")
    assert sheet.palaces == 15


def test_palm_trees_and_palaces_on_other_tiles_bring_nothing() -> None:
    """E3"""
    sheet = score("palms b1*2 c1*1", "palaces b1*3 c1*1", "p1-tiles a1", "p2-tiles b1")
    assert (sheet.palms, sheet.palaces) == (0, 0)


def test_pieces_score_for_the_owner_of_their_tile() -> None:
    """E3"""
    sheet = score("palms b1*2", "palaces b1*1", "p1-tiles a1", "p2-tiles b1", seat=2)
    assert (sheet.palms, sheet.palaces) == (6, 5)


def test_own_tiles_bring_their_printed_points() -> None:
    """E3"""
    sheet = score("tiles s15 l4 o8 v5", "p1-tiles a1 b1 d1")
    assert sheet == Score(tiles=15 + 4 + 5)


def test_tiles_of_others_bring_nothing() -> None:
    """E3"""
    assert score("tiles s15 l4 o8 v5", "p2-tiles a1 b1 d1") == Score()


def test_goods_in_hand_are_worth_what_they_would_sell_for() -> None:
    """E3, C10"""
    assert score("p1-hand fish*2 silk*2 wheat ivory") == Score(goods=13 + 3)


def test_only_goods_in_the_own_hand_score() -> None:
    """E3"""
    assert score("p2-hand fish silk", "row wheat", "discards ivory") == Score()


def test_fakirs_are_worth_nothing_at_the_end() -> None:
    """E3"""
    assert score("p1-hand fakir*5") == Score()


def test_camels_that_were_not_placed_and_meeples_on_tiles_bring_nothing() -> None:
    """E3"""
    assert score("p1-has gold 0 camels 8", "meeples YYY WWW G GB", "bag YW") == Score()


def test_the_total_is_the_sum_of_all_sources() -> None:
    """E3"""
    sheet = score(
        "p1-has gold 11 viziers 2 elders 3",
        "p1-djinns boaz",
        "p1-tiles a1 b1",
        "p1-hand fish silk",
        "palms a1*1",
        "palaces b1*1",
    )
    assert sheet == Score(
        gold=11, viziers=2, majority=10, elders=6, djinns=6, palms=3, palaces=5, tiles=12, goods=3
    )
    assert sheet.total == 11 + 2 + 10 + 6 + 6 + 3 + 5 + 12 + 3


def test_every_source_has_a_name() -> None:
    """E3"""
    assert SOURCES == (
        "gold", "viziers", "majority", "elders", "djinns", "palms", "palaces", "tiles", "goods",
        "cities", "artisans", "items", "tent",
    )  # fmt: skip


def test_the_score_is_available_during_the_game() -> None:
    """E3"""
    game = game_at("tiles m6 o8 m6 m6", "meeples Y Y G GB", "pending moving")
    before = game.scores()[0]
    game.play("sow a1 b1Y")
    assert before == Score(gold=50)
    assert game.scores()[0] == Score(gold=50, viziers=2, majority=10, palms=3, tiles=8)


def test_a_sale_does_not_change_the_total() -> None:
    """E3, A8"""
    game = position("p1-hand fish*2 silk wheat")
    before = game.scores()[0]
    game.play("sell silk fish wheat")
    assert before == Score(goods=7 + 1)
    assert game.scores()[0] == Score(gold=7, goods=1)


def test_everyone_begins_with_fifty_points() -> None:
    """E3, C7"""
    assert Game.new(players=4, seed=1).scores() == [Score(gold=50)] * 4


def test_the_end_of_the_game_has_an_event_with_the_scores() -> None:
    """E3"""
    game = end("p1-has gold 5 elders 1", "p2-has gold 3 viziers 1")
    assert game.history[-1].events[-1] == GameOver(scores=(7, 14), winners=(1,))
    assert [sheet.total for sheet in game.scores()] == [7, 14]


def test_the_most_points_win() -> None:
    """E4"""
    game = end("p1-has gold 8", "p2-has gold 9", "p3-has gold 7", players=3)
    assert game.winners == (1,)


def test_points_of_all_sources_decide() -> None:
    """E4"""
    game = end("p1-has gold 20", "p2-has gold 1 viziers 10")
    assert game.winners == (1,)


def test_a_tie_is_a_shared_victory() -> None:
    """E4"""
    game = end("p1-has gold 9", "p2-has gold 3", "p3-has gold 7 elders 1", players=3)
    assert game.winners == (0, 2)
    assert game.history[-1].events[-1] == GameOver(scores=(9, 3, 9), winners=(0, 2))


def test_a_tie_below_the_top_wins_nothing() -> None:
    """E4"""
    game = end("p1-has gold 4", "p2-has gold 9", "p3-has gold 4", players=3)
    assert game.winners == (1,)


def test_all_players_can_share_the_victory() -> None:
    """E4"""
    game = end("p1-has gold 6", "p2-has elders 3 gold 0", players=2)
    assert position_line(game, "flags") == "last-round over"
    assert game.winners == (0, 1)
