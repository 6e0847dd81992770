"""Other people's checks of an environment, for every house and for sheets from files.

Stable-Baselines3 is installed without PyTorch, which would be gigabytes and of which its checker uses
nothing. Its `env_checker` is imported unchanged from `.venv/checkers`; what stands in for `torch` here are
empty modules that give a class for any name, which is all that the definitions around the checker ask for.
The package's own `__init__`, which imports its learning algorithms, is not run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from pitboss.envs import ParallelTableEnv, SeatEnv, SeatVectorEnv, TableEnv, env_id, optimum
from pitboss.sheet import houses
from tests.envs.houses import HOUSES, name_of

CHECKERS = Path(sys.prefix) / "checkers"
BETTINGS = ("fixed", "discrete", "free")


def make(house: str, **more: Any) -> gymnasium.Env[Any, Any]:
    """The environment as Gymnasium makes it."""
    if house not in houses():
        return gymnasium.make("pitboss/Sheet-v0", house=house, **more)
    return gymnasium.make(env_id(house), **more)


class StandIn(ModuleType):
    """A module in which every name is an empty class."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


@pytest.fixture(scope="module")
def sb3() -> Iterator[Callable[[str], Any]]:
    """What imports a module of Stable-Baselines3's `common`."""
    package = ModuleType("stable_baselines3")
    package.__path__ = [str(CHECKERS / "stable_baselines3")]
    torch = StandIn("torch")
    parts = {name: StandIn(f"torch.{name}") for name in ("nn", "optim", "utils")}
    vars(torch).update(parts)
    with pytest.MonkeyPatch.context() as patch:
        for module in (package, torch, *parts.values()):
            patch.setitem(sys.modules, module.__name__, module)
        yield lambda name: import_module(f"stable_baselines3.common.{name}")
        for name in [name for name in sys.modules if name.startswith("stable_baselines3.")]:
            del sys.modules[name]


@pytest.mark.parametrize("betting", BETTINGS)
@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_gymnasium_finds_nothing_wrong(house: str, betting: str) -> None:
    for form in ("array", "dict"):
        check_env(make(house, betting=betting, observation=form).unwrapped)


@pytest.mark.parametrize("betting", BETTINGS)
@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_stable_baselines_finds_nothing_wrong(house: str, betting: str, sb3: Callable[[str], Any]) -> None:
    for form in ("array", "dict"):
        sb3("env_checker").check_env(
            make(house, betting=betting, observation=form, render_mode="ansi"), skip_render_check=False
        )


def test_the_stable_baselines_check_does_check(sb3: Callable[[str], Any]) -> None:
    class Broken(SeatEnv):
        def reset(self, **more: Any) -> tuple[Any, dict[str, Any]]:
            seen, info = super().reset(**more)
            return seen + 2, info

    with pytest.raises(AssertionError, match="bounds"):
        sb3("env_checker").check_env(Broken("rivers"))


@pytest.mark.filterwarnings("ignore:.*not in the possible render_modes")
@pytest.mark.parametrize("house", houses())
def test_stable_baselines_makes_many_without_arguments(house: str, sb3: Callable[[str], Any]) -> None:
    """Its `make_vec_env` asks for pictures, and reports every round through its `Monitor`."""
    envs = sb3("env_util").make_vec_env(env_id(house), n_envs=3, seed=1)
    envs.reset()
    assert optimum(envs) == optimum(house)
    for _ in range(5):
        _, rewards, over, infos = envs.step([0, 0, 0])
        assert over.all()
        assert rewards.tolist() == [info["episode"]["r"] for info in infos] == [-1, -1, -1]
    envs.close()


# A dict is what PettingZoo's own card games give; the check remarks on it for names that it does not know.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_pettingzoo_finds_nothing_wrong(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more in (
        {"observation": "array"},
        {"betting": "discrete", "rounds": 3},
        {"betting": "free", "seats": 2},
    ):
        api_test(TableEnv(house, **more), num_cycles=60)
        parallel_api_test(ParallelTableEnv(house, **more), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_pettingzoo_sees_seeds_kept(house: str) -> None:
    for more in ({}, {"betting": "discrete", "rounds": 5}):
        seed_test(lambda more=more: TableEnv(house, **more), num_cycles=30)
        parallel_seed_test(lambda more=more: ParallelTableEnv(house, **more), num_cycles=30)


@pytest.mark.parametrize("house", houses())
def test_every_house_has_its_id(house: str) -> None:
    env = gymnasium.make(f"pitboss.envs:{env_id(house)}")
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.game.table.sheet.id == house
    envs = gymnasium.make_vec(env_id(house), num_envs=3, observation="dict")
    assert isinstance(envs, SeatVectorEnv)
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    # Gymnasium's own vector of single environments has the same spaces.
    plain = gymnasium.make_vec(env_id(house), 3, vectorization_mode="sync", observation="dict")
    assert plain.observation_space == envs.observation_space
    assert plain.action_space == envs.action_space
    plain.close()
