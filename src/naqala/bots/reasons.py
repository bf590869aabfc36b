"""Advice as data: ranked options, and the reasons for and against each of them.

Reasons are small frozen values, not sentences: `wording` says them in a language, a page may draw
them. `weight` tells how many points a reason is about, less than 0 when it speaks against.
"""

from __future__ import annotations

from naqala.bots.points import LOSS
from naqala.rules import meeples
from naqala.rules.actions import Action
from naqala.rules.board import Tile
from naqala.rules.meeples import ASSASSINS, VIZIERS, Pile, Tribe
from naqala.rules.values import Value, value

MOST_OPTIONS = 100
"""Of one advice."""


class Reason(Value):
    """Something that speaks for or against an option."""

    __slots__ = ()

    @property
    def weight(self) -> float:
        """About how many points it is about, seen from the player who asks."""
        return 0.0


@value
class Gain(Reason):
    """Points of the score sheet that come or go at once, for the player or for a rival."""

    seat: int
    own: bool
    """Whether `seat` is the player who asks."""
    source: str
    """One of `scoring.SOURCES`."""
    points: int
    sure: bool = True
    """False where chance decides: then the points are a mean."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that came under control, or those of new palm trees or palaces."""

    @property
    def weight(self) -> float:
        """The points; those of a rival count for the other side."""
        return float(self.points if self.own else -self.points)


@value
class Overtakes(Reason):
    """The player has more Viziers than this rival from now on (E3)."""

    seat: int
    takes: bool
    """Whether the rival had more, and loses the points for that."""
    own: int
    theirs: int

    @property
    def weight(self) -> float:
        """What the majority is worth."""
        return 20.0 if self.takes else 10.0


@value
class Summons(Reason):
    """A Djinn comes to the player, with a power."""

    djinn: str

    @property
    def weight(self) -> float:
        """Powers are worth a word, whatever the points are."""
        return 5.0


@value
class Fakirs(Reason):
    """Fakirs come, or are spent."""

    count: int

    @property
    def weight(self) -> float:
        """A Fakir is worth a little."""
        return 1.5 * self.count


@value
class EndsGame(Reason):
    """The last camel is placed: this round is the last one (E1)."""

    @property
    def weight(self) -> float:
        """Always worth knowing."""
        return 8.0


@value
class Loses(Reason):
    """The solo game is lost at once (Y9)."""

    reason: str

    @property
    def weight(self) -> float:
        """Nothing is worse."""
        return LOSS


@value
class Chance(Reason):
    """A part of it depends on what is drawn or rolled."""


@value
class Leaves(Reason):
    """What the next player can do best after this turn."""

    seat: int | None
    """None when all bid first, so that anybody may be next."""
    own: bool
    tile: Tile
    tribe: Tribe
    gain: int
    opened: bool
    """Whether this turn made it possible, or much better."""

    @property
    def weight(self) -> float:
        """What it may bring to the other side, or to the player's own next turn."""
        return 0.5 * self.gain if self.own else -float(self.gain) if self.opened else -1.0


@value
class Denies(Reason):
    """A good turn that the next player had before, and has no more."""

    seat: int | None
    tile: Tile
    tribe: Tribe
    gain: int
    left: int
    """What is left of it."""

    @property
    def weight(self) -> float:
        """What is taken away."""
        return float(self.gain - self.left)


@value
class Lone(Reason):
    """A meeple left alone on a tile that nobody controls: a present."""

    tile: Tile
    tribe: Tribe
    points: int
    starts: int
    """From how many tiles a move can end there; with 0 it is safe for now."""

    @property
    def weight(self) -> float:
        """The tile is at risk."""
        return -self.points / 2 if self.starts else 0.5


@value
class Stack(Reason):
    """Several meeples of one tribe brought together: a present for whoever gathers them."""

    tile: Tile
    tribe: Tribe
    count: int
    points: int
    """The points of the tile where they stand alone and nobody controls it, else 0."""
    starts: int

    @property
    def weight(self) -> float:
        """The meeples and perhaps the tile are at risk."""
        return -(self.count + self.points / 2) if self.starts else 0.5


@value
class Peril(Reason):
    """The tiles on which a strike of Yazid would lose the game, of those with meeples (Y9)."""

    deadly: int
    tiles: int

    @property
    def weight(self) -> float:
        """What a lost game costs, times how likely that is."""
        return LOSS * self.deadly / max(1, self.tiles)


@value
class Strikes(Reason):
    """Yazid takes the meeples of a tile (Y6)."""

    tile: Tile
    pile: Pile

    @property
    def weight(self) -> float:
        """His Viziers and Assassins hurt most."""
        viziers = meeples.count(self.pile, VIZIERS)
        return -1.0 - 2 * viziers - 3 * meeples.count(self.pile, ASSASSINS)


@value
class Position(Reason):
    """What a bid buys: a place in the turn order, its worth and its price."""

    place: int
    """The place that is expected, from 1."""
    places: int
    worth: float
    """Points more than with the cheapest bid, before its price is paid."""
    price: int
    """What is paid more than for the cheapest bid."""
    paid: int
    """What is paid in all."""

    @property
    def net(self) -> float:
        """What the bid is worth, price paid, beside the cheapest one."""
        return self.worth - self.price

    @property
    def weight(self) -> float:
        """What it brings in all."""
        return self.net


@value
class Expects(Reason):
    """What is probably left on the board when the turn of a bid comes."""

    tile: Tile
    tribe: Tribe
    gain: int

    @property
    def weight(self) -> float:
        """What it brings."""
        return float(self.gain)


@value
class Option(Value):
    """Something to do: a whole turn where a turn begins, else a choice and what follows it."""

    actions: tuple[Action, ...]
    """As far as they can be known: what is drawn on the way decides the rest."""
    value: float
    """The margin over the best rival at the end that is expected; in the solo game, the points."""
    points: int
    """The points that come at once."""
    reasons: tuple[Reason, ...]
    """The weightiest first."""


@value
class Advice(Value):
    """What a player can do now, the best first."""

    seat: int
    options: tuple[Option, ...]
    looked: int
    """How many different turns or choices were compared."""
    deals: int
    """How often the replies to the best ones were played out."""
