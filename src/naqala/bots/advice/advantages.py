"""What one option has over another one, and the lead: why the first option is the best.

Like reasons, advantages are small frozen values, which `lead_wording` puts into words.
"""

from __future__ import annotations

from dataclasses import dataclass

from naqala.bots.advice.reasons import Lone, Stack, Strikes
from naqala.bots.value.points import FAKIR, LOSS
from naqala.rules.board import Tile
from naqala.rules.meeples import Tribe

ABOUT_EQUAL = 1.0
"""Options whose values differ by less are about equal: the values are not that accurate."""
ACCOUNTS_FOR = 0.4
"""The share of a difference that an advantage must reach to explain it alone."""
CLEAR_CHANCE = 3
"""Chances that differ by fewer per cent are about equal."""


@dataclass(frozen=True, slots=True)
class Advantage:
    """Base class of what one option has over another."""

    @property
    def weight(self) -> float:
        """Roughly how many points it is worth."""
        return 0.0


@dataclass(frozen=True, slots=True)
class MorePoints(Advantage):
    """More points at once."""

    points: int
    other: int
    majority: int = 0
    """How many more of them are for Vizier majorities, which may not last."""
    sure: bool = True
    """False if they contain a mean."""

    @property
    def weight(self) -> float:
        """The difference."""
        return float(self.points - self.other)


@dataclass(frozen=True, slots=True)
class CostsRival(Advantage):
    """A rival loses more points at once."""

    seat: int
    points: int
    other: int

    @property
    def weight(self) -> float:
        """The difference."""
        return float(self.points - self.other)


@dataclass(frozen=True, slots=True)
class LeavesLess(Advantage):
    """The best turn of the next player is worth less."""

    seat: int | None
    """None if everybody bids first."""
    gain: int
    other: int
    sure: bool = True
    """False if the gains contain means."""

    @property
    def weight(self) -> float:
        """The difference."""
        return float(self.other - self.gain)


@dataclass(frozen=True, slots=True)
class TakesAway(Advantage):
    """A turn of the next player that is no longer possible."""

    seat: int | None
    """None if everybody bids first."""
    tile: Tile
    tribe: Tribe
    gain: int
    left: int = 0
    """What the player's best turn still gains."""

    @property
    def weight(self) -> float:
        """A small part of the gain, because the next player has other turns."""
        return min(0.1 * self.gain, float(self.gain - self.left))


@dataclass(frozen=True, slots=True)
class MoreFakirs(Advantage):
    """More Fakirs are left."""

    count: int

    @property
    def weight(self) -> float:
        """About what the Fakirs are worth."""
        return FAKIR * self.count


@dataclass(frozen=True, slots=True)
class TakesWhim(Advantage):
    """A Whim that is nearly met, where the other option takes none."""

    measure: str
    least: int
    gold: int
    has: int
    size: float
    """By how much its Whims weigh more."""

    @property
    def weight(self) -> float:
        """The size."""
        return self.size


@dataclass(frozen=True, slots=True)
class BetterNextTurn(Advantage):
    """The player's own next turn can be worth more."""

    gain: int
    other: int

    @property
    def weight(self) -> float:
        """Half the difference, because things may change before."""
        return (self.gain - self.other) / 2


@dataclass(frozen=True, slots=True)
class AvoidsDanger(Advantage):
    """A danger of the other option: a stack, a lone meeple, or Yazid's strike."""

    danger: Lone | Stack | Strikes
    size: float
    """By how much the dangers of the other option weigh more."""

    @property
    def weight(self) -> float:
        """The size."""
        return self.size


@dataclass(frozen=True, slots=True)
class FewerDeadly(Advantage):
    """Fewer of Yazid's rolls would lose the game."""

    share: float
    """The share of the rolls that would lose it."""
    other: float

    @property
    def weight(self) -> float:
        """About the cost of a lost game times its probability."""
        return -LOSS * (self.other - self.share)


@dataclass(frozen=True, slots=True)
class GetsDjinn(Advantage):
    """A Djinn is summoned."""

    djinn: str
    instead: str = ""
    """The one that the other option summons."""

    @property
    def weight(self) -> float:
        """What its power may be worth; its points count as points."""
        return 3.0


@dataclass(frozen=True, slots=True)
class EndsAhead(Advantage):
    """The game ends while the player is ahead."""

    @property
    def weight(self) -> float:
        """More than most differences of points."""
        return 6.0


