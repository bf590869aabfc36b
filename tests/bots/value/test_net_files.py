"""Files of weights: damaged, malicious or unreadable ones are refused."""

import pickle
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from naqala.bots.bot import BadWeights
from naqala.bots.value.numpy_backend.net import Net

WEIGHTS = Path(__file__).parents[3] / "src" / "naqala" / "bots" / "value" / "weights"
REFUSED = "these weights cannot be used: "


def good() -> dict[str, Any]:
    """The arrays of a net of the package."""
    with np.load(WEIGHTS / "players-2.npz") as data:
        return {name: data[name] for name in data.files}


def npz(**changed: Any) -> bytes:
    """A file of weights in which some arrays are replaced."""
    file = BytesIO()
    np.savez(file, **(good() | changed))
    return file.getvalue()


def npy(array: Any) -> bytes:
    """A file with one array."""
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


OBJECTS = np.array([None, "x"], dtype=object)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 1000,
        pickle.dumps(good()),
        npy(OBJECTS),
        npy(np.zeros(3)),
        npz(linear=OBJECTS),
        npz(linear=np.array(["a", "b"])),
        npz(linear=np.zeros(0)),
        npz(linear=good()["linear"][:-1]),
        npz(mean=good()["mean"][1:]),
        npz(w0=good()["w0"].T),
        npz(b0=good()["b0"][1:]),
        npz(unit=np.ones(2)),
        npz(names=good()["names"][1:]),
        npz(names=np.array(OBJECTS)),
        npz(names=np.array(["lead"] * len(good()["names"]))),
        npz(players=np.array([2, 3])),
        npz(w9=good()["w0"]),
        npz(w0=np.full_like(good()["w0"], np.nan)),
        *(npz()[:size] for size in (1, 10, 100, 1000, 10_000)),
        *(npz()[size:] for size in (1, 10, 100, 1000, 10_000)),
    ],
)
def test_invalid_files_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(content)
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(file)
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(BytesIO(content))


def test_pickled_objects_are_not_loaded(tmp_path: Path) -> None:
    """Weights may come from an untrusted source: nothing in a file is ever executed."""
    mark = tmp_path / "mark"

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.write_text, (mark, "caught")

    trap = np.array([Trap()], dtype=object)
    for content in (pickle.dumps(Trap()), npy(trap), npz(linear=trap)):
        with pytest.raises(BadWeights, match=REFUSED):
            Net.load(BytesIO(content))
    assert not mark.exists()


@pytest.mark.parametrize("name", ["nowhere.npz", ".", "a/b/c", "x" * 500, "nul\0"])
def test_unreadable_files_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(tmp_path / name)


def test_damaged_files_raise_only_bad_weights() -> None:
    random = Random(1)
    for content in ((WEIGHTS / "players-2.npz").read_bytes(), npz()):
        for _ in range(300):
            damaged = bytearray(content)
            for _ in range(random.randint(1, 4)):
                near_the_end = random.random() < 0.5  # where an archive has its directory
                place = random.randrange(600) + (len(content) - 600 if near_the_end else 0)
                damaged[place] = random.randrange(256)
            with suppress(BadWeights):  # some bytes can be changed without harm
                Net.load(BytesIO(bytes(damaged)))


@pytest.mark.parametrize(
    "content",
    [
        npz(scale=np.float32(1)),
        npz(scale=good()["scale"][:1]),
        npz(mean=np.full_like(good()["mean"], np.inf)),
        npz(w0=np.full_like(good()["w0"], np.inf)),
        npz(unit=np.float32("nan")),
        npz(w2=np.repeat(good()["w2"], 2, axis=1)),
    ],
    ids=[
        "scalar scale",
        "short scale",
        "infinite mean",
        "infinite weights",
        "no unit",
        "two outputs",
    ],
)
def test_weights_with_valid_but_wrong_shapes_or_values_are_refused(content: bytes) -> None:
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(BytesIO(content))
