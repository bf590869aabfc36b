"""The largest table that people can make is opened soon: the work is counted, not the time.

`python -m benchmarks.server.long_tables` measures the time.
"""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from naqala.rules import turn
from naqala.tables.log.codec import row_of, state_of
from naqala.tables.log.quotas import MOST_ENTRIES, UNDO
from tests.tables.largest_table import PLAYERS, crowded, largest_table

LONGEST_GAME = 1700
"""Choices of a game from a position with as many meeples as there can be."""


@pytest.mark.parametrize("opening", ["", crowded()], ids=["new", "crowded"])
@pytest.mark.parametrize("undone", ["", "bid", "sow"])
def test_opening_a_table_replays_only_so_many_choices(
    opening: str, undone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = largest_table(opening, undone)
    assert table.game is not None
    rows = [row_of(each.entry) for each in table.log]
    apply = Mock(wraps=turn.apply)
    monkeypatch.setattr(turn, "apply", apply)
    assert state_of(table.id, rows).game == table.game
    assert len(rows) < MOST_ENTRIES
    assert len(table.game.history) < LONGEST_GAME
    assert apply.call_count < 2 * LONGEST_GAME + PLAYERS * UNDO.own
