"""The largest table that the limits allow: as slow to open as people can make it."""

from __future__ import annotations

import random
from itertools import count

from naqala.rules.djinns import DJINNS
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES
from naqala.rules.meeples import size
from naqala.tables.commands import Sender, new_entry
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import Entry
from naqala.tables.log.initial_game import canonical
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Act, AnyCommand, Say, Undo
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS

WORDS = catalogue("en")
PLAYERS = 5


def crowded(piles: int = 1) -> str:
    """A position of five with as many meeples as there can be, on so many tiles."""
    rng = random.Random(5)
    meeples = list("YWGBRP" * 31)
    rng.shuffle(meeples)
    found = ["" for _ in range(64)]
    where = rng.sample(range(64), piles)
    for nth, meeple in enumerate(meeples):
        found[where[nth % piles]] += meeple

    def board(cells: list[str]) -> str:
        return "/".join(" ".join(cells[8 * row : 8 * row + 8]) for row in range(8))

    return "\n".join([
        "naqala position 1", f"players {PLAYERS}", "expansions artisans whims", "board 8x8",
        f"tiles {board(['m6'] * 64)}", f"meeples {board([pile or '-' for pile in found])}",
        f"row {' '.join(CARD_NAMES[:9])}", f"djinns {' '.join(list(DJINNS)[-3:])}", "bag -",
        *(f"p{seat}-has gold 1000000 camels 64" for seat in range(1, PLAYERS + 1)), "",
    ])  # fmt: skip


class Vandals:
    """Five guests who do as much at a table as they may."""

    def __init__(self, opening: str = "") -> None:
        """Sit down at a table that starts from an opening, or with a new game."""
        self.table = TableState("t" * 20)
        self.ids = count()
        options = GameOptions(PLAYERS, ("whims", "artisans"))
        plans = (SeatPlan(),) * PLAYERS
        self.tell(log.Created(options, plans, opening=canonical(opening) if opening else ""))
        for seat, guest in enumerate(GUESTS):
            self.tell(log.Sat(seat, f"Player {seat + 1}", guest), guest)
        self.tell(log.Started("7", "nonce", tuple(self.table.names), log.RULES))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def tell(self, body: log.AnyBody, guest: str = "", sent: str = "") -> None:
        number = self.table.number + 1
        self.table.apply(Entry(number, 1_790_000_000_000 + number, body, guest, sent))

    def send(self, guest: str, command: AnyCommand) -> bool:
        """Whether a command is accepted."""
        try:
            self.tell(new_entry(self.table, Sender(guest), command, WORDS).body, guest, command.id)
        except Refusal:
            return False
        return True

    def act(self, action: str) -> None:
        guest = GUESTS[self.table.turn]
        assert self.send(guest, Act(id=self.id(), seen=self.table.number, action=action)), action

    def id(self) -> str:
        return f"5f0c54fbd1c0-{next(self.ids)}"

    def chat(self) -> None:
        """Write as much as players and spectators may."""
        for guest in (*GUESTS, *(f"{nth:064x}" for nth in range(10))):
            while self.send(guest, Say(id=self.id(), text="x" * 40, name="Eve")):
                pass

    def play(self, undone: str) -> None:
        """Make moves as long as possible, and undo acts that begin so as often as possible."""
        while self.table.phase == "running":
            seat, action = self.table.turn, self.choice()
            self.act(action)
            while action.startswith(undone) and self.table.phase == "running":
                if not self.send(GUESTS[seat], Undo(id=self.id(), seen=self.table.number)):
                    break
                self.act(action)

    def choice(self) -> str:
        """A whole move from the largest pile; otherwise whatever does not end the turn."""
        legal = [str(each) for each in self.game.legal()]
        takes = [each.split()[1] for each in legal if each.startswith("take ")]
        if not takes or self.game.state.flying:
            return next((each for each in legal if each not in ("end", "pass")), legal[-1])
        start = max(takes, key=lambda tile: size(self.game.tile(tile).pile))
        return str(next(self.game.sowings(self.game.outcomes(start)[0])))


def largest_table(opening: str = "", undone: str = "sow") -> TableState:
    """A finished game with all the chat and all the undoing that is allowed."""
    vandals = Vandals(opening)
    vandals.chat()
    vandals.play(undone)
    return vandals.table
