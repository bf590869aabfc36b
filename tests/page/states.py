"""What becomes of a prompt when somebody begins to choose: which things are pressed for it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from naqala import Game
from naqala.rules.board import TILE_NAMES
from naqala.tables.protocol.types import Choice
from naqala.text import catalogue
from tests.page.recorded import Prompt

ON_THE_TABLE = ("bid", "buy", "sell", "summon", "use", "keep", "lay", "take", "drop")
"""Choices that are made by touching something other than a button of their own."""

Step = tuple[str, str]
"""What is pressed: a selector, and a text that it has."""


class State(NamedTuple):
    """A prompt after some presses."""

    name: str
    steps: tuple[Step, ...] = ()
    primary: bool = False
    """Whether one press more must do what is planned."""
    hears: tuple[str, ...] = ()
    """News that arrive, one after the other."""
    desk: bool = False
    """Whether phones and tablets held upright do not have it: they show less at once."""


def tile(name: str) -> Step:
    return f"[role=grid] [data-tile='{name}']", ""


def states(prompt: Prompt, language: str) -> list[State]:
    """How a prompt is asked, and what becomes of it when somebody begins to choose."""
    if prompt.role == "refused":
        first = next(iter(plain(prompt)), "")
        return [State("refused", ((f"[data-choice='{first}']", ""),))]
    if prompt.role == "planning":
        moves = _moves(prompt, prompt.of("take"))
        return [state for state in moves if state.name.startswith("landing")]
    found = [State("asked")]
    if prompt.role == "waiting":
        found.append(State("told", hears=_news_of_a_move(prompt)))
    if prompt.role in ("mine", "shared"):
        kinds = {
            "bid": _bids, "take": _moves, "drop": _drops, "kill": _tiles, "gather": _tiles,
            "name": _tiles, "use": _uses, "buy": _buys, "summon": _summons,
        }  # fmt: skip
        for kind in prompt.kinds:
            if kind in kinds:
                found += kinds[kind](prompt, prompt.of(kind))
        found += _sales(prompt, language)
        found += _landings(prompt, language)
    return found


def plain(prompt: Prompt) -> list[str]:
    """The actions that point at nothing on the table, and so need a button of their own."""
    if prompt.role in ("waiting", "watching"):
        return []
    return [
        choice.action
        for choice in prompt.choices
        if not choice.tile and choice.seat < 0 and choice.kind not in ON_THE_TABLE
    ]


def _news_of_a_move(prompt: Prompt) -> tuple[str, ...]:
    """News of the seat in turn: it takes some meeples, then drops one of them."""
    seat, number = prompt.table.turn, prompt.table.number
    events = (
        {"type": "Taken", "seat": seat, "tile": "b2", "pile": "YWGBR"},
        {"type": "Dropped", "seat": seat, "tile": "b3", "tribe": "B"},
    )
    entries = [
        {"number": number + nth, "at": 0, "kind": "act", "seat": seat, "events": [event]}
        for nth, event in enumerate(events, 1)
    ]
    return tuple(
        json.dumps({"type": "news", "number": entry["number"], "entries": [entry]})
        for entry in entries
    )


def _bids(prompt: Prompt, bids: list[Choice]) -> Iterator[State]:
    by_value = _grouped(bids, "value")
    dearest, fullest = max(by_value), max(by_value, key=lambda value: len(by_value[value]))
    for value in sorted({dearest, fullest}):
        yield State(f"bid {value}", ((f"[data-bid='{value}']", ""),), primary=True)


def _moves(prompt: Prompt, takes: list[Choice]) -> Iterator[State]:
    """A move from the tile with most ends: one is chosen, or the first step is."""
    game, names = prompt.at, [choice.tile for choice in takes]
    start = max(names, key=lambda name: len(_ends(game, name)))
    begin = tile(start)
    yield State("start", (begin,))
    steps = _first_steps(game, start)
    ends = Counter(_ends(game, start))
    far = {name: tribes for name, tribes in ends.items() if name not in steps} or ends
    lone = ends.keys() == steps.keys()  # a single meeple, whose first step is its landing
    for name in sorted({max(far, key=_by(far)), min(far, key=_by(far))} if far else ()):
        if far[name] == 1 and (lone or name not in steps):
            yield State("landing", (begin, tile(name)), primary=True)
        else:
            yield State("tribes", (begin, tile(name)))
            chosen = (begin, tile(name), ("[data-end]", ""))
            yield State("landing of tribes", chosen, primary=True)
    if steps:
        step = max(steps, key=_by(steps))
        yield State("stays" if steps[step] > 1 else "stepped", (begin, tile(step)))
        if steps[step] > 1:
            yield State("stepped", (begin, tile(step), ("[data-drop]", "")))


def _ends(game: Game, start: str | None = None) -> list[str]:
    """The tiles where moves can end, once for each tribe; of a flight they are not told."""
    if game.state.flying:
        return []
    return [TILE_NAMES[outcome.tile] for outcome in game.outcomes(start)]


def _first_steps(game: Game, start: str) -> Counter[str]:
    """The tiles that can be first on the way, with how many could stay there."""
    trial = game.copy(history=False)
    trial.play(f"take {start}")
    steps = [str(action).split() for action in trial.legal()]
    return Counter(step[1][:-1] for step in steps if step[0] == "drop")


def _by(numbers: Mapping[str, int]) -> Callable[[str], tuple[int, str]]:
    """Orders names by their numbers, and those that are alike by name."""
    return lambda name: (numbers[name], name)


def _landings(prompt: Prompt, language: str) -> Iterator[State]:
    """Moves that are looked for from their end."""
    if "take" not in prompt.kinds:
        return
    search = ("button", catalogue(language).say("page.table.where_land"))
    yield State("ends", (search,))
    if ends := Counter(_ends(prompt.at)):
        yield State("starts", (search, tile(max(ends, key=_by(ends)))))


def _drops(prompt: Prompt, drops: list[Choice]) -> Iterator[State]:
    by_tile = _grouped(drops, "tile")
    widest = max(sorted(by_tile), key=lambda name: len(by_tile[name]))
    if len(by_tile[widest]) > 1:
        yield State("stays", (tile(widest),))


def _tiles(prompt: Prompt, choices: list[Choice]) -> Iterator[State]:
    """A tile is touched where several things can be meant, or only one."""
    by_tile = _grouped([choice for choice in choices if choice.tile], "tile")
    for name in _extremes(by_tile):
        alone = len(by_tile[name]) == 1
        yield State(f"tile of {len(by_tile[name])}", (tile(name),), primary=alone)
    in_front = [choice for choice in choices if not choice.tile]
    if in_front:
        first = ("[data-choice^='kill'], .sign", "")
        other = ("[data-choice^='kill']:not(.primary, [aria-pressed=true])", "")
        yield State("in front", (first,))
        if len(in_front) > 1:
            yield State("in front, another", (first, other), desk=True)


def _uses(prompt: Prompt, uses: list[Choice]) -> Iterator[State]:
    by_card: dict[str, list[Choice]] = defaultdict(list)
    for use in uses:
        by_card[use.item or use.djinn].append(use)  # the lamp is used, whichever Djinn it calls
    for card, choices in sorted(by_card.items()):
        touch = (f'[data-use="{card}"], [data-power="{card}"]', "")
        yield State(f"use {card}", (touch,), primary=len(choices) == 1)
        by_tile = _grouped([choice for choice in choices if choice.tile], "tile")
        for name in _extremes(by_tile)[:1]:
            yield State(f"use {card} there", (touch, tile(name)), primary=len(by_tile[name]) == 1)


def _buys(prompt: Prompt, buys: list[Choice]) -> Iterator[State]:
    most = max(buys, key=lambda choice: (len(choice.places), choice.action))
    steps = tuple((f"button[data-place='{place}']", "") for place in most.places)
    yield State("buy", steps, primary=True)


def _summons(prompt: Prompt, summons: list[Choice]) -> Iterator[State]:
    by_djinn = _grouped(summons, "djinn")
    for djinn in _extremes(by_djinn):
        touch = (f'[data-djinns] [data-lying="{djinn}"] button', "")
        alone = len(by_djinn[djinn]) == 1
        yield State(f"summon for {len(by_djinn[djinn])}", (touch,), primary=alone)


def _sales(prompt: Prompt, language: str) -> Iterator[State]:
    sales = prompt.of("sell")
    if not sales:
        return
    words = catalogue(language)
    most = max(sales, key=lambda choice: (len(choice.cards), choice.action))
    names = [words.say(f"card.{card}.name") for card in most.cards]
    steps = tuple((f"[data-hand='{prompt.table.turn}'] button", name) for name in names)
    yield State("one card", steps[:1])
    yield State("sale", steps, primary=True)


def _grouped(choices: Iterable[Choice], field: str) -> dict[Any, list[Choice]]:
    found: dict[Any, list[Choice]] = defaultdict(list)
    for choice in choices:
        found[getattr(choice, field)].append(choice)
    return found


def _extremes(groups: dict[str, list[Choice]]) -> list[str]:
    """Where most can be chosen, and where least."""
    if not groups:
        return []
    names = sorted(groups)
    most = max(names, key=lambda name: len(groups[name]))
    least = min(names, key=lambda name: len(groups[name]))
    return [most] if most == least else [most, least]
