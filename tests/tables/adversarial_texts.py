"""Texts that are as slow to read as we could make them, each as long as it may be sent.

`tests/tables/test_text_limits.py` limits the work that they make, and `python -m benchmarks
.server.texts` measures it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from random import Random

import msgspec

from naqala.rules.actions import Action
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.rules.game import SNAPSHOT_EVERY, Game
from naqala.rules.goods import CARD_NAMES
from naqala.rules.meeples import Pile, size
from naqala.tables import archive
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody
from naqala.tables.protocol.types import GameOptions, SeatPlan
from tests.tables.table_builder import TableBuilder, started

DECK, OPENING, ARCHIVE = 100_000, 65_536, 128 * 1024
"""Characters of a deck, of a record or a position, and bytes of an archive."""
STEPS = 520
"""Steps of the longest games; an opening has at most 600."""


def filled(line: str, length: int, head: str = "") -> str:
    """A text of one line again and again; `{}` becomes its number."""
    lines = (line.replace("{}", str(nth)) for nth in count())
    found = [head]
    left = length - len(head)
    for each in lines:
        left -= len(each)
        if left < 0:
            break
        found.append(each)
    return "".join(found)


def decks() -> Iterator[tuple[str, str]]:
    """Decks of Whims, by name."""
    yield "dotted key", ("a." * DECK)[: DECK - 4] + "a=1"
    yield "dotted keys", filled("a{}.b.c=1\n", DECK)
    yield "dotted heads", filled("[a{}.b.c]\n", DECK)
    yield "quoted dotted key", filled('"{}".', DECK - 3) + "a=1"
    yield "short dotted keys", filled("a{}.b.c=1\n", 15_000)
    yield "short heads", filled("[a{}.b.c]\nd.e.f=1\n", 12_000)
    yield "short tables", filled("[[whims]]\nid=1\n", 12_000)
    yield "cards", filled('[[whims]]\nid="{}"\n', 9_000)
    yield "nested lists", "a=" + "[" * (DECK - 2)
    yield "nested tables", filled("{a=", DECK, "a=")
    yield "flat nests", filled("[[[[[]]]]],", 9_000, "a=[") + "]"
    yield "comments", filled("#\n", DECK)
    yield "blank lines", "\n" * DECK
    yield "few comments", filled("#" * 49 + "\n", DECK)
    yield "spaces", " " * DECK
    yield "long number", "a=" + "1" * (DECK - 2)
    yield "long hexadecimal number", "a=0x" + "f" * (DECK - 4)
    yield "long key", "a" * (DECK - 2) + "=1"
    yield "long string", 'a="' + "x" * (DECK - 4) + '"'
    yield "escapes", 'a="' + "\\n" * (DECK // 2 - 2) + '"'
    yield "short escapes", filled('"\\n\\n\\n\\n\\n\\n\\n\\n",', DECK - 1, "a=[") + "]"
    yield "unclosed strings", '"' * DECK
    yield "backslashes", 'a="' + "\\" * (DECK - 3)
    yield "string of several lines", 'a="""' + "\n" * (DECK - 5)
    yield "numbers", filled("{},", DECK - 1, "a=[") + "]"
    yield "fewer numbers", filled("{},", 7_000, "a=[") + "]"
    yield "dates", filled("1979-05-27T07:32:00Z,", 20_000, "a=[") + "]"
    yield "repeated keys", filled("a=1\n", DECK)
    yield "astral letters", "\U0001f600" * DECK


HEADER = "naqala record 1\nplayers 2\nseed 1\nactions\n"
POSITION = "naqala position 1\nplayers 2\nboard 2x2\ntiles m6 m6/m6 m6\nmeeples W WB/G GB\n"


