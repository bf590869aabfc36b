"""The Djinns whose power has no price, one by one, and the points of all Djinns."""

from random import Random
from typing import cast

import pytest

from naqala import Game
from naqala.rules.djinns import DJINNS, Djinn
from naqala.rules.state import State
from tests.play import steps
from tests.positions import acting, base_board, choices, game_at, position_line

FAKIRS = "p1-hand fakir*3"
NO_GOLD = "p1-has gold 0\np2-has gold 0"
MINE_OR_THEIRS = pytest.mark.parametrize(
    ("owner", "earned"), [("p1", (1, 0)), ("p2", (0, 2))], ids=["own", "opponent's"]
)
"""The owner of the Djinn, and what both players gain from what p1 does."""

POINTS = {
    "al-amin": 5, "anun-nak": 8, "ba'al": 6, "boaz": 6, "bouraq": 6, "echidna": 4, "enki": 8,
    "hagis": 10, "haurvatat": 8, "iblis": 8, "jafaar": 6, "kandicha": 6, "kumarbi": 6,
    "lamia": 10, "leta": 4, "marid": 6, "monkir": 6, "nekir": 6, "shamhat": 6, "sibittis": 4,
    "sloar": 8, "utug": 4, "dhenim": 6, "ganapati": 6, "kali": 6, "geb": 6, "ptah": 6,
}  # fmt: skip
"""In the order of D1 to D27."""


def finishing(*lines: str, land: str = "") -> Game:
    """Only the end of a turn of p1 is left."""
    return game_at(base_board(land=land), "pending finishing", *lines)


def killing(*lines: str, people: str = "", land: str = "") -> Game:
    """p1 has gathered two Assassins on c3; the bag was empty before."""
    return game_at(base_board(people, land), acting("c3", "RR"), "bag -", *lines)


def arriving(*lines: str, land: str) -> Game:
    """The action of c3 comes next."""
    return game_at(base_board(land=land), "pending finishing / tile c3", *lines)


def djinns(owner: str, djinn: str, used_by_p1: str) -> str:
    """Lines that give one Djinn to its owner and another one to p1."""
    if owner == "p1":
        return f"p1-djinns {used_by_p1} {djinn}"
    return f"p1-djinns {used_by_p1}\np2-djinns {djinn}"


def gold(game: Game) -> tuple[int, ...]:
    return tuple(player.gold for player in game.state.players)


# Points


class KnownToBots:
    """The part of a state that the score of a Djinn may depend on, besides its owner."""

    def __init__(self, state: State) -> None:
        self.land, self.palms, self.palaces = state.land, state.palms, state.palaces


@pytest.mark.parametrize("djinn", DJINNS.values(), ids=DJINNS)
def test_a_djinn_scores_only_what_bots_expect(djinn: Djinn) -> None:
    """If this fails for a new Djinn, `quick_values` has to know what else its score depends on."""
    game = Game.new(players=3, seed=5, expansions=["whims", "artisans"])
    for _ in steps(game, Random(5)):
        state = game.state
        for player in state.players:
            seen = cast(State, KnownToBots(state))
            assert djinn.score(seen, player) == djinn.score(state, player)


@pytest.mark.parametrize(("djinn", "points"), POINTS.items())
def test_a_djinn_is_worth_its_points_to_its_owner(djinn: str, points: int) -> None:
    """D1 to D27"""
    mine, theirs = finishing(NO_GOLD, f"p1-djinns {djinn}").scores()
    assert (mine.djinns, mine.total, theirs.total) == (points, points, 0)


def test_every_djinn_is_tested() -> None:
    """C4"""
    assert POINTS.keys() == DJINNS.keys()


# Al-Amin


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("fakir*2", 1),
        ("fish fakir*1", 1),
        ("fish fakir*2", 3),
        ("fish fakir*5", 7),
        ("fish wheat fakir*4", 13),
        ("fish*2 wheat fakir*2", 7 + 1),
        ("ivory gems gold papyrus silk spices fish wheat fakir*2", 60),
        ("ivory gems gold papyrus silk spices fish wheat pottery fakir*2", 60 + 1),
        ("ivory gems gold papyrus silk spices fish wheat fakir*4", 60 + 1),
    ],
)
def test_at_the_end_al_amin_turns_two_fakirs_into_any_goods_card(hand: str, value: int) -> None:
    """D1"""
    assert game_at("p1-djinns al-amin", f"p1-hand {hand}").scores()[0].goods == value


