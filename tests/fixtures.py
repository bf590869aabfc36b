from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from naqala.server.ops.settings import Settings, storage_of
from naqala.tables.memory import MemoryStorage
from naqala.tables.storage import Storage
from tests.server.clusters import Cluster
from tests.server.servers import Browser, Page, Server, running


@pytest.fixture(autouse=True)
def left_pages() -> Iterator[None]:
    """Pages are gone with their test: one that is found as garbage would fail another."""
    yield
    for page in list(Page.opened):
        page.drop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server for all tests that do not stop it."""
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A real PostgreSQL, started when the first test asks for it."""
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    return database_url(request.param, request, tmp_path)


def database_url(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder}/deep/tables.sqlite3"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Makes a storage on the same tables each time it is called."""
    if request.param == "memory":
        storage = MemoryStorage()
        return lambda: storage
    database = database_url(request.param, request, tmp_path)
    return lambda: storage_of(Settings(database=database))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


@pytest.fixture
def bob(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser
