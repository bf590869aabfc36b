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
from tests.tables.table_builder import GUESTS, TableBuilder, lobby, started

EN = catalogue("en")
STRANGER = Sender("f" * 64)


def body(builder: TableBuilder, seat: int, send: messages.AnyCommand) -> log.AnyBody:
    """What a send of the guest of a seat becomes."""
    return new_entry(builder.table, Sender(GUESTS[seat]), send, EN).body


def refused(builder: TableBuilder, sender: Sender, send: messages.AnyCommand) -> str:
    with pytest.raises(Refusal) as caught:
        new_entry(builder.table, sender, send, EN)
    return caught.value.code


def known_as(builder: TableBuilder, sender: Sender) -> str:
    return sender.guest_at(builder.table, sender.seats(builder.table))


def repeats(builder: TableBuilder, sender: Sender, name: str) -> int:
    return sender.find_repeat(builder.table, name, sender.seats(builder.table))


def test_a_send_acts_for_the_seat_in_turn_if_it_is_the_own() -> None:
    builder = started()
    turn = builder.table.turn
    act = messages.Act(id="x", seen=builder.table.number, action="bid 3")
    assert body(builder, turn, act) == log.Acted(turn, "bid 3")
    assert refused(builder, Sender(GUESTS[1 - turn]), act) == "not_your_turn"
    assert refused(builder, STRANGER, act) == "not_your_turn"


def test_only_what_changed_the_game_makes_a_send_stale() -> None:
    builder = started(GameOptions(3))
    turn, seen = builder.table.turn, builder.table.number
    act = messages.Act(id="x", seen=seen, action="bid 3")
    others = [seat for seat in range(3) if seat != turn]
    builder.append(log.Said(others[0], "Bob", "hello"))
    builder.append(log.Renamed(others[0], "Robert"))
    builder.append(log.Left(others[0]))
    builder.append(log.Handed(others[0], "traveller", others[1]))
    assert body(builder, turn, act) == log.Acted(turn, "bid 3")
    builder.act()
    assert refused(builder, Sender(GUESTS[turn]), act) == "stale"


def test_a_seat_that_a_bot_plays_must_be_taken_back_first() -> None:
    builder = started()
    turn = builder.table.turn
    act = messages.Act(id="x", seen=99, action="bid 3")
    builder.append(log.Left(turn))
    assert refused(builder, Sender(GUESTS[turn]), act) == "return_first"
    builder.append(log.Handed(turn, "traveller", 1 - turn))
    assert refused(builder, Sender(GUESTS[turn]), act) == "bot_plays"
    back = body(builder, turn, messages.Return(id="y", seat=turn))
    builder.append(back)
    assert body(builder, turn, act) == log.Acted(turn, "bid 3")


def test_nobody_does_anything_for_the_seat_of_another() -> None:
    builder = started()
    sends: list[messages.AnyCommand] = [
        messages.Rename(id="x", seat=0, name="Eve"),
        messages.Leave(id="x", seat=0),
        messages.Link(id="x", seat=0),
        messages.Return(id="x", seat=0),
    ]
    for send in sends:
        for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
            assert refused(builder, sender, send) == "not_yours"
        assert new_entry(builder.table, Sender(GUESTS[0]), send, EN)


def test_those_who_watch_may_speak_with_a_name_and_nothing_else() -> None:
    builder = started()
    assert new_entry(
        builder.table, STRANGER, messages.Say(id="x", text="hi", name="Eve"), EN
    ).body == (log.Said(-1, "Eve", "hi"))
    assert refused(builder, STRANGER, messages.Say(id="x", text="hi")) == "bad_name"
    assert refused(builder, STRANGER, messages.Undo(id="x", seen=99)) == "not_seated"
    assert refused(builder, STRANGER, messages.Hand(id="x", seat=0, bot="djinn")) == "not_seated"
    assert refused(builder, STRANGER, messages.Close(id="x")) == "not_laid"


def test_who_watches_does_not_speak_in_the_name_of_a_player() -> None:
    builder = started()
    for name in ("Player 1", "player 2 "):
        said = messages.Say(id="x", text="I give up", name=name)
        assert refused(builder, STRANGER, said) == "name_taken"


