"""Which commands are allowed for whom."""

from __future__ import annotations

import pytest

from naqala.bots.registry import BOT_BUDGETS
from naqala.rules.state import NOBODY
from naqala.tables import commands, tokens
from naqala.tables.commands import Sender, new_entry, repeated
from naqala.tables.create_table import named
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.quotas import CHAT, WATCHING
from naqala.tables.protocol import messages
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, TableBuilder, lobby, started

EN = catalogue("en")
STRANGER = Sender("f" * 64)


def entry_body(builder: TableBuilder, seat: int, command: messages.AnyCommand) -> log.AnyBody:
    """The entry for a command of the guest of a seat."""
    return new_entry(builder.table, Sender(GUESTS[seat]), command, EN).body


def refusal_code(builder: TableBuilder, sender: Sender, command: messages.AnyCommand) -> str:
    with pytest.raises(Refusal) as caught:
        new_entry(builder.table, sender, command, EN)
    return caught.value.code


def guest_of(builder: TableBuilder, sender: Sender) -> str:
    return sender.guest_at(builder.table, sender.seats(builder.table))


def find_repeat(builder: TableBuilder, sender: Sender, name: str) -> int:
    return sender.find_repeat(builder.table, name, sender.seats(builder.table))


def test_only_the_seat_in_turn_can_act() -> None:
    builder = started()
    turn = builder.table.turn
    act = messages.Act(id="x", seen=builder.table.number, action="bid 3")
    assert entry_body(builder, turn, act) == log.Acted(turn, "bid 3")
    assert refusal_code(builder, Sender(GUESTS[1 - turn]), act) == "not_your_turn"
    assert refusal_code(builder, STRANGER, act) == "not_your_turn"


def test_only_changes_of_the_game_make_a_command_stale() -> None:
    builder = started(GameOptions(3))
    turn, seen = builder.table.turn, builder.table.number
    act = messages.Act(id="x", seen=seen, action="bid 3")
    others = [seat for seat in range(3) if seat != turn]
    builder.append(log.Said(others[0], "Bob", "hello"))
    builder.append(log.Renamed(others[0], "Robert"))
    builder.append(log.Left(others[0]))
    builder.append(log.Handed(others[0], "traveller", others[1]))
    assert entry_body(builder, turn, act) == log.Acted(turn, "bid 3")
    builder.act()
    assert refusal_code(builder, Sender(GUESTS[turn]), act) == "stale"


def test_a_player_must_return_before_acting() -> None:
    builder = started()
    turn = builder.table.turn
    act = messages.Act(id="x", seen=99, action="bid 3")
    builder.append(log.Left(turn))
    assert refusal_code(builder, Sender(GUESTS[turn]), act) == "return_first"
    builder.append(log.Handed(turn, "traveller", 1 - turn))
    assert refusal_code(builder, Sender(GUESTS[turn]), act) == "bot_plays"
    back = entry_body(builder, turn, messages.Return(id="y", seat=turn))
    builder.append(back)
    assert entry_body(builder, turn, act) == log.Acted(turn, "bid 3")


def test_commands_for_the_seat_of_another_are_refused() -> None:
    builder = started()
    commands: list[messages.AnyCommand] = [
        messages.Rename(id="x", seat=0, name="Eve"),
        messages.Leave(id="x", seat=0),
        messages.Link(id="x", seat=0),
        messages.Return(id="x", seat=0),
    ]
    for command in commands:
        for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
            assert refusal_code(builder, sender, command) == "not_yours"
        assert new_entry(builder.table, Sender(GUESTS[0]), command, EN)


def test_spectators_may_only_chat_and_need_a_name() -> None:
    builder = started()
    assert new_entry(
        builder.table, STRANGER, messages.Say(id="x", text="hi", name="Eve"), EN
    ).body == (log.Said(-1, "Eve", "hi"))
    assert refusal_code(builder, STRANGER, messages.Say(id="x", text="hi")) == "bad_name"
    assert refusal_code(builder, STRANGER, messages.Undo(id="x", seen=99)) == "not_seated"
    assert (
        refusal_code(builder, STRANGER, messages.Hand(id="x", seat=0, bot="djinn")) == "not_seated"
    )
    assert refusal_code(builder, STRANGER, messages.Close(id="x")) == "not_laid"


