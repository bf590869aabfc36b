"""What pages ask for outside a socket: lands, lists, new tables, a table, its log and its replay.

The server answers these over HTTP, and the browser's worker over a message port.
"""

from __future__ import annotations

from itertools import combinations

from naqala.rules.errors import BadOptions
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import (
    CreatedTable,
    GameReview,
    LogPage,
    Moment,
    NewTable,
    SeededLand,
    TableList,
)
from naqala.tables.protocol.types import TileScene
from naqala.tables.replay import current_position, moment
from naqala.tables.storage import Show
from naqala.tables.views import review, scene, summary
from naqala.text import Catalogue, catalogue

MOST_LISTED = 100
"""How many tables a list has at most."""
LOG_PAGE = 200
"""Entries of one page of the log."""
EXPANSION_CHOICES = {
    ",".join(boxes): boxes
    for size in range(len(EXPANSIONS) + 1)
    for boxes in combinations(EXPANSIONS, size)
}
"""The combinations of expansions, by how a query names them."""


def seeded_land(seed: int, players: int, expansions: tuple[str, ...]) -> SeededLand:
    """The tiles and meeples with which a game with this seed begins; Refusal if there is none."""
    try:
        state = set_up(Options(players=players, seed=seed, expansions=frozenset(expansions)))
    except BadOptions as error:
        raise Refusal("bad_options", reason=error) from None
    tiles = tuple(TileScene(scene.pile(state.piles[tile])) for tile in state.land.grid.tiles)
    return SeededLand(scene.land(state.land), tiles)


async def list_tables(tables: TableRegistry, sender: Sender, show: Show, limit: int) -> TableList:
    """Tables with open seats, running ones, or those of the sender."""
    rows = await tables.storage.tables(show, sender.guest, limit)
    found = (summary.listed(row, sender.guest) for row in rows)
    return TableList(tuple(info for info in found if info is not None))


async def create_table(tables: TableRegistry, sender: Sender, plan: NewTable) -> CreatedTable:
    """Create a table."""
    table, secrets = await tables.create(sender, plan, catalogue(plan.language))
    by_seat = {str(seat): secret for seat, secret in secrets.items()}
    return CreatedTable(table.state.id, table.state.number, by_seat)


async def welcome(table: LiveTable, sender: Sender, since: int, words: Catalogue) -> bytes:
    """A table as `welcome` shows it on a socket, as JSON."""
    subscriber = Subscriber(sender, words.language)
    return await table.welcome(subscriber, min(since, table.state.number))


async def log_page(table: LiveTable, sender: Sender, after: int, words: Catalogue) -> LogPage:
    """The entries of the log after a number."""
    async with table.locked():
        seats = sender.seats(table.state)
        found = table.state.log[after : after + LOG_PAGE]
        entries = table.snapshot.log(found, seats, words.language)
        return LogPage(table.state.number, entries)


async def moment_of(table: LiveTable, sender: Sender, actions: int, words: Catalogue) -> Moment:
    """The game after so many actions, as the sender saw it; with all hands once it is over."""
    async with table.locked():
        return moment(table.state, actions, words, sender.seats(table.state))


async def start_review(table: LiveTable, words: Catalogue) -> GameReview:
    """Start or continue the review of a finished game; all that has been found so far."""
    state = await wait_until_written(table)
    found = await table.registry.reviews.start(state)
    return review.message(state, found, 0, words)


async def review_of(table: LiveTable, after: int, words: Catalogue) -> GameReview:
    """What the review of a game has found after the first `after` decisions."""
    state = await wait_until_written(table)
    return review.message(state, table.registry.reviews.find(state.id), after, words)


async def position_of(table: LiveTable, sender: Sender) -> str:
    """The position of a game as text, to explore it; Refusal while somebody else plays."""
    async with table.locked():
        return current_position(table.state, sender.seats(table.state))


async def wait_until_written(table: LiveTable) -> TableState:
    """Wait until pending entries are written, and return the state of the table.

    A game that is over in memory only may still fail to be written.
    """
    async with table.locked():
        return table.state
