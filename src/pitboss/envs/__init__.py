"""Three-card poker for agents that learn: Gymnasium for one seat, PettingZoo for a whole table.

Importing this package registers `pitboss/Rivers-v0` and the other houses with Gymnasium.

>>> import gymnasium
>>> import pitboss.envs
>>> env = gymnasium.make("pitboss/Rivers-v0")
>>> seen, info = env.reset(seed=1)
>>> info["action_mask"].tolist()  # fold, play
[1, 1]
>>> _, reward, over, _, _ = env.step(0)
>>> reward, over
(-1.0, True)
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ModuleNotFoundError("The environments need Gymnasium and PettingZoo: pip install 'pitboss[envs]'")

from pitboss.envs.registration import env_id, register_ids
from pitboss.envs.seat_env import SeatEnv
from pitboss.envs.seat_game import SeatGame
from pitboss.envs.seat_vector_env import SeatVectorEnv

if TYPE_CHECKING:
    from pitboss.envs.parallel_table_env import ParallelTableEnv
    from pitboss.envs.table_env import TableEnv

__all__ = ["ParallelTableEnv", "SeatEnv", "SeatGame", "SeatVectorEnv", "TableEnv", "env_id", "register_ids"]

# PettingZoo is imported by those who want a whole table.
_LATER = {"ParallelTableEnv": "parallel_table_env", "TableEnv": "table_env"}

register_ids()


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
