"""Files of weights are read without NumPy, and as NumPy reads them."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from naqala.bots.bot import BadWeights
from naqala.bots.value.weights_file import Array, package_weights, read_weights

WEIGHTS = Path(__file__).parents[3] / "src" / "naqala" / "bots" / "value" / "weights"


def content(players: int) -> dict[str, Any]:
    with np.load(WEIGHTS / f"players-{players}.npz") as data:
        return {name: data[name] for name in data.files}


def same(found: Array, expected: Any) -> bool:
    values = np.array(found.values).reshape(found.shape)
    return np.array_equal(values, np.asarray(expected, np.float32)) and (
        found.shape == expected.shape
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_weights_of_the_package_are_read_as_by_numpy(players: int) -> None:
    found, expected = package_weights(players), content(players)
    assert found.players == expected["players"] == players
    assert found.names == tuple(expected["names"].tolist())
    assert found.unit == expected["unit"]
    for name in ("linear", "mean", "scale"):
        assert same(getattr(found, name), expected[name])
    assert len(found.layers) == 3
    for nth, (weights, bias) in enumerate(found.layers):
        assert same(weights, expected[f"w{nth}"])
        assert same(bias, expected[f"b{nth}"])


@pytest.mark.parametrize("kind", ["<f2", "<f4", "<f8", ">f4", ">f8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_type_and_order_of_numbers_is_read(kind: str, order: Any) -> None:
    arrays = content(2)
    changed = np.asarray(arrays["w0"], kind, order=order)
    file = BytesIO()
    np.savez(file, **arrays | {"w0": changed})
    file.seek(0)
    assert same(read_weights(file).layers[0][0], changed)


def test_a_net_without_hidden_layers_must_have_no_output_layer() -> None:
    arrays = {name: each for name, each in content(2).items() if name[0] not in "wb"}
    linear = BytesIO()
    np.savez(linear, **arrays)
    linear.seek(0)
    assert read_weights(linear).layers == ()
    inputs = len(arrays["names"])
    single = BytesIO()
    np.savez(single, **arrays, w0=np.zeros((inputs, 1)), b0=np.zeros(1))
    single.seek(0)
    with pytest.raises(BadWeights):
        read_weights(single)
