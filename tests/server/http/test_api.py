"""The HTTP API."""

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
from naqala.rules.expansions import EXPANSIONS
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
from naqala.tables.views.scene import scene as public_scene
from naqala.text import catalogue
from naqala.text.page_texts import VIEWS
from tests.known_bots import KNOWN_BOTS
from tests.server.servers import Guest, PageClient, Server, running
from tests.tables.table_builder import position_before_end

EN = catalogue("en")
ANN = Sender("a" * 64)
SOLO = {"options": {"players": 1}, "seats": [{"kind": "me", "name": "Ann"}], "seed": "7"}


def refusal_code(answer: Any, status: int = 400) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["type"] == "refused"
    assert body["message"]
    return str(body["code"])


def send(guest: Guest, table: str, kind: str, **fields: object) -> Any:
    name = fields.pop("id", None) or f"http-{next(PageClient.ids)}"
    return guest.post(f"/api/tables/{table}/commands", {"type": kind, "id": name, **fields})


def test_about_and_words_contain_what_the_page_needs(ann: Guest) -> None:
    about = ann.get("/api/about").json()
    assert about["bots"] == list(KNOWN_BOTS)
    assert about["expansions"] == ["whims", "artisans"]
    words = ann.get("/api/words/fr").json()
    assert words["tribe.elders.one"]
    assert not any(key.startswith(("command.", "terminal.", "server.", "error.")) for key in words)
    assert refusal_code(ann.get("/api/words/xx")) == "no_language"


def test_the_texts_of_some_views_are_sent_separately(ann: Guest) -> None:
    words = ann.get("/api/words/fr").json()
    views = {view: ann.get(f"/api/words/fr/{view}").json() for view in VIEWS}
    assert "page.rules.title" in words
    assert "page.rules.text.M8" in views["rules"]
    assert "lesson.sowing.title" in views["learn"]
    separate = {key: text for view in views.values() for key, text in view.items()}
    assert sum(map(len, views.values())) == len(separate)
    assert not words.keys() & separate.keys()
    of_page = ("page.", "lesson.")
    sent = {key for key in words | separate if key.startswith(of_page)}
    assert sent == {key for key in catalogue("fr").messages if key.startswith(of_page)}
    assert refusal_code(ann.get("/api/words/xx/rules")) == "no_language"
    assert refusal_code(ann.get("/api/words/fr/poems")) == "no_view"


def test_a_seed_gives_the_land_of_a_game_with_that_seed(ann: Guest) -> None:
    """S6"""
    for boxes in ((), ("whims",), ("artisans",), EXPANSIONS):
        answer = ann.get("/api/lands", seed=42, players=3, expansions=",".join(boxes)).json()
        shown = public_scene(Game.new(players=3, seed=42, expansions=boxes))
        assert [tile["pile"] for tile in answer["tiles"]] == [tile.pile for tile in shown.tiles]
        assert all(tile.keys() == {"pile"} for tile in answer["tiles"])
        assert len(answer["land"]["tiles"]) == len(shown.tiles)
    assert ann.get("/api/lands", seed=1).json() != ann.get("/api/lands", seed=2).json()


def test_a_land_that_no_game_has_is_refused(ann: Guest) -> None:
    refused: list[tuple[dict[str, object], str]] = [
        ({"seed": "x"}, "bad_number"),
        ({"players": 6}, "bad_number"),
        ({"players": 5}, "bad_options"),
        ({"players": 1, "expansions": "whims"}, "bad_options"),
        ({"expansions": "pirates"}, "no_boxes"),
    ]
    for query, code in refused:
        assert refusal_code(ann.get("/api/lands", **query)) == code


def test_a_guest_gets_an_http_only_cookie(ann: Guest) -> None:
    cookie = ann.get("/api/about").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "set-cookie" not in ann.get("/api/about").headers
    ann.http.cookies.set("naqala_guest", "made up")
    assert "set-cookie" in ann.get("/api/about").headers


