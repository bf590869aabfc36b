from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from naqala.server.ops.settings import Settings, storage_of
from naqala.tables.memory import MemoryStorage
from naqala.tables.storage import Storage
from tests.server.postgres_cluster import Cluster
from tests.server.servers import Guest, PageClient, Server, running


@pytest.fixture(autouse=True)
def close_pages() -> Iterator[None]:
    """Close the sockets that a test left open: collected later, they would fail another test."""
    yield
    for page in list(PageClient.opened):
        page.drop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server shared by the tests that do not stop it."""
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, started by the first test that needs it."""
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, for each kind of storage."""
    return database_url(request.param, request, tmp_path)


def database_url(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder}/deep/tables.sqlite3"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def new_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Opens another storage on the same database with each call."""
    if request.param == "memory":
        storage = MemoryStorage()
        return lambda: storage
    database = database_url(request.param, request, tmp_path)
    return lambda: storage_of(Settings(database=database))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server) as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with Guest(server) as guest:
        yield guest
