"""The person at this browser, who holds the seat of every person at its tables."""

from __future__ import annotations

from naqala.tables.commands import Sender
from naqala.tables.log.state import TableState

GUEST = "0" * 64
"""The guest in the logs of this browser.

On a server, guests are the hashes of their cookies. Nobody has a cookie with this hash, so nobody
holds these seats where the tables of a browser are imported.
"""


class Owner(Sender):
    """Holds the seats of all people, also at tables that were imported from elsewhere."""

    __slots__ = ()

    def seats(self, table: TableState) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, each in enumerate(table.seats) if each.kind == "person")


OWNER = Owner(GUEST)
