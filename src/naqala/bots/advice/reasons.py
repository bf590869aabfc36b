"""Advice as data: ranked options with reasons for and against each of them.

Reasons are small frozen values: `wording` puts them into words, and a page may draw them. `weight`
is roughly the number of points at stake, negative if the reason counts against the option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from naqala.bots.search.limits import Stop
from naqala.bots.value.points import FAKIR, LOSS
from naqala.bots.value.yazid_risk import ROLLS
from naqala.rules import meeples
from naqala.rules.actions import Action
from naqala.rules.board import Tile
from naqala.rules.meeples import ASSASSINS, ELDERS, VIZIERS, Pile, Tribe

MOST_OPTIONS = 100
"""The most options of one advice."""
FEW_ASSASSINS = 4
"""From how many Assassins of Yazid on the others are worth a mention."""
FEW_STRIKES = 4
"""How many camels Yazid has left when he may soon end the game; a strike may place two."""


Safety = Literal["", "tribe", "far", "parity", "path"]
"""Why no move can end on a tile.

No other pile has the tribe; those that have it are too far away; they end on the other colour of
the chessboard; or no path leads there. Empty if a move can end there.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """Base class of all reasons for or against an option."""

    @property
    def weight(self) -> float:
        """Roughly how many points are at stake, from the player's point of view."""
        return 0.0


@dataclass(frozen=True, slots=True)
class Gain(Reason):
    """Points of the score sheet that come or go at once, for the player or for a rival."""

    seat: int
    own: bool
    """Whether `seat` is the player who is advised."""
    source: str
    """One of `scoring.SOURCES`."""
    points: int
    sure: bool = True
    """False if it depends on a draw: then the points are a mean."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that came under control, or those of the palm trees or palaces."""
    causes: tuple[str, ...] = ()
    """What is not seen from the actions: Djinns, or `most` for the majority of Artisans."""

    @property
    def weight(self) -> float:
        """The points; those of a rival are negative."""
        return float(self.points if self.own else -self.points)


@dataclass(frozen=True, slots=True)
class Overtakes(Reason):
    """The player now has more Viziers than this rival (E3)."""

    seat: int
    takes: bool
    """Whether the rival had more, and loses those points."""
    own: int
    theirs: int

    @property
    def weight(self) -> float:
        """The value of the majority."""
        return 20.0 if self.takes else 10.0


@dataclass(frozen=True, slots=True)
class Council(Reason):
    """The Viziers of the player and of Yazid change: to survive, the player needs more (Y13)."""

    own: int
    theirs: int
    change: int
    """By how many the player comes nearer, or gets ahead."""

    @property
    def weight(self) -> float:
        """More than a point for each Vizier, because the game depends on them.

        A player who comes nearer but still has too few is warned, so it counts neither for nor
        against the option.
        """
        worth = 2.0 * self.change
        return min(worth, 0.9) if self.own <= self.theirs else worth


@dataclass(frozen=True, slots=True)
class Survival(Reason):
    """What the player of a solo game still needs: more Viziers than Yazid at the end (Y13).

    It is about the position before the turn, so it is the same for all options.
    """

    own: int
    theirs: int
    board: int
    """How many Viziers stand on the board."""
    camels: int
    """How many camels Yazid has left: with the last one, the round is the last (Y12)."""
    last_round: bool = False

    @property
    def is_behind(self) -> bool:
        """Whether the game would be lost if it ended now."""
        return self.own <= self.theirs

    @property
    def end_is_near(self) -> bool:
        """Whether Yazid's strikes may soon end the game."""
        return self.camels <= FEW_STRIKES and not self.last_round


@dataclass(frozen=True, slots=True)
class Summons(Reason):
    """The player gets a Djinn."""

    djinn: str

    @property
    def weight(self) -> float:
        """A power is always worth mentioning."""
        return 5.0


@dataclass(frozen=True, slots=True)
class Fakirs(Reason):
    """The player gets or spends Fakirs."""

    count: int

    @property
    def weight(self) -> float:
        """About what the Fakirs are worth."""
        return FAKIR * self.count


@dataclass(frozen=True, slots=True)
class HasWhim(Reason):
    """The player takes a Whim, or meets its condition (W5, W6)."""

    measure: str
    """What its condition measures."""
    least: int
    gold: int
    has: int
    """How much of the measure the player has after the turn."""

    @property
    def is_met(self) -> bool:
        """Whether the Whim is paid; its gold is a gain then."""
        return self.has >= self.least

    @property
    def weight(self) -> float:
        """Part of the gold, more if the condition is nearly met.

        The gold of a Whim that is met is a gain already. One of whose measure the player has
        nothing yet counts neither for nor against the option.
        """
        if self.is_met:
            return 0.0
        if self.has <= 0:
            return 0.5
        return max(1.0, self.gold / 2 * self.has / self.least)


@dataclass(frozen=True, slots=True)
class EndsGame(Reason):
    """The last camel is placed: this round is the last one (E1)."""

    margin: float | None = None
    """The expected final margin; None in the solo game."""

    @property
    def weight(self) -> float:
        """Always worth mentioning; it counts against the option if the player is behind."""
        return -8.0 if self.margin is not None and self.margin < 0 else 8.0