def test_every_response_has_security_headers(ann: Guest) -> None:
    for path in ("/api/about", "/api/nowhere"):
        headers = ann.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_solo_game_is_played_without_a_socket(ann: Guest) -> None:
    created = ann.post("/api/tables", SOLO).json()
    table, rng = created["table"], random.Random(1)
    state = ann.get(f"/api/tables/{table}").json()
    while state["info"]["phase"] == "running":
        (mine,) = state["private"]
        action = rng.choice(mine["choices"])["action"]
        answer = send(ann, table, "act", action=action, seen=state["number"])
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


def test_the_record_of_a_finished_game_can_be_verified_and_opened_again(ann: Guest) -> None:
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


def test_the_game_starts_when_bots_take_the_open_seats(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", "open")
    assert send(bob, table, "sit", seat=1, name="Bob").status_code == 200
    assert refusal_code(send(bob, table, "sit", seat=2, bot="merchant"), 403) == "not_host"
    info = ann.get(f"/api/tables/{table}").json()["info"]
    assert (info["phase"], info["host"]) == ("lobby", 0)
    answer = send(ann, table, "sit", seat=2, bot="merchant").json()
    assert answer.keys() == {"type", "id", "number"}, "a bot has no secret"
    state = bob.get(f"/api/tables/{table}", language="fr").json()
    assert state["info"]["phase"] == "running"
    assert state["info"]["seats"][2] == {"kind": "bot", "name": "Basim", "bot": "merchant"}
    lines = [line for entry in state["log"] for line in entry["lines"]]
    assert "Un robot prend place\xa0: Basim." in lines


def test_a_rematch_keeps_the_bots_that_played_not_the_original_seat_plan(
    ann: Guest, bob: Guest
) -> None:
    table = ann.create_table("merchant", "me", opening=position_before_end(), auto=False)
    assert send(ann, table, "leave", seat=0).status_code == 200
    assert send(bob, table, "sit", seat=0, name="Bob").status_code == 200
    assert send(ann, table, "leave", seat=1).status_code == 200
    assert send(ann, table, "sit", seat=1, bot="traveller").status_code == 200
    left = [entry["lines"] for entry in ann.get(f"/api/tables/{table}").json()["log"]]
    assert ["A bot leaves: Basim."] in left
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
        ("bot", "Basim"),
    ]


def test_a_moment_shows_the_game_after_that_many_actions(ann: Guest) -> None:
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
    assert refusal_code(ann.get(f"/api/tables/{table}/moments/9999")) == "no_moment"
    assert refusal_code(ann.get(f"/api/tables/{table}/moments/x")) == "bad_number"
    assert refusal_code(ann.get(f"/api/tables/{table}/curve")) == "no_record"


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
    assert send(bob, waiting, "sit", seat=1, name="Bob").status_code == 200
    assert waiting not in listed(bob, "open")
    assert listed(bob, "mine").keys() == {waiting}
    assert refusal_code(bob.get("/api/tables", show="all")) == "bad_show"


def test_a_table_without_auto_start_starts_on_request_once_it_is_full(
    ann: Guest, bob: Guest
) -> None:
    table = ann.create_table("me", "open", auto=False)
    assert refusal_code(send(ann, table, "start")) == "not_full"
    assert send(bob, table, "sit", seat=1).status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["info"]["phase"] == "lobby"
    with Guest(ann.server) as stranger:
        assert refusal_code(send(stranger, table, "start")) == "not_seated"
    assert send(bob, table, "start").status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["info"]["phase"] == "running"
    assert refusal_code(send(bob, table, "start")) == "phase_running"


