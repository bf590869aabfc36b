"""Loading, saving and checking the value net."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from naqala import Game
from naqala.bots.bot import BadWeights
from naqala.bots.value.expected_margin import expected_margins
from naqala.bots.value.features import feature_names
from naqala.bots.value.numpy_backend.net import Net, net_for

WEIGHTS = Path(__file__).parents[3] / "src" / "naqala" / "bots" / "value" / "weights"
BOXES: dict[int, tuple[str, ...]] = {1: (), 2: (), 3: (), 4: (), 5: ("whims",)}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_number_of_players_has_a_net_that_fits_its_features(players: int) -> None:
    state = Game.new(players=players, seed=1, expansions=BOXES[players]).state
    net = net_for(players)
    assert set(net.names) <= set(feature_names(players))
    (value,) = net.margins([state], 0)
    assert abs(value) < 500


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_coin_is_worth_about_a_point(players: int) -> None:
    state = Game.new(players=players, seed=1, expansions=BOXES[players]).state
    rich = state.copy()
    rich.players[0].gold += 5
    values = expected_margins([state, rich], 0)
    assert values[1] - values[0] == pytest.approx(5, abs=1.5)


def test_all_weights_together_are_smaller_than_5_mb() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS.glob("*.npz")) < 5_000_000


def test_saved_weights_can_be_loaded() -> None:
    rng = np.random.default_rng(1)
    net = net_for(2)
    file = BytesIO()
    net.save(file)
    file.seek(0)
    rows = rng.standard_normal((5, len(net.names))).astype(np.float32)
    assert np.allclose(Net.load(file)(rows), net(rows), atol=0.5)


def test_inputs_are_matched_by_name() -> None:
    net = net_for(2)
    rows = np.random.default_rng(2).standard_normal((3, len(net.names))).astype(np.float32)
    order = np.random.default_rng(3).permutation(len(net.names))
    names = tuple(net.names[nth] for nth in order)
    assert (net.inputs(rows[:, order], names) == rows).all()


def test_unknown_features_are_left_out_and_missing_ones_are_zero() -> None:
    net = net_for(2)
    rows = np.ones((3, len(net.names)), np.float32)
    found = net.inputs(rows, ("unheard of", *net.names[1:]))
    assert not found[:, 0].any()
    assert (found[:, 1:] == 1).all()
    assert not net.inputs(rows[:, :1], ("unheard of",)).any()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_input_of_the_shipped_nets_is_a_feature(players: int) -> None:
    """A renamed feature would count as 0. A new feature need not be an input yet."""
    assert set(net_for(players).names) <= set(feature_names(players))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_names_of_the_inputs_are_saved_and_loaded(players: int) -> None:
    file = BytesIO()
    net_for(players).save(file)
    file.seek(0)
    found = Net.load(file)
    assert (found.players, found.names) == (players, net_for(players).names)


def damaged(*, without: str = "", cut: int = 0, shape: bool = False, number: float = 1.0) -> bytes:
    with np.load(WEIGHTS / "players-2.npz") as data:
        arrays = {name: data[name] for name in data.files if name != without}
    if shape:
        arrays["w1"] = arrays["w1"][:-1]
    if "linear" in arrays:
        arrays["linear"] = arrays["linear"] * np.float32(number)
    file = BytesIO()
    np.savez(file, **arrays)
    whole = file.getvalue()
    return whole[: len(whole) - cut]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not weights at all",
        b"PK\x03\x04 nor these",
        damaged(cut=3000),
        damaged(without="linear"),
        damaged(without="names"),
        damaged(without="players"),
        damaged(without="unit"),
        damaged(without="b1"),
        damaged(shape=True),
        damaged(number=float("nan")),
    ],
)
def test_damaged_weights_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(content)
    with pytest.raises(BadWeights, match="these weights cannot be used"):
        Net.load(file)


def test_a_missing_file_and_a_missing_net_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="these weights cannot be used"):
        Net.load(tmp_path / "nowhere.npz")
    with pytest.raises(BadWeights, match="there are no weights for 9 players"):
        net_for(9)
