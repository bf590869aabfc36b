"""The WebSocket protocol: commands, queries, refusals and reconnecting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from naqala.text import catalogue
from tests.server.servers import TIMEOUT, Guest, PageClient, Server, running, wait_until


def refusal_code(answer: Any) -> str:
    assert answer["type"] == "refused", answer
    assert answer["message"].endswith(".")
    return str(answer["code"])


def start_game(ann: Guest, bob: Guest, **fields: Any) -> tuple[PageClient, PageClient]:
    """Start a game of two people; the page of the seat in turn comes first."""
    table = ann.create_table("me", "open", **fields)
    assert bob.post(f"/api/tables/{table}/commands", sit(1)).status_code == 200
    pages = ann.open(table), bob.open(table)
    first = pages[0].scene["asked"]["seat"]
    return pages[first], pages[1 - first]


def sit(seat: int, name: str = "Bob") -> dict[str, object]:
    return {"type": "sit", "id": "sit", "seat": seat, "name": name}


def test_a_page_that_reconnects_gets_the_entries_it_missed(ann: Guest) -> None:
    table = ann.create_table("me", "me", seed="3")
    with ann.open(table) as page:
        page.play(lambda page: page.choices[0], limit=6)
        missed = page.log[-4:]
        with ann.open(table, since=page.number - 4) as again:
            assert again.log == missed
            assert again.scene == page.scene
            assert again.private == page.private
        with ann.open(table, since=page.number) as again:
            assert again.log == []
        with ann.open(table, since=10**9) as again:
            assert again.log == []


def test_a_repeated_command_is_executed_once(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        seen = page.number
        first = page.act(page.choices[0], id="once", seen=seen)
        again = page.act("bid 18", id="once", seen=seen)
        assert first == again == {"type": "accepted", "id": "once", "number": seen + 1}
        assert page.number == seen + 1


def test_a_command_for_an_earlier_state_is_stale(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        seen = page.number
        assert page.act(page.choices[0])["type"] == "accepted"
        assert refusal_code(page.act(page.choices[0], seen=seen)) == "stale"
        assert refusal_code(page.ask("undo", seen=seen)) == "stale"


def test_chat_does_not_make_a_choice_stale(ann: Guest, bob: Guest) -> None:
    first, second = start_game(ann, bob)
    message = second.ask("say", text="hello  there <b>")
    first.catch_up(message["number"])
    assert first.log[-1]["text"] == "hello there <b>"
    assert first.act(first.choices[0], seen=message["number"] - 1)["type"] == "accepted"


def test_only_the_seat_in_turn_can_act_and_only_legally(ann: Guest, bob: Guest) -> None:
    first, second = start_game(ann, bob)
    assert refusal_code(second.act("bid 0")) == "not_your_turn"
    assert refusal_code(first.act("take c3")) == "not_possible"
    assert refusal_code(first.act("\x00 nonsense")) == "not_possible"
    with PageClient(ann.server, first.info["table"]) as stranger:
        assert refusal_code(stranger.act("bid 0")) == "not_your_turn"
        assert refusal_code(stranger.ask("undo")) == "not_seated"
        assert refusal_code(stranger.ask("leave", seat=0)) == "not_yours"
        assert refusal_code(stranger.ask("close")) == "not_laid"
    assert first.act(first.choices[0])["type"] == "accepted"


def test_refusals_are_in_the_language_of_the_page(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me"), language="fr") as page:
        bid = page.act("bid 99")["message"].replace("\u00a0", " ")
        assert "« bid 99 » n’est pas possible maintenant ; possible pour p" in bid
        sow = page.act("sow c3 d3W")["message"]
        assert "aucun déplacement ne peut partir de c3 maintenant." in sow
        page.act(page.choices[0])
        assert "mise" in page.log[-1]["lines"][-1]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type": "fly"}',
        '{"type": "act"}',
        '{"type": "act", "id": "", "action": "bid 0"}',
        '{"type": "act", "id": "x", "action": 7}',
        '{"type": "act", "id": "x", "action": "bid 0", "extra": 1}',
        '{"type": "sit", "id": "x", "seat": -1}',
        json.dumps({"type": "act", "id": "x", "action": "a" * 1000}),
        "[" * 5000,
        '{"type": "hello"}',
    ],
)
def test_an_invalid_message_is_refused_and_the_table_is_not_affected(
    ann: Guest, message: str
) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        page.socket.send(message)
        assert refusal_code(page.receive()) in ("bad_message", "hello_again")
        assert page.act(page.choices[0])["type"] == "accepted"


def test_the_refusal_of_an_invalid_message_is_in_the_language_of_the_page(ann: Guest) -> None:
    """Only the error of the JSON decoder, which is meant for developers, stays English."""
    table = ann.create_table("me", "me")
    wrong = {"{": "JSON d’un message", '{"type": "act", "id": "x", "action": 7}': "$.action"}
    with ann.open(table, language="fr") as french, ann.open(table) as english:
        for message, part in wrong.items():
            french.socket.send(message)
            answer = french.receive()["message"]
            assert part in answer
            assert "protocole" in answer or "JSON" in answer
        french.ask("ask", what="ways", start="z9")
        assert "il faut indiquer" in french.messages[-1]["message"]
        english.socket.send('{"type": "act", "id": "x", "action": 7}')
        refused = english.until(lambda message: message["type"] == "refused")
        assert "Expected `str`, got `int`" in refused["message"]


@pytest.mark.parametrize("language", ["xx", "", "fr\n"])
def test_an_unknown_language_is_refused(ann: Guest, language: str) -> None:
    page = ann.open(ann.create_table("me", "me"), language=language)
    assert refusal_code(page.messages[-1]) == "bad_message"
    page.close()


def test_a_page_of_another_protocol_version_is_asked_to_reload(ann: Guest) -> None:
    page = ann.open(ann.create_table("me", "me"), protocol=999)
    assert refusal_code(page.messages[-1]) == "other_protocol"
    assert "reload the page" in page.messages[-1]["message"]
    page.close()


def test_the_refusal_of_an_illegal_action_has_the_reason_from_the_rules(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        assert "'bid 99' is not possible now; possible for p" in page.act("bid 99")["message"]
        assert "'dance' is not an action" in page.act("dance")["message"]


def test_the_first_message_must_be_hello(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    url = f"{ann.server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, open_timeout=TIMEOUT) as raw:
        raw.send('{"type": "ping"}')
        assert refusal_code(json.loads(raw.recv(TIMEOUT))) == "no_hello"


def test_an_unknown_table_is_refused(ann: Guest) -> None:
    page = ann.open("2" * 20)
    assert refusal_code(page.messages[-1]) == "no_table"


def test_a_page_of_another_site_cannot_open_a_socket(ann: Guest) -> None:
    table = ann.create_table("me", "me")
    url = f"{ann.server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    origin = {"Origin": "https://elsewhere.example"}
    with (
        pytest.raises(InvalidStatus, match="403") as denied,
        connect(url, additional_headers=origin, open_timeout=TIMEOUT),
    ):
        pass
    headers = denied.value.response.headers
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in headers["content-security-policy"]


def test_a_pong_contains_the_number_of_the_last_entry(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        page.send({"type": "ping"})
        assert page.receive() == {"type": "pong", "number": page.number}


def test_a_step_and_a_whole_turn_can_be_undone(ann: Guest, bob: Guest) -> None:
    first, second = start_game(ann, bob, seed="5")
    pages = {page.seats[0]: page for page in (first, second)}
    while first.scene["asked"]["decision"] == "Bidding":
        page = pages[first.scene["asked"]["seat"]]
        page.act(page.choices[0])
        first.catch_up(page.number)
        second.catch_up(page.number)
    mover = pages[first.scene["asked"]["seat"]]
    before = mover.scene
    mover.act(mover.choices[0])
    mover.act(mover.choices[0])
    assert mover.private[mover.seats[0]]["undo"]["turn"] == 2
    answer = mover.ask("undo")
    mover.catch_up(answer["number"])
    assert mover.log[-1]["kind"] == "undo"
    assert mover.log[-1]["back_to"] == mover.log[-2]["number"]
    mover.act(mover.choices[0])
    mover.catch_up(mover.ask("undo", turn=True)["number"])
    assert mover.scene == before
    mover.catch_up(mover.ask("undo")["number"])  # nobody has acted since the last bid
    assert mover.scene["asked"]["decision"] == "Bidding"
    assert refusal_code(mover.ask("undo")) == "undo_another"


def test_a_page_with_several_seats_sees_the_secrets_of_the_seat_in_turn(
    ann: Guest,
) -> None:
    with ann.open(ann.create_table("me", "me", "me")) as page:
        for _ in range(30):
            assert list(page.private) == [page.scene["asked"]["seat"]]
            answer = page.act(page.choices[-1])
            assert answer["type"] == "accepted", answer


def test_a_seat_moves_to_another_device_by_its_secret_link(server: Server, ann: Guest) -> None:
    answer = ann.post(
        "/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "traveller"}]}
    ).json()
    table, secret = answer["table"], answer["secrets"]["0"]
    with PageClient(server, table, secrets=[secret]) as other:
        assert other.seats == [0]
        new = other.ask("link", seat=0)
    with PageClient(server, table, secrets=[secret]) as other:
        assert other.seats == []
    with PageClient(server, table, secrets=[new["secret"]]) as other:
        assert other.seats == [0]
    with PageClient(server, table, secrets=["x" * 32]) as stranger:
        assert stranger.seats == []
        assert stranger.private == {}


def test_a_repeated_command_over_a_seat_link_is_executed_once(server: Server, ann: Guest) -> None:
    """Without a cookie each socket is another guest, so the seat identifies the sender."""
    answer = ann.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]}).json()
    table, secrets = answer["table"], list(answer["secrets"].values())
    answers = []
    for _ in range(2):
        with PageClient(server, table, secrets=secrets) as page:
            answers.append(page.ask("act", id="once", seen=answer["number"], action="bid 3"))
    with ann.open(table) as page:
        answers.append(page.ask("act", id="once", seen=answer["number"], action="bid 3"))
        assert page.number == answer["number"] + 1
    assert answers == [{"type": "accepted", "id": "once", "number": answer["number"] + 1}] * 3


def test_a_repeated_sit_command_returns_the_same_seat(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open", "open")
    bob.get("/api/about")
    with bob.open(table) as page:
        first = page.ask("sit", id="sit", seat=2, name="Bob")
        again = page.ask("sit", id="sit", seat=2, name="Bob")
    assert first.pop("secret")
    assert first == again
    assert again["seat"] == 2


def test_a_removed_player_is_notified_may_watch_and_cannot_sit_again(
    ann: Guest, bob: Guest
) -> None:
    table = ann.create_table({"kind": "me", "name": "Ann"}, "open", "open")
    with ann.open(table) as host, bob.open(table, language="fr") as page:
        sat = page.ask("sit", seat=1, name="Bob")
        host.catch_up(sat["number"])
        assert page.ask("leave", seat=0)["code"] == "not_host"
        host.ask("leave", seat=1, id="away")
        page.until(lambda message: message["type"] == "news" and "seats" in message)
        assert page.seats == []
        sentence = page.messages[-1]["barred"]
        assert sentence == catalogue("fr").say("error.sent_away")
        assert page.log[-1]["lines"] == ["Ann retire Bob de la table."]
        assert (page.log[-1]["kind"], page.log[-1]["by"]) == ("sent away", "Ann")
        refused = page.ask("sit", seat=2, name="Robert")
        assert (refused["code"], refused["message"]) == ("sent_away", sentence)
        with bob.open(table, secrets=[sat["secret"]]) as again:
            assert again.seats == []
            assert again.messages[-1]["barred"] == catalogue("en").say("error.sent_away")
        assert "barred" not in host.messages[-1]
        assert host.ask("say", text="still here")["type"] == "accepted"
        page.catch_up(host.number)
        twice = host.ask("leave", seat=1, id="away")
        assert twice["number"] == refused["number"]
    assert bob.get("/api/tables", show="mine").json()["tables"] == []


def test_a_socket_without_a_cookie_gets_one(server: Server, ann: Guest) -> None:
    table = ann.create_table("me", "open")
    with PageClient(server, table) as page:
        assert page.socket.response is not None
        set_cookie = page.socket.response.headers["set-cookie"]
        assert page.ask("sit", seat=1, name="Bob")["type"] == "accepted"
    assert "HttpOnly" in set_cookie
    cookie = set_cookie.split(";")[0]
    with PageClient(server, table, cookie=cookie) as again:
        assert again.seats == [1]
        assert again.socket.response is not None
        assert "set-cookie" not in again.socket.response.headers


def test_outcomes_and_ways_lead_to_a_legal_move(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me", seed="7")) as page:
        while page.scene["asked"]["decision"] == "Bidding":
            page.act(page.choices[0])
        outcomes = page.ask("ask", what="outcomes")["outcomes"]
        assert len(outcomes) > 100
        outcome = outcomes[0]
        assert outcome in page.ask("ask", what="outcomes", tile=outcome["tile"])["outcomes"]
        ways = page.ask("ask", what="ways", **outcome)["ways"]
        assert page.act(ways[0])["type"] == "accepted"
    with PageClient(ann.server, page.info["table"]) as stranger:
        assert refusal_code(stranger.ask("ask", what="outcomes")) == "ask_in_turn"


def test_hints_are_given_only_if_the_table_allows_them(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me", seed="7"), language="fr") as page:
        answer = page.ask("ask", what="hint")
        best = answer["hints"][0]
        assert answer["number"] == page.number
        assert best["actions"][0] in page.choices
        assert all(reason["text"] for reason in best["reasons"])
        assert best["value"] >= answer["hints"][-1]["value"]
    with ann.open(ann.create_table("me", "me", hints=False)) as page:
        assert refusal_code(page.ask("ask", what="hint")) == "no_hints"


def test_presence_lists_the_seats_with_an_open_page(ann: Guest, bob: Guest) -> None:
    first, second = start_game(ann, bob)
    with PageClient(ann.server, first.info["table"]):
        here = first.until(
            lambda message: message["type"] == "presence" and "spectators" in message
        )
        assert here == {"type": "presence", "seats": [True, True], "spectators": 1}
    second.close()
    gone = first.until(lambda message: message["type"] == "presence" and False in message["seats"])
    assert sum(gone["seats"]) == 1


def test_a_flood_is_refused_over_sockets_and_http(tmp_path: Path) -> None:
    with running(tmp_path, "--rate", "3") as server, Guest(server) as guest:
        with guest.open(guest.create_table("me", "me")) as page:
            answers: list[Any] = []

            def flooded() -> bool:
                for _ in range(15):  # repeated if a slow machine lets the bucket refill
                    page.send({"type": "ping"})
                answers.extend(page.receive() for _ in range(15))
                return any(answer["type"] == "refused" for answer in answers)

            wait_until(flooded)
            assert {refusal_code(each) for each in answers if each["type"] != "pong"} == {
                "too_many"
            }
        with Guest(server) as other:
            codes: set[int] = set()

            def limited() -> bool:
                codes.add(other.get("/api/about").status_code)
                return codes == {200, 429}

            wait_until(limited, codes)


def test_a_lesson_is_played_at_a_table_that_is_not_listed(server: Server, ann: Guest) -> None:
    before = server.metrics()["naqala_tables"]
    with ann.open("lessons/sowing") as page:
        assert page.act("take b2")["type"] == "accepted"
        assert page.messages[-2]["type"] == "lesson"
        assert page.messages[-2]["step"] == 1
        assert refusal_code(page.ask("say", text="hello")) == "only_practice"
        table = page.info["table"]
        assert refusal_code(ann.get(f"/api/tables/{table}").json()) == "no_table"
        assert all(each["table"] != table for each in tables_of(ann))
        assert server.metrics()["naqala_tables"] == before
    with ann.open("lessons/sowing") as again:
        assert again.scene["actions"] == 0
    with ann.open("lessons/chess", language="fr") as refused:
        assert refused.messages[-1]["message"] == "Cette leçon n’existe pas."
        assert refused.closing_code() == 1008


def test_a_position_is_explored_at_a_table_that_is_not_listed(server: Server, ann: Guest) -> None:
    with ann.open("explore/new") as page:
        table = page.info["table"]
        record = "naqala record 1\nplayers 3\nseed 7\nactions 2\nbid 3\nbid 0\n"
        page.ask("open", text=record)
        assert len(page.scene["players"]) == 3
        assert page.info["table"] != table
        # What is refused refers to the table that is shown now.
        assert page.act("bid 1")["type"] == "accepted"
        assert [step["action"] for step in page.messages[-2]["steps"]] == ["bid 1"]
        assert refusal_code(page.ask("say", text="hello")) == "only_exploring"
        assert refusal_code(page.ask("open", text="nonsense")) == "bad_opening"
        assert page.ask("ask", what="check", text=record)["reason"]
    with ann.open(ann.create_table("me", "me")) as table_page:
        assert refusal_code(table_page.ask("open")) == "only_exploring"


def tables_of(guest: Guest) -> list[Any]:
    """Every table that a guest can list."""
    lists = (guest.get("/api/tables", show=show) for show in ("mine", "open", "running"))
    return [table for each in lists for table in each.json()["tables"]]
