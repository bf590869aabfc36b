"""The server over HTTP."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import pytest

from naqala import Game
from naqala.server.app import application
from naqala.server.http import limits
from naqala.server.ops import addresses
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.log.fairness import verify
from naqala.tables.protocol.messages import Act, NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.tables.storage import EntryRow, Summary
from naqala.text import catalogue
from tests.known_bots import KNOWN_BOTS
from tests.server.servers import Guest, PageClient, Server, running
from tests.tables.table_builder import position_before_end

EN = catalogue("en")
ANN = Sender("a" * 64)
SOLO = {"options": {"players": 1}, "seats": [{"kind": "me", "name": "Ann"}], "seed": "7"}


def code(answer: Any, status: int = 400) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["type"] == "refused"
    assert body["message"]
    return str(body["code"])


def sent(guest: Guest, table: str, kind: str, **fields: object) -> Any:
    name = fields.pop("id", None) or f"http-{next(PageClient.ids)}"
    return guest.post(f"/api/tables/{table}/sends", {"type": kind, "id": name, **fields})


def test_the_server_tells_what_can_be_asked_of_it(ann: Guest) -> None:
    about = ann.get("/api/about").json()
    assert about["bots"] == list(KNOWN_BOTS)
    assert about["expansions"] == ["whims", "artisans"]
    words = ann.get("/api/words/fr").json()
    assert words["tribe.elders.one"]
    assert not any(key.startswith(("command.", "terminal.", "server.", "error.")) for key in words)
    assert code(ann.get("/api/words/xx")) == "no_language"


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(ann: Guest) -> None:
    cookie = ann.get("/api/about").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "set-cookie" not in ann.get("/api/about").headers
    ann.http.cookies.set("naqala_guest", "made up")
    assert "set-cookie" in ann.get("/api/about").headers


def test_every_answer_has_headers_that_protect_the_page(ann: Guest) -> None:
    for path in ("/api/about", "/api/nowhere"):
        headers = ann.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_solo_game_is_played_without_a_socket(ann: Guest) -> None:
    laid = ann.post("/api/tables", SOLO).json()
    table, rng = laid["table"], random.Random(1)
    state = ann.get(f"/api/tables/{table}").json()
    while state["info"]["phase"] == "running":
        (mine,) = state["private"]
        action = rng.choice(mine["choices"])["action"]
        answer = sent(ann, table, "act", action=action, seen=state["number"])
        assert answer.status_code == 200, answer.text
        state = ann.get(f"/api/tables/{table}", since=state["number"]).json()
        assert [entry["number"] for entry in state["log"]] == [answer.json()["number"]]
    record = ann.get(f"/api/tables/{table}/record").text
    assert verify(record, state["info"]["commitment"])[:2] == ("unknown", "chosen")
    game = Game.load(record)
    assert game.over
    assert game.options.seed == 7
    assert game.options.names == ("Ann",)
    assert state["scene"]["players"][0]["gold"] == game.state.players[0].gold
    curve = ann.get(f"/api/tables/{table}/curve").json()["points"]
    assert curve[-1]["totals"] == [game.scores()[0].total] or game.state.yazid
    assert [point["actions"] for point in curve] == sorted(point["actions"] for point in curve)
    assert (curve[0]["actions"], curve[0]["round"], curve[0]["seat"]) == (0, 0, -1)
    assert len(curve[0]["totals"]) == 1


def test_the_record_of_a_finished_game_can_be_checked_and_played_on(ann: Guest) -> None:
    table = ann.create_table("traveller", "traveller")
    with ann.open(table) as page:
        shown = page.info["commitment"]
        while not page.over:
            page.receive()
    record = ann.get(f"/api/tables/{table}/record").text
    assert verify(record, shown) == ("fair", "fits", shown)
    again = ann.post(
        "/api/tables", {"opening": f"# found\n{record}", "seats": [{"kind": "me"}] * 2}
    )
    info = ann.get(f"/api/tables/{again.json()['table']}").json()["info"]
    assert (info["opening"], info["phase"]) == ("record", "over")


def test_open_seats_go_to_bots_and_the_game_begins(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", "open")
    assert sent(bob, table, "sit", seat=1, name="Bob").status_code == 200
    assert code(sent(bob, table, "sit", seat=2, bot="merchant"), 403) == "not_host"
    info = ann.get(f"/api/tables/{table}").json()["info"]
    assert (info["phase"], info["host"]) == ("lobby", 0)
    answer = sent(ann, table, "sit", seat=2, bot="merchant").json()
    assert answer.keys() == {"type", "id", "number"}, "a bot has no secret"
    state = bob.get(f"/api/tables/{table}", language="fr").json()
    assert state["info"]["phase"] == "running"
    assert state["info"]["seats"][2] == {"kind": "bot", "name": "Calm", "bot": "merchant"}
    lines = [line for entry in state["log"] for line in entry["lines"]]
    assert "Un robot prend place\xa0: Calm." in lines


def test_a_rematch_has_the_bots_that_played_not_those_that_were_planned(
    ann: Guest, bob: Guest
) -> None:
    table = ann.create_table("merchant", "me", opening=position_before_end(), auto=False)
    assert sent(ann, table, "leave", seat=0).status_code == 200
    assert sent(bob, table, "sit", seat=0, name="Bob").status_code == 200
    assert sent(ann, table, "leave", seat=1).status_code == 200
    assert sent(ann, table, "sit", seat=1, bot="traveller").status_code == 200
    left = [entry["lines"] for entry in ann.get(f"/api/tables/{table}").json()["log"]]
    assert ["A bot leaves: Calm."] in left
    assert ["Player 2 leaves."] in left
    with bob.open(table) as page:
        assert page.ask("start")["type"] == "accepted"
        while not page.over:
            if page.private.get(0, {}).get("choices"):
                assert page.act(page.choices[0])["type"] == "accepted"
            else:
                page.receive()
        again = page.ask("rematch")["table"]
    seats = bob.get(f"/api/tables/{again}").json()["info"]["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [
        ("person", "Bob"),
        ("bot", "Traveller"),
    ]


def test_a_game_can_be_looked_at_as_it_once_stood(ann: Guest) -> None:
    table = ann.create_table("me", "me", seed="5")
    with ann.open(table) as page:
        scenes = [page.scene]
        for _ in range(20):
            assert page.act(page.choices[0])["type"] == "accepted"
            scenes.append(page.scene)
    for scene in scenes:
        then = ann.get(f"/api/tables/{table}/moments/{scene['actions']}").json()
        assert then["scene"] == scene
        assert then["last"] == scenes[-1]["actions"]
        assert then["turns"][:2] == [1, 2], "the first two actions are bids"
    assert code(ann.get(f"/api/tables/{table}/moments/9999")) == "no_moment"
    assert code(ann.get(f"/api/tables/{table}/moments/x")) == "bad_number"
    assert code(ann.get(f"/api/tables/{table}/curve")) == "no_record"


def test_lists_show_open_running_and_own_tables(ann: Guest, bob: Guest) -> None:
    waiting = ann.create_table("me", "open")
    hidden = ann.create_table("me", "open", listed=False)
    playing = ann.create_table("me", "traveller")

    def listed(guest: Guest, show: str) -> dict[str, Any]:
        tables = guest.get("/api/tables", show=show).json()["tables"]
        return {table["table"]: table for table in tables}

    assert waiting in listed(bob, "open")
    assert hidden not in listed(bob, "open")
    assert playing in listed(bob, "running")
    mine = listed(ann, "mine")
    assert mine.keys() >= {waiting, hidden, playing}
    assert [seat.get("yours", False) for seat in mine[waiting]["seats"]] == [True, False]
    assert listed(bob, "mine") == {}
    assert sent(bob, waiting, "sit", seat=1, name="Bob").status_code == 200
    assert waiting not in listed(bob, "open")
    assert listed(bob, "mine").keys() == {waiting}
    assert code(bob.get("/api/tables", show="all")) == "bad_show"


def test_a_table_starts_when_it_is_full_or_when_it_is_asked_to(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", auto=False)
    assert code(sent(ann, table, "start")) == "not_full"
    assert sent(bob, table, "sit", seat=1).status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["info"]["phase"] == "lobby"
    with Guest(ann.server) as stranger:
        assert code(sent(stranger, table, "start")) == "not_seated"
    assert sent(bob, table, "start").status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["info"]["phase"] == "running"
    assert code(sent(bob, table, "start")) == "phase_running"


def test_a_table_is_closed_before_the_game(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", "open")
    assert code(sent(bob, table, "close"), 403) == "not_laid"
    assert sent(bob, table, "sit", seat=1).status_code == 200
    assert code(sent(bob, table, "close"), 403) == "not_laid"
    assert sent(bob, table, "leave", seat=1).status_code == 200
    assert sent(ann, table, "close").status_code == 200
    assert code(sent(bob, table, "sit", seat=1)) == "phase_closed"


def test_a_table_of_bots_alone_counts_and_is_closed_by_who_laid_it(tmp_path: Path) -> None:
    """Bots who think for a while: without a pause they may be at the end before it is closed."""
    with (
        running(tmp_path, "--pause", "0.5") as server,
        Guest(server) as ann,
        Guest(server) as bob,
    ):
        table = ann.create_table("traveller", "traveller")
        mine = ann.get("/api/tables", show="mine").json()["tables"]
        assert [each["table"] for each in mine] == [table]
        assert code(sent(bob, table, "close"), 403) == "not_laid"
        with bob.open(table) as page:
            page.until(lambda message: page.number >= 4)  # while somebody watches they play
            assert sent(ann, table, "close").status_code == 200
            page.until(lambda message: page.info["phase"] == "closed")
            assert ann.get("/api/tables", show="mine").json()["tables"] == []
            assert bob.get(f"/api/tables/{table}").json()["info"]["phase"] == "closed"


def test_the_seat_of_who_has_left_is_handed_to_a_bot_and_taken_back(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open")
    assert sent(bob, table, "sit", seat=1, name="Bob").status_code == 200
    assert code(sent(ann, table, "hand", seat=1, bot="traveller")) == "still_here"
    assert sent(bob, table, "leave", seat=1).status_code == 200
    turn = ann.get(f"/api/tables/{table}").json()["scene"]["asked"]["seat"]
    told = code(sent(bob, table, "act", action="bid 0", seen=99))
    assert told == ("return_first" if turn == 1 else "not_your_turn")
    assert code(sent(bob, table, "hand", seat=1, bot="traveller")) == "not_seated"
    assert sent(ann, table, "hand", seat=1, bot="traveller").status_code == 200
    with ann.open(table) as page:
        page.play(lambda page: page.choices[0], limit=10)
        assert "bot" in {entry.get("by") for entry in page.log}
        assert sent(bob, table, "return", seat=1).status_code == 200
        page.until(lambda message: message.get("info", {}).get("seats", [{}, {}])[1] == {
            "kind": "person", "name": "Bob"
        })  # fmt: skip


def test_the_same_people_play_a_rematch(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "traveller", seed="11")
    assert code(sent(ann, table, "rematch")) == "phase_running"
    with ann.open(table) as page:
        page.play(lambda page: page.choices[-1])
        assert code(sent(bob, table, "rematch")) == "not_seated"
        again = sent(ann, table, "rematch", same=True).json()["table"]
        assert sent(ann, table, "rematch").json()["table"] == again
        page.until(lambda message: message.get("info", {}).get("rematch") == again)
    with ann.open(again) as page:
        assert page.seats == [0]
        assert page.info["rematch_of"] == table
        page.play(lambda page: page.choices[-1])
        assert page.info["seed"] == "11"


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"options": {"players": 5}}, "bad_options"),
        ({"options": {"players": 9}}, "bad_message"),
        ({"options": {"players": 2, "expansions": ["moon"]}}, "bad_options"),
        ({"options": {"players": 2}, "seats": [{}, {}, {}]}, "seat_count"),
        ({"seats": [{"kind": "bot", "bot": "genius"}]}, "no_bot"),
        ({"seats": [{"kind": "me", "name": "A,B"}]}, "bad_name"),
        ({"seats": [{"kind": "open", "name": "Ann"}]}, "plain_seat"),
        ({"seats": [{"kind": "open", "bot": "sultan"}]}, "plain_seat"),
        ({"seats": [{"kind": "me", "bot": "sultan"}]}, "plain_seat"),
        ({"seats": [{"kind": "king"}]}, "bad_message"),
        ({"language": "fr\n"}, "bad_message"),
        ({"seed": "seven"}, "bad_seed"),
        ({"seed": "٣"}, "bad_seed"),
        ({"seed": str(2**256)}, "bad_seed"),
        ({"opening": "naqala record 1\nnonsense"}, "bad_opening"),
        ({"clock": {}}, "bad_clock"),
        ({"clock": {"minutes": 5, "days": 1}}, "bad_clock"),
        ({"clock": {"minutes": -5}}, "bad_message"),
        ({"unknown": 1}, "bad_message"),
        ([], "bad_message"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(ann: Guest, body: Any, refused: str) -> None:
    assert code(ann.post("/api/tables", body)) == refused


def test_a_table_is_opened_from_a_record(ann: Guest) -> None:
    game = Game.new(players=3, seed=3, expansions="whims")
    for _ in range(9):
        game.play(game.legal()[0])
    seats = [{"kind": "me"}] * 3
    answer = ann.post("/api/tables", {"opening": game.record(), "seats": seats})
    with ann.open(answer.json()["table"]) as page:
        assert page.info["chosen"]
        assert page.info["options"] == {"players": 3, "expansions": ["whims"]}
        assert page.scene["asked"]["seat"] == game.seat
        assert page.choices == list(map(str, game.legal()))


def test_what_is_not_there_or_not_allowed_is_told(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    assert code(ann.get("/api/nowhere"), 404) == "no_page"
    assert code(ann.get(f"/api/tables/{'2' * 20}"), 404) == "no_table"
    assert code(ann.get("/api/tables/..%2f..%2fetc"), 404) in ("no_table", "no_page")
    assert code(ann.post("/api/about", {}), 405) == "no_method"
    assert code(ann.get(f"/api/tables/{table}", since="x")) == "bad_number"
    assert code(ann.get(f"/api/tables/{table}/record")) == "no_record"
    url = f"{ann.server.address}/api/tables"
    assert code(ann.http.post(url, content="{}"), 415) == "no_json"
    headers = {"content-type": "application/json"}
    assert code(ann.http.post(url, content="{", headers=headers)) == "bad_message"
    assert code(ann.http.post(url, content="[" * 99999, headers=headers)) == "bad_message"
    large = json.dumps({"opening": "x" * 1_300_000})
    assert code(ann.http.post(url, content=large, headers=headers), 413) == "too_large"
    sends = f"{url}/{table}/sends"
    long = json.dumps({"type": "say", "id": "x", "text": "x" * limits.LARGEST_MESSAGE})
    for content in (long, iter([long.encode()])):  # with its length told before, and without
        assert code(ann.http.post(sends, content=content, headers=headers), 413) == "too_large"
    other = {"origin": "https://elsewhere.example", **headers}
    assert code(ann.http.post(url, content="{}", headers=other), 403) == "wrong_origin"
    own = {"origin": ann.server.address, **headers}
    assert ann.http.post(url, content="{}", headers=own).status_code == 201


def test_a_number_out_of_bounds_is_told_its_bounds(ann: Guest) -> None:
    told = ann.get("/api/tables", limit=1000).json()["message"]
    assert "from 1 to 100" in told
    seat = sent(ann, ann.create_table("me", "open"), "sit", seat=4).json()["message"]
    assert "0 to 1" in seat


def test_a_deck_of_whims_stays_out_of_lists_and_welcomes(ann: Guest) -> None:
    deck = printed_deck_text() + f"# {'a remark ' * 6}\n" * 1000
    options = {"players": 2, "expansions": ["whims"], "whims": deck}
    table = ann.create_table("me", "me", options=options)
    listed = next(
        each for each in ann.get("/api/tables", show="mine").json()["tables"]
        if each["table"] == table
    )  # fmt: skip
    welcome = ann.get(f"/api/tables/{table}").json()
    for info in (listed, welcome["info"]):
        assert info["own_whims"]
        assert info["options"] == {"expansions": ["whims"]}
    assert welcome["whim_cards"]
    assert "own_whims" not in ann.get(f"/api/tables/{ann.create_table('me', 'me')}").json()["info"]


def printed_deck_text() -> str:
    return (files("naqala.rules.expansions") / "whims.toml").read_text(encoding="utf-8")


class Faint(Sqlite):
    """A file that fails when a game ends, after everybody had time to look."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        if summary and summary.phase == "over":
            self.failing.set()
            await self.looked.wait()
            raise OSError("the disk is full")
        await super().append(table, rows, summary)

    async def open(self) -> None:
        self.failing, self.looked = asyncio.Event(), asyncio.Event()
        await super().open()


