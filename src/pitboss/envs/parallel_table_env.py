"""A whole table, everybody at once: PettingZoo's parallel environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from pitboss.envs.table_setting import AtTable


class ParallelTableEnv(AtTable, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The same table as `TableEnv`, but all bet at once and all decide at once.

    That changes nothing for the cards: no decision moves another seat's. Who is not asked may do anything: it
    is not looked at.

    >>> env = ParallelTableEnv("rivers", seats=2)
    >>> seen, infos = env.reset(seed=3)
    >>> env.step({"seat_1": 0, "seat_2": 0})[1]
    {'seat_1': -1.0, 'seat_2': -1.0}
    """

    metadata = {"name": "pitboss_table_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new episode; the seed decides the cards."""
        self.setting.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: self.setting.told(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The actions of all; of those that are asked and give none, none is legal."""
        asked = {agent: actions.get(agent) for agent in self.setting.play.asked}
        rewards, told = self.setting.act(asked)
        infos = {agent: self.setting.told(agent) | told[agent] for agent in self.agents}
        seen, over = self._seen(), dict.fromkeys(self.agents, self.setting.play.over)
        cut = dict.fromkeys(self.agents, False)
        if self.setting.play.over:
            self.agents = []
        return seen, rewards, over, cut, infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.setting.look(agent) for agent in self.agents}