def test_a_table_is_closed_by_who_laid_it_and_by_nobody_else() -> None:
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(2), (SeatPlan(), SeatPlan())), GUESTS[0])
    key = tokens.digest("the link of Ann")
    builder.append(log.Sat(0, "Ann", GUESTS[0], key), GUESTS[0])
    builder.append(log.Sat(1, "Eve", GUESTS[1]), GUESTS[1])
    close = messages.Close(id="x")
    assert refused(builder, Sender(GUESTS[1]), close) == "not_laid"
    assert body(builder, 0, close) == log.Closed()
    assert new_entry(builder.table, Sender("9" * 64, (key,)), close, EN).body == log.Closed()
    builder.append(log.Left(0), GUESTS[0])
    assert refused(builder, Sender(GUESTS[1]), close) == "not_laid"
    assert body(builder, 0, close) == log.Closed()
    builder.append(log.Left(1), GUESTS[1])
    assert builder.table.phase == "closed"


def test_a_game_is_closed_by_who_laid_it_where_bots_play_alone() -> None:
    for bots in (("traveller", "merchant"), ("traveller",)):
        builder = lobby(None, *bots)
        if not builder.table.is_full:
            builder.append(log.Sat(0, "Ann", GUESTS[0]))
        builder.append(log.Started("7", "nonce", tuple(builder.table.names)))
        if builder.table.is_of_bots:
            builder.append(log.Closed())
            assert builder.table.phase == "closed"
            assert builder.table.turn == NOBODY
        else:
            with pytest.raises(Refusal, match="running"):
                builder.append(log.Closed())


def test_chat_is_plain_text() -> None:
    builder = started()
    said = body(builder, 0, messages.Say(id="x", text="  a \n b\t<script>  "))
    assert isinstance(said, log.Said)
    assert said.text == "a b <script>"
    for text in ("", "  \n", "a\x00b", "a\u202eb"):
        assert refused(builder, Sender(GUESTS[0]), messages.Say(id="x", text=text)) == "bad_text"


def test_who_watches_uses_up_neither_the_chat_of_players_nor_that_of_others() -> None:
    builder = started()
    talk = messages.Say(id="x", text="hi", name="Eve")
    for _ in range(WATCHING.own):
        builder.append(log.Said(NOBODY, "Eve", "hi"), STRANGER.guest)
    assert refused(builder, STRANGER, talk) == "too_much_talk"
    assert new_entry(builder.table, Sender("9" * 64), talk, EN).body == log.Said(
        NOBODY, "Eve", "hi"
    )
    for nth in range(WATCHING.common):
        builder.append(log.Said(NOBODY, "Eve", "hi"), f"{nth}")
    assert refused(builder, Sender("9" * 64), talk) == "too_much_talk_all"
    chat = messages.Say(id="x", text="hi")
    for _ in range(CHAT.own):
        builder.append(body(builder, 0, chat), GUESTS[0])
    assert refused(builder, Sender(GUESTS[0]), chat) == "too_much_chat"
    assert body(builder, 1, chat) == log.Said(1, "Player 2", "hi")


def test_who_sits_down_is_told_a_secret_of_which_only_the_hash_is_kept() -> None:
    builder = lobby()
    sit = messages.Sit(id="x", seat=0, name="Ann")
    asked = new_entry(builder.table, Sender(GUESTS[0]), sit, EN)
    assert isinstance(asked.body, log.Sat)
    assert asked.secret
    assert asked.secret not in log.encode(asked.body).decode()
    builder.append(asked.body)
    assert builder.table.holders[0].guest == asked.guest == GUESTS[0]


def test_the_whole_turn_is_taken_back_or_the_last_step() -> None:
    builder = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        builder.act(bid)
    turn = builder.table.turn
    builder.act()
    builder.act()
    step = body(builder, turn, messages.Undo(id="x", seen=99))
    whole = body(builder, turn, messages.Undo(id="x", seen=99, turn=True))
    assert step == log.Undone(turn, 4)
    assert whole == log.Undone(turn, 3)
    other = Sender(GUESTS[(turn + 1) % 3])
    assert refused(builder, other, messages.Undo(id="x", seen=99)) == "undo_another"


def test_when_the_log_is_full_those_who_play_can_still_do_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    builder = started()
    turn = builder.table.turn
    builder.act("bid 3")
    monkeypatch.setattr(commands, "MOST_ENTRIES", 1)
    other = builder.table.turn
    seen = builder.table.number
    assert body(builder, turn, messages.Undo(id="x", seen=seen)) == log.Undone(turn, 0)
    act = messages.Act(id="x", seen=seen, action="bid 3")
    assert body(builder, other, act) == log.Acted(other, "bid 3")
    builder.append(body(builder, turn, messages.Say(id="x", text="hello")))
    builder.append(body(builder, turn, messages.Rename(id="x", seat=turn, name="Ann")))
    for send in (messages.Leave(id="x", seat=turn), messages.Return(id="x", seat=turn)):
        builder.append(body(builder, turn, send))
    builder.append(log.Left(turn))
    hand = messages.Hand(id="x", seat=turn, bot="sultan")
    assert body(builder, other, hand) == log.Handed(turn, "sultan", other, "left")
    said = messages.Say(id="x", text="hello", name="Eve")
    assert refused(builder, STRANGER, said) == "log_full"