@pytest.mark.parametrize(
    "path", ["record", "curve", "log?after={entries}", "moments/{actions}", ""]
)
def test_nobody_looks_back_at_an_end_that_is_not_kept(path: str, tmp_path: Path) -> None:
    """Whoever asks while it is written waits, and is not shown what was never stored."""

    async def looked() -> httpx.Response:
        storage = Faint(tmp_path / "t.sqlite3")
        app = application(Settings(rate=1e6), storage)
        tables: TableRegistry = app.state.tables
        await tables.start()
        game = finished_game()
        hot_seat = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=game.record())
        table, _ = await tables.create(ANN, hot_seat, EN)
        before = table.state.number
        assert table.state.game is not None
        act = Act(id="last", seen=before, action=str(table.state.game.legal()[0]))
        ending = asyncio.create_task(table.execute(ANN, act, EN))
        await storage.failing.wait()
        assert table.state.phase == "over"
        asked = path.format(entries=before, actions=len(table.state.game.history))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://here"
        ) as client:
            asking = asyncio.create_task(
                client.get(f"/api/tables/{table.state.id}/{asked}".rstrip("/"))
            )
            for _ in range(20):
                await asyncio.sleep(0)
            assert not asking.done()
            storage.looked.set()
            answer = await asking
        with pytest.raises(Refusal):
            await ending
        await tables.stop()
        return answer

    answer = asyncio.run(looked())
    assert answer.status_code == 503


