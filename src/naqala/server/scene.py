"""What everybody at a table is shown: the board, the players, the rows, what is asked.

The scene is made from the `View` of nobody, which has no field for any secret; what belongs to one
seat alone is in `private`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from naqala.rules import estimate, goods, meeples
from naqala.rules.board import TILE_NAMES, Mask, members
from naqala.rules.decisions import Decision
from naqala.rules.effects import Marking
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES, Card, Hand
from naqala.rules.invoking import KeepOne, Placing
from naqala.rules.items import Arranging, Gathering
from naqala.rules.land import NO_LAKE
from naqala.rules.land import Land as RulesLand
from naqala.rules.meeples import TRIBE_LETTERS, Pile
from naqala.rules.scoring import Score
from naqala.rules.setup import WHIMS, whims_of
from naqala.rules.state import NOBODY, Options
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing
from naqala.rules.view import PlayerView, View, own_view, view
from naqala.rules.yazid import YAZID, Naming, Yazid
from naqala.server.shapes import (
    Asked,
    ClockScene,
    Land,
    LandTile,
    PlayerScene,
    Scene,
    ScoreSheet,
    TileScene,
    WhimCard,
    YazidScene,
)


def land(ground: RulesLand) -> Land:
    """The board as it was laid."""
    grid = ground.grid
    return Land(
        columns=grid.columns,
        rows=grid.rows,
        tiles=tuple(
            LandTile(
                TILE_NAMES[tile],
                ground.kinds[tile],
                ground.points[tile],
                bool(ground.blue >> tile & 1),
            )
            for tile in grid.tiles
        ),
        walls=tuple((TILE_NAMES[low], TILE_NAMES[high]) for low, high in sorted(grid.walls)),
        holes=tuple(TILE_NAMES[tile] for tile in members(grid.holes)),
        lake="" if ground.lake == NO_LAKE else TILE_NAMES[ground.lake],
    )


def whim_cards(options: Options) -> tuple[WhimCard, ...]:
    """The deck of Whims in play, face up: which are still to come is no secret."""
    if WHIMS not in options.expansions:
        return ()
    return tuple(
        WhimCard(whim.name, whim.gold, whim.measure, whim.least) for whim in whims_of(options)
    )


def scene(
    game: Game, scores: Sequence[Score] | None = None, clock: ClockScene | None = None
) -> Scene:
    """The game as everybody sees it; after the end with all hands open.

    Of the scores only what everybody can count is shown before the end.
    """
    seen = view(game.state, NOBODY)
    over = seen.over
    players = seen.players
    if over:
        players = tuple(own_view(game.state, seat) for seat in range(len(players)))
    scores = game.scores() if scores is None else scores
    sources = estimate.sources(seen.options)
    return Scene(
        actions=len(game.history),
        round=seen.round,
        tiles=tiles(seen),
        players=tuple(
            _player(player, sheet(score, sources, hidden=not over))
            for player, score in zip(players, scores, strict=True)
        ),
        row=cards(seen.row),
        deck=seen.deck_size,
        discards=counted(seen.discards),
        djinn_row=tuple(djinn.name for djinn in seen.djinn_row),
        djinn_deck=len(seen.djinn_deck),
        djinn_discards=tuple(djinn.name for djinn in seen.djinn_discards),
        bag=pile(seen.bag),
        palms_left=seen.palms_left,
        palaces_left=seen.palaces_left,
        track=seen.track,
        spots=seen.spots,
        bid_order=seen.bid_order,
        next_order=seen.next_order,
        asked=None if over or not seen.pending else asked(seen.seat, seen.pending[-1]),
        yazid=_yazid(seen.yazid) if seen.yazid else None,
        unseen_cards=counted(seen.unseen),
        item_discards=tuple(item.name for item in seen.item_discards),
        last_round=seen.last_round,
        over=over,
        winners=game.winners if over else (),
        clock=clock,
    )


def tiles(seen: View) -> tuple[TileScene, ...]:
    """What stands on each tile."""
    owners = _owners(seen)
    tents = {player.tent for player in seen.players}
    whims = {tile: whim.name for tile, whim in seen.city_whims}
    return tuple(
        TileScene(
            pile(seen.piles[tile]),
            owners.get(tile, NOBODY),
            tile in tents,
            seen.palms[tile],
            seen.palaces[tile],
            whims.get(tile, ""),
        )
        for tile in seen.land.grid.tiles
    )


def _owners(seen: View) -> dict[int, int]:
    masks: list[Mask] = [player.tiles for player in seen.players]
    if seen.yazid:
        masks.insert(YAZID, seen.yazid.tiles)
    return {tile: seat for seat, mask in enumerate(masks) for tile in members(mask)}


def _player(player: PlayerView, score: ScoreSheet) -> PlayerScene:
    return PlayerScene(
        score=score,
        viziers=player.viziers,
        elders=player.elders,
        artisans=player.artisans,
        camels=player.camels,
        tents=player.tents,
        cards=player.cards,
        items=player.item_count,
        whims=player.whim_count,
        djinns=tuple(djinn.name for djinn in player.djinns),
        used=tuple(card.name for card in player.used),
        paid_whims=tuple(whim.name for whim in player.paid_whims),
        gold=player.gold,
        hand=None if player.hand is None else cards(goods.members(player.hand)),
        kept=None if player.items is None else tuple(item.name for item in player.items),
    )


def _yazid(his: Yazid) -> YazidScene:
    return YazidScene(
        camels=his.camels,
        viziers=his.viziers,
        elders=his.elders,
        assassins=his.assassins,
        fakirs=his.fakirs,
        djinns=tuple(djinn.name for djinn in his.djinns),
        dice=his.dice,
        struck=his.struck,
        acted=his.acted,
        lost=his.lost,
    )


def asked(seat: int, decision: Decision) -> Asked:
    """What must be decided, as everybody sees it."""
    kind = type(decision).__name__
    match decision:
        case Sowing(start=start, at=at, hand=hand, path=path):
            drops = tuple(f"{TILE_NAMES[tile]}{TRIBE_LETTERS[tribe]}" for tile, tribe in path)
            return Asked(
                seat, kind, TILE_NAMES[at], hand=pile(hand), start=TILE_NAMES[start], path=drops
            )
        case TribeAction(tile=tile, tribe=tribe, count=count):
            return Asked(seat, kind, TILE_NAMES[tile], TRIBE_LETTERS[tribe], count)
        case TileAction(tile=tile) | Marking(tile=tile) | Placing(tile=tile):
            return Asked(seat, kind, TILE_NAMES[tile])
        case Gathering(tile=tile, left=left):
            return Asked(seat, kind, TILE_NAMES[tile], count=left)
        case KeepOne(djinns=djinns):
            return Asked(seat, kind, djinns=tuple(djinn.name for djinn in djinns))
        case Arranging(dealt=dealt):
            return Asked(seat, kind, cards=cards(goods.members(dealt)))
        case Naming(left=left):
            return Asked(seat, kind, count=left)
    return Asked(seat, kind)


def sheet(score: Score, sources: list[str], *, hidden: bool) -> ScoreSheet:
    """Points by source; `hidden` leaves out what only their owner can count."""
    known = {
        source: getattr(score, source)
        for source in sources
        if not (hidden and source in estimate.SECRET)
    }
    return ScoreSheet(sum(known.values()), known, hidden)


@lru_cache(maxsize=1 << 14)
def pile(meeples_there: Pile) -> str:
    """The letters of a pile; nothing where nobody stands."""
    return meeples.letters(meeples_there) if meeples_there else ""


def cards(held: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of cards."""
    return tuple(CARD_NAMES[card] for card in held)


def counted(hand: Hand) -> dict[str, int]:
    """How many there are of each card."""
    return {
        name: number for card, name in enumerate(CARD_NAMES) if (number := goods.count(hand, card))
    }