def test_when_the_log_is_full_before_the_game_it_can_still_start_and_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(2), (SeatPlan(), SeatPlan()), auto=False), GUESTS[0])
    builder.append(log.Sat(0, "Ann", GUESTS[0]))
    monkeypatch.setattr(commands, "MOST_ENTRIES", 1)
    for send in (
        messages.Sit(id="x", seat=1),
        messages.Say(id="x", text="hello"),
        messages.Rename(id="x", seat=0, name="Anna"),
        messages.Link(id="x", seat=0),
    ):
        assert refused(builder, Sender(GUESTS[0]), send) == "log_full"
    assert isinstance(body(builder, 0, messages.Start(id="x")), log.Started)
    assert body(builder, 0, messages.Leave(id="x", seat=0)) == log.Left(0, "Ann")
    assert body(builder, 0, messages.Close(id="x")) == log.Closed()


def test_bots_are_seated_by_who_laid_the_table_and_when_that_one_left_by_anybody_there() -> None:
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    builder.append(log.Sat(1, "Bob", GUESTS[1]), GUESTS[1])
    seated = messages.Sit(id="x", seat=2, bot="sultan")
    gone = messages.Leave(id="y", seat=2)
    assert builder.table.host == 0
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refused(builder, sender, seated) == "not_host"
    builder.append(body(builder, 0, seated), GUESTS[0], "x")
    assert builder.table.seats[2].bot == "sultan"
    assert repeated(builder.table, "x", builder.table.number).seat == NOBODY
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refused(builder, sender, gone) == "not_host"
    builder.append(log.Left(0, "Ann"), GUESTS[0])
    assert builder.table.host == NOBODY
    assert refused(builder, STRANGER, gone) == "not_host"
    assert body(builder, 1, gone) == log.Left(2, "Sharp", "sultan")
    assert body(builder, 0, gone) == log.Left(2, "Sharp", "sultan")


def crowd(*names: str) -> TableBuilder:
    """A table of four that the first guest laid, where these guests sit."""
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    for seat, name in enumerate(names):
        if name:
            builder.append(log.Sat(seat, name, GUESTS[seat], tokens.digest(name)), GUESTS[seat])
    return builder


def gone(builder: TableBuilder, seat: int) -> messages.Leave:
    return messages.Leave(id="x", seat=seat, seen=builder.table.number)


def test_the_host_and_nobody_else_sends_people_away_before_the_game() -> None:
    builder = crowd("Ann", "Bob", "Eve")
    for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
        assert refused(builder, sender, gone(builder, 2)) == "not_host"
    assert refused(builder, Sender(GUESTS[1]), gone(builder, 0)) == "not_host"
    assert body(builder, 0, gone(builder, 2)) == log.SentAway(2, "Eve", "Ann")
    by_link = Sender("9" * 64, (tokens.digest("Ann"),))
    assert new_entry(builder.table, by_link, gone(builder, 2), EN).body == log.SentAway(
        2, "Eve", "Ann"
    )
    assert body(builder, 2, gone(builder, 2)) == log.Left(2, "Eve")
    assert body(builder, 0, gone(builder, 0)) == log.Left(0, "Ann")
    assert refused(builder, Sender(GUESTS[0]), gone(builder, 3)) == "not_yours"
    builder.append(log.Sat(3, "Sultan", "", bot="sultan"))
    builder.append(log.Started("7", "nonce", tuple(builder.table.names)))
    assert refused(builder, Sender(GUESTS[0]), gone(builder, 2)) == "not_yours"


def test_where_who_laid_the_table_does_not_sit_those_who_do_send_others_away() -> None:
    builder = crowd("", "Bob", "Eve")
    assert body(builder, 0, gone(builder, 2)) == log.SentAway(2, "Eve")
    assert body(builder, 1, gone(builder, 2)) == log.SentAway(2, "Eve", "Bob")
    assert refused(builder, STRANGER, gone(builder, 2)) == "not_host"
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    assert refused(builder, Sender(GUESTS[1]), gone(builder, 2)) == "not_host"