def test_fakirs_are_worth_nothing_at_the_end_without_al_amin() -> None:
    """D1"""
    game = game_at("p2-djinns al-amin", "p1-hand fish fakir*4", "p2-hand fish")
    assert [score.goods for score in game.scores()] == [1, 1]


def test_al_amin_does_not_help_in_a_sale() -> None:
    """D1"""
    game = finishing("p1-djinns al-amin", "p1-hand fish fakir*4")
    assert choices(game) == {"end", "sell fish"}


# Ba'al


@MINE_OR_THEIRS
def test_baal_brings_gold_when_a_djinn_is_taken_at_a_sacred_place(
    owner: str, earned: tuple[int, ...]
) -> None:
    """D3"""
    lines = (NO_GOLD, "p1-has gold 0 elders 2", f"{owner}-djinns ba'al", "djinns boaz")
    game = arriving(*lines, land="c3:s6")
    game.play("summon boaz elders")
    assert gold(game) == earned


@MINE_OR_THEIRS
def test_baal_brings_gold_once_when_sibittis_brings_a_djinn(
    owner: str, earned: tuple[int, ...]
) -> None:
    """D3"""
    lines = (NO_GOLD, "p1-has gold 0 elders 2", "djinn-deck boaz jafaar leta")
    game = finishing(*lines, djinns(owner, "ba'al", "sibittis"))
    game.play("use sibittis elders")
    assert gold(game) == (0, 0)
    game.play("keep jafaar")
    assert gold(game) == earned


def test_baal_brings_nothing_when_baal_is_taken() -> None:
    """D3"""
    game = arriving("p1-has gold 0 elders 2", "djinns ba'al", land="c3:s6")
    game.play("summon ba'al elders")
    assert game.state.players[0].gold == 0


def test_baal_brings_nothing_when_it_is_kept_with_sibittis() -> None:
    """D3"""
    lines = ("p1-has gold 0 elders 2", "p1-djinns sibittis", "djinn-deck ba'al boaz leta")
    game = finishing(*lines)
    game.play("use sibittis elders")
    game.play("keep ba'al")
    assert game.state.players[0].gold == 0


# Boaz


def test_viziers_and_elders_of_the_owner_of_boaz_cannot_be_killed() -> None:
    """D4"""
    game = killing("p2-has viziers 2 elders 2", "p2-djinns boaz", people="d3:W c2:G")
    assert choices(game) == {"kill d3W", "kill c2G"}


def test_boaz_makes_a_kill_impossible_where_there_is_no_other_victim() -> None:
    """D4"""
    game = killing("p2-has viziers 2 elders 2", "p2-djinns boaz")
    assert choices(game) == {"end"}
    assert (game.state.players[1].viziers, game.state.players[1].elders) == (2, 2)


def test_boaz_protects_from_iblis() -> None:
    """D4"""
    lines = ("p1-djinns iblis", FAKIRS, "p2-has viziers 2 elders 2", "p2-djinns boaz")
    game = killing(*lines, people="d3:WG")
    game.play("use iblis fakir")
    assert all("p2" not in text for text in choices(game))


def test_boaz_protects_nobody_but_its_owner() -> None:
    """D4"""
    lines = ("players 3", "p2-has elders 1", "p2-djinns boaz", "p3-has elders 1 viziers 1")
    assert choices(killing(*lines)) == {"kill p3 W", "kill p3 Y"}


def test_the_owner_of_boaz_may_kill() -> None:
    """D4"""
    game = killing("p1-djinns boaz", "p2-has viziers 1 elders 1")
    assert choices(game) == {"kill p2 Y", "kill p2 W"}


# Dhenim


@MINE_OR_THEIRS
def test_dhenim_brings_gold_once_when_viziers_are_collected(
    owner: str, earned: tuple[int, ...]
) -> None:
    """D23"""
    game = game_at(base_board(), acting("c3", "YYY"), NO_GOLD, f"{owner}-djinns dhenim")
    assert gold(game) == earned


@pytest.mark.parametrize("gathered", ["WW", "GG", "BB", "RR"])
def test_dhenim_brings_nothing_for_other_tribes(gathered: str) -> None:
    """D23"""
    game = game_at(base_board(), acting("c3", gathered), NO_GOLD, "p1-djinns dhenim")
    assert gold(game) == (0, 0)