def records() -> Iterator[tuple[str, str]]:
    """Records, by name."""
    drops = " ".join(["d3W"] * 245)
    yield "actions", filled("end\n", OPENING, HEADER)
    yield "different actions", filled("bid {}\n", OPENING, HEADER)
    yield "unknown actions", filled("x{}\n", OPENING, HEADER)
    yield "as many actions as fit", filled("bid {}\n", 18_000, HEADER)
    yield "long moves", filled(f"sow c3 {drops}\n", OPENING, HEADER)
    yield "long payments", filled("use sloar " + "elder " * 150 + "\n", OPENING, HEADER)
    yield "long purchases", filled("buy " + "ivory@1 " * 120 + "\n", OPENING, HEADER)
    yield "long words", filled("sow " + "x" * 990 + "\n", OPENING, HEADER)
    yield "comments", filled("#\n", OPENING, HEADER)
    yield "comments above", filled("#\n", OPENING - len(HEADER)) + HEADER
    yield "long comments", filled("# " + "x" * 40 + "\n", OPENING, HEADER)
    yield "blank lines", "\n" * (OPENING - len(HEADER)) + HEADER
    yield "spaces", " " * (OPENING - len(HEADER)) + HEADER
    yield "one long line", HEADER + "x" * (OPENING - len(HEADER))
    yield "tags", filled("tag a{} b\n", OPENING, "naqala record 1\n")
    yield "long tag", "naqala record 1\ntag a " + "x" * (OPENING - 30)
    yield "keys", filled("a{} 1\n", OPENING, "naqala record 1\n")
    yield "repeated keys", filled("seed 1\n", OPENING, "naqala record 1\n")
    yield "long seed", "naqala record 1\nplayers 2\nseed " + "1" * (OPENING - 40)
    yield "position", filled("  a{} 1\n", OPENING, "naqala record 1\nposition\n")
    yield "astral letters", HEADER + "# " + "\U0001f600" * (OPENING - len(HEADER) - 2)
    yield "whole game", _long_game(7)
    yield "game of long moves", _game_of_long_moves()


def positions() -> Iterator[tuple[str, str]]:
    """Positions, by name."""
    most = 20_000
    for key, word in [
        ("walls", "a1-b1"), ("djinns", "boaz"), ("djinn-deck", "boaz"), ("row", "ivory"),
        ("deck", "ivory*1"), ("item-deck", "jewel"), ("p1-items", "jewel"),
        ("p1-whims", "whim-01"), ("whim-deck", "whim-22"), ("whim-cities", "a1:whim-22"),
        ("p1-used", "boaz"), ("p1-tiles", "a1"), ("palms", "a1*1"), ("spots", "p1"),
        ("bids", "p1"), ("track", "1"), ("flags", "x"), ("names", "x,"), ("whims", "a:1:line:1"),
        ("pending", "bidding/"), ("pending", "sowing a1 W"), ("expansions", "whims"),
        ("bag", "WWWWWWWW"), ("p1-has", "gold 1"),
    ]:  # fmt: skip
        head = POSITION + "expansions whims artisans\n" * (key != "expansions") + f"{key} "
        yield f"long {key}", filled(f"{word} ", most - 1, head)
        yield f"shorter {key}", filled(f"{word} ", len(head) + 4900, head)
    each = (f"p{seat}-{what}" for what in ("whims", "paid-whims") for seat in range(1, 6))
    hands = "".join(f"{key} {'whim-22 ' * 220}\n" for key in each)
    whims = POSITION.replace("players 2", "players 5") + "expansions whims artisans\n" + hands
    yield "whims of everybody", whims[:most]
    yield "full board", _full_position(Random(1), 64)
    yield "one full tile", _full_position(Random(1), 1)


def _full_position(random: Random, piles: int) -> str:
    """A position with as many pieces as there can be, on so many tiles."""
    meeples = list("YWGBRP" * 31)
    random.shuffle(meeples)
    where = random.sample(range(64), piles)
    found = ["" for _ in range(64)]
    for nth, meeple in enumerate(meeples):
        found[where[nth % piles]] += meeple
    djinns = list(DJINNS)
    grounds = [random.choice(("m6", "v5", "s6", "o8")) for _ in range(64)]

    def board(cells: list[str]) -> str:
        return "/".join(" ".join(cells[8 * row : 8 * row + 8]) for row in range(8))

    return "\n".join([
        "naqala position 1", "players 2", "expansions artisans whims", "promos dhenim",
        "board 8x8", f"tiles {board(grounds)}", f"meeples {board([e or '-' for e in found])}",
        f"row {' '.join(CARD_NAMES[:9])}", f"djinns {' '.join(djinns[-3:])}", "bag -",
        "p1-has gold 1000000000 camels 64", "p2-has gold 1000000000 camels 64",
        f"p1-djinns {' '.join(djinns[:14])}", f"p1-items {' '.join(i.name for i in ALL_ITEMS)}",
        f"p1-hand {' '.join(f'{card}*3' for card in CARD_NAMES[:9])} fakir*31", "",
    ])  # fmt: skip


