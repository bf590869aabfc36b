"""Tables that differ only in secrets send the same bytes to pages that may not know them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs

from naqala import imagine
from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError
from naqala.rules.events import CardDrawn, Event, ItemKept, ItemsDrawn
from naqala.rules.goods import CARDS
from naqala.rules.state import NOBODY
from naqala.rules.view import view
from naqala.tables import queries
from naqala.tables.commands import Sender
from naqala.tables.live.subscribers import Subscriber, Subscribers
from naqala.tables.log import entries as log
from naqala.tables.log.entries import Started
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.messages import Ask, News
from naqala.tables.views import summary
from naqala.tables.views.snapshot import Seats, Snapshot
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, MODES, lobby, started

WORDS = catalogue("en")
SAMPLED = 0.4
"""The share of the states that is compared, divided by the number of seats."""


@pytest.mark.parametrize("mode", MODES)
def test_messages_to_a_page_do_not_depend_on_secrets_of_others(mode: str) -> None:
    """For pages with one seat, with several seats and with none."""
    builder, rng = started(MODES[mode]), random.Random(mode)
    table, game = builder.table, builder.table.game
    assert game is not None
    seats = range(len(table.seats))
    receivers: list[Seats] = [(), *((seat,) for seat in seats), tuple(seats)[:2], tuple(seats)]
    compared = 0
    while table.phase == "running":
        sampled = rng.random() < SAMPLED / len(seats)
        latest = builder.act(str(rng.choice(game.legal())))
        if table.phase != "running":
            break
        actions = tuple(rng.sample(game.legal(), min(3, len(game.legal()))))
        if not sampled:
            continue
        # All pages of a table share a snapshot.
        snapshot = Snapshot(table, [latest])
        real = [all_messages(snapshot, receiver, actions) for receiver in receivers]
        for receiver, expected in zip(receivers, real, strict=True):
            other, changed = twin(table, latest, receiver, rng)
            assert all_messages(Snapshot(other, [changed]), receiver, actions) == expected
            compared += 1
    assert compared > 10


def all_messages(snapshot: Snapshot, seats: Seats, actions: tuple[Action, ...]) -> list[bytes]:
    """All messages that a page with these seats can receive now."""
    table = snapshot.table
    assert table.started is not None
    # The commitment depends on the seed, but as a hash it does not reveal it.
    commitment = summary.info(table).commitment.encode()
    messages = [
        snapshot.news(seats, "en"),
        snapshot.news(seats, "fr", reseated=True),
        snapshot.welcome(seats, "en", -1, (), 0),
        snapshot.welcome(seats, "fr", max(0, table.number - 3), (), 0),
        msgspec.json.encode(snapshot.log(table.log[-20:], seats, "en")),
        summary.summary(table).info,
    ]
    if table.turn in seats:
        messages += [msgspec.json.encode(each) for each in answers(table, actions)]
    return [message.replace(commitment, b"commitment") for message in messages]


def answers(table: TableState, actions: tuple[Action, ...]) -> Iterator[object]:
    """The answers to queries of the seat in turn."""
    assert table.game is not None
    questions = [Ask("q", "preview", actions=(str(action), "end")) for action in actions]
    landings = [
        Ask("q", "gains", start=take[5:], tile="c3")
        for take in map(str, actions[:3])
        if take.startswith("take ")
    ]
    for question in (*questions, *landings, Ask("q", "outcomes")):
        try:
            if question.what == "preview":
                yield queries.preview(table, question, WORDS)
            elif question.what == "gains":
                yield queries.gains(table.game, question)
            else:
                yield queries.outcomes(table.game, question)
        except NaqalaError as error:  # sent to the page too
            yield str(error)


def twin(
    table: TableState, latest: AppliedEntry, seats: Seats, rng: random.Random
) -> tuple[TableState, AppliedEntry]:
    """A table with other secrets that a page with these seats cannot distinguish."""
    assert table.game is not None
    assert table.started is not None
    if len(seats) == 1:
        (knows,) = seats
    else:  # a shared page shows what the seat in turn may know
        knows = table.turn if table.turn in seats else NOBODY
    reads = seats[0] if len(seats) == 1 else NOBODY
    other = TableState.__new__(TableState)
    for name in TableState.__slots__:
        setattr(other, name, getattr(table, name))
    other.game = table.game.copy(history=True)
    other.game.state = imagine(view(table.game.state, knows), rng)
    other.started = Started(str(rng.getrandbits(200)), "another nonce", table.started.names)
    changed = {id(each): altered(each, reads) for each in table.log}
    other.log = [changed[id(each)] for each in table.log]
    return other, changed[id(latest)]


def altered(applied: AppliedEntry, seat: int) -> AppliedEntry:
    """The entry with the secrets of other seats replaced."""
    events = tuple(_altered(event, seat) for event in applied.events)
    return structs.replace(applied, events=events)


def _altered(event: Event, seat: int) -> Event:
    match event:
        case CardDrawn(seat=owner, card=card) if owner != seat:
            assert card is not None
            return CardDrawn(owner, CARDS[(card + 1) % len(CARDS)])
        case ItemsDrawn(seat=owner, items=items, number=number) if owner != seat:
            assert items is not None
            return ItemsDrawn(owner, tuple("carpet" for _ in items), number)
        case ItemKept(seat=owner, item=item) if owner != seat:
            return ItemKept(owner, "flute" if item != "flute" else "horn")
    return event


def test_messages_do_not_reveal_which_guest_was_removed() -> None:
    """Messages and lists are the same for every guest and seat link."""

    def messages_to_others(guest: str, key: str) -> list[bytes]:
        builder = lobby(MODES["base 3"])
        builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
        builder.append(log.Sat(1, "Eve", guest, key), guest)
        latest = builder.append(log.SentAway(1, "Eve", "Ann"), GUESTS[0], "x")
        builder.append(log.Sat(1, "Bob", GUESTS[1], "his"), GUESTS[1])
        snapshot = Snapshot(builder.table, [latest])
        pages = [page for seats in ((), (0,), (1,)) for page in shown(snapshot, seats)]
        return [*pages, summary.summary(builder.table).info]

    def shown(snapshot: Snapshot, seats: Seats) -> list[bytes]:
        return [
            *(snapshot.news(seats, language) for language in ("en", "fr")),
            snapshot.welcome(seats, "en", -1, (), 0),
            msgspec.json.encode(snapshot.log(snapshot.table.log, seats, "fr")),
        ]

    one = messages_to_others("4" * 64, "5" * 64)
    assert one == messages_to_others("6" * 64, "7" * 64)
    assert not any(b"4" * 64 in message or GUESTS[0].encode() in message for message in one)
    assert not any(b"barred" in message for message in one)


def test_a_removed_player_gets_no_secrets_of_the_new_player() -> None:
    """Even if all entries arrive at once, from another process."""
    builder = lobby()
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    builder.append(log.Sat(1, "Eve", GUESTS[1]), GUESTS[1])
    subscribers, eve = Subscribers(), Subscriber(Sender(GUESTS[1]), "en")
    eve.seats = (1,)
    subscribers.add(eve)
    seen = builder.table.number
    builder.append(log.SentAway(1, "Eve", "Ann"), GUESTS[0])
    builder.append(log.Sat(1, "Bob", GUESTS[2]), GUESTS[2])
    builder.append(log.Started("7", "nonce", ("Ann", "Bob"), log.RULES))
    subscribers.broadcast(Snapshot(builder.table, builder.table.log[seen:]))
    (message,) = eve.outbox.take()
    news = msgspec.json.decode(message, type=News)
    assert (news.seats, news.private) == ((), ())
    assert news.entries[0].lines == ("Ann removes Eve.",)
    assert news.entries[1].lines == ("Bob sits down.",)