@MINE_OR_THEIRS
def test_a_vizier_won_with_kandicha_is_collected(owner: str, earned: tuple[int, ...]) -> None:
    """D23, D12"""
    game = killing(NO_GOLD, djinns(owner, "dhenim", "kandicha"), people="d3:Y")
    assert gold(game) == earned


def test_two_viziers_won_with_kandicha_are_collected_at_once() -> None:
    """D23, D12"""
    lines = ("p1-djinns iblis kandicha dhenim", "p1-has gold 0 elders 1")
    game = killing(*lines, people="d3:YY c1:GG")
    game.play("use iblis elder")
    game.play("kill d3YY")
    assert game.state.players[0].gold == 1


def test_a_vizier_that_is_killed_without_kandicha_is_not_collected() -> None:
    """D23"""
    assert gold(killing(NO_GOLD, "p1-djinns dhenim", people="d3:Y")) == (0, 0)


# Haurvatat, Jafaar, Shamhat


def test_haurvatat_makes_own_palm_trees_worth_five() -> None:
    """D9"""
    lines = ("p1-djinns haurvatat", "p1-tiles a1 b1", "palms a1*2 b1 c1 d1", "p2-tiles c1")
    assert [score.palms for score in finishing(*lines).scores()] == [3 * 5, 3]


def test_jafaar_makes_own_viziers_worth_three() -> None:
    """D11"""
    game = finishing("p1-djinns jafaar", "p1-has viziers 4", "p2-has viziers 4")
    assert [score.viziers for score in game.scores()] == [4 * 3, 4]


def test_with_jafaar_an_opponent_with_fewer_viziers_still_brings_ten() -> None:
    """D11"""
    game = finishing("p1-djinns jafaar", "p1-has viziers 4", "p2-has viziers 3")
    assert [score.majority for score in game.scores()] == [10, 0]


def test_shamhat_makes_own_elders_worth_four() -> None:
    """D19"""
    game = finishing("p1-djinns shamhat", "p1-has elders 3", "p2-has elders 3")
    assert [score.elders for score in game.scores()] == [3 * 4, 3 * 2]


# Kandicha


def test_kandicha_gets_the_top_card_for_a_killed_merchant() -> None:
    """D12"""
    game = killing("p1-djinns kandicha", "row fish", "deck silk", "p1-has gold 0", people="d3:G")
    assert position_line(game, "p1-hand") == "silk*1"
    assert (position_line(game, "row"), position_line(game, "deck")) == ("fish", "-")
    assert position_line(game, "bag") == "GRR"


def test_kandicha_gets_the_gold_of_a_killed_builder() -> None:
    """D12"""
    land = "d3:v5 e2:s6 e4:v5"
    game = killing("p1-djinns kandicha", "p1-has gold 0", people="d3:B", land=land)
    assert game.state.players[0].gold == 3
    assert position_line(game, "bag") == "BRR"


@pytest.mark.parametrize(("victim", "viziers", "elders"), [("Y", 1, 0), ("W", 0, 1)])
def test_kandicha_gets_viziers_and_elders_killed_on_the_board(
    victim: str, viziers: int, elders: int
) -> None:
    """D12"""
    game = killing("p1-djinns kandicha", people=f"d3:{victim}")
    assert (game.state.players[0].viziers, game.state.players[0].elders) == (viziers, elders)
    assert position_line(game, "bag") == "RR"


@pytest.mark.parametrize(("kill", "viziers", "elders"), [("Y", 1, 0), ("W", 0, 1)])
def test_kandicha_gets_viziers_and_elders_killed_in_front_of_an_opponent(
    kill: str, viziers: int, elders: int
) -> None:
    """D12"""
    game = killing("p1-djinns kandicha", "p2-has viziers 1 elders 1")
    game.play(f"kill p2 {kill}")
    me, victim = game.state.players
    assert (me.viziers, me.elders) == (viziers, elders)
    assert (victim.viziers, victim.elders) == (1 - viziers, 1 - elders)
    assert position_line(game, "bag") == "RR"


def test_kandicha_gets_nothing_for_a_killed_assassin() -> None:
    """D12"""
    game = killing("p1-djinns kandicha", people="d3:R", land="d3:s6 b3:v5")
    me = game.state.players[0]
    assert (me.gold, me.viziers, me.elders, position_line(game, "p1-hand")) == (50, 0, 0, "-")
    assert position_line(game, "bag") == "RRR"


