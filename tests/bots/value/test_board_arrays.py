"""Boards of states as arrays."""

from naqala.bots.value.numpy_backend.board_arrays import BoardArrays
from tests.bots.modes import moments


def test_board_arrays_match_the_state() -> None:
    states = moments(2, (), 6)
    boards = BoardArrays(states)
    for nth, state in enumerate(states):
        for place, tile in enumerate(state.land.grid.tiles):
            pile = state.piles[tile]
            found = sum(
                int(number) << 5 * tribe
                for tribe, number in enumerate(boards.counts[:, nth, place])
            )
            assert found == pile
            assert boards.controlled[nth, place] == bool(state.controlled >> tile & 1)