def test_who_has_just_sat_down_is_not_taken_for_the_one_before() -> None:
    builder = crowd("Ann", "Eve")
    send = gone(builder, 1)
    builder.append(log.Said(1, "Eve", "hello"), GUESTS[1])
    assert body(builder, 0, send) == log.SentAway(1, "Eve", "Ann")
    builder.append(log.Left(1, "Eve"), GUESTS[1])
    builder.append(log.Sat(1, "Bob", GUESTS[2]), GUESTS[2])
    assert refused(builder, Sender(GUESTS[0]), send) == "seat_changed"
    assert body(builder, 0, gone(builder, 1)) == log.SentAway(1, "Bob", "Ann")


def test_who_was_sent_away_does_not_sit_down_with_the_old_link_either_but_may_speak() -> None:
    builder = crowd("Ann", "Eve")
    builder.append(body(builder, 0, gone(builder, 1)), GUESTS[0], "x")
    sit = messages.Sit(id="s", seat=1, name="Adam")
    by_link = Sender("9" * 64, (tokens.digest("Eve"),))
    for sender in (Sender(GUESTS[1]), by_link):
        assert sender.is_banned(builder.table)
        assert refused(builder, sender, sit) == "sent_away"
        said = messages.Say(id="y", text="a pity", name="Eve")
        assert new_entry(builder.table, sender, said, EN).body == log.Said(NOBODY, "Eve", "a pity")
    assert not STRANGER.is_banned(builder.table)
    assert isinstance(new_entry(builder.table, STRANGER, sit, EN).body, log.Sat)
    assert repeated(builder.table, "x", builder.table.number).seat == NOBODY


def test_a_full_log_keeps_nobody_who_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = crowd("Ann", "Eve")
    monkeypatch.setattr(commands, "MOST_ENTRIES", builder.table.number)
    assert body(builder, 0, gone(builder, 1)) == log.SentAway(1, "Eve", "Ann")


def test_bots_that_are_seated_get_names_that_nobody_has() -> None:
    builder = lobby(GameOptions(4))
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    for seat in (1, 2, 3):
        builder.append(body(builder, 0, messages.Sit(id=f"x{seat}", seat=seat, bot="sultan")))
    assert builder.table.names == ["Ann", "Sharp", "Sharp 2", "Sharp 3"]
    builder.append(body(builder, 0, messages.Leave(id="y", seat=1)))
    builder.append(body(builder, 0, messages.Sit(id="z", seat=1, bot="sultan")))
    assert builder.table.names[1] == "Sharp"
    builder.append(body(builder, 0, messages.Leave(id="v", seat=1)))
    named = messages.Sit(id="w", seat=1, bot="sultan", name="Harun")
    assert body(builder, 0, named) == log.Sat(1, "Harun", "", bot="sultan")
    unknown = messages.Sit(id="w", seat=1, bot="genius")
    assert refused(builder, Sender(GUESTS[0]), unknown) == "no_bot"


def test_a_send_is_known_by_the_seat_whatever_the_cookie() -> None:
    """A page that holds its seat by link alone is a new guest each time it asks."""
    builder, key = lobby(), tokens.digest("the link of Ann")
    builder.append(log.Sat(0, "Ann", GUESTS[0], key))
    first, again = Sender("8" * 64, (key,)), Sender("9" * 64, (key,))
    builder.append(log.Said(0, "Ann", "hi"), known_as(builder, first), "one")
    assert repeats(builder, again, "one") == builder.table.number
    assert repeats(builder, again, "two") == 0
    assert repeats(builder, STRANGER, "one") == 0
    assert known_as(builder, Sender(GUESTS[0])) == GUESTS[0]
    assert known_as(builder, STRANGER) == STRANGER.guest


def test_a_send_by_which_a_link_became_void_is_still_known() -> None:
    builder, keys = lobby(), [tokens.digest(link) for link in ("one", "two")]
    builder.append(log.Sat(0, "Ann", GUESTS[0], keys[0]))
    builder.append(log.Linked(0, keys[1]), known_as(builder, Sender("8" * 64, (keys[0],))), "link")
    assert repeats(builder, Sender("9" * 64, (keys[0],)), "link") == builder.table.number
    builder.append(log.Left(0), known_as(builder, Sender("8" * 64, (keys[1],))), "leave")
    again = Sender("9" * 64, (keys[1],))
    assert repeats(builder, again, "leave") == builder.table.number
    assert known_as(builder, again) == again.guest  # to what comes next it has no right


def test_who_sits_down_again_is_told_the_seat_and_no_secret() -> None:
    builder = lobby()
    builder.append(log.Sat(1, "Ann", GUESTS[0]), GUESTS[0], "sit")
    number = repeats(builder, Sender(GUESTS[0]), "sit")
    assert repeated(builder.table, "sit", number) == messages.Accepted("sit", number, seat=1)
