"""The contents of the box and the set-up of a game."""

import random
from collections import Counter

import pytest

from naqala import BadOptions, Game
from naqala.rules.chance import pick
from tests.positions import choices, game_at, position_line, tile

BASE_DJINNS = {
    "al-amin", "anun-nak", "ba'al", "boaz", "bouraq", "echidna", "enki", "hagis", "haurvatat",
    "iblis", "jafaar", "kandicha", "kumarbi", "lamia", "leta", "marid", "monkir", "nekir",
    "shamhat", "sibittis", "sloar", "utug",
}  # fmt: skip
NUMBERS_OF_PLAYERS = [2, 3, 4]
SEEDS = range(60)


def new(players: int = 2, seed: int = 1) -> Game:
    return Game.new(players=players, seed=seed)


def cells(game: Game, key: str) -> list[str]:
    """The cells of the board, top row first."""
    return position_line(game, key).replace("/", " ").split()


def cards(game: Game, key: str) -> Counter[str]:
    """The cards of a row (`fish`) or of a pile (`fish*3`)."""
    words = (word.partition("*") for word in position_line(game, key).split() if word != "-")
    return sum((Counter({name: int(number or 1)}) for name, _, number in words), Counter[str]())


def play_at_random(game: Game, actions: int) -> None:
    chooser = random.Random(5)
    for _ in range(actions):
        game.play(chooser.choice(game.legal()))


# Components


def test_thirty_tiles_lie_in_six_columns_and_five_rows() -> None:
    """C1"""
    game = new()
    rows = [row.split() for row in position_line(game, "tiles").split("/")]
    assert [len(row) for row in rows] == [6] * 5
    assert (game.state.land.grid.columns, game.state.land.grid.rows) == (6, 5)


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_the_tiles_are_those_of_the_box(players: int) -> None:
    """C1"""
    assert Counter(cells(new(players), "tiles")) == {
        "v5": 5, "s6": 4, "s10": 1, "s12": 1, "s15": 1, "o8": 6, "m6": 8, "l4": 4,
    }  # fmt: skip


def test_twelve_tiles_are_blue_and_eighteen_are_red() -> None:
    """C1"""
    land = new().state.land
    assert land.blue.bit_count() == 12
    assert land.red.bit_count() == 18
    assert land.blue & land.red == 0


def test_villages_and_sacred_places_are_blue_and_the_others_red() -> None:
    """C1"""
    land = new().state.land
    assert land.blue == land.of_kind("village") | land.of_kind("sacred place")
    assert land.red == (
        land.of_kind("oasis") | land.of_kind("small market") | land.of_kind("large market")
    )


def test_the_printed_points_add_up_to_198() -> None:
    """C1"""
    land = new().state.land
    assert land.points_of(land.grid.tiles) == 198


def test_the_meeples_are_those_of_the_box() -> None:
    """C2"""
    everyone = Counter("".join(cells(new(), "meeples")))
    assert everyone == {"Y": 16, "W": 20, "B": 18, "R": 18, "G": 18}


def test_the_resource_cards_are_those_of_the_box() -> None:
    """C3"""
    game = new()
    assert cards(game, "row") + cards(game, "deck") == {
        "ivory": 2, "gems": 2, "gold": 2,
        "papyrus": 4, "silk": 4, "spices": 4,
        "fish": 6, "wheat": 6, "pottery": 6,
        "fakir": 18,
    }  # fmt: skip


def test_each_of_the_22_djinns_exists_once() -> None:
    """C4"""
    game = new()
    djinns = f"{position_line(game, 'djinns')} {position_line(game, 'djinn-deck')}".split()
    assert len(djinns) == 22
    assert set(djinns) == BASE_DJINNS


def test_dhenim_is_a_promo() -> None:
    """C4"""
    game = Game.new(players=2, seed=1, promos=["dhenim"])
    djinns = f"{position_line(game, 'djinns')} {position_line(game, 'djinn-deck')}".split()
    assert len(djinns) == 23
    assert set(djinns) == BASE_DJINNS | {"dhenim"}


def test_there_are_twelve_palm_trees_and_ten_palaces() -> None:
    """C5"""
    assert position_line(new(), "stock") == "12 10"


def test_the_gold_of_the_bank_is_not_limited() -> None:
    """C5"""
    game = game_at("p1-has gold 288", "p2-has gold 288", "p1-hand fish", "pending finishing")
    game.play("sell fish")
    assert game.state.players[0].gold == 289


