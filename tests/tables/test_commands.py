"""Who may do what."""

from __future__ import annotations

import pytest

from naqala.rules.state import NOBODY
from naqala.tables import commands, tokens
from naqala.tables.commands import Sender, new_entry, repeated
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.quotas import CHAT, WATCHING
from naqala.tables.protocol import messages
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue
from tests.server.folds import GUESTS, Told, lobby, started

EN = catalogue("en")
STRANGER = Sender("f" * 64)


def body(told: Told, seat: int, send: messages.AnyCommand) -> log.AnyBody:
    """What a send of the guest of a seat becomes."""
    return new_entry(told.table, Sender(GUESTS[seat]), send, EN).body


def refused(told: Told, sender: Sender, send: messages.AnyCommand) -> str:
    with pytest.raises(Refusal) as caught:
        new_entry(told.table, sender, send, EN)
    return caught.value.code


def known_as(told: Told, sender: Sender) -> str:
    return sender.guest_at(told.table, sender.seats(told.table))


def repeats(told: Told, sender: Sender, name: str) -> int:
    return sender.find_repeat(told.table, name, sender.seats(told.table))


def test_a_send_acts_for_the_seat_in_turn_if_it_is_the_own() -> None:
    told = started()
    turn = told.table.turn
    act = messages.Act(id="x", seen=told.table.number, action="bid 3")
    assert body(told, turn, act) == log.Acted(turn, "bid 3")
    assert refused(told, Sender(GUESTS[1 - turn]), act) == "not_your_turn"
    assert refused(told, STRANGER, act) == "not_your_turn"


def test_only_what_changed_the_game_makes_a_send_stale() -> None:
    told = started(GameOptions(3))
    turn, seen = told.table.turn, told.table.number
    act = messages.Act(id="x", seen=seen, action="bid 3")
    others = [seat for seat in range(3) if seat != turn]
    told.tell(log.Said(others[0], "Bob", "hello"))
    told.tell(log.Renamed(others[0], "Robert"))
    told.tell(log.Left(others[0]))
    told.tell(log.Handed(others[0], "traveller", others[1]))
    assert body(told, turn, act) == log.Acted(turn, "bid 3")
    told.act()
    assert refused(told, Sender(GUESTS[turn]), act) == "stale"


def test_a_seat_that_a_bot_plays_must_be_taken_back_first() -> None:
    told = started()
    turn = told.table.turn
    act = messages.Act(id="x", seen=99, action="bid 3")
    told.tell(log.Left(turn))
    assert refused(told, Sender(GUESTS[turn]), act) == "return_first"
    told.tell(log.Handed(turn, "traveller", 1 - turn))
    assert refused(told, Sender(GUESTS[turn]), act) == "bot_plays"
    back = body(told, turn, messages.Return(id="y", seat=turn))
    told.tell(back)
    assert body(told, turn, act) == log.Acted(turn, "bid 3")


def test_nobody_does_anything_for_the_seat_of_another() -> None:
    told = started()
    sends: list[messages.AnyCommand] = [
        messages.Rename(id="x", seat=0, name="Eve"),
        messages.Leave(id="x", seat=0),
        messages.Link(id="x", seat=0),
        messages.Return(id="x", seat=0),
    ]
    for send in sends:
        for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
            assert refused(told, sender, send) == "not_yours"
        assert new_entry(told.table, Sender(GUESTS[0]), send, EN)


def test_those_who_watch_may_speak_with_a_name_and_nothing_else() -> None:
    told = started()
    assert new_entry(
        told.table, STRANGER, messages.Say(id="x", text="hi", name="Eve"), EN
    ).body == (log.Said(-1, "Eve", "hi"))
    assert refused(told, STRANGER, messages.Say(id="x", text="hi")) == "bad_name"
    assert refused(told, STRANGER, messages.Undo(id="x", seen=99)) == "not_seated"
    assert refused(told, STRANGER, messages.Hand(id="x", seat=0, bot="djinn")) == "not_seated"
    assert refused(told, STRANGER, messages.Close(id="x")) == "not_laid"


def test_who_watches_does_not_speak_in_the_name_of_a_player() -> None:
    told = started()
    for name in ("Player 1", "player 2 "):
        said = messages.Say(id="x", text="I give up", name=name)
        assert refused(told, STRANGER, said) == "name_taken"