@dataclass(frozen=True, slots=True)
class NearsEnd(Reason):
    """A camel is placed and few are left, so the player can soon end the game."""

    left: int
    """How many camels are left; the tent counts as one."""
    margin: float | None = None
    """The expected final margin; None in the solo game."""

    @property
    def weight(self) -> float:
        """An early end is good for a player who is ahead."""
        return 0.0 if self.margin is None else 2.0 if self.margin > 0 else -2.0


@dataclass(frozen=True, slots=True)
class Loses(Reason):
    """The solo game is lost at once (Y9)."""

    reason: str

    @property
    def weight(self) -> float:
        """The value of a lost game."""
        return LOSS


@dataclass(frozen=True, slots=True)
class Chance(Reason):
    """The result depends on a draw or a roll."""

    goes_on: bool = False
    """Whether the rest of the turn, which is not known yet, is part of the option."""


@dataclass(frozen=True, slots=True)
class Leaves(Reason):
    """The best arrival for the next player after this turn."""

    seat: int | None
    """None if everybody bids first, so that anybody may be next."""
    own: bool
    tile: Tile
    tribe: Tribe
    gain: int
    opened: bool
    """Whether this turn makes it possible or much better."""
    bids_first: bool = False
    """Whether a new round begins and this player is the first to bid (M1)."""
    turns: int = 1
    """How many turns in a row the player has; for the player who is advised, with this one."""
    start: Tile | None = None
    """The tile that is emptied."""
    fakirs: int = 0
    """How many Fakirs the turn spends."""
    also: tuple[Tile, ...] = ()
    """Tiles other than the arrival that come under control: the kill empties them."""
    loops: bool = False
    """Whether the arrival tile is empty and the move comes back to a meeple that it dropped."""
    viziers: int = 0
    """How many Viziers of the player who is advised are killed."""
    sure: bool = True
    """False if the gain contains a mean: of items, or of goods for a hand that is secret."""
    whim: int = 0
    """The gold of a Whim that is taken but not met yet."""
    majority: int = 0
    """How many points of the gain are for more Viziers than others."""
    waits: bool = False
    """Whether Yazid strikes before this turn of the player."""
    djinns: tuple[str, ...] = ()
    """The Djinns that are summoned."""
    secret_whims: int = 0
    """How many secret Whims of the rival the gain does not contain."""

    @property
    def weight(self) -> float:
        """The possible gain of the rival, or of the player's own next turn."""
        return 0.5 * self.gain if self.own else -float(self.gain) if self.opened else -1.0


@dataclass(frozen=True, slots=True)
class Denies(Reason):
    """A good arrival that this turn takes away from the next player."""

    seat: int | None
    tile: Tile
    tribe: Tribe
    gain: int
    left: int
    """What the next player can still gain there."""
    start: Tile | None = None
    """A tile from which it was possible, if that is empty now or its pile has the wrong parity."""
    count: int = 0
    """How many meeples stand on that tile now."""
    sure: bool = True
    """False if the gain contains a mean."""
    gone: bool = False
    """Whether this turn leaves nobody of the tribe on the tile."""

    @property
    def weight(self) -> float:
        """What the next player loses."""
        return float(self.gain - self.left)


@dataclass(frozen=True, slots=True)
class Lone(Reason):
    """A single meeple left on an uncontrolled tile, which others may take."""

    tile: Tile
    tribe: Tribe
    points: int
    starts: int
    """From how many tiles a move can win it, by ending there or by a kill."""
    safety: Safety = ""
    fakirs: int = 0
    """If no move can: how many Fakirs others would need for it; 0 if these would not help."""
    powers: tuple[str, ...] = ()
    """If no move can: what else may win it, `djinn` or `item`."""

    @property
    def is_safe(self) -> bool:
        """Whether nobody can win the tile in the next turn."""
        return not (self.starts or self.fakirs or self.powers)

    @property
    def weight(self) -> float:
        """Half the points of the tile if others can take it; it may be safe if they need luck."""
        return -self.points / 2 if self.starts else 0.5 if self.is_safe else 0.0


@dataclass(frozen=True, slots=True)
class Stack(Reason):
    """Several meeples of one tribe brought together, which others may collect."""

    tile: Tile
    tribe: Tribe
    count: int
    points: int
    """The points of the tile if it is uncontrolled and has no other tribes, else 0."""
    starts: int
    safety: Safety = ""

    @property
    def weight(self) -> float:
        """The meeples, and half the points of the tile, if others can collect them."""
        return -(self.count + self.points / 2) if self.starts else 0.5


@dataclass(frozen=True, slots=True)
class Peril(Reason):
    """How many rolls of Yazid's dice would lose the game (Y9, Y13)."""

    rolls: int
    """How many of the 36 rolls would lose it."""
    where: tuple[Tile, ...] = ()
    """The tiles where a single strike would lose it."""
    together: tuple[Tile, ...] = ()
    """The highest and the lowest tile of columns where only a double strike would lose it (Y4)."""
    avoidable: bool = False
    """Whether the player can pay to act before each of these rolls (Y3)."""
    causes: tuple[str, ...] = ()
    """How these rolls would lose it, as in `Yazid.lost`."""

    @property
    def share(self) -> float:
        """The share of the rolls that lose the game."""
        return self.rolls / ROLLS

    @property
    def weight(self) -> float:
        """The cost of a lost game times its probability."""
        return LOSS * self.share