def test_spectators_cannot_use_the_name_of_a_player() -> None:
    builder = started()
    for name in ("Player 1", "player 2 "):
        said = messages.Say(id="x", text="I give up", name=name)
        assert refusal_code(builder, STRANGER, said) == "name_taken"


def test_only_the_creator_can_close_a_table() -> None:
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(2), (SeatPlan(), SeatPlan())), GUESTS[0])
    key = tokens.digest("the link of Ann")
    builder.append(log.Sat(0, "Ann", GUESTS[0], key), GUESTS[0])
    builder.append(log.Sat(1, "Eve", GUESTS[1]), GUESTS[1])
    close = messages.Close(id="x")
    assert refusal_code(builder, Sender(GUESTS[1]), close) == "not_laid"
    assert entry_body(builder, 0, close) == log.Closed()
    assert new_entry(builder.table, Sender("9" * 64, (key,)), close, EN).body == log.Closed()
    builder.append(log.Left(0), GUESTS[0])
    assert refusal_code(builder, Sender(GUESTS[1]), close) == "not_laid"
    assert entry_body(builder, 0, close) == log.Closed()
    builder.append(log.Left(1), GUESTS[1])
    assert builder.table.phase == "closed"


def test_a_running_game_can_be_closed_only_if_all_players_are_bots() -> None:
    for bots in (("traveller", "merchant"), ("traveller",)):
        builder = lobby(None, *bots)
        if not builder.table.is_full:
            builder.append(log.Sat(0, "Ann", GUESTS[0]))
        builder.append(log.Started("7", "nonce", tuple(builder.table.names), log.RULES))
        if builder.table.is_of_bots:
            builder.append(log.Closed())
            assert builder.table.phase == "closed"
            assert builder.table.turn == NOBODY
        else:
            with pytest.raises(Refusal, match="in progress"):
                builder.append(log.Closed())


def test_chat_is_plain_text() -> None:
    builder = started()
    said = entry_body(builder, 0, messages.Say(id="x", text="  a \n b\t<script>  "))
    assert isinstance(said, log.Said)
    assert said.text == "a b <script>"
    for text in ("", "  \n", "a\x00b", "a\u202eb"):
        assert (
            refusal_code(builder, Sender(GUESTS[0]), messages.Say(id="x", text=text)) == "bad_text"
        )


def test_spectators_have_separate_chat_quotas() -> None:
    builder = started()
    talk = messages.Say(id="x", text="hi", name="Eve")
    for _ in range(WATCHING.own):
        builder.append(log.Said(NOBODY, "Eve", "hi"), STRANGER.guest)
    assert refusal_code(builder, STRANGER, talk) == "too_much_talk"
    assert new_entry(builder.table, Sender("9" * 64), talk, EN).body == log.Said(
        NOBODY, "Eve", "hi"
    )
    for nth in range(WATCHING.common):
        builder.append(log.Said(NOBODY, "Eve", "hi"), f"{nth}")
    assert refusal_code(builder, Sender("9" * 64), talk) == "too_much_talk_all"
    chat = messages.Say(id="x", text="hi")
    for _ in range(CHAT.own):
        builder.append(entry_body(builder, 0, chat), GUESTS[0])
    assert refusal_code(builder, Sender(GUESTS[0]), chat) == "too_much_chat"
    assert entry_body(builder, 1, chat) == log.Said(1, "Player 2", "hi")