@pytest.mark.parametrize(("players", "camels"), [(2, 11), (3, 8), (4, 8)])
def test_the_number_of_camels_depends_on_the_number_of_players(players: int, camels: int) -> None:
    """C6"""
    assert [player.camels for player in new(players).state.players] == [camels] * players


@pytest.mark.parametrize(("players", "markers"), [(2, 2), (3, 1), (4, 1)])
def test_the_number_of_markers_depends_on_the_number_of_players(players: int, markers: int) -> None:
    """C6, S2"""
    order = new(players).state.bid_order
    assert Counter(order) == dict.fromkeys(range(players), markers)


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_every_player_begins_with_50_gold(players: int) -> None:
    """C7"""
    assert [player.gold for player in new(players).state.players] == [50] * players


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_the_turn_order_track_has_nine_spots(players: int) -> None:
    """C8"""
    assert new(players).state.track == (0, 0, 0, 1, 3, 5, 8, 12, 18)


def test_the_first_bidder_can_choose_every_value_of_the_track() -> None:
    """C8, B1"""
    bids = {"bid 0", "bid 1", "bid 3", "bid 5", "bid 8", "bid 12", "bid 18"}
    assert choices(new()) == bids


# Set-up


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_three_meeples_stand_on_every_tile_and_none_is_left_in_the_bag(players: int) -> None:
    """S1"""
    game = new(players)
    assert [len(cell) for cell in cells(game, "meeples")] == [3] * 30
    assert position_line(game, "bag") == "-"


def test_any_tile_can_be_in_any_corner() -> None:
    """S1"""
    for corner in (0, 5, 24, 29):
        seen = {cells(new(seed=seed), "tiles")[corner] for seed in range(150)}
        assert seen == {"v5", "s6", "s10", "s12", "s15", "o8", "m6", "l4"}


def test_meeples_of_any_tribe_can_stand_on_the_first_and_on_the_last_tile() -> None:
    """S1"""
    for corner in (0, -1):
        assert set("".join(cells(new(seed=seed), "meeples")[corner] for seed in SEEDS)) == {
            *"YWGBR"
        }


def test_meeples_are_placed_differently_in_every_game() -> None:
    """S1"""
    assert len({tuple(cells(new(seed=seed), "meeples")) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize(("players", "orders"), [(2, 6), (3, 6), (4, 24)])
def test_the_markers_can_stand_in_any_order(players: int, orders: int) -> None:
    """S2"""
    assert len({position_line(new(players, seed), "bids") for seed in range(200)}) == orders


def test_the_board_is_otherwise_empty_at_the_beginning() -> None:
    """S2, S3"""
    game = new()
    for key in ("spots", "acted", "discards", "djinn-discards", "palms", "palaces", "flags"):
        assert set(position_line(game, key).split()) == {"-"}, key
    for who in ("p1", "p2"):
        for what in ("tiles", "hand", "djinns", "used"):
            assert position_line(game, f"{who}-{what}") == "-"
        assert position_line(game, f"{who}-has") == "gold 50 viziers 0 elders 0 camels 11"


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_nine_cards_lie_face_up_and_the_rest_face_down(players: int) -> None:
    """S3"""
    game = new(players)
    assert cards(game, "row").total() == 9
    assert cards(game, "deck").total() == 45


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_three_djinns_lie_face_up_and_the_rest_face_down(players: int) -> None:
    """S3"""
    game = new(players)
    assert len(position_line(game, "djinns").split()) == 3
    assert len(position_line(game, "djinn-deck").split()) == 19


def test_any_card_can_be_the_first_of_the_row() -> None:
    """S3"""
    assert len({position_line(new(seed=seed), "row").split()[0] for seed in range(200)}) == 10


def test_any_djinn_can_be_the_first_of_the_row() -> None:
    """S3"""
    assert {
        position_line(new(seed=seed), "djinns").split()[0] for seed in range(250)
    } == BASE_DJINNS


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_two_to_four_players_can_play(players: int) -> None:
    """S5"""
    assert len(new(players).state.players) == players


@pytest.mark.parametrize("players", [-1, 0, 6, 2.0, True, "2", None])
def test_any_other_number_of_players_is_refused_with_a_reason(players: object) -> None:
    """S5"""
    with pytest.raises(BadOptions, match=f"for 1 to 5 players, not {players!r}$"):
        Game.new(players=players, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "a seed is a whole number from 0 to .*, not -1"),
        ({"seed": 1 << 256}, "a seed is a whole number from 0 to "),
        ({"seed": 1.5}, "a seed is a whole number from 0 to .*, not 1.5"),
        ({"expansions": ["moon"]}, "there is no expansion moon"),
        ({"promos": ["dhenim", "moon"]}, "there is no promotional Djinn moon; there is dhenim"),
        ({"names": ["Ada"]}, "there are 2 players, so give one name for each, not 1"),
        ({"names": ["Ada", ""]}, "a name is 1 to 40 printable characters, not ''"),
        ({"names": ["Ada", "x" * 41]}, "a name is 1 to 40 printable characters"),
        ({"names": ["Ada", " Bo"]}, "a name is 1 to 40 printable characters, not ' Bo'"),
        ({"names": ["Ada", "B\no"]}, "a name is 1 to 40 printable characters"),
        ({"names": ["Ada", "Bo, Cy"]}, "a name cannot contain a comma: 'Bo, Cy'"),
    ],
)
def test_invalid_options_are_refused_with_a_reason(
    options: dict[str, object], message: str
) -> None:
    """S5"""
    with pytest.raises(BadOptions, match=message):
        Game.new(**{"players": 2, "seed": 1} | options)  # type: ignore[arg-type]


