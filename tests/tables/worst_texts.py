"""Texts that are as slow to read as we could make them, each as long as it may be sent.

`tests/tables/test_visitors_texts.py` limits the work that they make, and `python -m benchmarks
.server.texts` measures it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from naqala.rules.actions import Action
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES
from naqala.rules.meeples import Pile, size

DECK, OPENING = 100_000, 65_536
"""Characters of a deck, and of a record or a position."""


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
    """A random game from a position with as many pieces as there can be, for 990 steps."""
    random = Random(seed)
    game = Game.from_position(_full_position(random, 40))
    while not game.over and len(game.history) < 990:
        game.play(random.choice(game.legal()))
    return game.record()


def _game_of_long_moves() -> str:
    """A game whose moves drop as many meeples as they can, for 990 steps."""
    game = Game.from_position(_full_position(Random(5), 1))
    while not game.over and len(game.history) < 990:
        legal = game.legal()
        takes = [action for action in legal if str(action).startswith("take ")]
        game.play(max(takes, key=lambda take: size(_pile(game, take))) if takes else legal[-1])
    return game.record()


def _pile(game: Game, take: Action) -> Pile:
    return game.tile(str(take).split()[1]).pile
