"""Messages, names and short phrases used in sentences: `2 Elders`, `ivory and silk`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from naqala.rules import meeples
from naqala.rules.actions import Payment
from naqala.rules.board import STRIDE, TILE_NAMES
from naqala.rules.djinns import DJINNS
from naqala.rules.errors import NaqalaError
from naqala.rules.expansions import ARTISANS_BOX
from naqala.rules.expansions.whims import Whim, printed_deck
from naqala.rules.goods import CARD_NAMES, Card
from naqala.rules.meeples import ARTISANS, ELDERS, TRIBE_NAMES, TRIBES, Pile, Tribe
from naqala.rules.state import Options
from naqala.rules.yazid import DOUBLE, MOST_ASSASSINS, MOST_DJINNS, YAZID
from naqala.rules.yazid import title as title_number
from naqala.text.plurals import category

HOLES = ("great lake", "chasm")
"""Places that nothing can enter. They are not kinds of tiles, but `kind` accepts them too."""


class Words:
    """The messages of one language, and phrases with names and numbers."""

    language: str
    messages: Mapping[str, str]
    """Every message by its full key."""
    letters: bool
    """Whether piles are written as letters, for boards that show letters."""

    def __init__(
        self, language: str, messages: Mapping[str, str], *, letters: bool = False
    ) -> None:
        """Use these messages of a language."""
        self.language = language
        self.messages = messages
        self.letters = letters

    def say(self, key: str, /, **values: object) -> str:
        """The message of a key, filled in; one with number forms needs the value `count`."""
        message = self.messages.get(key)
        if message is None:
            message = self.messages.get(self._counted(key, values.get("count")))
        if message is None:
            raise NaqalaError("unknown_message", key=key)
        return message.format(**values) if values else message

    def has(self, key: str) -> bool:
        """Whether there is a message of this key, or one with number forms."""
        return key in self.messages or f"{key}.other" in self.messages

    def _counted(self, key: str, count: object) -> str:
        """The key of the plural form of a number; without a number, the key itself."""
        if not isinstance(count, int):
            return key
        if count == 0 and f"{key}.zero" in self.messages:
            return f"{key}.zero"
        return f"{key}.{category(self.language, count)}"

    def tribe(self, tribe: Tribe, count: int = 2) -> str:
        """The name of a tribe, or of one of its members."""
        return self.say(f"tribe.{TRIBE_NAMES[tribe]}", count=count)

    def tribe_text(self, tribe: Tribe, options: Options | None = None) -> str:
        """What a tribe does; with options, without what is not in play."""
        return self._in_play(f"tribe.{TRIBE_NAMES[tribe]}", options)

    def _in_play(self, key: str, options: Options | None) -> str:
        """The text of a thing, or its text for solo games or games without Artisans."""
        if options is not None:
            if options.players == 1 and f"{key}.solo" in self.messages:
                return self.say(f"{key}.solo")
            if ARTISANS_BOX not in options.expansions and f"{key}.base" in self.messages:
                return self.say(f"{key}.base")
        return self.say(f"{key}.text")

    def card(self, card: Card) -> str:
        """The name of a resource card."""
        return self.say(f"card.{CARD_NAMES[card]}.name")

    def kind(self, kind: str) -> str:
        """The name of a kind of tile."""
        return self.say(f"kind.{kind}.name")

    def kind_text(self, kind: str) -> str:
        """What a kind of tile does."""
        return self.say(f"kind.{kind}.text")

    def djinn(self, name: str) -> str:
        """The name of a Djinn with its usual spelling."""
        return self.say(f"djinn.{name}.name")

    def djinn_text(self, name: str, options: Options | None = None) -> str:
        """What a Djinn does; with options, without what is not in play."""
        return self._in_play(f"djinn.{name}", options)

    def price(self, name: str) -> str:
        """The price of the power of a Djinn; empty if it has none."""
        djinn = DJINNS[name]
        if djinn.discounts:
            return self.say("djinn.discount")
        if not djinn.price:
            return ""
        mixed = any(payment.elders and payment.fakirs for payment in djinn.price)
        return self.listed(map(self.payment, djinn.price), "or_else" if mixed else "or")

    def item(self, name: str) -> str:
        """The name of an item."""
        return self.say(f"item.{name}.name")

    def item_text(self, name: str) -> str:
        """What an item is worth or does."""
        return self.say(f"item.{name}.text")

    def whim(self, whim: Whim | str, deck: Sequence[Whim] = ()) -> str:
        """A Whim as `whim_text` words it, given as an object or by name.

        A name is looked up in the deck, by default that of the package. A name that is not in the
        deck is returned unchanged.
        """
        if isinstance(whim, Whim):
            return self.whim_text(whim)
        found = (self.whim_text(card) for card in deck or printed_deck() if card.name == whim)
        return next(found, whim)

    def whim_text(self, whim: Whim) -> str:
        """What a Whim asks for and what it pays: `3 Viziers: 5 gold`."""
        need = self.say(f"measure.{whim.measure}", count=whim.least)
        return self.say("word.whim", need=need, gold=self.gold(whim.gold))

    def bot(self, name: str) -> str:
        """The strength of a bot, or its own name."""
        return self.messages.get(f"bot.{name}", name)

    def dice(self, white: int, black: int) -> str:
        """The target of Yazid's dice, in a sentence (Y2)."""
        column = TILE_NAMES[white - 1][0]
        if black == DOUBLE:
            return self.say("dice.ends", white=white, black=black, column=column)
        aim = TILE_NAMES[STRIDE * (black - 1) + white - 1]
        return self.say("dice.tile", white=white, black=black, tile=aim)

    def loss(self, reason: str) -> str:
        """Why the solo game is lost, without a full stop: `Yazid has 7 Assassins`."""
        return self.say(f"loss.{reason}", assassins=MOST_ASSASSINS, djinns=MOST_DJINNS)

    def title(self, points: int) -> str:
        """The title that a solo game won with these points earns (Y13)."""
        return self.say(f"title.{title_number(points)}.name")

    def title_text(self, points: int) -> str:
        """The description of a title."""
        return self.say(f"title.{title_number(points)}.text")

    def source(self, source: str) -> str:
        """The name of a source of points."""
        return self.say(f"source.{source}")

    def purpose(self, name: str) -> str:
        """What gold comes from or is paid for: a Djinn, a tribe, a kind of tile, bid, sale …"""
        if name in DJINNS:
            return self.djinn(name)
        if name in TRIBE_NAMES:
            return self.tribe(TRIBES[TRIBE_NAMES.index(name)])
        if f"kind.{name}.name" in self.messages:
            return self.kind(name)
        return self.say(f"purpose.{name}")

    def player(self, seat: int) -> str:
        """The default name of a player: `Player 1`."""
        return self.say("word.player", number=seat + 1)

    def name(self, seat: int, players: Sequence[str] = ()) -> str:
        """The name of a player; `Yazid` for the second seat of a solo game; or `Player 2`."""
        if seat < len(players):
            return players[seat]
        return self.say("word.yazid") if seat == YAZID == len(players) else self.player(seat)

    def listed(self, items: Iterable[str], joined: str = "and") -> str:
        """Several things in a sentence: `a, b and c`, or joined with `or`."""
        *others, last = items
        first = self.say("list.comma").join(others)
        return first + self.say(f"list.{joined}") + last if others else last

    def decimal(self, number: float) -> str:
        """A number with one decimal, as the language writes it."""
        return f"{number:.1f}".replace(".", self.say("list.decimal"))

    def gold(self, amount: int) -> str:
        """An amount of gold."""
        return _number_of(self, "count.gold", amount)

    def points(self, number: int) -> str:
        """A number of points."""
        return _number_of(self, "count.points", number)

    def fakirs(self, number: int) -> str:
        """A number of Fakirs."""
        return _number_of(self, "count.fakirs", number)

    def payment(self, payment: Payment) -> str:
        """What a Djinn or an item costs: `1 Elder and 1 Fakir`."""
        meeples_paid = ((ELDERS, payment.elders), (ARTISANS, payment.artisans))
        parts = [f"{count} {self.tribe(tribe, count)}" for tribe, count in meeples_paid if count]
        if payment.fakirs:
            parts.append(self.fakirs(payment.fakirs))
        return self.listed(parts)

    def members(self, tribe: Tribe, count: int) -> str:
        """Some meeples of a tribe: `an Elder`, `3 Elders`."""
        if count == 1:
            return self.say(f"tribe.{TRIBE_NAMES[tribe]}.a")
        return f"{count} {self.tribe(tribe, count)}"

    def meeples(self, pile: Pile) -> str:
        """The meeples of a pile: `an Elder and 2 Builders`."""
        return _meeples(self, pile)

    def pile(self, pile: Pile) -> str:
        """The meeples of a pile, in words or as `W B B`."""
        return spaced(pile) if self.letters else self.meeples(pile)

    def cards(self, cards: Sequence[Card]) -> str:
        """Some cards: `ivory, silk and 2 Fakirs`."""
        return _cards(self, tuple(cards))

    def djinns(self, names: Iterable[str]) -> str:
        """Some Djinns by name."""
        return self.listed(map(self.djinn, names))

    def items(self, names: Iterable[str]) -> str:
        """Some items: `2 jewels and the flying carpet`."""
        numbers = Counter(names).items()
        return self.listed(self.say(f"item.{name}", count=count) for name, count in numbers)


# There are few of these phrases, and they are used often.


@lru_cache(maxsize=1 << 12)
def _number_of(words: Words, key: str, count: int) -> str:
    return words.say(key, count=count)


@lru_cache(maxsize=1 << 14)
def _meeples(words: Words, pile: Pile) -> str:
    tribes = meeples.tribes(pile)
    return words.listed(words.members(tribe, meeples.count(pile, tribe)) for tribe in tribes)


@lru_cache(maxsize=1 << 12)
def _cards(words: Words, cards: tuple[Card, ...]) -> str:
    return words.listed(
        words.say(f"card.{CARD_NAMES[card]}", count=count) for card, count in Counter(cards).items()
    )


@lru_cache(maxsize=1 << 14)
def spaced(pile: Pile) -> str:
    """The letters of a pile, separated by spaces: `W G B`."""
    return " ".join(meeples.letters(pile))
