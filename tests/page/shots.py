"""Save screenshots of the page in its main states to `web/shots`: `make shots`.

`make shots ARGS="explore_edit puzzle_found"` saves only those of the named states. With `--every`,
each state is saved in all sizes, languages and colour schemes. The games have fixed seeds, so that
the screenshots of two runs are comparable.
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
from tests.page import study_shots
from tests.page.browsers import DESKTOP, PHONE, ConsoleErrors, Look, launched
from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.page.visitor import ROOT, Visitor
from tests.server.servers import Guest, Server, running

FOLDER = ROOT / "web" / "shots"
LOOKS = [
    Look("en", DESKTOP), Look("fr", DESKTOP, dark=True),
    Look("en", PHONE), Look("fr", PHONE, dark=True),
]  # fmt: skip
EVERY_SIZE = {DESKTOP: [DESKTOP, (1280, 720)], PHONE: [PHONE, (844, 390)]}
"""Sizes that one page is given, one after the other, by the size with which it was opened."""
VISION_DEFICIENCIES = ["deuteranopia", "protanopia", "tritanopia"]
"""Kinds of colour blindness that Chromium can emulate."""
SELLING = {"end", "sell"}
ACTIONS_BEFORE = 12
"""Actions that are played over the socket first, so that the log contains some turns."""
MAX_ACTIONS = 60
"""Actions after which `play_until` gives up."""

Condition = Callable[[Player], bool]


def decision_is(decision: str) -> Condition:
    """Whether the player must make a certain decision."""
    return lambda player: player.socket.scene["asked"]["decision"] == decision


def can_choose(kind: str) -> Condition:
    """Whether the player has a choice of this kind."""
    return lambda player: any(choice["kind"] == kind for choice in player.choices)


@contextmanager
def new_visitor(browser: Browser, server: Server, look: Look) -> Iterator[Visitor]:
    context = look.context(browser)
    page = context.new_page()
    visitor = Visitor(page, server, ConsoleErrors(page))
    visitor.goto("/rules")
    yield visitor
    context.close()


def play_until(player: Player, condition: Condition) -> bool:
    """Play random actions over the socket until a condition holds; false if it never does."""
    for _ in range(MAX_ACTIONS):
        if not player.wait_for_turn():
            return False
        if condition(player):
            player.wait_for_entry(player.socket.number)
            player.dismiss_curtain()
            return True
        player.skip()
    return False


def start_game(
    visitor: Visitor, *seats: str, seed: int = 1, opening: str = "", **options: object
) -> Player:
    fields = {"opening": opening} if opening else {"seed": str(seed), "options": options}
    return Player(visitor, visitor.create_table(*seats, **fields), seed)


def start(visitor: Visitor) -> None:
    """The start page."""
    visitor.goto("/")
    visitor.page.get_by_role("heading").first.wait_for()


def rules(visitor: Visitor) -> None:
    """The rules."""
    visitor.page.get_by_role("heading").first.wait_for()


def lobby(visitor: Visitor) -> None:
    """The lobby of a table."""
    visitor.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    visitor.page.locator("[data-number]").wait_for(state="attached")


def invited(visitor: Visitor) -> None:
    """The lobby for a visitor who opens the link of the table."""
    with Guest(visitor.server) as host:
        visitor.goto(f"/table/{host.create_table('me', 'open', 'open')}")
    visitor.page.locator("[data-number]").wait_for(state="attached")


def bid(visitor: Visitor) -> None:
    """A selected bid that shows who would be pushed."""
    player = start_game(visitor, "me", "merchant", "merchant", seed=3)
    assert play_until(player, can_choose("bid"))
    visitor.page.locator("[data-bid]").first.click()


def sowing(visitor: Visitor) -> None:
    """A long move in the middle of a game, planned except for its last drops."""
    middle = nearly_over(3, 6, 92, by="merchant")
    player = start_game(visitor, "me", "merchant", "merchant", opening=middle)
    assert play_until(player, can_choose("take"))
    action = max((player.random_move() for _ in range(30)), key=len)
    with suppress(Error):
        player.sow(" ".join(action.split(" ")[:-2]))


def landing(visitor: Visitor) -> None:
    """A completely planned move in the middle of a game, with some turns in the log."""
    middle = nearly_over(3, 6, 150, by="merchant")
    player = start_game(visitor, "me", "merchant", "merchant", opening=middle)
    for _ in range(ACTIONS_BEFORE):
        player.wait_for_turn()
        player.socket.act(player.random_action())
    assert play_until(player, can_choose("take"))
    player.sow(max((player.random_move() for _ in range(30)), key=len))


def kill(visitor: Visitor) -> None:
    """Assassins can kill."""
    assert play_until(start_game(visitor, "me", "merchant", seed=1), can_choose("kill"))


def market(visitor: Visitor) -> None:
    """Cards can be bought."""
    assert play_until(start_game(visitor, "me", "merchant", seed=1), can_choose("buy"))


def strike(visitor: Visitor) -> None:
    """Yazid has rolled his dice."""
    assert play_until(start_game(visitor, "me", seed=4), decision_is("Offering"))


def struck_twice(visitor: Visitor) -> None:
    """Yazid strikes two tiles."""
    assert play_until(start_game(visitor, "me", seed=33), strikes_two_tiles)


def strikes_two_tiles(player: Player) -> bool:
    """Whether Yazid's strike hits two tiles."""
    strike = player.socket.scene["yazid"].get("strike") or {}
    return len(strike.get("tiles", ())) == 2


