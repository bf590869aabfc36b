"""What can go wrong around a bot: it is told in a sentence, and no game stops for it."""

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from naqala.bots.net import BadWeights, Net

WEIGHTS = Path(__file__).parents[2] / "src" / "naqala" / "bots" / "weights"
REFUSED = "these weights cannot be used: "


def good() -> dict[str, Any]:
    """The arrays of a net that ships."""
    with np.load(WEIGHTS / "players-2.npz") as data:
        return {name: data[name] for name in data.files}


def npz(**changed: Any) -> bytes:
    """A file of weights with some arrays changed."""
    file = BytesIO()
    np.savez(file, **(good() | changed))
    return file.getvalue()


def npy(array: Any) -> bytes:
    """A file of one array."""
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
        npz(plain=OBJECTS),
        npz(plain=np.array(["a", "b"])),
        npz(plain=np.zeros(0)),
        npz(plain=good()["plain"][:-1]),
        npz(mean=good()["mean"][1:]),
        npz(w0=good()["w0"].T),
        npz(b0=good()["b0"][1:]),
        npz(unit=np.ones(2)),
        npz(w9=good()["w0"]),
        npz(w0=np.full_like(good()["w0"], np.nan)),
        *(npz()[:size] for size in (1, 10, 100, 1000, 10_000)),
        *(npz()[size:] for size in (1, 10, 100, 1000, 10_000)),
    ],
)
def test_files_that_are_no_weights_are_refused_in_a_sentence(
    content: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(content)
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(file)
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(BytesIO(content))


def test_a_pickle_is_not_opened(tmp_path: Path) -> None:
    """Weights may come from anywhere: nothing in a file is ever run."""
    mark = tmp_path / "mark"

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.write_text, (mark, "caught")

    trap = np.array([Trap()], dtype=object)
    for content in (pickle.dumps(Trap()), npy(trap), npz(plain=trap)):
        with pytest.raises(BadWeights, match=REFUSED):
            Net.load(BytesIO(content))
    assert not mark.exists()


@pytest.mark.parametrize("name", ["nowhere.npz", ".", "a/b/c", "x" * 500, "nul\0"])
def test_files_that_cannot_be_read_are_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(tmp_path / name)
