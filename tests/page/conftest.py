from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.browsers import Complaints, Look, launched
from tests.page.players import Player
from tests.page.visits import Visit
from tests.server.servers import Server, running

Visitor = Callable[..., Visit]
Seated = Callable[..., Player]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server for all tests that do not stop it."""
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with running(tmp_path / "tables") as server:
        yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Somebody opens the page, each in a browser of their own; at the end none has complained.

    Without a path nothing is loaded yet: for tests that go straight to a table.
    """
    visits: list[Visit] = []
    with ExitStack() as stack:

        def begin(
            path: str | None = "/",
            at: Server = server,
            look: Look = Look(),  # noqa: B008
        ) -> Visit:
            context = stack.enter_context(look.context(browser))
            page: Page = context.new_page()
            made = Visit(page, at, Complaints(page))
            visits.append(made)
            if path is not None:
                made.go(path)
            return made

        yield begin
        complaints = [line for each in visits for line in each.complaints.said]
        assert complaints == []


@pytest.fixture
def seated(visit: Visitor) -> Iterator[Seated]:
    """A visitor creates a table, opens it and plays; a seat is `me`, `open` or a bot."""
    players: list[Player] = []

    def sit(
        *seats: str,
        seed: int = 1,
        opening: str = "",
        look: Look = Look(),  # noqa: B008
        at: Server | None = None,
        **options: Any,
    ) -> Player:
        made = visit(None, look=look, **({"at": at} if at else {}))
        asked: dict[str, Any] = {"opening": opening} if opening else {"seed": str(seed)}
        player = Player(made, made.create_table(*seats, options=options, **asked), seed)
        players.append(player)
        return player

    yield sit
    for player in players:
        player.close()