def finished_game() -> Game:
    """A game just before its last choice."""
    game, rng = Game.new(players=2, seed=1), random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    game.undo()
    return game


def test_the_log_is_read_page_by_page(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    with ann.open(table) as page:
        page.play(lambda page: page.choices[0], limit=5)
        whole = ann.get(f"/api/tables/{table}/log").json()
        assert whole["entries"] == page.log
        rest = ann.get(f"/api/tables/{table}/log", after=3).json()
        assert rest["entries"] == page.log[3:]


def test_a_refusal_speaks_the_language_of_the_browser(server: Server, ann: Guest) -> None:
    french = ann.http.get(f"{server.address}/api/nowhere", headers={"accept-language": "fr-CH, en"})
    assert french.json()["message"] == "Il n’y a rien à cette adresse."


@pytest.mark.parametrize(
    ("host", "client", "told"),
    [
        ("0.0.0.0", "127.0.0.1", ["http://192.168.1.20:8421/"]),
        ("0.0.0.0", "192.168.1.9", []),
        ("127.0.0.1", "127.0.0.1", []),
    ],
)
def test_the_addresses_for_phones_are_told_to_the_own_machine_alone(
    host: str, client: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: [ip_address("192.168.1.20")])

    async def asked() -> Any:
        app = application(Settings(host=host), Sqlite("nowhere"))
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost:8421"
        ) as guest:
            return (await guest.get("/api/about")).json()

    assert asyncio.run(asked())["addresses"] == told
