"""The panels of the players, as far as the viewer may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from naqala.cli.ui import palette
from naqala.cli.ui.sheet import UNKNOWN, total
from naqala.rules import goods
from naqala.rules.djinns import Djinn
from naqala.rules.expansions import ARTISANS_BOX
from naqala.rules.expansions.items import Item
from naqala.rules.goods import Hand
from naqala.rules.meeples import ARTISANS, ELDERS, TRIBE_LETTERS, VIZIERS, Tribe
from naqala.rules.named_cards import NamedCard
from naqala.rules.view import PlayerView, View
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, YAZID, Yazid
from naqala.text import Catalogue

LONGEST_NAME = 20
"""How many letters of a name a panel shows."""
NEARLY = 2
"""How close to his limit a number of Yazid's is shown as a warning."""


class Panel(NamedTuple):
    """The name and the possessions of a player."""

    head: Text
    lines: list[Text]

    def upright(self) -> Group:
        """For the side of the board."""
        return Group(self.head, Padding(Group(*self.lines), (0, 0, 0, 2)))

    def level(self) -> Text:
        """In one line, if there is no room next to the board."""
        line = Text(" · ").join([self.head, *self.lines])
        line.no_wrap, line.overflow = True, "ellipsis"
        return line

    def brief(self) -> Group:
        """The name and the pieces; `rest` has the cards."""
        return Group(self.head, Padding(self.lines[0], (0, 0, 0, 2)))

    def rest(self, seat: int) -> Text:
        """What `brief` leaves out."""
        line = Text.assemble((f" {seat + 1} ", palette.seat_style(seat)), " ")
        return line.append_text(Text(" · ").join(self.lines[1:]))


def all_panels(view: View, words: Catalogue, names: Sequence[str], width: int) -> list[Panel]:
    """The panels of the players, and that of Yazid."""
    found = [player(view, words, seat, name, width) for seat, name in enumerate(names)]
    return [*found, yazid(view, words, view.yazid)] if view.yazid else found


def player(view: View, words: Catalogue, seat: int, name: str, width: int) -> Panel:
    """The possessions of a player; hidden cards only by their number."""
    seen = view.players[seat]
    acts = seat == view.seat and not view.over
    points = f"{palette.POINTS}{total(view, seat)}"
    head = Text.assemble(
        ("▸" if acts else " ", palette.TITLE),
        (f" {seat + 1} ", palette.seat_style(seat)),
        (f" {_short(name, width - len(points) - 6)}", palette.TITLE if acts else ""),
        (f" {points}", palette.QUIET),
    )
    lines = [*_pieces(view, words, seat, width - 2), *_cards(seen, words)]
    if seen.djinns:
        lines.append(named(seen.djinns, seen.used, words))
    return Panel(head, lines)


def _pieces(view: View, words: Catalogue, seat: int, room: int) -> list[Text]:
    """Gold, camels and the tent, meeples; with gold on its own line if there is little room."""
    seen = view.players[seat]
    artisans = ARTISANS_BOX in view.options.expansions
    gold = UNKNOWN if seen.gold is None else seen.gold
    line, money = Text(), Text(words.say("terminal.gold", gold=gold))
    line.append(f"{palette.CAMEL}{seen.camels}", _colour(seat))
    if artisans:
        line.append(f"{palette.TENT}{seen.tents}", _colour(seat))
    tribes = [(VIZIERS, seen.viziers), (ELDERS, seen.elders), (ARTISANS, seen.artisans)]
    _meeples(line, tribes if artisans else tribes[:2], " " if artisans else "  ")
    whole = Text("  ").join([money, line])
    if whole.cell_len <= room:
        return [_unbroken(whole)]
    return [_unbroken(line)] + [money] * (seen.gold is not None)


def _unbroken(line: Text) -> Text:
    """A line that is cut instead of wrapped."""
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def _meeples(line: Text, numbers: Sequence[tuple[Tribe, int]], gap: str = "  ") -> Text:
    for tribe, number in numbers:
        line.append(gap).append(TRIBE_LETTERS[tribe], palette.TRIBE_STYLES[tribe])
        line.append(str(number))
    return line


