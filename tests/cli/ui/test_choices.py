"""The list of choices."""

from random import Random

import pytest

from naqala import Game
from naqala.cli.ui.choices import choice_lines, chosen, groups, targets
from naqala.rules import goods
from naqala.rules.actions import END, PASS, Bid, Drop, Gather, Name, Sell, sales
from naqala.rules.board import mask_of, members
from naqala.rules.meeples import ELDERS
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, MODES, mode_after, names_of
from tests.positions import base_board, game_at, tile

NAMES = ["Ann", "Bob", "Eve"]


def keys(game: Game) -> dict[str, str]:
    return {
        choice.key: str(choice.action) for group in groups(game.legal()) for choice in group.choices
    }


def test_every_choice_has_a_unique_key_that_chooses_it() -> None:
    random = Random(4)
    game = Game.new(players=3, seed=4)
    while not game.over:
        listed = keys(game)
        assert sorted(listed.values()) == sorted(map(str, game.legal()))
        for key, text in listed.items():
            assert str(chosen(key, game.legal())) == text
        game.play(random.choice(game.legal()))


@pytest.mark.parametrize("mode", MODES)
def test_every_choice_of_every_mode_has_a_key_and_a_meaning(mode: str) -> None:
    random = Random(4)
    game = mode_after(0, mode)
    names = names_of(game)
    while not game.over:
        listed = keys(game)
        assert sorted(listed.values()) == sorted(map(str, game.legal()))
        assert list(choice_lines(game.legal(), ENGLISH, game.state, names, 100, 12))
        key, text = random.choice(list(listed.items()))
        assert str(chosen(key, game.legal())) == text
        game.play(text)


def test_an_item_with_many_choices_does_not_hide_others() -> None:
    """The flute can be used on every tile."""
    game = game_at(
        base_board("a1:YW b1:Y c1:W c2:Y d4:B e4:B"),
        "expansions artisans",
        "p1-items carpet flute",
        "pending moving",
    )
    lines = [line.plain for line in choice_lines(game.legal(), ENGLISH, game.state, NAMES, 100, 6)]
    assert any("flying carpet" in line for line in lines)
    assert "… and" in lines[-1]


def test_meeples_to_gather_and_tiles_to_strike_are_chosen_by_name() -> None:
    """I3, Y4"""
    gather, name = Gather(tile("d3"), ELDERS), Name(tile("c3"))
    assert chosen("d3w", [PASS, gather]) is gather
    assert chosen("C3", [name, Name(tile("c4"))]) is name
    assert targets([gather, name]) == mask_of([tile("d3"), tile("c3")])


def test_a_bid_is_chosen_by_its_value() -> None:
    """The key 3 must never mean the third bid."""
    game = Game.new(players=2, seed=1)
    assert keys(game) == {str(value): f"bid {value}" for value in (0, 1, 3, 5, 8, 12, 18)}
    assert chosen("8", [Bid(8), Bid(8, 1)]) == Bid(8)
    assert chosen("8/1", [Bid(8), Bid(8, 1)]) == Bid(8, 1)


def test_the_key_of_pass_and_end_is_always_0() -> None:
    assert chosen("0", [END, *sales((0, 1, 2))]) is END


def test_tiles_and_drops_are_chosen_by_name() -> None:
    game = Game.new(players=2, seed=1)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    take = game.legal()[0]
    assert chosen(str(take).split()[1].upper(), game.legal()) is take
    game.play(take)
    drop = game.legal()[0]
    assert chosen(str(drop).split()[1].lower(), game.legal()) is drop
    assert chosen("z9", game.legal()) is None


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_long_list_of_sales_is_cut_and_counted(words: Catalogue) -> None:
    game = Game.new(players=3, seed=1)
    actions = [END, *sales(tuple(goods.KINDS))]
    assert len(actions) == 512
    lines = [line.plain for line in choice_lines(actions, words, game.state, NAMES, 100, 10)]
    assert len(lines) <= 11
    assert max(map(len, lines)) <= 100
    shown = sum(line[:3].strip().isdigit() for line in lines)
    assert "… " in lines[-1]
    assert str(512 - shown) in lines[-1]
    whole = list(choice_lines(actions, words, game.state, NAMES, 100))
    assert len(whole) >= 512 // 3


def test_the_largest_sale_comes_first() -> None:
    (group, _) = groups([END, *sales((0, 1, 2, 3))])
    first = group.choices[0].action
    assert isinstance(first, Sell)
    assert len(first.cards) == 4


def test_short_choices_are_listed_in_columns() -> None:
    game = Game.new(players=3, seed=1)
    lines = list(choice_lines(game.legal(), ENGLISH, game.state, NAMES, 100))
    assert len(lines) < len(game.legal())


def test_targets_are_the_tiles_of_the_next_drops() -> None:
    game = Game.new(players=2, seed=1)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    assert targets(game.legal()) == 0
    game.play(game.legal()[0])
    drops = [drop for drop in game.legal() if isinstance(drop, Drop)]
    assert set(members(targets(drops))) == {drop.tile for drop in drops}


@pytest.mark.parametrize("width", [80, 100])
def test_columns_divide_the_width_evenly(width: int) -> None:
    game = Game.new(players=3, seed=1)
    lines = [line.plain for line in choice_lines(game.legal(), ENGLISH, game.state, NAMES, width)]
    starts = {nth for line in lines for nth in range(len(line)) if line[nth:].startswith("Bid")}
    first = min(starts)
    assert {start - first for start in starts} <= {nth * ((width + 1) // 3) for nth in range(3)} | {
        nth * ((width + 1) // 4) for nth in range(4)
    }
