"""Research environments: PettingZoo for the whole table, Gymnasium for one seat.

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
from naqala.envs.numbering import Numbering
from naqala.envs.seat import SeatEnv, uniform
from naqala.envs.table import TableEnv, env

__all__ = [
    "Encoding",
    "Field",
    "Layout",
    "Numbering",
    "Observation",
    "Policy",
    "SeatEnv",
    "TableEnv",
    "env",
    "uniform",
]

gymnasium.register("Naqala-v0", entry_point="naqala.envs.seat:SeatEnv")
