"""Queries, which do not change the table."""

from __future__ import annotations

import msgspec
import pytest

from naqala.rules import meeples
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.tables.protocol.messages import Ask
from naqala.tables.protocol.types import GameOptions
from naqala.tables.queries import (
    extra_points,
    gains,
    own_events,
    passes,
    preview,
    unreachable,
    ways,
)
from naqala.text import catalogue
from tests.positions import acting, base_board, choices, game_at
from tests.tables.table_builder import MODES, TableBuilder, started

EN = catalogue("en")


def test_a_preview_shows_the_effect_of_actions_without_changing_the_game() -> None:
    builder = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        builder.act(bid)
    game = builder.table.game
    assert game is not None
    before = game.state.copy()
    sow = str(next(game.sowings(game.outcomes()[0])))
    seen = preview(builder.table, Ask("x", "preview", actions=(sow,)), EN)
    assert game.state == before
    assert seen.played == 1
    assert [event.type for event in seen.events][:2] == ["Taken", "Dropped"]
    assert seen.scene is not None
    builder.act(sow)
    assert seen.lines == tuple(
        EN.event(event, builder.table.names, builder.table.acts[-1].seat)
        for event in builder.table.log[-1].events
    )


def test_a_preview_of_a_partial_move_lists_its_remaining_outcomes() -> None:
    builder = started(GameOptions(2))
    for bid in ("bid 5", "bid 3", "bid 1", "bid 0"):
        builder.act(bid)
    game = builder.table.game
    assert game is not None
    start = TILE_NAMES[game.outcomes()[0].start]
    begun = game.copy()
    begun.play(f"take {start}")
    first = str(begun.legal()[0])
    begun.play(first)
    seen = preview(builder.table, Ask("x", "preview", actions=(f"take {start}", first)), EN)
    assert {(each.tile, each.tribe) for each in seen.outcomes} == {
        (TILE_NAMES[each.tile], TRIBE_LETTERS[each.tribe]) for each in begun.outcomes()
    }
    assert seen.outcomes


@pytest.mark.parametrize("mode", MODES)
def test_a_preview_stops_before_random_draws_and_decisions_of_others(mode: str) -> None:
    builder = started(MODES[mode])
    game = builder.table.game
    assert game is not None
    while builder.table.phase == "running":
        draws, seat, action = game.state.draws, game.seat, str(game.legal()[-1])
        seen = preview(builder.table, Ask("x", "preview", actions=(action, action)[:1]), EN)
        builder.act(action)
        if game.state.draws != draws:
            assert seen.played == 0
            assert {event.type for event in seen.events} <= {"Taken", "Dropped"}
        if len(builder.table.seats) > 1:
            assert all(event.type != "TurnStarted" for event in seen.events)
            assert not seen.played or seen.scene is None or game.seat == seat


def test_a_preview_of_a_move_that_draws_ends_before_the_draw() -> None:
    builder = started(GameOptions(2, expansions=("artisans",)))
    for bid in ("bid 5", "bid 3", "bid 1", "bid 0"):
        builder.act(bid)
    game = builder.table.game
    assert game is not None
    for outcome in game.outcomes():
        for sow in map(str, game.sowings(outcome)):
            twin = game.copy()
            twin.play(sow)
            steps = [str(played.action) for played in twin.history[len(game.history) :]]
            drops = sow.split(" ")[2:]
            if twin.state.draws == game.state.draws or len(steps) > len(drops):
                continue  # no draw, or no automatic drop
            seen = preview(builder.table, Ask("x", "preview", actions=tuple(steps)), EN)
            assert seen.played == len(steps) - 1
            assert [event.type for event in seen.events] == ["Taken"] + ["Dropped"] * len(drops)
            assert [f"{event.tile}{event.tribe}" for event in seen.events[1:]] == drops
            return
    pytest.fail("no such move")


def to_move(options: GameOptions) -> tuple[TableBuilder, Game]:
    """A game after the bids."""
    builder = started(options)
    game = builder.table.game
    assert game is not None
    while str(game.legal()[0]).startswith("bid"):
        builder.act(str(game.legal()[-1]))
    return builder, game


def test_ways_can_be_filtered_by_first_drops_and_by_a_tile_on_the_way() -> None:
    _, game = to_move(GameOptions(2))
    outcome = max(game.outcomes(), key=game.count_sowings)
    start, end = str(outcome).split(" ")
    ask = Ask("x", "ways", start=start, tile=end[:2], tribe=end[2])
    passed = passes(game, ask)
    assert len(passed) > 2
    for tile in passed:
        found = ways(game, msgspec.structs.replace(ask, through=tile))
        assert found
        assert all(any(drop[:2] == tile for drop in way.split(" ")[2:-1]) for way in found)
    first = ways(game, ask)[-1].split(" ")[2]
    begun = ways(game, msgspec.structs.replace(ask, after=(first,)))
    assert begun
    assert all(way.split(" ")[2] == first for way in begun)


