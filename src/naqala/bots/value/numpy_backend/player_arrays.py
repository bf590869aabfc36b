"""What all players of many states have, as arrays: `[state, seat]`, and a column for each value."""

from __future__ import annotations

from itertools import chain

import numpy as np

from naqala.bots.value.features import PLAYER, player_values
from naqala.bots.value.numpy_backend.board_arrays import BoardArrays, Truth, Whole
from naqala.bots.value.prospects import vizier_points
from naqala.rules.board import NO_TILE
from naqala.rules.expansions.whims import CITY_POINTS

COLUMN = {name: nth for nth, name in enumerate(PLAYER)}
PIECES = [COLUMN["palms"], COLUMN["palaces"]]
PIECE_POINTS = np.array([3, 5])
CITIES_SCORE = np.array(CITY_POINTS)


class PlayerArrays:
    """The players of the states of a `BoardArrays`."""

    def __init__(self, boards: BoardArrays) -> None:
        states, constants = boards.states, boards.constants
        shape = len(states), len(states[0].players)
        known: dict[int, int] = {}  # most states share most players
        everybody = [player for state in states for player in state.players]
        places = [known.setdefault(id(player), len(known)) for player in everybody]
        players = list(dict(zip(places, everybody, strict=True)).values())
        rows = [player_values(player, player.gold) for player in players]
        numbers = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * len(PLAYER))
        self.boards = boards
        self.values: Whole = numbers.reshape(-1, len(PLAYER))[places].reshape(*shape, -1)
        """The columns of PLAYER."""
        owned = constants.unpacked([player.tiles for player in players])
        self.owned: Truth = owned[places].reshape(*shape, -1)
        """`[state, seat, place]`: the tiles under the camels and the tent of a player."""
        self.vizier_points: Whole = np.ones(shape, np.int64)
        """The points of each Vizier of a player."""
        self.holders = [
            (nth, seat, player)
            for nth, state in enumerate(states)
            for seat, player in enumerate(state.players)
            if player.djinns
        ]
        """The players with Djinns, each with the numbers of its state and seat."""
        for nth, seat, player in self.holders:
            self.vizier_points[nth, seat] = vizier_points(player)
        self._tiles = self.owned.astype(np.float64)
        self.values[:, :, PIECES] = self._tiles @ boards.pieces

    def column(self, name: str) -> Whole:
        """The column of this name."""
        return self.values[:, :, COLUMN[name]]

    def points(self) -> Whole:
        """What `points` returns for every player."""
        states, constants = self.boards.states, self.boards.constants
        viziers = self.column("viziers")
        majorities = (viziers[:, :, None] > viziers[:, None, :]).sum(2)
        if states[0].yazid:
            theirs = [state.yazid.viziers for state in states if state.yazid]
            majorities += viziers > np.array(theirs)[:, None]
        total: Whole = (
            self.column("gold")
            + viziers
            + 10 * majorities
            + 2 * self.column("elders")
            + self.column("goods")
            + self.values[:, :, PIECES] @ PIECE_POINTS
            + (self._tiles @ constants.points).astype(np.int64)
        )
        for nth, seat, player in self.holders:
            for djinn in player.djinns:
                total[nth, seat] += djinn.points + djinn.score(states[nth], player)
        if states[0].options.expansions:
            total += self._expansion_points()
        return total

    def _expansion_points(self) -> Whole:
        """What `points` adds with expansions: cities, the great lake, Artisans, items, tents."""
        boards, constants = self.boards, self.boards.constants
        land, artisans = constants.land, self.column("artisans")
        cities = (self._tiles @ constants.cities).astype(np.int64)
        leads = artisans == artisans.max(1, keepdims=True)
        total: Whole = CITIES_SCORE[cities] + artisans * (2 + leads)
        if constants.at_lake.any():
            found = (self._tiles * constants.at_lake) @ boards.pieces @ PIECE_POINTS
            total += found.astype(np.int64)
        for nth, state in enumerate(boards.states):
            for seat, player in enumerate(state.players):
                for item in player.items:
                    total[nth, seat] += item.points
                if player.tent != NO_TILE:
                    total[nth, seat] += land.red_around(player.tent)
        return total