def _long_game(seed: int) -> str:
    """A random game from a position with as many pieces as there can be."""
    random = Random(seed)
    game = Game.from_position(_full_position(random, 40))
    while not game.over and len(game.history) < STEPS:
        game.play(random.choice(game.legal()))
    return game.record()


def _game_of_long_moves(steps: int = STEPS) -> str:
    """A game whose moves drop as many meeples as they can."""
    game = Game.from_position(_full_position(Random(5), 1))
    while not game.over and len(game.history) < steps:
        legal = game.legal()
        takes = [action for action in legal if str(action).startswith("take ")]
        game.play(max(takes, key=lambda take: size(_pile(game, take))) if takes else legal[-1])
    return game.record()


def _pile(game: Game, take: Action) -> Pile:
    return game.tile(str(take).split()[1]).pile


def archives() -> Iterator[tuple[str, bytes]]:
    """Files of tables, by name."""
    head = msgspec.json.encode(archive.Head("tables", archive.FORMAT)) + b"\n"
    first = log.Created(GameOptions(2), (SeatPlan(),) * 2)
    yield "one long line", head + b"x" * (ARCHIVE - len(head))
    yield "short lines", head + b"{}\n" * ((ARCHIVE - len(head)) // 3)
    yield "nested lists", head + b"[" * (ARCHIVE - len(head) - 1) + b"\n"
    yield "long name", head + b'{"table":"' + b"2" * (ARCHIVE - 80) + b'","entries":1}\n'
    yield "entries that are missing", head + b'{"table":"%b","entries":100000}\n' % (b"2" * 20)
    yield "tables", _archive([[first]] * 700)
    yield "decks", _archive([[_with_deck(text)] for _, text in decks()][:1])
    yield "deck of many numbers", _archive([[_with_deck(filled("{},", 7_000, "a=[") + "]")]] * 15)
    for name, text in records():
        yield f"record: {name}", _archive([[log.Created(GameOptions(2), (), opening=text)]])
    yield (
        "record without a limit",
        _archive(
            [[log.Created(GameOptions(2), (SeatPlan(),) * 2, opening=_game_of_long_moves(10**6))]]
        ),
    )
    for name, builder in (("game", _played()), ("undone acts", _undone()), ("chat", _chatted())):
        yield name, _archive([[each.entry.body for each in builder.table.log]])


def _with_deck(text: str) -> log.Created:
    return log.Created(GameOptions(2, ("whims",), whims=text), (SeatPlan(),) * 2)


def _archive(tables: Iterable[Sequence[AnyBody]]) -> bytes:
    """A file of as many tables and entries as fit, each entry as short as it can be."""
    lines = [msgspec.json.encode(archive.Head("tables", archive.FORMAT))]
    left, number = ARCHIVE - 300, 0
    for bodies in tables:
        entries: list[bytes] = []
        for body in bodies:
            raw = msgspec.Raw(log.encode(body))
            entry = msgspec.json.encode(archive.EntryLine(len(entries) + 1, 0, raw))
            left -= len(entry) + 1
            if left < 100:
                break
            entries.append(entry)
        if not entries:
            break
        name = "".join("23456789"[number // 8**place % 8] for place in range(20))
        lines += [msgspec.json.encode(archive.TableLine(name, len(entries))), *entries]
        left -= len(name) + 40
        number += 1
    content = b"".join(line + b"\n" for line in lines)
    end = archive.EndLine(number, sha256(content).hexdigest())
    return content + msgspec.json.encode(end) + b"\n"


def _played() -> TableBuilder:
    """A game of five with both boxes."""
    builder = started(GameOptions(5, ("whims", "artisans")))
    builder.play(Random(1))
    return builder


def _undone() -> TableBuilder:
    """Choices that are taken back again and again, always across a snapshot of the game."""
    builder = started(GameOptions(2))
    game = builder.table.game
    assert game is not None
    while not builder.table.undoable([0, 1]).steps or len(game.history) % SNAPSHOT_EVERY:
        builder.act()
    while builder.table.number < 2000:
        last = builder.table.acts[-1]
        builder.append(log.Undone(last.seat, last.before))
        builder.act()
    return builder


def _chatted() -> TableBuilder:
    builder = started(GameOptions(2))
    for _ in range(2000):
        builder.append(log.Said(0, "Ann", "x"))
    return builder
