"""Files of games to learn from."""

from pathlib import Path

import numpy as np
import pytest

from training.episodes import Episode, load_games, save_games

RNG = np.random.default_rng(5)


def episode(rows: int) -> Episode:
    numbers = RNG.integers(0, 64, (4, rows)).astype(np.float32)
    return Episode(numbers[:2].T, numbers[2], float(rows), numbers[3])


def test_stored_games_are_read_as_they_were(tmp_path: Path) -> None:
    games = [[episode(3), episode(2)], [episode(1)]]
    save_games(games, tmp_path / "games.npz")
    found = load_games(tmp_path / "games.npz")
    assert [len(game) for game in found] == [2, 1]
    for game, again in zip(games, found, strict=True):
        for one, other in zip(game, again, strict=True):
            assert one.final == other.final
            assert (one.rows == other.rows).all()
            assert (one.gold_offsets == other.gold_offsets).all()
            assert (one.luck == other.luck).all()


def test_an_interrupted_save_leaves_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_games([[episode(1)]], tmp_path / "games.npz")
    assert not (tmp_path / "games.npz").exists()
