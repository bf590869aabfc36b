"""Whole games of every mode over sockets match the rules library and leak no secrets.

The secrets are recognisable: each seat starts with a unique amount of gold (about 15,000 for the
first, 25,000 for the second, and so on) and the seed has sixty digits. A leak is found by its
value, in numbers as well as in sentences.
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
from naqala.tables.views.log_entries import game_event
from tests.server.servers import Guest, PageClient, Server

SEED = "271828182845904523536028747135266249775724709369995957496696"
UNIQUE_ITEMS = ("carpet", "flute", "horn", "lamp", "scimitar", "talisman")
"""Items that exist only once."""
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
    """A finished game with all messages that the pages received."""

    table: str
    opening: str
    pages: dict[str, PageClient]
    """The pages of players and spectators, by name."""
    answers: list[tuple[str, str]]
    """HTTP responses during the game, each with the name of the guest who requested it."""
    tokens: list[str]
    """Cookies and seat secrets."""
    entries: list[tuple[int, log.AnyBody]]
    record: str


def position_with_secrets(options: dict[str, Any]) -> str:
    """The position at the start of a game, with recognisable secrets."""
    position = Game.new(seed=3, **options).position()
    position = re.sub(r"^seed .*$", f"seed {SEED}", position, flags=re.M)
    return re.sub(
        r"^p(\d)-has gold \d+",
        lambda found: f"p{found[1]}-has gold {10_000 * int(found[1]) + 5000}",
        position,
        flags=re.M,
    )


def stored_entries(server: Server, table: str) -> list[tuple[int, log.AnyBody]]:
    """The log as it is stored in the database."""
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
    ann, bob, eve = (stack.enter_context(Guest(server)) for _ in range(3))
    plans = {"bob": {"kind": "open"}}
    opening = position_with_secrets(options)
    created = ann.post(
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
    table, tokens = created["table"], list(created["secrets"].values())
    pages = {"ann": ann.open(table)}
    if "bob" in seats:
        answer = bob.open(table).ask("sit", seat=seats.index("bob"), name="Bob")
        tokens.append(answer["secret"])
        pages["bob"] = PageClient(server, table, secrets=[answer["secret"]])  # on another device
    pages["eve"] = eve.open(table, language="fr")
    pages["forger"] = PageClient(server, table, secrets=["x" * 32, tokens[0][:-1] + "-"])
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
        act(page, rng)
        for other in pages.values():
            other.catch_up(page.number)
        if (rng.random() < 0.1 or not answers) and not main.over:
            answers += http_responses(rng, table, {"ann": ann, "eve": eve}, main.scene["actions"])
    for page in pages.values():
        page.catch_up(main.number)
    tokens += [ann.http.cookies["naqala_guest"], eve.http.cookies["naqala_guest"]]
    record = eve.get(f"/api/tables/{table}/record").text
    return Played(table, opening, pages, answers, tokens, stored_entries(server, table), record)


def act(page: PageClient, rng: random.Random) -> None:
    """Play a random action, sometimes after a query, or undo one."""
    (mine,) = page.private.values()
    if rng.random() < 0.1:
        page.ask("ask", what="preview", actions=[rng.choice(page.choices)])
        page.ask("ask", what="outcomes")
    if rng.random() < 0.1 and mine["undo"].get("steps"):
        page.catch_up(page.ask("undo", turn=rng.random() < 0.5)["number"])
    else:
        answer = page.act(rng.choice(page.choices))
        assert answer["type"] == "accepted", answer


def http_responses(
    rng: random.Random, table: str, guests: dict[str, Guest], actions: int
) -> list[tuple[str, str]]:
    """Request a running game over HTTP, as one of the guests."""
    who = rng.choice(list(guests))
    paths = ["/log", f"/moments/{rng.randrange(actions + 1)}", "/record", "/curve", ""]
    answers = [
        (who, guests[who].get(f"/api/tables/{table}{path}", language="en").text) for path in paths
    ]
    last = json.loads(answers[-1][1])
    return [] if is_over(last) else answers  # bots may have ended the game


def test_a_game_over_sockets_matches_the_rules_library(played: Played) -> None:
    """The same actions give the same events and the same result."""
    game = Game.from_position(played.opening)
    logs = {
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
            seen = [game_event(seen_by(event, seat)) for event in events]
            entry = logs[name][number]
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


def test_no_message_contains_secrets_of_others(played: Played) -> None:
    nonce = played.pages["ann"].info["nonce"]
    checked = 0
    for page in played.pages.values():
        for raw in page.raw:
            for message in messages_of(json.loads(raw)):
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


def test_unique_items_are_named_only_to_their_owner(played: Played) -> None:
    hidden = item_owners(played)
    for page in played.pages.values():
        mine = set(page.seats) if len(page.seats) == 1 else set()
        for raw in page.raw:
            for message in messages_of(json.loads(raw)):
                if message["type"] != "news" or is_over(message):
                    continue
                text = json.dumps(message)
                for item, owner in hidden[message["number"]].items():
                    if owner not in mine and owner != turn(message, page):
                        assert not re.search(rf"\b{item}\b", text), (item, owner, text)


def turn(message: Any, page: PageClient) -> int:
    """The seat whose secrets a page with several seats shows."""
    seat = ((message.get("scene") or {}).get("asked") or {}).get("seat", -1)
    return seat if seat in page.seats and len(page.seats) > 1 else -1


def item_owners(played: Played) -> dict[int, dict[str, int]]:
    """The owners of the unique items after each entry of the log."""
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
            if item.name in UNIQUE_ITEMS
        }
    return found


def messages_of(frame: Any) -> list[Any]:
    return frame if isinstance(frame, list) else [frame]


def is_over(message: Any) -> bool:
    """Whether a message shows the end of the game, after which nothing is secret."""
    return bool((message.get("scene") or {}).get("over"))


def check_message(message: Any, seats: list[int]) -> None:
    """Private parts and recognisable amounts of gold belong to seats of the receiver."""
    private = message.get("private", []) if isinstance(message, dict) else []
    shown = {each["seat"] for each in private}
    assert shown <= set(seats)
    if len(seats) > 1 and private:  # several people share this page
        asked = ((message.get("scene") or {}).get("asked") or {}).get("seat")
        assert shown <= {asked}
    for seat in seats_with_gold(message):
        is_answer = isinstance(message, dict) and message.get("type") == "answer"
        own = seat in (seats if is_answer or len(seats) == 1 else shown)
        assert own, f"gold of seat {seat} sent to {seats}: {json.dumps(message)[:2000]}"


RANDOM_OR_TIMES = ("at", "now", "created", "changed", "table", "secret", "commitment", "id")
"""Fields that may hold any digits."""


def seats_with_gold(value: Any) -> set[int]:
    """The seats whose amount of gold occurs in a value."""
    if isinstance(value, dict):
        parts = [part for key, part in value.items() if key not in RANDOM_OR_TIMES]
        return set().union(*map(seats_with_gold, parts)) if parts else set()
    if isinstance(value, list):
        return set().union(*map(seats_with_gold, value)) if value else set()
    if isinstance(value, str):
        digits = re.findall(r"(?<![0-9a-f])[1-5][0-9]{4}(?![0-9a-f])", value.replace("\u202f", ""))
        return {int(each) // 10_000 - 1 for each in digits}
    return {value // 10_000 - 1} if type(value) is int and 10_000 <= value < 60_000 else set()


def check_texts(message: Any, played: Played, nonce: str) -> None:
    """A message contains neither the seed nor the nonce nor tokens of others."""
    text = json.dumps(message)
    for secret in (SEED, nonce):
        assert secret not in text
    own = message.get("secret") if isinstance(message, dict) else None
    for token in played.tokens:
        assert token == own or token not in text