@pytest.mark.parametrize("mode", MODES)
def test_the_gain_of_a_move_matches_its_preview(mode: str) -> None:
    builder, game = to_move(MODES[mode])
    if "take" not in str(game.legal()[0]):
        builder.act(str(game.legal()[-1]))
    seat = game.seat
    before = game.state.copy()
    now = preview(builder.table, Ask("x", "preview"), EN).score
    assert now is not None
    some = 0
    for outcome in game.outcomes()[::7]:
        start, end = str(outcome).split(" ")
        found = gains(game, Ask("x", "gains", start=start, tile=end[:2]))
        sow = str(next(game.sowings(outcome)))
        then = preview(builder.table, Ask("x", "preview", actions=(sow,)), EN)
        assert then.score is not None
        points = [gain.points for gain in found if gain.tribe == end[2]]
        assert points == ([then.score.total - now.total] if then.played else [])
        some += any(points)
    assert some
    assert (game.seat, game.state) == (seat, before)


def test_a_preview_says_what_builders_and_assassins_can_bring() -> None:
    """T4, T5, T6"""
    builder, game = to_move(MODES["base 2"])
    found = set()
    for outcome in game.outcomes():
        start, end = str(outcome).split(" ")
        sow = str(next(game.sowings(outcome)))
        then = preview(builder.table, Ask("x", "preview", actions=(sow,)), EN)
        each = gains(game, Ask("x", "gains", start=start, tile=end[:2]))
        assert [then.extra_points] == [gain.extra_points for gain in each if gain.tribe == end[2]]
        assert then.score is not None
        expected: set[int] = set()
        if {"build", "kill"} & {choice.kind for choice in then.choices}:
            for choice in then.choices:
                if choice.kind in ("build", "kill", "pass"):
                    ask = Ask("x", "preview", actions=(sow, choice.action))
                    after = preview(builder.table, ask, EN)
                    assert after.played == 2
                    assert after.score is not None
                    expected.add(after.score.total - then.score.total)
        assert set(then.extra_points) == (expected if any(expected) else set())
        if then.extra_points:
            found.add(end[2])
    assert "R" in found


@pytest.mark.parametrize(
    ("one", "other", "points"), [("d3", "c4", (5, 6)), ("e3", "c5", (0, 5, 6))]
)
def test_only_a_kill_that_needs_a_fakir_can_be_skipped(
    one: str, other: str, points: tuple[int, ...]
) -> None:
    """T6"""
    land = base_board(f"{one}:G {other}:G", f"{one}:s5 {other}:s6")
    game = game_at(land, acting("c3", "R"), "p1-hand fakir*1")
    assert extra_points(game, 0) == points


@pytest.mark.parametrize(("djinns", "points"), [("", (0, 5)), ("p1-djinns kandicha", ())])
def test_points_are_not_promised_if_a_kill_draws_a_card(
    djinns: str, points: tuple[int, ...]
) -> None:
    """D12"""
    land = base_board("d3:G c4:YY", "d3:s5")
    game = game_at(land, acting("c3", "R"), "row fish", "deck silk", "bag -", djinns)
    assert {"kill d3G", "kill c4Y"} <= choices(game)
    assert extra_points(game, 0) == points


def test_an_unreachable_tile_has_a_reason_in_each_language() -> None:
    _, game = to_move(GameOptions(2))
    grid = game.state.land.grid
    start = TILE_NAMES[game.outcomes()[0].start]
    ends = {each.tile for each in game.outcomes(start)}
    reasons = set()
    for tile in grid.tiles:
        ask = Ask("x", "unreachable", start=start, tile=TILE_NAMES[tile])
        for words in (EN, catalogue("fr")):
            reason = unreachable(game, ask, words)
            assert bool(reason) == (tile not in ends)
            assert not reason or (ask.tile in reason and start in reason)
            reasons.add(reason.replace(ask.tile, "?"))
    assert len(reasons) > 4
    near = TILE_NAMES[grid.neighbours[TILE_OF_NAME[start]][0]]
    hand = game.state.piles[TILE_OF_NAME[start]]
    drop = near + TRIBE_LETTERS[next(meeples.members(hand))]
    ask = Ask("x", "unreachable", start=start, tile="f5", after=(drop,))
    assert near in unreachable(game, ask, EN)


@pytest.mark.parametrize(
    "ask",
    [
        Ask("x", "unreachable", start="h8", tile="c3"),
        Ask("x", "unreachable", start="c3", tile="z9"),
        Ask("x", "unreachable", start="c3", tile="c4", after=("h8Y",)),
        Ask("x", "unreachable", start="c3", tile="c4", after=("c4Q",)),
        Ask("x", "unreachable", start="c3", tile="c4", after=("c4Y",) * 9),
    ],
)
def test_a_query_about_impossible_tiles_is_refused(ask: Ask) -> None:
    _, game = to_move(GameOptions(2))
    with pytest.raises(NaqalaError):
        unreachable(game, ask, EN)


def test_a_preview_of_a_bid_does_not_show_later_bids() -> None:
    first, second = BidPlaced(0, 3, 4, 3, 0), BidPlaced(1, 0, 2, 0, 0)
    assert list(own_events([first, second])) == [first]
