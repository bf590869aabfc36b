"""Twin tables that differ in secrets alone send the same bytes to whoever may not know them."""

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
from tests.server.folds import GUESTS, MODES, lobby, started

WORDS = catalogue("en")
SAMPLED = 0.4
"""Which share of the moments of a game for one is looked at."""


@pytest.mark.parametrize("mode", MODES)
def test_messages_to_a_page_follow_from_what_it_may_know(mode: str) -> None:
    """For each seat, for several seats on one page, and for those who only watch."""
    told, rng = started(MODES[mode]), random.Random(mode)
    table, game = told.table, told.table.game
    assert game is not None
    seats = range(len(table.seats))
    receivers: list[Seats] = [(), *((seat,) for seat in seats), tuple(seats)[:2], tuple(seats)]
    compared = 0
    while table.phase == "running":
        sampled = rng.random() < SAMPLED / len(seats)
        fresh = told.act(str(rng.choice(game.legal())))
        if table.phase != "running":
            break
        asked = tuple(rng.sample(game.legal(), min(3, len(game.legal()))))
        if not sampled:
            continue
        # All pages of a table share a snapshot.
        snapshot = Snapshot(table, [fresh])
        real = [sent(snapshot, receiver, asked) for receiver in receivers]
        for receiver, expected in zip(receivers, real, strict=True):
            other, changed = twin(table, fresh, receiver, rng)
            assert sent(Snapshot(other, [changed]), receiver, asked) == expected
            compared += 1
    assert compared > 10


def sent(snapshot: Snapshot, seats: Seats, asked: tuple[Action, ...]) -> list[bytes]:
    """Everything that a page with these seats can get at this moment."""
    table = snapshot.table
    assert table.started is not None
    # The commitment binds the seed; that it tells nothing about it is the hash's promise.
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
        messages += [msgspec.json.encode(each) for each in answers(table, asked)]
    return [message.replace(commitment, b"commitment") for message in messages]


def answers(table: TableState, asked: tuple[Action, ...]) -> Iterator[object]:
    """What the seat in turn can find out by asking."""
    assert table.game is not None
    questions = [Ask("q", "preview", actions=(str(action), "end")) for action in asked]
    landings = [
        Ask("q", "gains", start=take[5:], tile="c3")
        for take in map(str, asked[:3])
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
        except NaqalaError as error:  # told to the page too
            yield str(error)


def twin(
    table: TableState, fresh: AppliedEntry, seats: Seats, rng: random.Random
) -> tuple[TableState, AppliedEntry]:
    """The table as it could also be, for all that a page with these seats knows."""
    assert table.game is not None
    assert table.started is not None
    if len(seats) == 1:
        (knows,) = seats
    else:  # several people at one page: it shows what the seat in turn may know
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
    return other, changed[id(fresh)]


def altered(happened: AppliedEntry, seat: int) -> AppliedEntry:
    """An entry with other secrets than those of this seat."""
    events = tuple(_altered(event, seat) for event in happened.events)
    return structs.replace(happened, events=events)


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


def test_nobody_learns_which_guest_was_sent_away() -> None:
    """Whoever it was and whatever the link: all others are told the same, and so is the list."""

    def told_to_others(guest: str, key: str) -> list[bytes]:
        told = lobby(MODES["base 3"])
        told.tell(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
        told.tell(log.Sat(1, "Eve", guest, key), guest)
        fresh = told.tell(log.SentAway(1, "Eve", "Ann"), GUESTS[0], "x")
        told.tell(log.Sat(1, "Bob", GUESTS[1], "his"), GUESTS[1])
        snapshot = Snapshot(told.table, [fresh])
        pages = [page for seats in ((), (0,), (1,)) for page in shown(snapshot, seats)]
        return [*pages, summary.summary(told.table).info]

    def shown(snapshot: Snapshot, seats: Seats) -> list[bytes]:
        return [
            *(snapshot.news(seats, language) for language in ("en", "fr")),
            snapshot.welcome(seats, "en", -1, (), 0),
            msgspec.json.encode(snapshot.log(snapshot.table.log, seats, "fr")),
        ]

    one = told_to_others("4" * 64, "5" * 64)
    assert one == told_to_others("6" * 64, "7" * 64)
    assert not any(b"4" * 64 in message or GUESTS[0].encode() in message for message in one)
    assert not any(b"barred" in message for message in one)


def test_who_was_sent_away_gets_no_secret_of_who_sits_there_now() -> None:
    """Also where all of it is told at once, as another process wrote it."""
    told = lobby()
    told.tell(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    told.tell(log.Sat(1, "Eve", GUESTS[1]), GUESTS[1])
    subscribers, eve = Subscribers(), Subscriber(Sender(GUESTS[1]), "en")
    eve.seats = (1,)
    subscribers.add(eve)
    seen = told.table.number
    told.tell(log.SentAway(1, "Eve", "Ann"), GUESTS[0])
    told.tell(log.Sat(1, "Bob", GUESTS[2]), GUESTS[2])
    told.tell(log.Started("7", "nonce", ("Ann", "Bob")))
    subscribers.broadcast(Snapshot(told.table, told.table.log[seen:]))
    (message,) = eve.outbox.take()
    news = msgspec.json.decode(message, type=News)
    assert (news.seats, news.private) == ((), ())
    assert news.entries[0].lines == ("Ann removes Eve.",)
    assert news.entries[1].lines == ("Bob sits down.",)