@pytest.mark.parametrize("victim", "YWGBR")
def test_a_tile_emptied_with_kandicha_is_still_controlled(victim: str) -> None:
    """D12, T7"""
    game = killing("p1-djinns kandicha", people=f"d3:{victim}")
    assert position_line(game, "p1-tiles") == "d3"


@pytest.mark.parametrize(
    ("victims", "gold", "viziers", "elders", "hand", "bag"),
    [
        ("YY", 0, 2, 0, "-", "WRR"),
        ("YW", 0, 1, 1, "-", "WRR"),
        ("WG", 0, 0, 1, "silk*1", "WGRR"),
        ("GG", 0, 0, 0, "silk*2", "WGGRR"),
        ("GB", 2, 0, 0, "silk*1", "WGBRR"),
        ("BB", 4, 0, 0, "-", "WBBRR"),
        ("YR", 0, 1, 0, "-", "WRRR"),
    ],
)
def test_each_of_two_victims_counts_for_kandicha(
    victims: str, gold: int, viziers: int, elders: int, hand: str, bag: str
) -> None:
    """D12"""
    lines = ("p1-djinns iblis kandicha", "p1-has gold 0 elders 1", "deck silk*2")
    game = killing(*lines, people=f"d3:{victims} c1:BR", land="d4:v5 e2:s6 b3:v5")
    game.play("use iblis elder")
    game.play(f"kill d3{victims}")
    me = game.state.players[0]
    assert (me.gold, me.viziers, me.elders) == (gold, viziers, elders)
    assert (position_line(game, "p1-hand"), position_line(game, "bag")) == (hand, bag)


def test_kandicha_works_only_for_kills_of_its_owner() -> None:
    """D12"""
    game = killing("p2-djinns kandicha", people="d3:Y")
    assert [player.viziers for player in game.state.players] == [0, 0]
    assert position_line(game, "bag") == "YRR"


# Marid


def dropping(*lines: str) -> Game:
    """p1 drops four meeples on b1 to e1."""
    here = base_board("a1:WWWY e1:Y a5:B b5:B")
    game = game_at(here, "pending moving", NO_GOLD, *lines)
    game.play("sow a1 b1W c1W d1W e1Y")
    return game


@pytest.mark.parametrize(
    ("lines", "earned"),
    [
        ("p1-djinns marid\np1-tiles b1", (1, 0)),
        ("p1-djinns marid\np1-tiles b1 d1", (2, 0)),
        ("p1-djinns marid\np1-tiles d1 e1", (2, 0)),
        ("p2-djinns marid\np2-tiles b1", (0, 2)),
        ("p2-djinns marid\np2-tiles b1 c1 e1", (0, 6)),
    ],
)
def test_marid_brings_gold_for_each_meeple_dropped_on_tiles_of_its_owner(
    lines: str, earned: tuple[int, ...]
) -> None:
    """D16"""
    assert gold(dropping(lines)) == earned


@pytest.mark.parametrize(
    "lines", ["p1-djinns marid\np2-tiles b1 c1", "p2-djinns marid\np1-tiles b1 c1"]
)
def test_marid_brings_nothing_for_tiles_of_others(lines: str) -> None:
    """D16"""
    assert gold(dropping(lines)) == (0, 0)


def test_marid_brings_nothing_for_a_tile_taken_by_the_same_move() -> None:
    """D16"""
    game = dropping("p1-djinns marid")
    assert position_line(game, "p1-tiles") == "e1"
    assert gold(game) == (0, 0)


def test_marid_brings_gold_for_both_meeples_dropped_on_a_tile_by_a_loop() -> None:
    """D16"""
    here = base_board("b2:YYWGR a5:B b5:B")
    game = game_at(here, "pending moving", NO_GOLD, "p1-djinns marid", "p1-tiles b1")
    game.play("sow b2 b1Y c1W c2G b2R b1Y")
    assert gold(game) == (2, 0)


# Monkir


@MINE_OR_THEIRS
def test_monkir_brings_gold_when_a_palace_is_placed(owner: str, earned: tuple[int, ...]) -> None:
    """D17"""
    assert gold(arriving(NO_GOLD, f"{owner}-djinns monkir", land="c3:v5")) == earned


