"""Research environments: PettingZoo for the whole table, Gymnasium for one seat or many at once.

>>> from naqala.envs import SeatEnv, TableEnv
>>> TableEnv(players=3).possible_agents
['player_1', 'player_2', 'player_3']
"""

try:
    import gymnasium
    import numpy  # noqa: F401
    import pettingzoo  # type: ignore[import-untyped]  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"naqala.envs needs {error.name}; install it with: pip install 'naqala[envs]'"
    ) from error

from naqala.envs.encoding import Encoding, Observation, Policy
from naqala.envs.layout import Field, Layout
from naqala.envs.match import SavedGame
from naqala.envs.numbering import Numbering
from naqala.envs.opponents import Opponent, uniform
from naqala.envs.rewards import RewardFunction
from naqala.envs.seat import SeatEnv
from naqala.envs.table import TableEnv, env
from naqala.envs.vector import SeatVectorEnv

__all__ = [
    "Encoding",
    "Field",
    "Layout",
    "Numbering",
    "Observation",
    "Opponent",
    "Policy",
    "RewardFunction",
    "SavedGame",
    "SeatEnv",
    "SeatVectorEnv",
    "TableEnv",
    "env",
    "uniform",
]

gymnasium.register(
    "naqala/Seat-v0",
    entry_point="naqala.envs.seat:SeatEnv",
    vector_entry_point="naqala.envs.vector:SeatVectorEnv",
)
