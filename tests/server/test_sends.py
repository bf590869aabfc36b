"""Who may do what."""

from __future__ import annotations

import pytest

from naqala.server import entries as log
from naqala.server import protocol, sends
from naqala.server.refusal import Refusal
from naqala.server.sends import MOST_CHAT, Sender, meant
from naqala.server.shapes import GameOptions
from naqala.text import catalogue
from tests.server.folds import GUESTS, Told, lobby, started

EN = catalogue("en")
STRANGER = Sender("f" * 64)


def what(told: Told, seat: int, send: protocol.AnySend) -> log.AnyWhat:
    """What a send of the guest of a seat becomes."""
    return meant(told.table, Sender(GUESTS[seat]), send, EN).what


def refused(told: Told, sender: Sender, send: protocol.AnySend) -> str:
    with pytest.raises(Refusal) as caught:
        meant(told.table, sender, send, EN)
    return caught.value.code


def test_a_send_acts_for_the_seat_in_turn_if_it_is_the_own() -> None:
    told = started()
    turn = told.table.turn
    act = protocol.Act(id="x", seen=told.table.number, action="bid 3")
    assert what(told, turn, act) == log.Acted(turn, "bid 3")
    assert refused(told, Sender(GUESTS[1 - turn]), act) == "not_your_turn"
    assert refused(told, STRANGER, act) == "not_your_turn"


def test_only_what_changed_the_game_makes_a_send_stale() -> None:
    told = started(GameOptions(3))
    turn, seen = told.table.turn, told.table.number
    act = protocol.Act(id="x", seen=seen, action="bid 3")
    others = [seat for seat in range(3) if seat != turn]
    told.tell(log.Said(others[0], "Bob", "hello"))
    told.tell(log.Renamed(others[0], "Robert"))
    told.tell(log.Left(others[0]))
    told.tell(log.Handed(others[0], "traveller", others[1]))
    assert what(told, turn, act) == log.Acted(turn, "bid 3")
    told.act()
    assert refused(told, Sender(GUESTS[turn]), act) == "stale"


def test_a_seat_that_a_bot_plays_must_be_taken_back_first() -> None:
    told = started()
    turn = told.table.turn
    act = protocol.Act(id="x", seen=99, action="bid 3")
    told.tell(log.Left(turn))
    assert refused(told, Sender(GUESTS[turn]), act) == "return_first"
    told.tell(log.Handed(turn, "traveller", 1 - turn))
    assert refused(told, Sender(GUESTS[turn]), act) == "bot_plays"
    back = what(told, turn, protocol.Return(id="y", seat=turn))
    told.tell(back)
    assert what(told, turn, act) == log.Acted(turn, "bid 3")


def test_nobody_does_anything_for_the_seat_of_another() -> None:
    told = started()
    sends: list[protocol.AnySend] = [
        protocol.Rename(id="x", seat=0, name="Eve"),
        protocol.Leave(id="x", seat=0),
        protocol.Link(id="x", seat=0),
        protocol.Return(id="x", seat=0),
    ]
    for send in sends:
        for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
            assert refused(told, sender, send) == "not_yours"
        assert meant(told.table, Sender(GUESTS[0]), send, EN)


def test_those_who_watch_may_speak_with_a_name_and_nothing_else() -> None:
    told = started()
    assert meant(told.table, STRANGER, protocol.Say(id="x", text="hi", name="Eve"), EN).what == (
        log.Said(-1, "Eve", "hi")
    )
    assert refused(told, STRANGER, protocol.Say(id="x", text="hi")) == "bad_name"
    assert refused(told, STRANGER, protocol.Undo(id="x", seen=99)) == "not_seated"
    assert refused(told, STRANGER, protocol.Hand(id="x", seat=0, bot="djinn")) == "not_seated"
    assert refused(told, STRANGER, protocol.Close(id="x")) == "not_seated"


def test_chat_is_plain_text_and_not_without_end() -> None:
    told = started()
    said = what(told, 0, protocol.Say(id="x", text="  a \n b\t<script>  "))
    assert isinstance(said, log.Said)
    assert said.text == "a b <script>"
    for text in ("", "  \n", "a\x00b", "a\u202eb"):
        assert refused(told, Sender(GUESTS[0]), protocol.Say(id="x", text=text)) == "bad_text"
    for _ in range(MOST_CHAT):
        told.tell(log.Said(0, "Ann", "hi"))
    assert refused(told, Sender(GUESTS[0]), protocol.Say(id="x", text="hi")) == "too_much_chat"


def test_who_sits_down_is_told_a_secret_of_which_only_the_hash_is_kept() -> None:
    told = lobby()
    asked = meant(told.table, Sender(GUESTS[0]), protocol.Sit(id="x", seat=0, name="Ann"), EN)
    assert isinstance(asked.what, log.Sat)
    assert asked.secret
    assert asked.secret not in log.encode(asked.what).decode()
    told.tell(asked.what)
    assert told.table.held[0].guest == GUESTS[0]


def test_the_whole_turn_is_taken_back_or_the_last_step() -> None:
    told = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        told.act(bid)
    turn = told.table.turn
    told.act()
    told.act()
    step = what(told, turn, protocol.Undo(id="x", seen=99))
    whole = what(told, turn, protocol.Undo(id="x", seen=99, turn=True))
    assert step == log.Undone(turn, 4)
    assert whole == log.Undone(turn, 3)
    other = Sender(GUESTS[(turn + 1) % 3])
    assert refused(told, other, protocol.Undo(id="x", seen=99)) == "undo_another"


def test_when_the_log_is_full_the_game_can_only_be_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = started()
    monkeypatch.setattr(sends, "MOST_ENTRIES", told.table.number)
    turn = told.table.turn
    for send in (
        protocol.Say(id="x", text="hello"),
        protocol.Rename(id="x", seat=turn, name="Ann"),
        protocol.Link(id="x", seat=turn),
        protocol.Undo(id="x", seen=told.table.number),
    ):
        assert refused(told, Sender(GUESTS[turn]), send) == "log_full"
    act = protocol.Act(id="x", seen=told.table.number, action="bid 3")
    assert what(told, turn, act) == log.Acted(turn, "bid 3")
