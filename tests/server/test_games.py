"""Whole games of every mode over real sockets: they are the library's games, and tell no secrets.

Secrets are planted: everybody begins with an amount of gold that nobody else could have (the
first seat about 15,000, the second about 25,000 …) and the seed is a number of sixty digits, so
that whatever slips through is found by its value, in numbers and in sentences alike.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import msgspec
import pytest

from naqala import Game
from naqala.rules.notation.tags import result
from naqala.rules.view import seen_by
from naqala.server.ops.settings import FILE
from naqala.tables.log import entries as log
from naqala.tables.views.log_entries import happening
from tests.server.servers import Browser, Page, Server

SEED = "271828182845904523536028747135266249775724709369995957496696"
OWN_ITEMS = ("carpet", "flute", "horn", "lamp", "scimitar", "talisman")
"""Items of which there is only one."""
MODES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "base 2": ({"players": 2}, ["ann", "bob"]),
    "base 3": ({"players": 3}, ["merchant", "ann", "bob"]),
    "base 4": ({"players": 4, "promos": ["dhenim"]}, ["ann", "bob", "traveller", "merchant"]),
    "doubled": ({"players": 4, "doubled": True}, ["ann", "ann", "bob", "traveller"]),
    "solo": ({"players": 1}, ["ann"]),
    "whims": ({"players": 3, "expansions": ["whims"]}, ["ann", "traveller", "bob"]),
    "artisans": ({"players": 2, "expansions": ["artisans"]}, ["ann", "bob"]),
    "both": (
        {"players": 5, "expansions": ["whims", "artisans"]},
        ["ann", "ann", "bob", "merchant", "traveller"],
    ),
}


class Played(NamedTuple):
    """A game that was played to its end, with everything that everybody got."""

    table: str
    opening: str
    pages: dict[str, Page]
    """Those of the players, and of some who only watched."""
    answers: list[tuple[str, str]]
    """Who asked over HTTP, and what they got, while the game was running."""
    tokens: list[str]
    """Cookies and secrets of seats."""
    entries: list[tuple[int, log.AnyBody]]
    record: str


def planted(options: dict[str, Any]) -> str:
    """A position at the start of a game, with secrets that are found by their values."""
    position = Game.new(seed=3, **options).position()
    position = re.sub(r"^seed .*$", f"seed {SEED}", position, flags=re.M)
    return re.sub(
        r"^p(\d)-has gold \d+",
        lambda found: f"p{found[1]}-has gold {10_000 * int(found[1]) + 5000}",
        position,
        flags=re.M,
    )


def stored(server: Server, table: str) -> list[tuple[int, log.AnyBody]]:
    """The log as it lies in the database."""
    with closing(sqlite3.connect(server.folder / FILE)) as database:
        rows = database.execute(
            'select number, body from entries where "table" = ? order by number', (table,)
        )
        return [(number, log.decode(body)) for number, body in rows]


@pytest.fixture(scope="module", params=MODES)
def played(request: pytest.FixtureRequest, server: Server) -> Iterator[Played]:
    options, seats = MODES[request.param]
    with ExitStack() as stack:
        yield play(server, stack, random.Random(request.param), options, seats)


def play(
    server: Server, stack: ExitStack, rng: random.Random, options: dict[str, Any], seats: list[str]
) -> Played:
    ann, bob, eve = (stack.enter_context(Browser(server)) for _ in range(3))
    plans = {"bob": {"kind": "open"}}
    opening = planted(options)
    laid = ann.post(
        "/api/tables",
        {
            "opening": opening,
            "seats": [
                {"kind": "me", "name": f"Ann {nth}"}
                if seat == "ann"
                else plans.get(seat, {"kind": "bot", "bot": seat})
                for nth, seat in enumerate(seats)
            ],
            "auto": False,
        },
    ).json()
    table, tokens = laid["table"], list(laid["secrets"].values())
    pages = {"ann": ann.open(table)}
    if "bob" in seats:
        answer = bob.open(table).ask("sit", seat=seats.index("bob"), name="Bob")
        tokens.append(answer["secret"])
        pages["bob"] = Page(server, table, secrets=[answer["secret"]])  # on another device
    pages["eve"] = eve.open(table, language="fr")
    pages["forger"] = Page(server, table, secrets=["x" * 32, tokens[0][:-1] + "-"])
    for page in pages.values():
        stack.callback(page.close)
    assert pages["ann"].ask("start")["type"] == "accepted"
    answers: list[tuple[str, str]] = []
    main = pages["ann"]
    while not main.over:
        if not main.scene:
            main.receive()
            continue
        seat = main.scene["asked"]["seat"]
        if seats[seat] not in pages:
            main.receive()  # a bot moves
            continue
        page = pages[seats[seat]]
        page.catch_up(main.number)
        acted(page, rng)
        for other in pages.values():
            other.catch_up(page.number)
        if (rng.random() < 0.1 or not answers) and not main.over:
            answers += looks(rng, table, {"ann": ann, "eve": eve}, main.scene["actions"])
    for page in pages.values():
        page.catch_up(main.number)
    tokens += [ann.http.cookies["naqala_guest"], eve.http.cookies["naqala_guest"]]
    record = eve.get(f"/api/tables/{table}/record").text
    return Played(table, opening, pages, answers, tokens, stored(server, table), record)


def acted(page: Page, rng: random.Random) -> None:
    """Choose something; now and then ask first, or undo a choice."""
    (mine,) = page.private.values()
    if rng.random() < 0.1:
        page.ask("ask", what="preview", actions=[rng.choice(page.choices)])
        page.ask("ask", what="outcomes")
    if rng.random() < 0.1 and mine["undo"].get("steps"):
        page.catch_up(page.ask("undo", turn=rng.random() < 0.5)["number"])
    else:
        answer = page.act(rng.choice(page.choices))
        assert answer["type"] == "accepted", answer


def looks(
    rng: random.Random, table: str, browsers: dict[str, Browser], actions: int
) -> list[tuple[str, str]]:
    """What somebody gets who looks at a running game over HTTP."""
    who = rng.choice(list(browsers))
    paths = ["/log", f"/moments/{rng.randrange(actions + 1)}", "/record", "/curve", ""]
    answers = [
        (who, browsers[who].get(f"/api/tables/{table}{path}", language="en").text) for path in paths
    ]
    last = json.loads(answers[-1][1])
    return [] if is_over(last) else answers  # bots may end the game meanwhile


def test_a_game_over_sockets_is_the_game_of_the_library(played: Played) -> None:
    """The same actions, played with the library alone, bring the same events and the same end."""
    game = Game.from_position(played.opening)
    told = {
        name: {entry["number"]: entry for entry in page.log} for name, page in played.pages.items()
    }
    acts = 0
    for number, body in played.entries:
        if isinstance(body, log.Undone):
            game.undo(len(game.history) - body.kept)
        if not isinstance(body, log.Acted):
            continue
        acts += 1
        assert body.seat == game.seat
        events = game.play(body.action)
        for name, page in played.pages.items():
            seat = page.seats[0] if len(page.seats) == 1 else -1
            seen = [happening(seen_by(event, seat)) for event in events]
            entry = told[name][number]
            assert entry.get("events", []) == json.loads(msgspec.json.encode(seen))
            assert len(entry.get("lines", [])) == len(events)
    assert acts > 20
    assert game.over
    game.tags.update(Game.load(played.record).tags)
    assert list(game.tags) == ["date", "site", "players", "bots", "result"]
    assert game.tags["result"] == result(game)
    lines = played.record.splitlines(keepends=True)
    assert game.record(check=True) == "".join(line for line in lines if not line.startswith("#"))
    for page in played.pages.values():
        assert [entry["number"] for entry in page.log] == [number for number, _ in played.entries]
        assert page.scene.get("winners", []) == list(game.winners)
        assert [player["score"]["total"] for player in page.scene["players"]] == [
            score.total for score in game.scores()
        ]


def test_nobody_is_sent_what_only_others_may_know(played: Played) -> None:
    nonce = played.pages["ann"].info["nonce"]
    checked = 0
    for page in played.pages.values():
        for raw in page.raw:
            for message in listed(json.loads(raw)):
                if is_over(message):
                    continue
                checked += 1
                check_message(message, page.seats)
                check_texts(message, played, nonce)
    for who, answer in played.answers:
        message = answer if not answer.startswith("{") else json.loads(answer)
        check_message(message, played.pages["ann"].seats if who == "ann" else [])
        check_texts(message, played, nonce)
    assert checked > 100
    assert played.answers


def test_the_only_items_of_their_kind_show_up_at_their_owners_alone(played: Played) -> None:
    """Whoever holds one in secret is the only one who ever reads its name."""
    hidden = held(played)
    for page in played.pages.values():
        mine = set(page.seats) if len(page.seats) == 1 else set()
        for raw in page.raw:
            for message in listed(json.loads(raw)):
                if message["type"] != "news" or is_over(message):
                    continue
                text = json.dumps(message)
                for item, owner in hidden[message["number"]].items():
                    if owner not in mine and owner != turn(message, page):
                        assert not re.search(rf"\b{item}\b", text), (item, owner, text)


def turn(message: Any, page: Page) -> int:
    """The seat whose secrets a page with several seats is shown."""
    seat = ((message.get("scene") or {}).get("asked") or {}).get("seat", -1)
    return seat if seat in page.seats and len(page.seats) > 1 else -1


def held(played: Played) -> dict[int, dict[str, int]]:
    """Who holds which single item after each entry of the log."""
    game = Game.from_position(played.opening)
    found: dict[int, dict[str, int]] = {}
    for number, body in played.entries:
        if isinstance(body, log.Undone):
            game.undo(len(game.history) - body.kept)
        elif isinstance(body, log.Acted):
            game.play(body.action)
        found[number] = {
            item.name: seat
            for seat, player in enumerate(game.state.players)
            for item in player.items
            if item.name in OWN_ITEMS
        }
    return found


def listed(frame: Any) -> list[Any]:
    return frame if isinstance(frame, list) else [frame]


def is_over(message: Any) -> bool:
    """Whether the end is told, after which everything is open."""
    return bool((message.get("scene") or {}).get("over"))


def check_message(message: Any, seats: list[int]) -> None:
    """Secret parts are those of the receiver, and so is every planted amount of gold."""
    private = message.get("private", []) if isinstance(message, dict) else []
    shown = {each["seat"] for each in private}
    assert shown <= set(seats)
    if len(seats) > 1 and private:  # several people look at this page
        asked = ((message.get("scene") or {}).get("asked") or {}).get("seat")
        assert shown <= {asked}
    for seat in amounts(message):
        asked_for = isinstance(message, dict) and message.get("type") == "answer"
        own = seat in (seats if asked_for or len(seats) == 1 else shown)
        assert own, f"gold of seat {seat} told to {seats}: {json.dumps(message)[:2000]}"


RANDOM_OR_TIMES = ("at", "now", "created", "changed", "table", "secret", "commitment", "id")
"""Fields that may hold any digits."""


def amounts(thing: Any) -> set[int]:
    """The seats whose gold is told somewhere."""
    if isinstance(thing, dict):
        parts = [value for key, value in thing.items() if key not in RANDOM_OR_TIMES]
        return set().union(*map(amounts, parts)) if parts else set()
    if isinstance(thing, list):
        return set().union(*map(amounts, thing)) if thing else set()
    if isinstance(thing, str):
        digits = re.findall(r"(?<![0-9a-f])[1-5][0-9]{4}(?![0-9a-f])", thing.replace("\u202f", ""))
        return {int(each) // 10_000 - 1 for each in digits}
    return {thing // 10_000 - 1} if type(thing) is int and 10_000 <= thing < 60_000 else set()


def check_texts(message: Any, played: Played, nonce: str) -> None:
    """Neither the seed nor the nonce nor anybody's keys are told."""
    text = json.dumps(message)
    for secret in (SEED, nonce):
        assert secret not in text
    told = message.get("secret") if isinstance(message, dict) else None
    for token in played.tokens:
        assert token == told or token not in text