def test_a_seat_secret_is_stored_only_as_a_hash() -> None:
    builder = lobby()
    sit = messages.Sit(id="x", seat=0, name="Ann")
    entry = new_entry(builder.table, Sender(GUESTS[0]), sit, EN)
    assert isinstance(entry.body, log.Sat)
    assert entry.secret
    assert entry.secret not in log.encode(entry.body).decode()
    builder.append(entry.body)
    assert builder.table.holders[0].guest == entry.guest == GUESTS[0]


def test_the_last_step_or_the_whole_turn_can_be_undone() -> None:
    builder = started(GameOptions(3))
    for bid in ("bid 5", "bid 3", "bid 1"):
        builder.act(bid)
    turn = builder.table.turn
    builder.act()
    builder.act()
    step = entry_body(builder, turn, messages.Undo(id="x", seen=99))
    whole = entry_body(builder, turn, messages.Undo(id="x", seen=99, turn=True))
    assert step == log.Undone(turn, 4)
    assert whole == log.Undone(turn, 3)
    other = Sender(GUESTS[(turn + 1) % 3])
    assert refusal_code(builder, other, messages.Undo(id="x", seen=99)) == "undo_another"


def test_players_can_do_everything_when_the_log_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    builder = started()
    turn = builder.table.turn
    builder.act("bid 3")
    monkeypatch.setattr(commands, "MOST_ENTRIES", 1)
    other = builder.table.turn
    seen = builder.table.number
    assert entry_body(builder, turn, messages.Undo(id="x", seen=seen)) == log.Undone(turn, 0)
    act = messages.Act(id="x", seen=seen, action="bid 3")
    assert entry_body(builder, other, act) == log.Acted(other, "bid 3")
    builder.append(entry_body(builder, turn, messages.Say(id="x", text="hello")))
    builder.append(entry_body(builder, turn, messages.Rename(id="x", seat=turn, name="Ann")))
    for send in (messages.Leave(id="x", seat=turn), messages.Return(id="x", seat=turn)):
        builder.append(entry_body(builder, turn, send))
    builder.append(log.Left(turn))
    hand = messages.Hand(id="x", seat=turn, bot="sultan")
    assert entry_body(builder, other, hand) == log.Handed(turn, "sultan", other, "left")
    said = messages.Say(id="x", text="hello", name="Eve")
    assert refusal_code(builder, STRANGER, said) == "log_full"


def test_a_game_can_start_and_be_closed_when_the_log_is_full(
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
        assert refusal_code(builder, Sender(GUESTS[0]), send) == "log_full"
    assert isinstance(entry_body(builder, 0, messages.Start(id="x")), log.Started)
    assert entry_body(builder, 0, messages.Leave(id="x", seat=0)) == log.Left(0, "Ann")
    assert entry_body(builder, 0, messages.Close(id="x")) == log.Closed()


def test_the_creator_seats_bots_and_after_leaving_any_player() -> None:
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    builder.append(log.Sat(1, "Bob", GUESTS[1]), GUESTS[1])
    seated = messages.Sit(id="x", seat=2, bot="sultan")
    leave = messages.Leave(id="y", seat=2)
    assert builder.table.host == 0
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refusal_code(builder, sender, seated) == "not_host"
    builder.append(entry_body(builder, 0, seated), GUESTS[0], "x")
    assert builder.table.seats[2].bot == "sultan"
    assert repeated(builder.table, "x", builder.table.number).seat == NOBODY
    for sender in (Sender(GUESTS[1]), STRANGER):
        assert refusal_code(builder, sender, leave) == "not_host"
    builder.append(log.Left(0, "Ann"), GUESTS[0])
    assert builder.table.host == NOBODY
    assert refusal_code(builder, STRANGER, leave) == "not_host"
    assert entry_body(builder, 1, leave) == log.Left(2, "Basim", "sultan")
    assert entry_body(builder, 0, leave) == log.Left(2, "Basim", "sultan")


def table_with(*names: str) -> TableBuilder:
    """A table for four, created by the first guest, with these players."""
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(4), (SeatPlan(),) * 4), GUESTS[0])
    for seat, name in enumerate(names):
        if name:
            builder.append(log.Sat(seat, name, GUESTS[seat], tokens.digest(name)), GUESTS[seat])
    return builder