@MINE_OR_THEIRS
def test_monkir_brings_gold_for_a_palace_of_bouraq(owner: str, earned: tuple[int, ...]) -> None:
    """D17"""
    game = finishing(NO_GOLD, djinns(owner, "monkir", "bouraq"), FAKIRS, land="c3:v5")
    game.play("use bouraq c3 fakir")
    assert gold(game) == earned


@MINE_OR_THEIRS
def test_monkir_brings_gold_for_a_shifted_palace(owner: str, earned: tuple[int, ...]) -> None:
    """D17"""
    game = arriving(NO_GOLD, djinns(owner, "monkir", "hagis"), FAKIRS, land="c3:v5")
    game.play("use hagis d3 fakir")
    assert gold(game) == earned


def test_monkir_brings_nothing_when_no_palace_is_left() -> None:
    """D17"""
    game = arriving(NO_GOLD, "p1-djinns monkir", "stock 12 0", land="c3:v5")
    assert gold(game) == (0, 0)


def test_monkir_brings_nothing_for_a_palm_tree() -> None:
    """D17"""
    assert gold(arriving(NO_GOLD, "p1-djinns monkir", land="c3:o8")) == (0, 0)


# Nekir


@MINE_OR_THEIRS
def test_nekir_brings_gold_for_a_kill_on_the_board(owner: str, earned: tuple[int, ...]) -> None:
    """D18"""
    assert gold(killing(NO_GOLD, f"{owner}-djinns nekir", people="d3:G")) == earned


@MINE_OR_THEIRS
def test_nekir_brings_gold_for_a_kill_in_front_of_an_opponent(
    owner: str, earned: tuple[int, ...]
) -> None:
    """D18"""
    assert gold(killing(NO_GOLD, "p2-has gold 0 elders 1", f"{owner}-djinns nekir")) == earned


def test_nekir_brings_gold_once_for_two_victims() -> None:
    """D18"""
    lines = ("p1-djinns iblis nekir", "p1-has gold 0 elders 1")
    game = killing(*lines, people="d3:GG c1:GG")
    game.play("use iblis elder")
    game.play("kill d3GG")
    assert game.state.players[0].gold == 1


@pytest.mark.parametrize("owner", ["p1", "p2"])
@pytest.mark.parametrize("victim", ["Y", "W"])
def test_nekir_brings_nothing_for_a_victim_that_changes_sides(owner: str, victim: str) -> None:
    """D18, D12"""
    game = killing(NO_GOLD, djinns(owner, "nekir", "kandicha"), people=f"d3:{victim}")
    assert position_line(game, "p1-tiles") == "d3"
    assert gold(game) == (0, 0)


@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_nekir_brings_nothing_for_a_vizier_won_from_an_opponent(owner: str) -> None:
    """D18, D12"""
    game = killing(NO_GOLD, "p2-has gold 0 viziers 1", djinns(owner, "nekir", "kandicha"))
    assert gold(game) == (0, 0)


@MINE_OR_THEIRS
@pytest.mark.parametrize(("victims", "died"), [("YW", False), ("YR", True)])
def test_nekir_is_paid_if_one_of_two_victims_dies(
    owner: str, earned: tuple[int, ...], victims: str, died: bool
) -> None:
    """D18, D12, D10: the other victim changes sides."""
    lines = (djinns(owner, "nekir", "kandicha iblis"), "p1-has gold 0 elders 1", "p2-has gold 0")
    game = killing(*lines, people=f"d3:{victims} c1:GG")
    game.play("use iblis elder")
    game.play(f"kill d3{victims}")
    assert gold(game) == (earned if died else (0, 0))


@MINE_OR_THEIRS
def test_nekir_is_paid_if_another_player_owns_kandicha(owner: str, earned: tuple[int, ...]) -> None:
    """D18, D12"""
    lines = (NO_GOLD, "players 3", f"{owner}-djinns nekir", "p3-djinns kandicha")
    assert gold(killing(*lines, people="d3:W"))[:2] == earned


def test_nekir_brings_nothing_when_nobody_is_killed() -> None:
    """D18"""
    game = killing(NO_GOLD, "p1-djinns nekir", "p1-hand fakir", people="f3:G")
    game.play("pass")
    assert gold(game) == (0, 0)
