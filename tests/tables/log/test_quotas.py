"""Nobody uses up what is for all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.quotas import (
    CHANGES,
    CHAT,
    RETURN,
    SITTING,
    UNDO,
    UNDO_AT_ONCE,
    WATCHING,
    Quota,
    QuotaUsage,
)
from naqala.text import LANGUAGES, catalogue

Made = Callable[[], AnyBody]
OWN: dict[str, tuple[Quota, Made]] = {
    "chat": (CHAT, lambda: log.Said(0, "Ann", "hi")),
    "watching": (WATCHING, lambda: log.Said(NOBODY, "Eve", "hi")),
    "sitting": (SITTING, lambda: log.Sat(0, "Ann", "a")),
    "names": (CHANGES, lambda: log.Renamed(0, "Anna")),
    "links": (CHANGES, lambda: log.Linked(0, "key")),
    "undo": (UNDO, lambda: log.Undone(0, 1)),
    "return": (RETURN, lambda: log.Returned(0)),
}


def spent(body: AnyBody, times: int, guest: str = "a", guests: int = 1) -> QuotaUsage:
    found = QuotaUsage()
    for nth in range(times):
        name = guest if guests == 1 else f"{guest}{nth % guests}"
        found.take(Entry(nth + 1, 0, body, name))
        found.undone_lately = 0
    return found


@pytest.mark.parametrize("name", OWN)
def test_each_guest_has_a_budget_and_uses_up_no_other(name: str) -> None:
    budget, made = OWN[name]
    spent(made(), budget.own - 1).check("a", made())
    used = spent(made(), budget.own)
    with pytest.raises(Refusal) as caught:
        used.check("a", made())
    assert caught.value.code == budget.code
    used.check("b", made())
    for another, anything in OWN.values():
        if another is not budget:
            used.check("a", anything())


def test_an_undo_counts_as_what_it_takes_back() -> None:
    used, undo = QuotaUsage(), log.Undone(0, 1)
    used.take(Entry(1, 0, undo, "a"), UNDO_AT_ONCE - 3)
    used.check("a", undo, 3)
    for guest in ("a", "b"):
        with pytest.raises(Refusal) as caught:
            used.check(guest, undo, 4)
        assert caught.value.code == "too_many_undos_now"
    used.undone_lately = 0
    used.take(Entry(2, 0, undo, "a"), UNDO.own - UNDO_AT_ONCE)
    used.undone_lately = 0
    used.check("a", undo, 3)
    with pytest.raises(Refusal) as caught:
        used.check("a", undo, 4)
    assert caught.value.code == "too_many_undos"


@pytest.mark.parametrize("budget", [SITTING, WATCHING])
def test_those_who_come_and_go_under_new_names_have_a_common_budget(budget: Quota) -> None:
    (body,) = (made() for each, made in OWN.values() if each is budget)
    used = spent(body, budget.common, guests=budget.common)
    with pytest.raises(Refusal) as caught:
        used.check("b", body)
    assert caught.value.code == f"{budget.code}_all"
    used.check("b", log.Said(0, "Ann", "the players still speak"))


def test_what_a_game_needs_has_no_budget() -> None:
    bodies: list[AnyBody] = [
        log.Acted(0, "pass"),
        log.Left(0),
        log.Handed(0, "sultan", 1),
        log.Started("1", "nonce", ()),
        log.Closed(),
    ]
    for body in bodies:
        spent(body, 5000).check("a", body)


def test_what_time_brings_is_taken_from_nobody() -> None:
    used = spent(log.Returned(0), 5000, guest="")
    used.check("a", log.Returned(0))
    assert not used.own


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_budget_has_its_sentence(language: str) -> None:
    for budget, _ in OWN.values():
        also = ["too_many_undos_now"] if budget is UNDO else []
        codes = [budget.code, *also, *([f"{budget.code}_all"] if budget.common else [])]
        for code in codes:
            assert "77" in catalogue(language).error(Refusal(code, most=77))
