"""The log in sentences: secrets are shown only to their owner."""

from __future__ import annotations

import random

import pytest

from naqala.tables.views import log_entries
from naqala.text import catalogue
from tests.tables.table_builder import MODES, started


@pytest.mark.parametrize("mode", MODES)
def test_the_log_shows_secrets_only_to_their_owner(mode: str) -> None:
    builder, words = started(MODES[mode]), catalogue("en")
    builder.play(random.Random(mode))
    for applied in builder.table.log:
        for event in log_entries.entry(builder.table, applied, words).events:
            if event.type in ("CardDrawn", "ItemsDrawn", "ItemKept"):
                assert (event.card, event.items, event.item) == ("", (), "")
        for seat in range(len(builder.table.seats)):
            entry = log_entries.entry(builder.table, applied, words, seat)
            assert len(entry.lines) >= len(entry.events)
            for event in entry.events:
                if event.type in ("CardDrawn", "ItemsDrawn", "ItemKept"):
                    assert bool(event.card or event.items or event.item) == (event.seat == seat)
