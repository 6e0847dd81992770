"""What both environments of a whole table share: the game, the spaces, the seed, and what agents are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from pitboss.envs.action_numbers import whole_number
from pitboss.envs.observation import shown_cards
from pitboss.envs.seat_game import House, Rules, open_game
from pitboss.envs.table_observation import TableEyes
from pitboss.envs.table_play import TablePlay, table_game
from pitboss.money import Cents
from pitboss.round.refusal import Refusal


class TableSetting:
    """A table with its agents, and the rounds that they play at it."""

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
        one = open_game(house, **rules)
        if render_mode not in (None, "ansi"):
            raise Refusal("render_mode", f"A table is rendered as text (ansi), not as {render_mode!r}")
        self.game = table_game(one, seats, rounds, bank_stakes)
        self.render_mode = render_mode
        self.eyes = TableEyes.of(self.game, observation)
        self.observations = {agent: self.eyes.space() for agent in self.game.agents}
        self.actions = {agent: spaces.Discrete(self.game.actions) for agent in self.game.agents}
        self.play = TablePlay.begin(self.game)
        self.source: np.random.Generator | None = None

    def begin(self, seed: int | None) -> None:
        """A new episode; a seed decides all that comes."""
        if seed is not None or self.source is None:
            self.source, _ = seeding.np_random(seed)
        self.play = TablePlay.begin(self.game)
        self.play.go_on(self.source)

    def act(self, actions: dict[str, Any]) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Actions of agents that are asked: everybody's rewards, and what they are told besides the mask."""
        if self.source is None:
            raise RuntimeError("A table is reset before its first step")
        rewards = dict.fromkeys(self.game.agents, 0.0)
        told: dict[str, dict[str, Any]] = {agent: {} for agent in self.game.agents}
        for agent, action in actions.items():
            if not self.play.act(agent, whole_number(action)):
                rewards[agent] -= self.game.seat.penalty
                told[agent]["illegal"] = True
        nets = self.play.go_on(self.source)
        for agent, net in (nets or {}).items():
            rewards[agent] += net / self.game.seat.unit
            told[agent]["net"] = net
        if nets is not None and not self.play.over:
            self.play.next_round(self.source)
        return rewards, told

    def look(self, agent: str) -> Any:
        """What an agent sees now."""
        return self.eyes.look(self.play, agent)

    def told(self, agent: str) -> dict[str, Any]:
        """What an agent is told beside what it sees."""
        return {"action_mask": self.play.mask(agent)}

    def text(self) -> str | None:
        """The table as a bystander sees it."""
        if self.render_mode is None:
            return None
        sheet = self.game.seat.table.sheet
        _, dealer = self.eyes.cards(self.play, self.game.agents[0])
        seats = [
            f"{agent}: {seat.action or '…'}"
            for agent, seat in zip(self.game.agents, self.play.seats, strict=False)
        ]
        return "\n".join([f"{sheet.dealer.label}: {shown_cards(dealer[:3].tolist())}", *seats])


class AtTable:
    """What PettingZoo asks of any environment, answered for a table."""

    setting: TableSetting
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]

    def __init__(self, house: House = "rivers", **settings: Any) -> None:
        super().__init__()
        self.setting = TableSetting(house, **settings)
        self.render_mode = self.setting.render_mode
        self.possible_agents, self.agents = list(self.setting.game.agents), []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self.setting.observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may do."""
        return self.setting.actions[agent]

    def render(self) -> str | None:
        """The table as a bystander sees it."""
        return self.setting.text()

    def close(self) -> None:
        """Nothing is held open."""
