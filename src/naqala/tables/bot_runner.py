"""Requests to bots and the adviser, and the interface of whatever computes the answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from naqala.bots import Bot, bot
from naqala.bots.advice import Advice, advise
from naqala.bots.advice.game_review import Assessment, assess
from naqala.bots.search.limits import Limit
from naqala.bots.value.chances import chances
from naqala.rules.actions import Action
from naqala.rules.state import State
from naqala.rules.view import View

MOST_BOTS = 64
"""How many bots are kept with their plans."""
REVIEW_SECONDS, REVIEW_EVALUATIONS = 10.0, 12_000
"""What the review of one decision may take; most need a fraction of it."""


class BotRequest(NamedTuple):
    """A decision for a bot, with the view of its own seat and nothing else."""

    key: str
    """The table and the seat; the same bot continues its plan."""
    name: str
    seed: int
    view: View
    legal: Sequence[Action]


class AdviceRequest(NamedTuple):
    """A decision for the adviser."""

    view: View
    budget: float
    """Seconds."""
    options: int
    """How many."""
    evaluations: int = 0
    """Examine at most this many states; 0 for as many as the time allows."""


class ReviewRequest(NamedTuple):
    """A decision of a finished game, to be reviewed."""

    view: View | None
    """What its player saw; None if there was nothing to choose."""
    actions: Sequence[Action]
    """What was played, step by step."""
    whole: Sequence[Action]
    """The same with a move as one action."""
    after: State
    """The game afterwards, from which the chances to win are estimated."""
    seed: int
    seconds: float = REVIEW_SECONDS
    """The time limit; the search usually ends long before."""


class Reviewed(NamedTuple):
    """A reviewed decision."""

    chances: tuple[float, ...]
    """The chance of each seat to win after it."""
    found: Assessment | None
    """None if there was nothing to choose."""


class Priority(IntEnum):
    """Whose bots think first."""

    PLAYED = 0
    """A person who plays has the table open; also hints."""
    ALONE = 1
    """People play, but none of them has the table open."""
    WATCHED = 2
    """Only bots play."""
    REVIEWED = 3
    """The game is over, and is being reviewed."""


class BotRunner(Protocol):
    """Computes the decisions of bots and advice. Every method returns in bounded time."""

    async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
        """The bot's choice, or that of a fallback; always a legal action."""

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        """Advice for the seat of a view; None when the adviser fails.

        `evaluations` is for a player who explores: examine this many states, with a lower priority.
        """

    async def review(self, key: str, request: ReviewRequest) -> Reviewed | None:
        """Review a decision; None when the adviser fails."""

    async def stop(self) -> None:
        """Release everything."""


class BotCache:
    """The recently used bots, each with its current plan."""

    def __init__(self, make: Callable[[str, int], Bot] = bot, most: int = MOST_BOTS) -> None:
        """Create bots with `make`, which gets a name and a seed, and keep so many."""
        self._make, self._most = make, most
        self._bots: OrderedDict[str, Bot] = OrderedDict()

    def bot_for(self, request: BotRequest) -> Bot:
        """The bot of this seat, or a new one."""
        key = f"{request.key} {request.name}"
        found = self._bots.pop(key, None) or self._make(request.name, request.seed)
        self._bots[key] = found
        if len(self._bots) > self._most:
            self._bots.popitem(last=False)[1].close()
        return found


AnyRequest = BotRequest | AdviceRequest | ReviewRequest


def decide(request: AnyRequest, bots: BotCache) -> int | Advice | Reviewed:
    """The answer of a worker: which legal action a bot chooses, advice, or a reviewed decision."""
    if isinstance(request, ReviewRequest):
        return review(request)
    if isinstance(request, AdviceRequest):
        evaluations = request.evaluations or None
        return advise(request.view, request.budget, evaluations=evaluations, count=request.options)
    return request.legal.index(bots.bot_for(request).answer(request.view, request.legal))


def review(request: ReviewRequest) -> Reviewed:
    """Review a decision in this thread."""
    found = None
    if request.view is not None:
        view = request.view
        limit = Limit(request.seconds, REVIEW_EVALUATIONS)
        found = assess(view, request.actions, request.whole, limit, request.seed)
    return Reviewed(chances(request.after), found)


class InlineBotRunner:
    """Bots that run in the caller's thread, without an adviser and without a time limit.

    It is for tests, and for programs or a browser that run tables without worker processes.
    """

    def __init__(self) -> None:
        self._bots = BotCache()

    async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
        """The bot's choice."""
        return self._bots.bot_for(request).answer(request.view, request.legal)

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        """No advice."""
        return None

    async def review(self, key: str, request: ReviewRequest) -> Reviewed | None:
        """No review."""
        return None

    async def stop(self) -> None:
        """Nothing to release."""