def test_a_table_is_closed_by_who_laid_it_and_by_nobody_else() -> None:
    told = Told()
    told.tell(log.Created(GameOptions(2), (SeatPlan(), SeatPlan())), GUESTS[0])
    key = tokens.digest("the link of Ann")
    told.tell(log.Sat(0, "Ann", GUESTS[0], key), GUESTS[0])
    told.tell(log.Sat(1, "Eve", GUESTS[1]), GUESTS[1])
    close = messages.Close(id="x")
    assert refused(told, Sender(GUESTS[1]), close) == "not_laid"
    assert body(told, 0, close) == log.Closed()
    assert new_entry(told.table, Sender("9" * 64, (key,)), close, EN).body == log.Closed()
    told.tell(log.Left(0), GUESTS[0])
    assert refused(told, Sender(GUESTS[1]), close) == "not_laid"
    assert body(told, 0, close) == log.Closed()
    told.tell(log.Left(1), GUESTS[1])
    assert told.table.phase == "closed"


def test_a_game_is_closed_by_who_laid_it_where_bots_play_alone() -> None:
    for bots in (("traveller", "merchant"), ("traveller",)):
        told = lobby(None, *bots)
        if not told.table.is_full:
            told.tell(log.Sat(0, "Ann", GUESTS[0]))
        told.tell(log.Started("7", "nonce", tuple(told.table.names)))
        if told.table.is_of_bots:
            told.tell(log.Closed())
            assert told.table.phase == "closed"
            assert told.table.turn == NOBODY
        else:
            with pytest.raises(Refusal, match="in progress"):
                told.tell(log.Closed())


def test_chat_is_plain_text() -> None:
    told = started()
    said = body(told, 0, messages.Say(id="x", text="  a \n b\t<script>  "))
    assert isinstance(said, log.Said)
    assert said.text == "a b <script>"
    for text in ("", "  \n", "a\x00b", "a\u202eb"):
        assert refused(told, Sender(GUESTS[0]), messages.Say(id="x", text=text)) == "bad_text"


def test_who_watches_uses_up_neither_the_chat_of_players_nor_that_of_others() -> None:
    told = started()
    talk = messages.Say(id="x", text="hi", name="Eve")
    for _ in range(WATCHING.own):
        told.tell(log.Said(NOBODY, "Eve", "hi"), STRANGER.guest)
    assert refused(told, STRANGER, talk) == "too_much_talk"
    assert new_entry(told.table, Sender("9" * 64), talk, EN).body == log.Said(NOBODY, "Eve", "hi")
    for nth in range(WATCHING.common):
        told.tell(log.Said(NOBODY, "Eve", "hi"), f"{nth}")
    assert refused(told, Sender("9" * 64), talk) == "too_much_talk_all"
    chat = messages.Say(id="x", text="hi")
    for _ in range(CHAT.own):
        told.tell(body(told, 0, chat), GUESTS[0])
    assert refused(told, Sender(GUESTS[0]), chat) == "too_much_chat"
    assert body(told, 1, chat) == log.Said(1, "Player 2", "hi")


def test_who_sits_down_is_told_a_secret_of_which_only_the_hash_is_kept() -> None:
    told = lobby()
    sit = messages.Sit(id="x", seat=0, name="Ann")
    asked = new_entry(told.table, Sender(GUESTS[0]), sit, EN)
    assert isinstance(asked.body, log.Sat)
    assert asked.secret
    assert asked.secret not in log.encode(asked.body).decode()
    told.tell(asked.body)
    assert told.table.holders[0].guest == asked.guest == GUESTS[0]


def test_the_whole_turn_is_taken_back_or_the_last_step() -> None:
    told = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        told.act(bid)
    turn = told.table.turn
    told.act()
    told.act()
    step = body(told, turn, messages.Undo(id="x", seen=99))
    whole = body(told, turn, messages.Undo(id="x", seen=99, turn=True))
    assert step == log.Undone(turn, 4)
    assert whole == log.Undone(turn, 3)
    other = Sender(GUESTS[(turn + 1) % 3])
    assert refused(told, other, messages.Undo(id="x", seen=99)) == "undo_another"


def test_when_the_log_is_full_those_who_play_can_still_do_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = started()
    turn = told.table.turn
    told.act("bid 3")
    monkeypatch.setattr(commands, "MOST_ENTRIES", 1)
    other = told.table.turn
    seen = told.table.number
    assert body(told, turn, messages.Undo(id="x", seen=seen)) == log.Undone(turn, 0)
    act = messages.Act(id="x", seen=seen, action="bid 3")
    assert body(told, other, act) == log.Acted(other, "bid 3")
    told.tell(body(told, turn, messages.Say(id="x", text="hello")))
    told.tell(body(told, turn, messages.Rename(id="x", seat=turn, name="Ann")))
    for send in (messages.Leave(id="x", seat=turn), messages.Return(id="x", seat=turn)):
        told.tell(body(told, turn, send))
    told.tell(log.Left(turn))
    hand = messages.Hand(id="x", seat=turn, bot="sultan")
    assert body(told, other, hand) == log.Handed(turn, "sultan", other, "left")
    said = messages.Say(id="x", text="hello", name="Eve")
    assert refused(told, STRANGER, said) == "log_full"