def leave(builder: TableBuilder, seat: int) -> messages.Leave:
    return messages.Leave(id="x", seat=seat, seen=builder.table.number)


def test_only_the_host_can_remove_players_before_the_game() -> None:
    builder = table_with("Ann", "Bob", "Eve")
    for sender in (Sender(GUESTS[1]), STRANGER, Sender("")):
        assert refusal_code(builder, sender, leave(builder, 2)) == "not_host"
    assert refusal_code(builder, Sender(GUESTS[1]), leave(builder, 0)) == "not_host"
    assert entry_body(builder, 0, leave(builder, 2)) == log.SentAway(2, "Eve", "Ann")
    by_link = Sender("9" * 64, (tokens.digest("Ann"),))
    assert new_entry(builder.table, by_link, leave(builder, 2), EN).body == log.SentAway(
        2, "Eve", "Ann"
    )
    assert entry_body(builder, 2, leave(builder, 2)) == log.Left(2, "Eve")
    assert entry_body(builder, 0, leave(builder, 0)) == log.Left(0, "Ann")
    assert refusal_code(builder, Sender(GUESTS[0]), leave(builder, 3)) == "not_yours"
    builder.append(log.Sat(3, "Sultan", "", bot="sultan"))
    builder.append(log.Started("7", "nonce", tuple(builder.table.names), log.RULES))
    assert refusal_code(builder, Sender(GUESTS[0]), leave(builder, 2)) == "not_yours"


def test_any_player_can_remove_others_if_the_creator_has_no_seat() -> None:
    builder = table_with("", "Bob", "Eve")
    assert entry_body(builder, 0, leave(builder, 2)) == log.SentAway(2, "Eve")
    assert entry_body(builder, 1, leave(builder, 2)) == log.SentAway(2, "Eve", "Bob")
    assert refusal_code(builder, STRANGER, leave(builder, 2)) == "not_host"
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    assert refusal_code(builder, Sender(GUESTS[1]), leave(builder, 2)) == "not_host"


def test_a_removal_does_not_hit_a_new_player_on_the_same_seat() -> None:
    builder = table_with("Ann", "Eve")
    send = leave(builder, 1)
    builder.append(log.Said(1, "Eve", "hello"), GUESTS[1])
    assert entry_body(builder, 0, send) == log.SentAway(1, "Eve", "Ann")
    builder.append(log.Left(1, "Eve"), GUESTS[1])
    builder.append(log.Sat(1, "Bob", GUESTS[2]), GUESTS[2])
    assert refusal_code(builder, Sender(GUESTS[0]), send) == "seat_changed"
    assert entry_body(builder, 0, leave(builder, 1)) == log.SentAway(1, "Bob", "Ann")


def test_a_removed_player_cannot_sit_with_the_old_link_but_may_chat() -> None:
    builder = table_with("Ann", "Eve")
    builder.append(entry_body(builder, 0, leave(builder, 1)), GUESTS[0], "x")
    sit = messages.Sit(id="s", seat=1, name="Adam")
    by_link = Sender("9" * 64, (tokens.digest("Eve"),))
    for sender in (Sender(GUESTS[1]), by_link):
        assert sender.is_banned(builder.table)
        assert refusal_code(builder, sender, sit) == "sent_away"
        said = messages.Say(id="y", text="a pity", name="Eve")
        assert new_entry(builder.table, sender, said, EN).body == log.Said(NOBODY, "Eve", "a pity")
    assert not STRANGER.is_banned(builder.table)
    assert isinstance(new_entry(builder.table, STRANGER, sit, EN).body, log.Sat)
    assert repeated(builder.table, "x", builder.table.number).seat == NOBODY


def test_players_can_be_removed_when_the_log_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = table_with("Ann", "Eve")
    monkeypatch.setattr(commands, "MOST_ENTRIES", builder.table.number)
    assert entry_body(builder, 0, leave(builder, 1)) == log.SentAway(1, "Eve", "Ann")