# Chance


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_the_same_seed_sets_up_the_same_game(players: int) -> None:
    """S6"""
    assert new(players, seed=11).position() == new(players, seed=11).position()


def test_another_seed_sets_up_another_game() -> None:
    """S6"""
    assert len({position_line(new(seed=seed), "tiles") for seed in SEEDS}) == len(SEEDS)


def test_the_largest_seed_can_be_used() -> None:
    """S6"""
    game = new(seed=(1 << 256) - 1)
    assert [len(cell) for cell in cells(game, "meeples")] == [3] * 30


def test_the_same_seed_and_actions_play_the_same_game() -> None:
    """S6"""
    one, other = new(3, seed=4), new(3, seed=4)
    play_at_random(one, 150)
    for played in one.history:
        other.play(played.action)
    assert other.position() == one.position()
    assert one.state.round > 3, "cards were drawn in the clean-ups"


def test_the_game_does_not_depend_on_other_random_generators() -> None:
    """S6"""
    random.seed(1)
    one = new(seed=3).position()
    random.seed(2)
    assert new(seed=3).position() == one


def test_later_draws_depend_on_the_seed() -> None:
    """S6"""
    rows = set()
    for seed in range(20):
        game = game_at(f"seed {seed}", "pending finishing", "row fish")
        game.play("end")
        rows.add(position_line(game, "row"))
    assert len(rows) == 20


def test_the_random_numbers_of_a_seed_never_change() -> None:
    """S6"""
    assert [pick(2024, number, 1000) for number in range(8)] == [
        487, 746, 806, 198, 584, 61, 226, 904,
    ]  # fmt: skip
    assert pick(2**200 + 5, 10**6, 6) == 4


def test_a_random_number_is_below_its_limit() -> None:
    """S6"""
    assert {pick(9, number, 6) for number in range(200)} == set(range(6))
    assert {pick(9, number, 1) for number in range(20)} == {0}


def test_the_game_of_seed_2024_never_changes() -> None:
    """S6: a stored record contains only the seed, so its game must never change."""
    game = new(3, seed=2024)
    assert position_line(game, "tiles").split("/") == [
        "s12 v5 m6 o8 s6 s15",
        "v5 m6 m6 m6 o8 o8",
        "s10 v5 l4 m6 o8 l4",
        "s6 l4 v5 l4 s6 m6",
        "o8 m6 m6 s6 o8 v5",
    ]
    assert position_line(game, "meeples").split("/") == [
        "WBR GGB YWB GBR YWG WGB",
        "YBB YWR YWG WBR YYR WWG",
        "YBR WGB YWR WBR GRR WGB",
        "BBR YYY YWG YGR WBR WWG",
        "GBB WBR GGG YWR YWG RRR",
    ]
    assert position_line(game, "bids") == "p3 p1 p2"
    assert (
        position_line(game, "row") == "pottery silk papyrus fakir wheat fakir fakir wheat pottery"
    )
    assert position_line(game, "djinns") == "nekir al-amin boaz"


def test_tiles_are_named_by_column_and_row_from_the_bottom_left() -> None:
    """C1"""
    land = new(3, seed=2024).state.land
    assert land.kinds[tile("a1")] == "oasis"
    assert (land.kinds[tile("f5")], land.points[tile("f5")]) == ("sacred place", 15)
