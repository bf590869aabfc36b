"""The choices of every bot have the same digests as when they were recorded.

Only a change that is meant to alter the choices of bots may record new digests.
"""

from hashlib import sha256
from itertools import islice

import pytest

from naqala import Game
from tests.bots.modes import BOTH, SLOW, Boxes, Clock, actions, players, use_clock

MOST = {"traveller": 2000, "merchant": 80, "vizier": 60, "sultan": 24, "djinn": 24}
"""How many actions of a game are checked."""
DIGESTS: dict[tuple[str, int, Boxes], str] = {
    ("traveller", 1, ()): "416c9d20028072ad",
    ("merchant", 1, ()): "17952275613466fb",
    ("vizier", 1, ()): "17b9bdcdc85eea8c",
    ("sultan", 1, ()): "123f537170688add",
    ("traveller", 2, ()): "ce3a2657151734f8",
    ("merchant", 2, ()): "fd34a6d84201c569",
    ("vizier", 2, ()): "3b49b2f95d6ec495",
    ("sultan", 2, ()): "bb03ff84ed3b6e8c",
    ("djinn", 2, ()): "bb03ff84ed3b6e8c",
    ("traveller", 5, BOTH): "a915f59367d01dd7",
    ("merchant", 5, BOTH): "f00bdcdc90d115a5",
    ("vizier", 5, BOTH): "409fe3752da2831d",
    ("djinn", 5, BOTH): "767687c36d818ba7",
}


@pytest.mark.parametrize(("name", "number", "boxes"), DIGESTS)
def test_a_bot_plays_the_recorded_game(
    name: str, number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, Clock(SLOW))
    game = Game.new(players=number, seed=21, expansions=boxes)
    played = islice(actions(players(name, number), game), MOST[name])
    text = "\n".join(map(str, played))
    assert sha256(text.encode()).hexdigest()[:16] == DIGESTS[name, number, boxes]
