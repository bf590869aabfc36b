"""What can go wrong around a bot: it is told in a sentence, and no game stops for it."""

import logging
import pickle
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from naqala import Action, Game
from naqala.bots import bot
from naqala.bots.arena.match import match
from naqala.bots.bot import BadWeights
from naqala.bots.planning import PlanningBot
from naqala.bots.registry import bot_class
from naqala.bots.value import net as net_module
from naqala.bots.value.net import Net, net_for
from naqala.rules.state import Options
from naqala.rules.view import view
from tests.bots.modes import MODES, THINKERS, Boxes, actions, players

WEIGHTS = Path(__file__).parents[2] / "src" / "naqala" / "bots" / "value" / "weights"
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
    for content in (pickle.dumps(Trap()), npy(trap), npz(linear=trap)):
        with pytest.raises(BadWeights, match=REFUSED):
            Net.load(BytesIO(content))
    assert not mark.exists()


@pytest.mark.parametrize("name", ["nowhere.npz", ".", "a/b/c", "x" * 500, "nul\0"])
def test_files_that_cannot_be_read_are_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(tmp_path / name)


def test_no_damage_to_a_file_is_told_otherwise_than_in_a_sentence() -> None:
    random = Random(1)
    for content in ((WEIGHTS / "players-2.npz").read_bytes(), npz()):
        for _ in range(300):
            damaged = bytearray(content)
            for _ in range(random.randint(1, 4)):
                near_the_end = random.random() < 0.5  # where an archive keeps its contents
                place = random.randrange(600) + (len(content) - 600 if near_the_end else 0)
                damaged[place] = random.randrange(256)
            with suppress(BadWeights):  # some bytes do not matter
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
    ids=["one scale", "a short scale", "endless", "endless weights", "no unit", "two answers"],
)
def test_weights_that_fit_by_chance_are_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(BadWeights, match=REFUSED):
        Net.load(BytesIO(content))


# Faults of thinking


def confused(*_: object) -> list[Action]:
    raise ZeroDivisionError("a fault of thinking")


@pytest.mark.parametrize("where", ["think", "imagine"])
@pytest.mark.parametrize("name", THINKERS)
def test_a_fault_of_thinking_is_logged_and_something_is_played(
    name: str, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    target: object = bot_class(name) if where == "think" else sys.modules[PlanningBot.__module__]
    monkeypatch.setattr(target, where, confused)
    state = Game.new(players=2, seed=1).state
    player = bot(name, 1)
    assert player.choose(view(state, state.seat), state.choices) in state.choices
    (record,) = caplog.records
    assert record.name == "naqala.bots"
    assert record.levelno >= logging.WARNING
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert (player.faults, player.fault) == (1, "ZeroDivisionError: a fault of thinking")


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_a_bot_that_cannot_think_plays_to_the_end(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_class("sultan"), "think", confused)
    game = Game.new(players=number, seed=3, expansions=boxes)
    for _ in actions(players("sultan", number), game):
        assert len(game.history) < 3000
    assert game.over


def test_after_a_fault_a_bot_thinks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game.new(players=2, seed=1).state
    seen, legal = view(state, state.seat), state.choices
    player = bot("merchant", 1)
    with monkeypatch.context() as patch:
        patch.setattr(bot_class("merchant"), "think", confused)
        player.choose(seen, legal)
    assert player.choose(seen, legal) == bot("merchant", 1).choose(seen, legal)
    assert player.faults == 1


def test_a_wish_to_stop_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> list[Action]:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot_class("sultan"), "think", interrupted)
    state = Game.new(players=2, seed=1).state
    with pytest.raises(KeyboardInterrupt):
        bot("sultan").choose(view(state, state.seat), state.choices)


def test_weights_that_are_missing_stop_no_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(number: int) -> Net:
        raise BadWeights(f"there are no weights for {number} players")

    monkeypatch.setattr(net_module, "net_for", missing)
    state = Game.new(players=2, seed=1).state
    assert bot("sultan").choose(view(state, state.seat), state.choices) in state.choices
    assert "no weights for 2 players" in caplog.text


@pytest.mark.parametrize("name", ["sultan", "djinn"])
def test_no_match_begins_with_weights_of_another_table(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = net_for(4)
    monkeypatch.setattr(net_module, "net_for", lambda number: net)
    with pytest.raises(BadWeights, match="these weights are for 4 players, not for 2"):
        match(["merchant", name], Options(2, seed=1), 2)
    assert match(["merchant", name], Options(4, seed=1), 2).size
