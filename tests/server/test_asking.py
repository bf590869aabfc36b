"""Questions that change nothing."""

from __future__ import annotations

import pytest

from naqala.rules.board import TILE_NAMES
from naqala.rules.events import BidPlaced
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.server.asking import own_events, preview
from naqala.server.protocol import Ask
from naqala.server.shapes import GameOptions
from naqala.text import catalogue
from tests.server.folds import MODES, started

EN = catalogue("en")


def test_a_preview_tells_what_actions_would_bring_and_changes_nothing() -> None:
    told = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        told.act(bid)
    game = told.table.game
    assert game is not None
    before = game.state.copy()
    sow = str(next(game.sowings(game.outcomes()[0])))
    seen = preview(told.table, Ask("x", "preview", actions=(sow,)), EN)
    assert game.state == before
    assert seen.played == 1
    assert [event.type for event in seen.events][:2] == ["Taken", "Dropped"]
    assert seen.scene is not None
    told.act(sow)
    assert seen.lines == tuple(
        EN.event(event, told.table.names, told.table.acts[-1].seat)
        for event in told.table.log[-1].events
    )


def test_a_preview_in_the_middle_of_a_move_tells_where_it_can_still_end() -> None:
    told = started(GameOptions(2))
    for bid in ("bid 5", "bid 3", "bid 1", "bid 0"):
        told.act(bid)
    game = told.table.game
    assert game is not None
    start = TILE_NAMES[game.outcomes()[0].start]
    begun = game.copy()
    begun.play(f"take {start}")
    first = str(begun.legal()[0])
    begun.play(first)
    seen = preview(told.table, Ask("x", "preview", actions=(f"take {start}", first)), EN)
    assert {(each.tile, each.tribe) for each in seen.outcomes} == {
        (TILE_NAMES[each.tile], TRIBE_LETTERS[each.tribe]) for each in begun.outcomes()
    }
    assert seen.outcomes


@pytest.mark.parametrize("mode", MODES)
def test_a_preview_never_tells_what_chance_or_others_will_do(mode: str) -> None:
    told = started(MODES[mode])
    game = told.table.game
    assert game is not None
    while told.table.phase == "running":
        draws, seat, action = game.state.draws, game.seat, str(game.legal()[-1])
        seen = preview(told.table, Ask("x", "preview", actions=(action, action)[:1]), EN)
        told.act(action)
        if game.state.draws != draws:
            assert seen.played == 0
            assert {event.type for event in seen.events} <= {"Taken", "Dropped"}
        if len(told.table.seats) > 1:
            assert all(event.type != "TurnStarted" for event in seen.events)
            assert not seen.played or seen.scene is None or game.seat == seat


def test_a_move_that_ends_with_a_draw_is_told_to_its_end_but_not_what_is_drawn() -> None:
    told = started(GameOptions(2, expansions=("artisans",)))
    for bid in ("bid 5", "bid 3", "bid 1", "bid 0"):
        told.act(bid)
    game = told.table.game
    assert game is not None
    for outcome in game.outcomes():
        for sow in map(str, game.sowings(outcome)):
            twin = game.copy()
            twin.play(sow)
            steps = [str(played.action) for played in twin.history[len(game.history) :]]
            drops = sow.split(" ")[2:]
            if twin.state.draws == game.state.draws or len(steps) > len(drops):
                continue  # nothing is drawn, or no drop follows by itself
            seen = preview(told.table, Ask("x", "preview", actions=tuple(steps)), EN)
            assert seen.played == len(steps) - 1
            assert [event.type for event in seen.events] == ["Taken"] + ["Dropped"] * len(drops)
            assert [f"{event.tile}{event.tribe}" for event in seen.events[1:]] == drops
            return
    pytest.fail("no such move")


def test_a_bid_shows_no_further_bids() -> None:
    first, second = BidPlaced(0, 3, 4, 3, 0), BidPlaced(1, 0, 2, 0, 0)
    assert list(own_events([first, second])) == [first]
