"""The games that a net learns from, and the files that they are stored in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naqala.bots.value.numpy_backend.net import Matrix


class Episode(NamedTuple):
    """One seat in one game: features after every turn and bid, and the final margin."""

    rows: Matrix
    gold_offsets: Matrix
    """The `gold_offset` of each row."""
    final: float
    luck: Matrix
    """What the dice brought between each row and the next one, in points of the net; 0 on average.

    Targets without it have the same mean and a smaller variance.
    """


Played = Sequence[Episode]
"""A game: an episode for each seat that the net played."""


def save_games(games: Sequence[Played], file: Path) -> None:
    """Write games atomically. The features are stored in half precision."""
    episodes = [episode for game in games for episode in game]
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        np.savez_compressed(
            stream,
            rows=np.concatenate([each.rows for each in episodes]).astype(np.float16).T.copy(),
            gold_offsets=np.concatenate([each.gold_offsets for each in episodes]),
            luck=np.concatenate([each.luck for each in episodes]),
            final=np.array([each.final for each in episodes], np.float32),
            lengths=np.array([len(each.rows) for each in episodes]),
            seats=np.array([len(game) for game in games]),
        )
    part.replace(file)


def load_games(file: Path) -> list[Played]:
    """Read games that `save_games` has written."""
    with np.load(file) as stored:
        rows = stored["rows"].T.astype(np.float32)
        gold_offsets, luck = stored["gold_offsets"], stored["luck"]
        final, lengths, seats = stored["final"], stored["lengths"], stored["seats"]
    ends = pairwise([0, *np.cumsum(lengths).tolist()])
    episodes: Iterator[Episode] = (
        Episode(rows[start:end], gold_offsets[start:end], float(points), luck[start:end])
        for (start, end), points in zip(ends, final, strict=True)
    )
    return [[next(episodes) for _ in range(number)] for number in seats]
