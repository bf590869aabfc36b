"""Settings of a server, and the storage that they name."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from platformdirs import user_data_path

from naqala.server.storage.sqlite import Sqlite
from naqala.tables.live.timeouts import AWAY
from naqala.tables.storage import BadStorage, Storage, shown

FILE = "tables.sqlite3"


class OwnBot(Struct, frozen=True):
    """A bot that the operator adds. Visitors know only its name."""

    name: str
    spec: str
    """What `naqala.bots.external.load_bot` takes."""
    budget: float
    """Seconds per turn."""


class Settings(Struct, frozen=True):
    """Everything that `naqala serve` can set; the defaults suit a laptop."""

    host: str = "127.0.0.1"
    port: int = 8420
    database: str = ""
    """`sqlite:///PATH` or `postgresql://…`; empty for a file in the data folder."""
    data: str = ""
    """The data folder; empty for that of the user."""
    origins: tuple[str, ...] = ()
    """Allowed origins of pages besides the server's own."""
    hosts: tuple[str, ...] = ()
    """Host names of this server besides addresses and names of the local network."""
    pause: float = 0.8
    """Seconds that a bot waits before it acts."""
    workers: int = 0
    """Worker processes for bots; 0 for one less than the usable cores, at most 8."""
    away: float = AWAY
    """Seconds without a page after which a bot can take over a seat; 0 for never."""
    rate: float = 40.0
    """Messages and requests per second of one guest; an address may send ten times as many."""
    sockets: int = 500
    """Open sockets of one address; a guest may open a tenth of it."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose `X-Forwarded-For` and `-Proto` headers are trusted."""
    monitors: tuple[str, ...] = ()
    """Networks that may read the metrics, besides this machine."""
    offline: str = ""
    """The folder of the site that is served below `/offline/`; empty for none."""
    bots: tuple[OwnBot, ...] = ()
    """Bots besides those of the package."""


def data_folder() -> Path:
    """The data folder of this user."""
    return user_data_path("naqala", appauthor=False)


def storage_of(settings: Settings, *, alone: bool = False) -> Storage:
    """The storage that the settings name; `alone` locks a SQLite file against other servers."""
    url = settings.database
    if not url:
        return Sqlite(Path(settings.data or data_folder()).expanduser() / FILE, alone=alone)
    if url.startswith("sqlite:///"):
        return Sqlite(Path(url.removeprefix("sqlite:///")), alone=alone)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from naqala.server.storage.postgres import Postgres
        except ModuleNotFoundError:  # asyncpg is optional
            raise BadStorage("no_asyncpg") from None
        return Postgres(url)
    raise BadStorage("no_database", url=shown(url))
