from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.browsers import ConsoleErrors, Look, launched
from tests.page.players import Player
from tests.page.visitor import Visitor
from tests.server.servers import Server, running

OpenPage = Callable[..., Visitor]
StartGame = Callable[..., Player]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server shared by the tests that do not stop it."""
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
def open_page(browser: Browser, server: Server) -> Iterator[OpenPage]:
    """Opens pages, each in its own browser context; fails if one logs an error or a warning.

    With the path None nothing is loaded, for tests that go straight to a table.
    """
    visitors: list[Visitor] = []
    with ExitStack() as stack:

        def open_page(
            path: str | None = "/",
            at: Server = server,
            look: Look = Look(),  # noqa: B008
        ) -> Visitor:
            context = stack.enter_context(look.context(browser))
            page: Page = context.new_page()
            visitor = Visitor(page, at, ConsoleErrors(page))
            visitors.append(visitor)
            if path is not None:
                visitor.goto(path)
            return visitor

        yield open_page
        errors = [line for each in visitors for line in each.console_errors.messages]
        assert errors == []


@pytest.fixture
def start_game(open_page: OpenPage) -> Iterator[StartGame]:
    """Creates tables, each with the page of a player; a seat is `me`, `open` or a bot."""
    players: list[Player] = []

    def start_game(
        *seats: str,
        seed: int = 1,
        opening: str = "",
        look: Look = Look(),  # noqa: B008
        at: Server | None = None,
        **options: Any,
    ) -> Player:
        visitor = open_page(None, look=look, **({"at": at} if at else {}))
        start: dict[str, Any] = {"opening": opening} if opening else {"seed": str(seed)}
        player = Player(visitor, visitor.create_table(*seats, options=options, **start), seed)
        players.append(player)
        return player

    yield start_game
    for player in players:
        player.close()