def end_turn(visitor: Visitor) -> None:
    """The player can only sell cards or end the turn."""
    middle = nearly_over(3, 6, 92, by="merchant")
    player = start_game(visitor, "me", "merchant", "merchant", opening=middle)
    assert play_until(player, lambda player: {each["kind"] for each in player.choices} == SELLING)


def waiting(visitor: Visitor) -> None:
    """Another player is in turn and stays connected while the screenshot is taken."""
    player = start_game(visitor, "me", "open", seed=3)
    other = Guest(visitor.server).open(player.table)
    other.ask("sit", seat=1, name="Amara")
    while not other.scene:
        other.receive()
    if other.choices:
        other.act(other.choices[0])
    player.socket.catch_up(other.number)
    while player.choices:
        player.act(player.choices[0]["action"])
    player.wait_for_entry(player.socket.number)


def boxes(visitor: Visitor) -> None:
    """Five players with both expansions."""
    player = start_game(visitor, "me", *["merchant"] * 4, seed=5, expansions=["artisans", "whims"])
    assert play_until(player, can_choose("take"))


def curtain(visitor: Visitor) -> None:
    """The curtain between two players of a shared screen."""
    start_game(visitor, "me", "me", seed=2).wait_for_entry(1)


def menu(visitor: Visitor) -> None:
    """The menu of a table with its links."""
    player = start_game(visitor, "me", "merchant", seed=2)
    player.wait_for_entry(1)
    visitor.page.get_by_role("button", name=player.words.say("page.table.menu")).click()


def end(visitor: Visitor) -> None:
    """The end of a game on a shared screen, with its complete log."""
    seats = [{"kind": "me", "name": name} for name in ("Leila", "Amara", "Théo")]
    created = visitor.api("tables", {"seats": seats, "seed": "5", "options": {"players": 3}})
    visitor.goto(f"/table/{created['table']}")
    player = Player(visitor, created["table"])
    game, chooser = Game.new(players=3, seed=5), bot("merchant", seed=5)
    while not game.over:
        action = chooser.choose(game.view(game.seat), game.legal())
        game.play(action)
        player.socket.act(str(action))
    visitor.page.locator("[data-phase=over]").wait_for(state="attached")


def replay(visitor: Visitor) -> None:
    """The replay of a game."""
    player = start_game(
        visitor, "me", "merchant", "merchant", opening=nearly_over(3, 5, 8, by="merchant")
    )
    player.play()
    visitor.goto(f"/table/{player.table}?moment=20")
    visitor.page.locator("[role=grid]").wait_for()


STATES = [
    start, rules, lobby, invited, bid, sowing, landing, kill, market,
    end_turn, waiting, strike, struck_twice, boxes, curtain, menu, end, replay,
    *study_shots.STATES,
]  # fmt: skip


COLOURS = [landing, boxes]
"""States that depend most on colours."""


def emulate_vision(visitor: Visitor, deficiency: str) -> None:
    """Emulate a vision deficiency."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})


def main(*arguments: str) -> None:
    """Save all screenshots, or those of the named states."""
    FOLDER.mkdir(exist_ok=True)
    every, names = "--every" in arguments, {name for name in arguments if name != "--every"}
    looks = [Look(language, size) for size in EVERY_SIZE for language in ("en", "fr")]
    with (
        tempfile.TemporaryDirectory() as tables,
        running(Path(tables)) as server,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for state in STATES:
            if names and state.__name__ not in names:
                continue
            for look in looks if every else LOOKS:
                with new_visitor(browser, server, look) as visitor:
                    bring_into(state, visitor)
                    for each in variants(look) if every else [look]:
                        take(visitor, state.__name__, each)
                    if state in COLOURS and look == LOOKS[0]:
                        for deficiency in VISION_DEFICIENCIES:
                            emulate_vision(visitor, deficiency)
                            take(visitor, state.__name__, look, f"-{deficiency}")


def variants(look: Look) -> Iterator[Look]:
    """All sizes and colour schemes for a page."""
    for size in EVERY_SIZE[look.size]:
        for dark in (False, True):
            yield Look(look.language, size, dark)


def bring_into(state: Callable[[Visitor], None], visitor: Visitor) -> None:
    """Bring a page into a state; if that fails, say why."""
    try:
        state(visitor)
    except (AssertionError, Error) as problem:
        print(f"{state.__name__}: {problem}", file=sys.stderr)


def take(visitor: Visitor, name: str, look: Look, ending: str = "") -> None:
    """Save a screenshot of a page in a size and a colour scheme."""
    (width, height), light = look.size, "dark" if look.dark else "light"
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.emulate_media(color_scheme="dark" if look.dark else "light")
    visitor.page.mouse.move(2, 2)
    visitor.page.wait_for_timeout(500)
    path = FOLDER / f"{name}-{width}-{look.language}-{light}{ending}.png"
    visitor.page.screenshot(path=path)
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    main(*sys.argv[1:])
