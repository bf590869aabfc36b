"""What all players of many states have, as arrays: `[state, seat]`, and a column for each value."""

from __future__ import annotations

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from naqala.bots.value.features import PLAYER, player_values
from naqala.bots.value.numpy_backend.board_arrays import BoardArrays, Numbers, Truth, Whole
from naqala.bots.value.prospects import vizier_points
from naqala.rules.board import NO_TILE
from naqala.rules.expansions.whims import CITY_POINTS

COLUMN = {name: nth for nth, name in enumerate(PLAYER)}
PALM_POINTS, PALACE_POINTS = 3, 5
CITIES_SCORE = np.array(CITY_POINTS)


class PlayerArrays:
    """The players of the states of a `BoardArrays`."""

    def __init__(self, boards: BoardArrays) -> None:
        states, constants = boards.states, boards.constants
        shape = len(states), len(states[0].players)
        players = [player for state in states for player in state.players]
        rows = [player_values(player, player.gold) for player in players]
        numbers = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * len(PLAYER))
        self.boards = boards
        self.values: Whole = numbers.reshape(*shape, len(PLAYER))
        """The columns of PLAYER."""
        owned = constants.unpacked([player.tiles for player in players])
        self.owned: Truth = owned.reshape(*shape, -1)
        """`[state, seat, place]`: the tiles under the camels and the tent of a player."""
        self.vizier_points: Whole = np.ones(shape, np.int64)
        """The points of each Vizier of a player."""
        for nth, player in enumerate(players):
            if player.djinns:
                self.vizier_points[divmod(nth, shape[1])] = vizier_points(player)
        self._tiles = self.owned.astype(np.float64)
        self.values[:, :, COLUMN["palms"]] = self._on_tiles(boards.palms)
        self.values[:, :, COLUMN["palaces"]] = self._on_tiles(boards.palaces)

    def column(self, name: str) -> Whole:
        """The column of this name."""
        return self.values[:, :, COLUMN[name]]

    def _on_tiles(self, pieces: NDArray[np.int32]) -> Numbers:
        """How many of these pieces stand on the tiles of each player."""
        found: Numbers = np.matmul(self._tiles, pieces.astype(np.float64)[:, :, None])[:, :, 0]
        return found

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
            + PALM_POINTS * self.column("palms")
            + PALACE_POINTS * self.column("palaces")
            + (self._tiles @ constants.points).astype(np.int64)
        )
        for nth, state in enumerate(states):
            for seat, player in enumerate(state.players):
                for djinn in player.djinns:
                    total[nth, seat] += djinn.points + djinn.score(state, player)
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
            pieces = PALM_POINTS * boards.palms + PALACE_POINTS * boards.palaces
            total += self._on_tiles(pieces * constants.at_lake).astype(np.int64)
        for nth, state in enumerate(boards.states):
            for seat, player in enumerate(state.players):
                for item in player.items:
                    total[nth, seat] += item.points
                if player.tent != NO_TILE:
                    total[nth, seat] += land.red_around(player.tent)
        return total
