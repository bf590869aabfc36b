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
    ("vizier", 1, ()): "6b0d1eb8e7d1a445",
    ("sultan", 1, ()): "123f537170688add",
    ("traveller", 2, ()): "ce3a2657151734f8",
    ("merchant", 2, ()): "fd34a6d84201c569",
    ("vizier", 2, ()): "a63329f8b5c9ba39",
    ("sultan", 2, ()): "79e0c2ecbc86e36e",
    ("djinn", 2, ()): "f13b9a91cd496503",
    ("traveller", 5, BOTH): "a915f59367d01dd7",
    ("merchant", 5, BOTH): "f00bdcdc90d115a5",
    ("vizier", 5, BOTH): "06d1d876d8eeaa59",
    ("djinn", 5, BOTH): "ef4752e927893741",
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
