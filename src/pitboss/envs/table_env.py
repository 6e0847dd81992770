"""A whole table: PettingZoo's environments, one agent after the other or everybody at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from pitboss.envs.bet_menus import whole_number
from pitboss.envs.observation import TableEyes, shown_cards
from pitboss.envs.seat_game import NOT_RENDERED, House, Rules, open_game
from pitboss.envs.table_play import TablePlay, table_game
from pitboss.money import Cents


class AtTable:
    """A table with its agents and the rounds that they play, and what PettingZoo asks of any environment."""

    possible_agents: list[str]
    agents: list[str]

    def __init__(
        self,
        house: House = "rivers",
        *,
        seats: int | None = None,
        rounds: int = 1,
        bank_stakes: Sequence[Cents] | None = None,
        observation: str = "dict",
        render_mode: str | None = None,
        **rules: Unpack[Rules],
    ) -> None:
        super().__init__()
        one = open_game(house, **rules)
        self.game = table_game(one, seats, rounds, bank_stakes)
        self.render_mode = render_mode if render_mode == "ansi" else None
        self.play = TablePlay.begin(self.game)
        self.possible_agents, self.agents = list(self.game.agents), []
        self._eyes = TableEyes.of(self.game, observation)
        self._observations = {agent: self._eyes.space() for agent in self.game.agents}
        self._actions = {agent: spaces.Discrete(self.game.actions) for agent in self.game.agents}
        self._source: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may do."""
        return self._actions[agent]

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return self._eyes.look(self.play, agent)

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            logger.warn(NOT_RENDERED)
            return None
        sheet = self.game.seat.table.sheet
        _, dealer = self._eyes.cards(self.play, self.game.agents[0])
        seats = [
            f"{agent}: {seat.action or '…'}"
            for agent, seat in zip(self.game.agents, self.play.seats, strict=False)
        ]
        return "\n".join([f"{sheet.dealer.label}: {shown_cards(dealer[:3].tolist())}", *seats])

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> None:
        """A new episode; a seed decides all that comes."""
        if seed is not None or self._source is None:
            self._source, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.play = TablePlay.begin(self.game)
        self.play.go_on(self._source)

    def _act(self, actions: dict[str, Any]) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Actions of agents that are asked: the rewards of all, and their infos."""
        if self._source is None:
            raise RuntimeError("A table is reset before its first step")
        rewards = dict.fromkeys(self.game.agents, 0.0)
        more: dict[str, dict[str, Any]] = {agent: {} for agent in self.game.agents}
        for agent, action in actions.items():
            if not self.play.act(agent, whole_number(action)):
                rewards[agent] -= self.game.seat.penalty
                more[agent]["illegal"] = True
        nets = self.play.go_on(self._source)
        for agent, net in (nets or {}).items():
            rewards[agent] += net / self.game.seat.unit
            more[agent]["net"] = net
        if nets is not None and not self.play.over:
            self.play.next_round(self._source)
        return rewards, {agent: self._info(agent) | each for agent, each in more.items()}

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.play.mask(agent)}


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
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.play.asked[0]

    def step(self, action: Any) -> None:
        """The action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards, self.infos = self._act({agent: action})
        if self.play.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.play.asked[0]
        self._accumulate_rewards()
        self._deads_step_first()


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
        self._begin(seed)
        return self._seen(), {agent: self._info(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The actions of all; of those that are asked and give none, none is legal."""
        asked = {agent: actions.get(agent) for agent in self.play.asked}
        rewards, infos = self._act(asked)
        seen, over = self._seen(), dict.fromkeys(self.agents, self.play.over)
        cut = dict.fromkeys(self.agents, False)
        if self.play.over:
            self.agents = []
        return seen, rewards, over, cut, infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}
