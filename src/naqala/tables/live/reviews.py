"""Reviews of finished games: computed once in the background, then stored with the table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from naqala.tables.bot_runner import BotRunner, Reviewed
from naqala.tables.errors import Refusal
from naqala.tables.log.state import TableState
from naqala.tables.review_results import Review, decode, encode
from naqala.tables.storage import Storage

AT_ONCE, MOST_RUNNING = 2, 20
"""How many games are reviewed at the same time, and how many may wait for that."""
MOST_KEPT = 32
"""How many complete reviews stay in memory."""
TRIES = 2
"""How often the adviser is asked about a decision before the review stops."""

logger = logging.getLogger(__name__)


class Reviews:
    """The reviews of this process. If two processes review a game, they find the same."""

    def __init__(
        self,
        storage: Storage,
        bot_runner: Callable[[], BotRunner],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._storage, self._bot_runner, self._spawn = storage, bot_runner, spawn
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._known: OrderedDict[str, Review] = OrderedDict()

    def find(self, table: str) -> Review:
        """The review of a table; Refusal if it was not started in this process."""
        found = self._known.get(table)
        if found is None:
            raise Refusal("no_review")
        return found

    async def start(self, table: TableState) -> Review:
        """The review of a finished game, which is continued in the background if necessary."""
        if table.game is None or table.phase != "over":
            raise Refusal("unfinished_game")
        if table.id not in self._known:
            review = Review(table.game)
            stored = await self._storage.load_review(table.id)
            if stored and not decode(stored, review):
                logger.info("the review of table %s is computed again", table.id)
            self._known.setdefault(table.id, review)  # somebody else may have been faster
        review = self._known[table.id]
        self._known.move_to_end(table.id)
        if review.complete and review.unstored:
            await self._save(table.id, review)
        if not (review.complete or review.running):
            running = sum(each.running for each in self._known.values())
            if running >= MOST_RUNNING:
                raise Refusal("too_many_reviews")
            review.running, review.failed = True, False
            self._spawn(self._run(table.id, review))
        self._make_room()
        return review

    async def _run(self, table: str, review: Review) -> None:
        try:
            async with self._slots:
                while not (review.complete or review.failed):
                    await self._continue(table, review)
        except Exception:
            review.failed = True
            logger.exception("the review of table %s stopped", table)
        finally:
            review.running = False

    async def _continue(self, table: str, review: Review) -> None:
        """Review the next decision, in any of the workers."""
        request = review.next
        for _ in range(TRIES):
            result = await self._bot_runner().review(f"{table} review {request.seed}", request)
            if result is None:
                continue
            # Whoever sees that it is complete is told whether it could be stored.
            if len(review.results) + 1 == len(review.segments):
                await self._save(table, review, result)
            review.results.append(result)
            return
        review.failed = True

    async def _save(self, table: str, review: Review, *last: Reviewed) -> None:
        """Store a review; if that fails, it stays in memory for now."""
        try:
            await self._storage.save_review(table, encode((*review.results, *last)))
            review.unstored = False
        except Exception as error:  # what was found can be read anyway
            review.unstored = True
            logger.warning("the review of table %s was not stored: %s", table, error)

    def _make_room(self) -> None:
        idle = [name for name, review in self._known.items() if not review.running]
        for name in idle[:-MOST_KEPT]:
            del self._known[name]
