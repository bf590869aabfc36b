"""Observations contain everything that a seat may know, and nothing else."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from naqala import Game, Options, View, imagine
from naqala.envs import Encoding
from naqala.rules.board import NO_TILE
from naqala.rules.turn import Sowing
from naqala.rules.view import view
from tests.envs.modes import in_every_mode, positions
from tests.positions import base_board, game_at


def field_of(game: Game, seat: int, name: str) -> NDArray[np.float32]:
    """One field of the observation of a seat, in its original units."""
    encoding = Encoding(game.options)
    field = encoding.layout.fields[name]
    vector = encoding.observe(game.view(seat))["observation"]
    numbers: NDArray[np.float32] = vector[field.where].reshape(field.shape) * field.unit
    return numbers.round(4)


@in_every_mode
def test_observations_are_in_their_space(mode: dict[str, Any]) -> None:
    encoding = Encoding(Game.new(seed=0, **mode).options)
    space = encoding.observation_space()
    for game in positions(mode, 1):
        for seat in range(game.options.players):
            seen = encoding.observe(game.view(seat))
            assert seen["observation"].dtype == np.float32
            assert space.contains(seen)


@in_every_mode
def test_observations_do_not_depend_on_secrets(mode: dict[str, Any]) -> None:
    """Different hands of others and piles give the same view and the same vector."""
    encoding = Encoding(Game.new(seed=0, **mode).options)
    for nth, game in enumerate(positions(mode, 1)):
        if nth % 7 == 0:
            for seat in range(game.options.players):
                seen = game.view(seat)
                other = view(imagine(seen, Random(nth)), seat)
                one, two = (encoding.observe(v)["observation"] for v in (seen, other))
                assert np.array_equal(one, two)


@in_every_mode
def test_a_state_is_encoded_like_its_view(mode: dict[str, Any]) -> None:
    """The encoding of a state leaves out what is secret to the viewer, in batches of any size."""
    encoding = Encoding(Game.new(seed=0, **mode).options)
    states, viewers, expected = [], [], []
    for nth, game in enumerate(positions(mode, 1)):
        for seat in range(game.options.players):
            states.append(imagine(game.view(seat), Random(nth)) if nth % 2 else game.state.copy())
            viewers.append(seat)
            expected.append(encoding.vector(game.view(seat), seat))
    assert np.array_equal(encoding.vectors(states, viewers), np.array(expected))
    assert np.array_equal(encoding.vector(states[-1], viewers[-1]), expected[-1])


def test_no_positions_give_no_vectors() -> None:
    encoding = Encoding(Options(players=2, seed=0))
    assert encoding.vectors([], []).shape == (0, 954)
    assert encoding.masks([]).shape == (0, 1856)


def test_large_numbers_are_encoded() -> None:
    game = game_at(base_board("c3:YYW"), "players 2", "p1-has gold 1234", "pending moving")
    assert field_of(game, 0, "gold").tolist() == [1234]


@in_every_mode
def test_different_views_give_different_vectors(mode: dict[str, Any]) -> None:
    """Except for the path of a move, which has no effect on the rest of the game."""
    encoding = Encoding(Game.new(seed=0, **mode).options)
    known: dict[tuple[int, bytes], View] = {}
    for game in positions(mode, 1):
        seen = game.view(game.seat)
        key = game.seat, encoding.observe(seen)["observation"].tobytes()
        assert known.setdefault(key, normalised(seen)) == normalised(seen)


def normalised(seen: View) -> View:
    """The view without the path of a move, and with unordered cards sorted."""
    pending = tuple(
        replace(decision, start=NO_TILE, path=()) if isinstance(decision, Sowing) else decision
        for decision in seen.pending
    )
    players = tuple(
        player._replace(
            djinns=tuple(sorted(player.djinns)),
            used=tuple(sorted(player.used)) if seat == seen.seat else (),
            whims=player.whims and tuple(sorted(player.whims)),
            paid_whims=tuple(sorted(player.paid_whims)),
        )
        for seat, player in enumerate(seen.players)
    )
    return seen._replace(
        pending=pending,
        players=players,
        djinn_discards=tuple(sorted(seen.djinn_discards)),
        item_discards=tuple(sorted(seen.item_discards)),
    )


def test_the_viewer_comes_first() -> None:
    game = game_at(
        base_board("c3:YYW"), "players 3", "p1-has gold 10 viziers 1", "p2-has gold 20 viziers 2",
        "p3-has gold 30 viziers 3", "p2-tiles b2", "seat p3", "pending moving",
    )  # fmt: skip
    assert field_of(game, 1, "gold").tolist() == [20]
    assert field_of(game, 1, "council")[:, 0].tolist() == [2, 3, 1]
    assert field_of(game, 1, "seat").tolist() == [0, 1, 0]
    assert field_of(game, 1, "owners")[:, 7].tolist() == [1, 0, 0]
    assert field_of(game, 0, "owners")[:, 7].tolist() == [0, 1, 0]


def test_meeples_are_encoded_by_place() -> None:
    """Row by row from a1: c3 is the 15th place of a board with six columns."""
    game = game_at(base_board("c3:YYW a1:R"), "players 2", "pending moving")
    meeples = field_of(game, 0, "meeples")
    assert meeples.shape == (5, 30)
    assert meeples[:, 14].tolist() == [2, 1, 0, 0, 0]
    assert meeples[:, 0].tolist() == [0, 0, 0, 0, 1]
    assert meeples.sum() == 4


def test_an_unfinished_move_is_encoded_with_its_hand_and_last_two_tiles() -> None:
    """Only the pile of a1 can be moved, so it is taken automatically."""
    game = game_at(base_board("a1:YWGB b2:YWGBR c3:YWGBR"), "players 2", "pending moving")
    assert field_of(game, 0, "in hand").tolist() == [1, 1, 1, 1, 0]
    assert field_of(game, 0, "focus").nonzero()[0].tolist() == [0]
    assert not field_of(game, 0, "before").any()
    game.play(game.legal()[0])
    assert field_of(game, 0, "in hand").sum() == 3
    assert field_of(game, 0, "before").nonzero()[0].tolist() == [0]


def test_cards_in_hand_are_shown_only_to_their_owner() -> None:
    game = game_at(
        base_board("c3:YYW"), "players 2", "p1-hand ivory fakir*3", "pending moving"
    )  # fmt: skip
    assert field_of(game, 0, "hand").tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert not field_of(game, 1, "hand").any()
    assert field_of(game, 1, "hand sizes").tolist() == [0, 4]