def test_when_the_log_is_full_before_the_game_it_can_still_start_and_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Told()
    told.tell(log.Created(GameOptions(2), (SeatPlan(), SeatPlan()), auto=False), GUESTS[0])
    told.tell(log.Sat(0, "Ann", GUESTS[0]))
    monkeypatch.setattr(commands, "MOST_ENTRIES", 1)
    for send in (
        messages.Sit(id="x", seat=1),
        messages.Say(id="x", text="hello"),
        messages.Rename(id="x", seat=0, name="Anna"),
        messages.Link(id="x", seat=0),
    ):
        assert refused(told, Sender(GUESTS[0]), send) == "log_full"
    assert isinstance(body(told, 0, messages.Start(id="x")), log.Started)
    assert body(told, 0, messages.Leave(id="x", seat=0)) == log.Left(0, "Ann")
    assert body(told, 0, messages.Close(id="x")) == log.Closed()


def test_bots_are_seated_by_who_laid_the_table_and_when_that_one_left_by_anybody_there() -> None:
    told = Told()
    told.tell(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    told.tell(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    told.tell(log.Sat(1, "Bob", GUESTS[1]), GUESTS[1])
    seated = messages.Sit(id="x", seat=2, bot="sultan")
    gone = messages.Leave(id="y", seat=2)
    assert told.table.host == 0
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refused(told, sender, seated) == "not_host"
    told.tell(body(told, 0, seated), GUESTS[0], "x")
    assert told.table.seats[2].bot == "sultan"
    assert repeated(told.table, "x", told.table.number).seat == NOBODY
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refused(told, sender, gone) == "not_host"
    told.tell(log.Left(0, "Ann"), GUESTS[0])
    assert told.table.host == NOBODY
    assert refused(told, STRANGER, gone) == "not_host"
    assert body(told, 1, gone) == log.Left(2, "Sharp", "sultan")
    assert body(told, 0, gone) == log.Left(2, "Sharp", "sultan")


def crowd(*names: str) -> Told:
    """A table of four that the first guest laid, where these guests sit."""
    told = Told()
    told.tell(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    for seat, name in enumerate(names):
        if name:
            told.tell(log.Sat(seat, name, GUESTS[seat], tokens.digest(name)), GUESTS[seat])
    return told


def gone(told: Told, seat: int) -> messages.Leave:
    return messages.Leave(id="x", seat=seat, seen=told.table.number)


def test_the_host_and_nobody_else_sends_people_away_before_the_game() -> None:
    told = crowd("Ann", "Bob", "Eve")
    for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
        assert refused(told, sender, gone(told, 2)) == "not_host"
    assert refused(told, Sender(GUESTS[1]), gone(told, 0)) == "not_host"
    assert body(told, 0, gone(told, 2)) == log.SentAway(2, "Eve", "Ann")
    by_link = Sender("9" * 64, (tokens.digest("Ann"),))
    assert new_entry(told.table, by_link, gone(told, 2), EN).body == log.SentAway(2, "Eve", "Ann")
    assert body(told, 2, gone(told, 2)) == log.Left(2, "Eve")
    assert body(told, 0, gone(told, 0)) == log.Left(0, "Ann")
    assert refused(told, Sender(GUESTS[0]), gone(told, 3)) == "not_yours"
    told.tell(log.Sat(3, "Sultan", "", bot="sultan"))
    told.tell(log.Started("7", "nonce", tuple(told.table.names)))
    assert refused(told, Sender(GUESTS[0]), gone(told, 2)) == "not_yours"


def test_where_who_laid_the_table_does_not_sit_those_who_do_send_others_away() -> None:
    told = crowd("", "Bob", "Eve")
    assert body(told, 0, gone(told, 2)) == log.SentAway(2, "Eve")
    assert body(told, 1, gone(told, 2)) == log.SentAway(2, "Eve", "Bob")
    assert refused(told, STRANGER, gone(told, 2)) == "not_host"
    told.tell(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    assert refused(told, Sender(GUESTS[1]), gone(told, 2)) == "not_host"


def test_who_has_just_sat_down_is_not_taken_for_the_one_before() -> None:
    told = crowd("Ann", "Eve")
    send = gone(told, 1)
    told.tell(log.Said(1, "Eve", "hello"), GUESTS[1])
    assert body(told, 0, send) == log.SentAway(1, "Eve", "Ann")
    told.tell(log.Left(1, "Eve"), GUESTS[1])
    told.tell(log.Sat(1, "Bob", GUESTS[2]), GUESTS[2])
    assert refused(told, Sender(GUESTS[0]), send) == "seat_changed"
    assert body(told, 0, gone(told, 1)) == log.SentAway(1, "Bob", "Ann")


def test_who_was_sent_away_does_not_sit_down_with_the_old_link_either_but_may_speak() -> None:
    told = crowd("Ann", "Eve")
    told.tell(body(told, 0, gone(told, 1)), GUESTS[0], "x")
    sit = messages.Sit(id="s", seat=1, name="Adam")
    by_link = Sender("9" * 64, (tokens.digest("Eve"),))
    for sender in (Sender(GUESTS[1]), by_link):
        assert sender.is_banned(told.table)
        assert refused(told, sender, sit) == "sent_away"
        said = messages.Say(id="y", text="a pity", name="Eve")
        assert new_entry(told.table, sender, said, EN).body == log.Said(NOBODY, "Eve", "a pity")
    assert not STRANGER.is_banned(told.table)
    assert isinstance(new_entry(told.table, STRANGER, sit, EN).body, log.Sat)
    assert repeated(told.table, "x", told.table.number).seat == NOBODY


def test_a_full_log_keeps_nobody_who_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = crowd("Ann", "Eve")
    monkeypatch.setattr(commands, "MOST_ENTRIES", told.table.number)
    assert body(told, 0, gone(told, 1)) == log.SentAway(1, "Eve", "Ann")


def test_bots_that_are_seated_get_names_that_nobody_has() -> None:
    told = lobby(GameOptions(4))
    told.tell(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    for seat in (1, 2, 3):
        told.tell(body(told, 0, messages.Sit(id=f"x{seat}", seat=seat, bot="sultan")))
    assert told.table.names == ["Ann", "Sharp", "Sharp 2", "Sharp 3"]
    told.tell(body(told, 0, messages.Leave(id="y", seat=1)))
    told.tell(body(told, 0, messages.Sit(id="z", seat=1, bot="sultan")))
    assert told.table.names[1] == "Sharp"
    told.tell(body(told, 0, messages.Leave(id="v", seat=1)))
    named = messages.Sit(id="w", seat=1, bot="sultan", name="Harun")
    assert body(told, 0, named) == log.Sat(1, "Harun", "", bot="sultan")
    unknown = messages.Sit(id="w", seat=1, bot="genius")
    assert refused(told, Sender(GUESTS[0]), unknown) == "no_bot"


def test_a_send_is_known_by_the_seat_whatever_the_cookie() -> None:
    """A page that holds its seat by link alone is a new guest each time it asks."""
    told, key = lobby(), tokens.digest("the link of Ann")
    told.tell(log.Sat(0, "Ann", GUESTS[0], key))
    first, again = Sender("8" * 64, (key,)), Sender("9" * 64, (key,))
    told.tell(log.Said(0, "Ann", "hi"), known_as(told, first), "one")
    assert repeats(told, again, "one") == told.table.number
    assert repeats(told, again, "two") == 0
    assert repeats(told, STRANGER, "one") == 0
    assert known_as(told, Sender(GUESTS[0])) == GUESTS[0]
    assert known_as(told, STRANGER) == STRANGER.guest


def test_a_send_by_which_a_link_became_void_is_still_known() -> None:
    told, keys = lobby(), [tokens.digest(link) for link in ("one", "two")]
    told.tell(log.Sat(0, "Ann", GUESTS[0], keys[0]))
    told.tell(log.Linked(0, keys[1]), known_as(told, Sender("8" * 64, (keys[0],))), "link")
    assert repeats(told, Sender("9" * 64, (keys[0],)), "link") == told.table.number
    told.tell(log.Left(0), known_as(told, Sender("8" * 64, (keys[1],))), "leave")
    again = Sender("9" * 64, (keys[1],))
    assert repeats(told, again, "leave") == told.table.number
    assert known_as(told, again) == again.guest  # to what comes next it has no right


def test_who_sits_down_again_is_told_the_seat_and_no_secret() -> None:
    told = lobby()
    told.tell(log.Sat(1, "Ann", GUESTS[0]), GUESTS[0], "sit")
    number = repeats(told, Sender(GUESTS[0]), "sit")
    assert repeated(told.table, "sit", number) == messages.Accepted("sit", number, seat=1)
