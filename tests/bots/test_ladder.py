"""The ladder of bots, and what all of its thinkers have in common."""

from naqala import Action, Game
from naqala.bots import BOTS
from naqala.bots.bot import Thinker
from naqala.rules.state import State
from naqala.rules.view import view


class Lost(Thinker):
    """A bot whose plan is never legal."""

    name = "lost"

    def think(self, state: State) -> list[Action]:
        return []


def test_without_a_plan_the_first_legal_action_is_taken() -> None:
    state = Game.new(players=3, seed=2).state
    assert Lost().choose(view(state, state.seat), state.choices) == state.choices[0]


def test_the_ladder_goes_from_the_traveller_to_the_djinn() -> None:
    assert list(BOTS) == ["traveller", "merchant", "vizier", "sultan", "djinn"]