def test_only_the_creator_closes_a_table_before_the_game(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", "open")
    assert refusal_code(send(bob, table, "close"), 403) == "not_laid"
    assert send(bob, table, "sit", seat=1).status_code == 200
    assert refusal_code(send(bob, table, "close"), 403) == "not_laid"
    assert send(bob, table, "leave", seat=1).status_code == 200
    assert send(ann, table, "close").status_code == 200
    assert refusal_code(send(bob, table, "sit", seat=1)) == "phase_closed"


def test_a_table_of_bots_is_listed_for_its_creator_who_can_close_it(tmp_path: Path) -> None:
    """The pause keeps the bots from finishing the game before the table is closed."""
    with (
        running(tmp_path, "--pause", "0.5") as server,
        Guest(server) as ann,
        Guest(server) as bob,
    ):
        table = ann.create_table("traveller", "traveller")
        mine = ann.get("/api/tables", show="mine").json()["tables"]
        assert [each["table"] for each in mine] == [table]
        assert refusal_code(send(bob, table, "close"), 403) == "not_laid"
        with bob.open(table) as page:
            page.until(lambda message: page.number >= 4)  # bots play only while somebody watches
            assert send(ann, table, "close").status_code == 200
            page.until(lambda message: page.info["phase"] == "closed")
            assert ann.get("/api/tables", show="mine").json()["tables"] == []
            assert bob.get(f"/api/tables/{table}").json()["info"]["phase"] == "closed"


def test_the_seat_of_a_player_who_left_is_handed_to_a_bot_and_taken_back(
    ann: Guest, bob: Guest
) -> None:
    table = ann.create_table("me", "open")
    assert send(bob, table, "sit", seat=1, name="Bob").status_code == 200
    assert refusal_code(send(ann, table, "hand", seat=1, bot="traveller")) == "still_here"
    assert send(bob, table, "leave", seat=1).status_code == 200
    turn = ann.get(f"/api/tables/{table}").json()["scene"]["asked"]["seat"]
    code = refusal_code(send(bob, table, "act", action="bid 0", seen=99))
    assert code == ("return_first" if turn == 1 else "not_your_turn")
    assert refusal_code(send(bob, table, "hand", seat=1, bot="traveller")) == "not_seated"
    assert send(ann, table, "hand", seat=1, bot="traveller").status_code == 200
    with ann.open(table) as page:
        page.play(lambda page: page.choices[0], limit=10)
        assert "bot" in {entry.get("by") for entry in page.log}
        assert send(bob, table, "return", seat=1).status_code == 200
        page.until(lambda message: message.get("info", {}).get("seats", [{}, {}])[1] == {
            "kind": "person", "name": "Bob"
        })  # fmt: skip


def test_the_same_people_play_a_rematch(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "traveller", seed="11")
    assert refusal_code(send(ann, table, "rematch")) == "phase_running"
    with ann.open(table) as page:
        page.play(lambda page: page.choices[-1])
        assert refusal_code(send(bob, table, "rematch")) == "not_seated"
        again = send(ann, table, "rematch", same=True).json()["table"]
        assert send(ann, table, "rematch").json()["table"] == again
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
def test_an_invalid_new_table_is_refused(ann: Guest, body: Any, refused: str) -> None:
    assert refusal_code(ann.post("/api/tables", body)) == refused


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


def test_bad_requests_are_refused_with_their_status_and_code(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    assert refusal_code(ann.get("/api/nowhere"), 404) == "no_page"
    assert refusal_code(ann.get(f"/api/tables/{'2' * 20}"), 404) == "no_table"
    assert refusal_code(ann.get("/api/tables/..%2f..%2fetc"), 404) in ("no_table", "no_page")
    assert refusal_code(ann.post("/api/about", {}), 405) == "no_method"
    assert refusal_code(ann.get(f"/api/tables/{table}", since="x")) == "bad_number"
    assert refusal_code(ann.get(f"/api/tables/{table}/record")) == "no_record"
    url = f"{ann.server.address}/api/tables"
    assert refusal_code(ann.http.post(url, content="{}"), 415) == "no_json"
    headers = {"content-type": "application/json"}
    assert refusal_code(ann.http.post(url, content="{", headers=headers)) == "bad_message"
    assert refusal_code(ann.http.post(url, content="[" * 99999, headers=headers)) == "bad_message"
    large = json.dumps({"opening": "x" * 1_300_000})
    assert refusal_code(ann.http.post(url, content=large, headers=headers), 413) == "too_large"
    commands = f"{url}/{table}/commands"
    long = json.dumps({"type": "say", "id": "x", "text": "x" * limits.LARGEST_MESSAGE})
    for content in (long, iter([long.encode()])):  # with and without a Content-Length
        assert (
            refusal_code(ann.http.post(commands, content=content, headers=headers), 413)
            == "too_large"
        )
    other = {"origin": "https://elsewhere.example", **headers}
    assert refusal_code(ann.http.post(url, content="{}", headers=other), 403) == "wrong_origin"
    own = {"origin": ann.server.address, **headers}
    assert ann.http.post(url, content="{}", headers=own).status_code == 201


def test_a_refused_number_names_its_range(ann: Guest) -> None:
    message = ann.get("/api/tables", limit=1000).json()["message"]
    assert "from 1 to 100" in message
    seat = send(ann, ann.create_table("me", "open"), "sit", seat=4).json()["message"]
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


class FailingStorage(Sqlite):
    """Fails to store the end of a game, once the test has sent its request."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        if summary and summary.phase == "over":
            self.failing.set()
            await self.requested.wait()
            raise OSError("the disk is full")
        await super().append(table, rows, summary)

    async def open(self) -> None:
        self.failing, self.requested = asyncio.Event(), asyncio.Event()
        await super().open()


@pytest.mark.parametrize(
    "path", ["record", "curve", "log?after={entries}", "moments/{actions}", ""]
)
def test_an_end_that_could_not_be_stored_is_never_shown(path: str, tmp_path: Path) -> None:
    """A request that comes during the write waits for it."""

    async def run() -> httpx.Response:
        storage = FailingStorage(tmp_path / "t.sqlite3")
        app = application(Settings(rate=1e6), storage)
        tables: TableRegistry = app.state.tables
        await tables.start()
        game = nearly_finished_game()
        hot_seat = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=game.record())
        table, _ = await tables.create(ANN, hot_seat, EN)
        before = table.state.number
        assert table.state.game is not None
        act = Act(id="last", seen=before, action=str(table.state.game.legal()[0]))
        ending = asyncio.create_task(table.execute(ANN, act, EN))
        await storage.failing.wait()
        assert table.state.phase == "over"
        suffix = path.format(entries=before, actions=len(table.state.game.history))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://here"
        ) as client:
            request = asyncio.create_task(
                client.get(f"/api/tables/{table.state.id}/{suffix}".rstrip("/"))
            )
            for _ in range(20):
                await asyncio.sleep(0)
            assert not request.done()
            storage.requested.set()
            answer = await request
        with pytest.raises(Refusal):
            await ending
        await tables.stop()
        return answer

    answer = asyncio.run(run())
    assert answer.status_code == 503


def nearly_finished_game() -> Game:
    """A game before its last action."""
    game, rng = Game.new(players=2, seed=1), random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    game.undo()
    return game


def test_the_log_can_be_read_from_any_entry(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    with ann.open(table) as page:
        page.play(lambda page: page.choices[0], limit=5)
        whole = ann.get(f"/api/tables/{table}/log").json()
        assert whole["entries"] == page.log
        rest = ann.get(f"/api/tables/{table}/log", after=3).json()
        assert rest["entries"] == page.log[3:]


def test_a_refusal_is_in_the_language_of_the_browser(server: Server, ann: Guest) -> None:
    french = ann.http.get(f"{server.address}/api/nowhere", headers={"accept-language": "fr-CH, en"})
    assert french.json()["message"] == "Il n’y a rien à cette adresse."


@pytest.mark.parametrize(
    ("host", "client", "expected"),
    [
        ("0.0.0.0", "127.0.0.1", ["http://192.168.1.20:8421/"]),
        ("0.0.0.0", "192.168.1.9", []),
        ("127.0.0.1", "127.0.0.1", []),
    ],
)
def test_only_a_local_client_gets_the_network_addresses_of_the_server(
    host: str, client: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: [ip_address("192.168.1.20")])

    async def about() -> Any:
        app = application(Settings(host=host), Sqlite("nowhere"))
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8421") as http:
            return (await http.get("/api/about")).json()

    assert asyncio.run(about())["addresses"] == expected