@dataclass(frozen=True, slots=True)
class PlaysOn(Advantage):
    """The game does not end while the player is behind."""

    @property
    def weight(self) -> float:
        """More than most differences of points."""
        return 6.0


@dataclass(frozen=True, slots=True)
class Survives(Advantage):
    """The other option loses the solo game at once."""

    @property
    def weight(self) -> float:
        """The value of a lost game."""
        return -LOSS


@dataclass(frozen=True, slots=True)
class BetterBid(Advantage):
    """Better places in the turn order, or a lower price."""

    places: tuple[int, ...]
    """The places of the player; with two markers, there are two."""
    others: tuple[int, ...]
    """Those after the other bid."""
    worth: float
    """How much more the places are worth, before the price, in points."""
    price: int
    """How much more gold it costs."""

    @property
    def weight(self) -> float:
        """The difference after the price."""
        return self.worth - self.price


@dataclass(frozen=True, slots=True)
class CostsRivals(Advantage):
    """Several rivals lose more points at once, all the same."""

    seats: tuple[int, ...]
    points: int
    """How many more each of them loses."""

    @property
    def weight(self) -> float:
        """The points; a little more than if only one of them lost them."""
        return self.points + 0.5


@dataclass(frozen=True, slots=True)
class NearerCouncil(Advantage):
    """More Viziers compared with Yazid, who must have fewer at the end (Y13)."""

    own: int
    theirs: int
    change: int
    """By how many more the player comes nearer, or gets ahead."""
    overtakes: bool = False
    """Whether only this option gets ahead."""

    @property
    def weight(self) -> float:
        """More than a point for each Vizier, because the game depends on them."""
        return 3.0 * self.change


@dataclass(frozen=True, slots=True)
class RemovesAssassins(Advantage):
    """More Assassins leave the board, of which Yazid needs only a few (Y9)."""

    count: int
    other: int
    missing: int

    @property
    def weight(self) -> float:
        """More, the fewer are missing."""
        return 3.0 * (self.count - self.other) / self.missing


@dataclass(frozen=True, slots=True)
class SurvivesMore(Advantage):
    """A greater chance to survive the solo game."""

    chance: float
    other: float

    @property
    def weight(self) -> float:
        """The cost of a lost game times the difference."""
        return -LOSS * (self.chance - self.other)


def clearly_greater(chance: float, other: float) -> bool:
    """Whether a chance is greater than another by enough to be mentioned, in whole per cent."""
    return round(100 * chance) - round(100 * other) >= CLEAR_CHANCE


@dataclass(frozen=True, slots=True)
class Temptation:
    """An option after the second that has more points at once or a better next turn."""

    number: int
    """From 3."""
    advantage: Advantage
    """What it has over the first option."""
    by: float
    """By how many points it is worse; in the solo game, for a player who survives."""
    chance: float


@dataclass(frozen=True, slots=True)
class Lead:
    """Why the first option is better than the second."""

    by: float
    """The difference of the values."""
    why: Advantage | None
    """The greatest advantage of the first option; None if no single one stands out."""
    but: Advantage | None = None
    """The greatest advantage of the second option, if it is worth mentioning."""
    tempting: Temptation | None = None
    """A later option that looks better."""
    chance: float = 0.0
    """The chance of the first option to win; in the solo game, to survive."""
    other: float = 0.0
    """That of the second option."""
    solo: bool = False
    survivor_points: float = 0.0
    """In the solo game, by how many points a survivor does better with the first option."""
    small: tuple[Advantage, ...] = ()
    """Small advantages of the first option, if it has no greater one."""

    @property
    def about_equal(self) -> bool:
        """Whether the difference is too small to matter.

        In the solo game, the first option may be worth a little less because it is safer.
        """
        return self.by < ABOUT_EQUAL and not self.plays_on

    @property
    def plays_on(self) -> bool:
        """Whether the first option is worth less, but does not end a game that would be lost."""
        return not self.solo and self.by <= -ABOUT_EQUAL

    @property
    def chances_differ(self) -> bool:
        """Whether the chance of the first option is clearly greater."""
        return clearly_greater(self.chance, self.other)

    @property
    def explained(self) -> bool:
        """Whether the greatest advantage of the first option accounts for the difference.

        One Djinn instead of another does not: why it is better remains open.
        """
        if self.why is None or (self.but and self.but.weight >= self.why.weight):
            return False
        if isinstance(self.why, GetsDjinn) and self.why.instead:
            return False
        return self.why.weight >= ACCOUNTS_FOR * self.by
