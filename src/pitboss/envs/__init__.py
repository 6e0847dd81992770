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

from functools import lru_cache
from importlib.util import find_spec
from math import floor
from typing import TYPE_CHECKING, Any, Final

from pitboss.package import install_line, lazy_names

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ModuleNotFoundError(f"The environments need Gymnasium and PettingZoo: {install_line('envs')}")

import gymnasium
from gymnasium.envs.registration import EnvSpec

from pitboss.sheet.files import house_names

if TYPE_CHECKING:
    from pitboss.envs.exact import optimum, regret
    from pitboss.envs.seat_env import SeatEnv
    from pitboss.envs.seat_game import SeatGame
    from pitboss.envs.seat_vector_env import SeatVectorEnv
    from pitboss.envs.table_env import ParallelTableEnv, TableEnv

__all__ = [
    "ParallelTableEnv",
    "SeatEnv",
    "SeatGame",
    "SeatVectorEnv",
    "TableEnv",
    "env_id",
    "optimum",
    "register_ids",
    "regret",
]

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


class HouseSpec(EnvSpec):
    """A spec whose reward threshold is priced when it is first asked for, so that registering stays quick."""

    @property
    def reward_threshold(self) -> float | None:
        """The mean reward of perfect play, rounded down to a thousandth; none where no house is named."""
        return _best_reward(self.kwargs["house"]) if "house" in self.kwargs else None

    @reward_threshold.setter
    def reward_threshold(self, value: float | None) -> None:
        """Is not set: it follows from the rules."""


@lru_cache(maxsize=16)
def _best_reward(house: str) -> float:
    """The `optimum` of a house, rounded down to a thousandth.

    >>> _best_reward("rivers")
    -0.034
    """
    from pitboss.envs.exact import optimum  # nothing is priced before it is asked for

    return floor(1000 * optimum(house)) / 1000


def register_ids() -> None:
    """Registers every house, and `pitboss/Sheet-v0`, whose argument `house` is the path of a sheet file."""
    wanted = {env_id(house): {"house": house} for house in sorted(house_names())} | {env_id("sheet"): {}}
    for name, arguments in wanted.items():
        if name not in gymnasium.registry:
            gymnasium.registry[name] = HouseSpec(
                name, entry_point=SINGLE, vector_entry_point=VECTOR, kwargs=dict[str, Any](arguments)
            )


register_ids()