def _cards(seen: PlayerView, words: Catalogue) -> list[Text]:
    """The hand, the items and the Whims: by name where the viewer knows them."""
    numbers, lines = [], []
    if seen.hand is None:
        numbers.append(words.say("terminal.cards", count=seen.cards))
    else:
        lines.append(Text(hand_text(seen.hand, words)))
    if seen.items is None:
        numbers += [words.say("count.items", count=seen.item_count)] * (seen.item_count > 0)
    elif seen.items:
        lines.append(items_text(seen.items, words))
    if seen.whims is None and seen.whim_count:
        numbers.append(words.say("terminal.whim_count", count=seen.whim_count))
    if numbers:
        lines.append(Text(", ".join(numbers)))
    if seen.paid_whims:
        paid = "+".join(str(whim.gold) for whim in seen.paid_whims)
        line = Text(f"{palette.WHIM} ", palette.WHIM_STYLE)
        lines.append(line.append(words.say("terminal.whims_paid", gold=paid)))
    return lines


def yazid(view: View, words: Catalogue, his: Yazid) -> Panel:
    """The possessions of Yazid, and how close he is to victory (Y9)."""
    head = Text.assemble(
        "  ", (f" {YAZID + 1} ", palette.seat_style(YAZID)), f" {words.say('word.yazid')}"
    )
    pieces = Text().append(f"{palette.CAMEL}{his.camels}", _colour(YAZID))
    _meeples(pieces, [(VIZIERS, his.viziers), (ELDERS, his.elders)], " ")
    pieces.append(" ").append(words.fakirs(his.fakirs), palette.FAKIR if his.fakirs else "")
    limits = Text()
    for key, number, most in (
        ("assassins", his.assassins, MOST_ASSASSINS),
        ("djinns", len(his.djinns), MOST_DJINNS),
    ):
        text = words.say(f"terminal.yazid_{key}", number=number, most=most)
        limits.append("  " if limits else "")
        limits.append(text, palette.WARNING if most - number <= NEARLY else "")
    lines = [_unbroken(pieces), limits]
    if his.djinns:
        lines.append(Text(", ".join(words.djinn(djinn.name) for djinn in his.djinns)))
    mine = view.players[0].viziers
    if mine <= his.viziers and not his.lost:
        lines.append(Text(words.say("terminal.yazid_council"), palette.QUIET))
    return Panel(head, lines)


def hand_text(hand: Hand, words: Catalogue) -> str:
    """The cards of a hand in words."""
    counted = ((card, goods.count(hand, card)) for card in goods.CARDS)
    names = (
        f"{words.card(card)} ×{number}" if number > 1 else words.card(card)
        for card, number in counted
        if number
    )
    return ", ".join(names) or words.say("terminal.no_cards")


def items_text(items: Sequence[Item], words: Catalogue) -> Text:
    """Items by name; the magic ones stand out."""
    text = Text()
    for item, number in Counter(items).items():
        text.append(", " if text else "")
        text.append(words.item(item.name), palette.KEY if item.magic else palette.RARE)
        text.append(f" ×{number}" if number > 1 else "")
    return text


def named(djinns: Sequence[Djinn], used: Sequence[NamedCard], words: Catalogue) -> Text:
    """Djinns by name and points; those already used in this turn are struck out."""
    text = Text()
    for nth, djinn in enumerate(djinns):
        text.append(", " if nth else "")
        style = f"{palette.KEY} strike" if djinn in used else palette.KEY
        text.append(words.djinn(djinn.name), style).append(f" {djinn.points}")
    return text


def _colour(seat: int) -> str:
    """The colour of a player as a text colour."""
    return palette.seat_style(seat).split(" on ")[-1]


def _short(name: str, room: int) -> str:
    """A name, cut to the space available."""
    text = Text(name)
    text.truncate(max(1, min(room, LONGEST_NAME)), overflow="ellipsis")
    return text.plain