@dataclass(frozen=True, slots=True)
class Strikes(Reason):
    """Yazid captures the meeples of a tile (Y6)."""

    tile: Tile
    pile: Pile
    price: int = 0
    """What the player pays for the Builders."""

    @property
    def weight(self) -> float:
        """Viziers and Assassins count most; Elders bring Yazid Djinns."""
        viziers, elders = meeples.count(self.pile, VIZIERS), meeples.count(self.pile, ELDERS)
        return -1.0 - 2 * viziers - elders - 3 * meeples.count(self.pile, ASSASSINS)


@dataclass(frozen=True, slots=True)
class YazidAssassins(Reason):
    """Yazid gets Assassins, and few are missing; the seventh loses the game (Y9)."""

    count: int
    """How many he has then."""

    @property
    def weight(self) -> float:
        """The nearer to the seventh, the worse."""
        return -3.0 * max(1, self.count - FEW_ASSASSINS)


@dataclass(frozen=True, slots=True)
class FewerAssassins(Reason):
    """Assassins leave the board while Yazid needs only a few more (Y9)."""

    count: int
    missing: int
    """How many more lose the game."""

    @property
    def weight(self) -> float:
        """More, the fewer are missing."""
        return 3.0 * self.count / self.missing


@dataclass(frozen=True, slots=True)
class YazidSummons(Reason):
    """Yazid takes a Djinn at the end of his turn (Y8); the sixth wins."""

    djinn: str

    @property
    def weight(self) -> float:
        """Little, as long as he has few."""
        return -2.0


@dataclass(frozen=True, slots=True)
class LowGold(Reason):
    """Gold was spent, and a strike of Yazid may demand more than what is left (Y6, Y9)."""

    gold: int
    price: int
    """What the dearest strike costs."""
    tiles: tuple[Tile, ...]
    """The tile that it strikes, or both."""
    acts_first: bool = False
    """Whether the player has a turn before it."""

    @property
    def weight(self) -> float:
        """A danger, but of an unlikely roll."""
        return -1.0


@dataclass(frozen=True, slots=True)
class Position(Reason):
    """The places in the turn order that a bid leads to, their value and their price.

    In games of two, everybody has two markers.
    """

    places_of_player: tuple[int, ...]
    """The expected places, from 1, the first one first."""
    places: int
    """How many places there are."""
    worth: float
    """The value compared with the lowest bid, before the price, in points."""
    price: int
    """How much more gold it costs than the lowest bid."""
    paid: int
    """The gold that all markers of the player still cost in this auction."""
    fakirs: int = 0
    """How many Fakirs the player spends in this auction (D13)."""
    theirs: int = 0
    """In a game of two, the gold that the rival is expected to pay in this auction."""

    @property
    def net(self) -> float:
        """The value compared with the lowest bid, after the price."""
        return self.worth - self.price

    @property
    def weight(self) -> float:
        """The net value."""
        return self.net


@dataclass(frozen=True, slots=True)
class Expects(Reason):
    """The best turn that is probably possible at a place that a bid leads to."""

    tile: Tile
    tribe: Tribe
    gain: int
    majority: int = 0
    """How many points of the gain are for more Viziers than others."""
    sure: bool = True
    """False if the gain contains a mean."""
    place: int = 0
    """The place, if the bid leads to several."""

    @property
    def weight(self) -> float:
        """The gain."""
        return float(self.gain)


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a whole turn if one begins, otherwise a choice and what follows it."""

    actions: tuple[Action, ...]
    """The actions up to the first draw."""
    value: float
    """The expected final margin over the best rival; in the solo game, the expected points.

    A lost solo game counts `LOSS` points.
    """
    points: int
    """The points gained at once."""
    reasons: tuple[Reason, ...]
    """By weight, largest first."""
    chance: float = 0.0
    """The chance to win, from 0 to 1; in the solo game, to survive."""
    titles: tuple[float, ...] = ()
    """In the solo game, the chances of the second title, the third and the fourth (Y13)."""
    survivor_points: float = 0.0
    """In the solo game, the expected points of a player who survives."""

    @property
    def position(self) -> Position | None:
        """The places, the value and the price of a bid; None if the option is not a bid."""
        return next((each for each in self.reasons if isinstance(each, Position)), None)

    @property
    def outlook(self) -> float:
        """The points to display: the margin, or those of a player who survives."""
        return self.survivor_points if self.titles else self.value


@dataclass(frozen=True, slots=True)
class Advice:
    """The options of a player, best first."""

    seat: int
    options: tuple[Option, ...]
    looked: int
    """How many different turns or choices were compared."""
    samples: int
    """How often the game was played on from the best options."""
    stop: Stop
    """Why the search ended."""
