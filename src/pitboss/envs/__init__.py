"""Three-card poker for agents that learn: Gymnasium for one seat, PettingZoo for a whole table.

Importing this package registers `pitboss/Rivers-v0` and the other houses with Gymnasium, which has loaded no
plugins by package metadata since 1.0; `gymnasium.make("pitboss.envs:pitboss/Rivers-v0")` imports it too.
Either takes some milliseconds: no sheet is read before an environment is made.

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
from typing import TYPE_CHECKING, Final

from pitboss.package import install_line, lazy_names

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ModuleNotFoundError(f"The environments need Gymnasium and PettingZoo: {install_line('envs')}")

import gymnasium

from pitboss.sheet.files import house_names

if TYPE_CHECKING:
    from pitboss.envs.seat_env import SeatEnv
    from pitboss.envs.seat_game import SeatGame
    from pitboss.envs.seat_vector_env import SeatVectorEnv
    from pitboss.envs.table_env import ParallelTableEnv, TableEnv

__all__ = ["ParallelTableEnv", "SeatEnv", "SeatGame", "SeatVectorEnv", "TableEnv", "env_id", "register_ids"]

__getattr__, __dir__ = lazy_names(__name__)

NAMESPACE: Final = "pitboss"
SINGLE: Final = "pitboss.envs.seat_env:SeatEnv"
VECTOR: Final = "pitboss.envs.seat_vector_env:SeatVectorEnv"


def env_id(house: str) -> str:
    """The id of a house's environment.

    >>> env_id("atlantic-city")
    'pitboss/AtlanticCity-v0'
    """
    name = "".join(part.capitalize() for part in house.split("-"))
    return f"{NAMESPACE}/{name}-v0"


def register_ids() -> None:
    """Registers every house, and `pitboss/Sheet-v0`, whose argument `house` is the path of a sheet file."""
    wanted = {env_id(house): {"house": house} for house in sorted(house_names())} | {env_id("sheet"): {}}
    for name, arguments in wanted.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=SINGLE, vector_entry_point=VECTOR, kwargs=arguments)


register_ids()