def test_names_of_bots_are_not_their_strength() -> None:
    for words in (EN, catalogue("fr")):
        plans = [SeatPlan("bot", bot=bot) for bot in (*BOT_BUDGETS, "sultan", "sultan")]
        names = [plan.name for plan in named(plans, words)]
        assert len({*names, *map(words.bot, BOT_BUDGETS)}) == len(plans) + len(BOT_BUDGETS)


def test_a_bot_does_not_get_a_name_that_is_typed_for_a_later_seat() -> None:
    """A table must not be refused because of a name that nobody typed twice."""
    given = [plan.name for plan in named([SeatPlan("bot", bot="sultan")], EN)]
    plans = [SeatPlan("bot", bot="sultan"), SeatPlan("me", given[0])]
    first, second = (plan.name for plan in named(plans, EN))
    assert second == given[0] != first


def test_seated_bots_get_unique_names() -> None:
    builder = lobby(GameOptions(4))
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    for seat in (1, 2, 3):
        builder.append(entry_body(builder, 0, messages.Sit(id=f"x{seat}", seat=seat, bot="sultan")))
    assert builder.table.names == ["Ann", "Basim", "Farida", "Idris"]
    builder.append(entry_body(builder, 0, messages.Leave(id="y", seat=1)))
    builder.append(entry_body(builder, 0, messages.Sit(id="z", seat=1, bot="sultan")))
    assert builder.table.names[1] == "Basim"
    builder.append(entry_body(builder, 0, messages.Leave(id="v", seat=1)))
    named = messages.Sit(id="w", seat=1, bot="sultan", name="Harun")
    assert entry_body(builder, 0, named) == log.Sat(1, "Harun", "", bot="sultan")
    unknown = messages.Sit(id="w", seat=1, bot="genius")
    assert refusal_code(builder, Sender(GUESTS[0]), unknown) == "no_bot"


def test_a_repeated_command_is_recognised_by_its_seat() -> None:
    """Without a cookie, a page with a seat link is a new guest for each request."""
    builder, key = lobby(), tokens.digest("the link of Ann")
    builder.append(log.Sat(0, "Ann", GUESTS[0], key))
    first, again = Sender("8" * 64, (key,)), Sender("9" * 64, (key,))
    builder.append(log.Said(0, "Ann", "hi"), guest_of(builder, first), "one")
    assert find_repeat(builder, again, "one") == builder.table.number
    assert find_repeat(builder, again, "two") == 0
    assert find_repeat(builder, STRANGER, "one") == 0
    assert guest_of(builder, Sender(GUESTS[0])) == GUESTS[0]
    assert guest_of(builder, STRANGER) == STRANGER.guest


def test_a_repeated_command_that_revoked_its_own_link_is_recognised() -> None:
    builder, keys = lobby(), [tokens.digest(link) for link in ("one", "two")]
    builder.append(log.Sat(0, "Ann", GUESTS[0], keys[0]))
    builder.append(log.Linked(0, keys[1]), guest_of(builder, Sender("8" * 64, (keys[0],))), "link")
    assert find_repeat(builder, Sender("9" * 64, (keys[0],)), "link") == builder.table.number
    builder.append(log.Left(0), guest_of(builder, Sender("8" * 64, (keys[1],))), "leave")
    again = Sender("9" * 64, (keys[1],))
    assert find_repeat(builder, again, "leave") == builder.table.number
    assert guest_of(builder, again) == again.guest  # it may not send new commands


def test_a_repeated_sit_command_returns_the_seat_without_the_secret() -> None:
    builder = lobby()
    builder.append(log.Sat(1, "Ann", GUESTS[0]), GUESTS[0], "sit")
    number = find_repeat(builder, Sender(GUESTS[0]), "sit")
    assert repeated(builder.table, "sit", number) == messages.Accepted("sit", number, seat=1)
