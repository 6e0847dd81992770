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

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.package import install_line, lazy_names

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ModuleNotFoundError(f"The environments need Gymnasium and PettingZoo: {install_line('envs')}")

from pitboss.envs import registration

if TYPE_CHECKING:
    from pitboss.envs.registration import env_id, register_ids
    from pitboss.envs.seat_env import SeatEnv
    from pitboss.envs.seat_game import SeatGame
    from pitboss.envs.seat_vector_env import SeatVectorEnv
    from pitboss.envs.table_env import ParallelTableEnv, TableEnv

__all__ = ["ParallelTableEnv", "SeatEnv", "SeatGame", "SeatVectorEnv", "TableEnv", "env_id", "register_ids"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "table_env": "ParallelTableEnv TableEnv",
        "registration": "env_id register_ids",
        "seat_env": "SeatEnv",
        "seat_game": "SeatGame",
        "seat_vector_env": "SeatVectorEnv",
    },
)

registration.register_ids()
