"""A whole table, one agent after the other: PettingZoo's AEC environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from pitboss.envs.table_setting import AtTable


class TableEnv(AtTable, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats of a house's table, and its bank where a player banks; an episode is `rounds` rounds.

    The agents are `seat_1` and so on, and `bank_0`, which puts up its stake after the bets. A round is paid
    when the last seat has decided. All other arguments are those of `SeatEnv`.

    >>> env = TableEnv("napa-valley", seats=2)
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     seen, reward, over, _, info = env.last()
    ...     print(agent, reward)
    ...     env.step(None if over else 0)
    bank_0 0.0
    seat_1 0.0
    seat_2 0.0
    seat_1 -1.0
    seat_2 -1.0
    bank_0 2.0
    """

    metadata = {"name": "pitboss_table_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new episode; the seed decides the cards."""
        self.setting.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.setting.told(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.setting.play.asked[0]

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return self.setting.look(agent)

    def step(self, action: Any) -> None:
        """The action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards, told = self.setting.act({agent: action})
        self.infos = {each: self.setting.told(each) | told[each] for each in self.agents}
        if self.setting.play.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.setting.play.asked[0]
        self._accumulate_rewards()
        self._deads_step_first()
