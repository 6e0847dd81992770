"""The ids by which Gymnasium makes these environments.

Gymnasium has loaded no plugins by package metadata since 1.0: who wants the ids imports this package, or
names it in front of the id, as in `gymnasium.make("pitboss.envs:pitboss/Rivers-v0")`. Either takes some
milliseconds: no sheet is read before an environment is made.
"""

from __future__ import annotations

from typing import Final

import gymnasium

from pitboss.sheet.files import house_names

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
