"""The integer action space: exact, compact, the same for everyone."""

from itertools import chain
from typing import Any

import pytest

from naqala import BadOptions, Game, Options
from naqala.envs.numbering import KEYS, numbering
from naqala.rules.actions import Action, Buy, Kill, KillInFront, Sow
from tests.envs.modes import MODES, in_every_mode, positions
from tests.positions import base_board, game_at

GAMES = 4


@in_every_mode
def test_every_legal_action_has_a_unique_number_that_maps_back(mode: dict[str, Any]) -> None:
    for game in positions(mode, GAMES):
        table = numbering(game.options)
        legal = game.legal()
        numbers = [table.number(action, game.state) for action in legal]
        assert len(set(numbers)) == len(legal)
        assert 0 <= min(numbers) <= max(numbers) < table.size
        found = table.numbers(legal, game.state)
        assert all(found[number] is action for number, action in zip(numbers, legal, strict=True))


@in_every_mode
def test_a_view_gives_the_same_numbers_as_the_state(mode: dict[str, Any]) -> None:
    for game in positions(mode, 1):
        table = numbering(game.options)
        seen = game.view(game.seat)
        assert table.numbers(game.legal(), seen) == table.numbers(game.legal(), game.state)


@in_every_mode
def test_a_number_has_the_text_of_its_action(mode: dict[str, Any]) -> None:
    """Except for actions with details that follow from the position."""
    for game in positions(mode, 2):
        table = numbering(game.options)
        for number, action in table.numbers(game.legal(), game.state).items():
            if not isinstance(action, Kill | KillInFront | Buy):
                assert table.texts[number] == str(action)


@in_every_mode
def test_the_sections_cover_the_whole_table(mode: dict[str, Any]) -> None:
    table = numbering(Options(seed=0, **as_options(mode)))
    assert list(chain(*table.sections.values())) == list(range(table.size))
    assert len(set(table.texts)) == len(table.texts) == table.size


@pytest.mark.parametrize(
    ("mode", "size"),
    [
        ("solo", 1859),
        ("2, base", 1856),
        ("4, base", 1866),
        ("2, whims", 2102),
        ("2, artisans", 3999),
        ("5, whims and artisans", 4832),
    ],
)
def test_the_size_of_the_table(mode: str, size: int) -> None:
    assert numbering(Options(seed=0, **as_options(MODES[mode]))).size == size


def test_a_mode_has_one_table() -> None:
    """It is shared by games with different seeds and names."""
    table = numbering(Options(players=2, seed=1))
    assert numbering(Options(players=2, seed=2, names=("Ann", "Bob"))) is table
    assert numbering(Options(players=3, seed=1)) is not table


def test_every_kind_of_action_has_a_key() -> None:
    """Except for `sow`, which stands for several actions."""
    kinds = {kind.__name__ for kind in Action.__subclasses__()}
    assert {kind.__name__ for kind in KEYS} == kinds - {Sow.__name__}


def test_random_games_use_every_section() -> None:
    """This ensures that the tests above cover every kind of action."""
    met: set[str] = set()
    known: set[str] = set()
    for name in ("solo", "2, everything", "5, whims and artisans"):
        for game in positions(MODES[name], GAMES):
            table = numbering(game.options)
            known |= set(table.sections)
            met |= {
                section
                for number in table.numbers(game.legal(), game.state)
                for section, numbers in table.sections.items()
                if number in numbers
            }
    assert met == known


def test_opponents_are_counted_from_the_player_in_turn() -> None:
    """The next player is `+1` for everybody."""
    table = numbering(Options(players=3, seed=0))
    states = [assassins(seat).state for seat in range(3)]
    texts = [
        {table.texts[number] for number in table.numbers(state.choices, state)} for state in states
    ]
    assert texts[0] == texts[1] == texts[2]
    assert {"kill +1 Y", "kill +2 Y"} <= texts[0]


def assassins(seat: int) -> Game:
    """A position in which this player's Assassins can reach the Viziers of all opponents."""
    return game_at(
        base_board("c3:Y"),
        "players 3",
        *(f"p{nth}-has viziers 1" for nth in (1, 2, 3)),
        f"seat p{seat + 1}",
        "pending finishing / tile a1 / tribe a1 RRRR",
    )


def test_two_victims_of_iblis_have_numbers() -> None:
    game = game_at(
        base_board("a1:YW b1:YYB"), "players 2", "p1-djinns iblis", "p1-has elders 1",
        "pending finishing / tile a1 / tribe a1 R boosted",
    )  # fmt: skip
    numbers = numbering(game.options).numbers(game.legal(), game.state)
    texts = {numbering(game.options).texts[number] for number in numbers}
    assert {"kill a1YW", "kill b1YY", "kill b1YB"} <= texts
    assert len(numbers) == len(game.legal())


def test_fakirs_of_kumarbi_have_numbers() -> None:
    game = game_at(
        base_board("c3:YW"), "players 2", "p1-djinns kumarbi", "p1-hand fakir*9",
        "bids p1 p2 p1 p2", "pending bidding",
    )  # fmt: skip
    numbers = numbering(game.options).numbers(game.legal(), game.state)
    assert len(numbers) == len(game.legal()) == 28


def test_invalid_options_have_no_table() -> None:
    with pytest.raises(BadOptions, match="1 to 5 players"):
        numbering(Options(players=6, seed=0))


def as_options(mode: dict[str, Any]) -> dict[str, Any]:
    sets = {name: frozenset(mode[name]) for name in ("expansions", "promos") if name in mode}
    return mode | sets
