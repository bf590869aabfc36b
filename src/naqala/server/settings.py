"""How a server is set: where it listens, where tables are kept, how fast bots are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from msgspec import Struct

from naqala.server.hourglass import AWAY
from naqala.server.sqlite import Sqlite
from naqala.server.storage import BadStorage, Storage, shown

FILE = "tables.sqlite3"


class Settings(Struct, frozen=True):
    """Everything that can be set; the defaults are those of a laptop."""

    host: str = "127.0.0.1"
    port: int = 8420
    database: str = ""
    """`sqlite:///PATH` or `postgresql://…`; nothing for a file in the data folder."""
    data: str = ""
    """The data folder; nothing for that of the user."""
    origins: tuple[str, ...] = ()
    """Origins of pages beside the server's own."""
    pause: float = 0.8
    """Seconds that a bot waits before a choice."""
    workers: int = 0
    """Processes that think for bots; 0 for one less than the cores we may use, 8 at most."""
    away: float = AWAY
    """Seconds without a page after which a seat can be handed to a bot; 0 for never."""
    rate: float = 40.0
    """Messages and requests a second for each guest; ten times as many messages for an address."""
    sockets: int = 500
    """Open sockets for each address; a tenth of it for each guest."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed who asks them, and whether under TLS."""
    monitors: tuple[str, ...] = ()
    """Networks beside the own machine that may read the figures."""


def data_folder() -> Path:
    """Where programs of this user keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "naqala"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "naqala"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "naqala"


def storage_of(settings: Settings, *, alone: bool = False) -> Storage:
    """The storage that the settings name; `alone` where no other process may serve a file."""
    url = settings.database
    if not url:
        return Sqlite(Path(settings.data or data_folder()).expanduser() / FILE, alone=alone)
    if url.startswith("sqlite:///"):
        return Sqlite(Path(url.removeprefix("sqlite:///")), alone=alone)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from naqala.server.postgres import Postgres
        except ModuleNotFoundError:  # who keeps tables in a file does not need it
            raise BadStorage("no_asyncpg") from None
        return Postgres(url)
    raise BadStorage("no_database", url=shown(url))
