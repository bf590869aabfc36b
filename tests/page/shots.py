"""Take pictures of the page in its main states: `make shots`, into `web/shots`.

The games have fixed seeds, so that two runs show the same.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from naqala import Game
from naqala.bots import bot
from tests.page.browsers import DESKTOP, PHONE, Complaints, Look, launched
from tests.page.openings import nearly_over
from tests.page.players import Player
from tests.page.visits import ROOT, Visit
from tests.server.servers import Guest, Server, running

FOLDER = ROOT / "web" / "shots"
LOOKS = [
    Look("en", DESKTOP), Look("fr", DESKTOP, dark=True),
    Look("en", PHONE), Look("fr", PHONE, dark=True),
]  # fmt: skip
BLIND = ["deuteranopia", "protanopia", "tritanopia"]
"""Eyes that see some colours as one; Chromium imitates them."""
SELLING = {"end", "sell"}
BEFORE = 12
"""Choices made without the page, so that the log tells of some turns."""
TURNS = 60
"""Choices after which a state that was looked for is not waited for any longer."""

Wish = Callable[[Player], bool]


def asked(decision: str) -> Wish:
    """Wait for a certain decision."""
    return lambda player: player.socket.scene["asked"]["decision"] == decision


def offers(kind: str) -> Wish:
    """Wait for something that can be chosen."""
    return lambda player: any(choice["kind"] == kind for choice in player.choices)


@contextmanager
def visiting(browser: Browser, server: Server, look: Look) -> Iterator[Visit]:
    context = look.context(browser)
    page = context.new_page()
    visit = Visit(page, server, Complaints(page))
    visit.go("/rules")
    yield visit
    context.close()


def until(player: Player, wish: Wish) -> bool:
    """Play on until something is so; false when it never was."""
    for _ in range(TURNS):
        if not player.wait():
            return False
        if wish(player):
            player.shows(player.socket.number)
            player.uncover()
            return True
        # Whatever else is offered: the shots want the common course of a game.
        player.act(player.fancy())
    return False


def seat(visit: Visit, *seats: str, seed: int = 1, opening: str = "", **options: object) -> Player:
    begun = {"opening": opening} if opening else {"seed": str(seed), "options": options}
    return Player(visit, visit.create_table(*seats, **begun), seed)


def start(visit: Visit) -> None:
    """The start page."""
    visit.go("/")
    visit.page.get_by_role("heading").first.wait_for()


def rules(visit: Visit) -> None:
    """The rules."""
    visit.page.get_by_role("heading").first.wait_for()


def lobby(visit: Visit) -> None:
    """A table that waits for its players."""
    visit.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    visit.page.locator("[data-number]").wait_for(state="attached")


def invited(visit: Visit) -> None:
    """The same table for somebody who comes by its link."""
    with Guest(visit.server) as host:
        visit.go(f"/table/{host.create_table('me', 'open', 'open')}")
    visit.page.locator("[data-number]").wait_for(state="attached")


def bid(visit: Visit) -> None:
    """A place on the track is chosen, and shows who would be pushed."""
    player = seat(visit, "me", "merchant", "merchant", seed=3)
    assert until(player, offers("bid"))
    visit.page.locator("[data-bid]").first.click()


def sowing(visit: Visit) -> None:
    """In the middle of a game a long move is planned, all but its last drops."""
    middle = nearly_over(3, 6, 92, by="merchant")
    player = seat(visit, "me", "merchant", "merchant", opening=middle)
    assert until(player, offers("take"))
    action = max((player.move() for _ in range(30)), key=len)
    with suppress(Error):
        player.sow(" ".join(action.split(" ")[:-2]))


def landing(visit: Visit) -> None:
    """In the middle of a game, with some turns in the log, a move is planned whole."""
    middle = nearly_over(3, 6, 150, by="merchant")
    player = seat(visit, "me", "merchant", "merchant", opening=middle)
    for _ in range(BEFORE):
        player.wait()
        player.socket.act(player.fancy())
    assert until(player, offers("take"))
    player.sow(max((player.move() for _ in range(30)), key=len))


def kill(visit: Visit) -> None:
    """Assassins look for a victim."""
    assert until(seat(visit, "me", "merchant", seed=1), offers("kill"))


def market(visit: Visit) -> None:
    """Cards can be bought."""
    assert until(seat(visit, "me", "merchant", seed=1), offers("buy"))


def strike(visit: Visit) -> None:
    """The dice of Yazid lie on the table."""
    assert until(seat(visit, "me", seed=4), asked("Offering"))


def struck_twice(visit: Visit) -> None:
    """Both dice point at a tile of their own."""
    assert until(seat(visit, "me", seed=33), twice)


def twice(player: Player) -> bool:
    """Wait for a strike at two tiles."""
    strike = player.socket.scene["yazid"].get("strike") or {}
    return len(strike.get("tiles", ())) == 2


def end_turn(visit: Visit) -> None:
    """Nothing is left to do but to sell cards or to end the turn."""
    middle = nearly_over(3, 6, 92, by="merchant")
    player = seat(visit, "me", "merchant", "merchant", opening=middle)
    assert until(player, lambda player: {each["kind"] for each in player.choices} == SELLING)


def waiting(visit: Visit) -> None:
    """Somebody else is to choose, who stays at the table while the picture is taken."""
    player = seat(visit, "me", "open", seed=3)
    other = Guest(visit.server).open(player.table)
    other.ask("sit", seat=1, name="Amara")
    while not other.scene:
        other.receive()
    if other.choices:
        other.act(other.choices[0])
    player.socket.catch_up(other.number)
    while player.choices:
        player.act(player.choices[0]["action"])
    player.shows(player.socket.number)


def boxes(visit: Visit) -> None:
    """Five players with both boxes."""
    player = seat(visit, "me", *["merchant"] * 4, seed=5, expansions=["artisans", "whims"])
    assert until(player, offers("take"))


def curtain(visit: Visit) -> None:
    """A screen is handed on."""
    seat(visit, "me", "me", seed=2).shows(1)


def menu(visit: Visit) -> None:
    """What can be done with a table: its links are shared here."""
    player = seat(visit, "me", "merchant", seed=2)
    player.shows(1)
    visit.page.get_by_role("button", name=player.words.say("page.table.menu")).click()


def end(visit: Visit) -> None:
    """A game on one screen is over, and its log is whole."""
    seats = [{"kind": "me", "name": name} for name in ("Leila", "Amara", "Théo")]
    laid = visit.call("tables", {"seats": seats, "seed": "5", "options": {"players": 3}})
    visit.go(f"/table/{laid['table']}")
    player = Player(visit, laid["table"])
    game, chooser = Game.new(players=3, seed=5), bot("merchant", seed=5)
    while not game.over:
        action = chooser.choose(game.view(game.seat), game.legal())
        game.play(action)
        player.socket.act(str(action))
    visit.page.locator("[data-phase=over]").wait_for(state="attached")


def replay(visit: Visit) -> None:
    """Looking back at a game."""
    player = seat(visit, "me", "merchant", "merchant", opening=nearly_over(3, 5, 8, by="merchant"))
    player.play()
    visit.go(f"/table/{player.table}?moment=20")
    visit.page.locator("[role=grid]").wait_for()


STATES = [
    start, rules, lobby, invited, bid, sowing, landing, kill, market, end_turn, waiting, strike,
    struck_twice, boxes, curtain, menu, end, replay,
]  # fmt: skip


COLOURS = [landing, boxes]
"""Where colours carry most: tribes and land in a plan, five seats with both boxes."""


def seen_with(visit: Visit, eyes: str) -> None:
    """Show the page as certain eyes see it."""
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})


def main(*wanted: str) -> None:
    """Take all pictures, or those of the states that are named."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as tables,
        running(Path(tables)) as server,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for state in STATES:
            if wanted and state.__name__ not in wanted:
                continue
            for look in LOOKS:
                width, light = look.size[0], "dark" if look.dark else "light"
                path = FOLDER / f"{state.__name__}-{width}-{look.language}-{light}.png"
                with visiting(browser, server, look) as visit:
                    take(state, visit, path)
                    if state in COLOURS and look == LOOKS[0]:
                        for eyes in BLIND:
                            seen_with(visit, eyes)
                            visit.page.screenshot(path=path.with_stem(f"{path.stem}-{eyes}"))


def take(state: Callable[[Visit], None], visit: Visit, path: Path) -> None:
    """Bring a page into a state and take its picture."""
    try:
        state(visit)
    except (AssertionError, Error) as problem:
        print(f"{path.name}: {problem}", file=sys.stderr)
    visit.page.mouse.move(2, 2)
    visit.page.wait_for_timeout(500)
    visit.page.screenshot(path=path)
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    main(*sys.argv[1:])
