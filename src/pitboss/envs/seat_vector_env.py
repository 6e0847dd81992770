"""Many seats at many tables, played as arrays: Gymnasium's vector environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.envs.bet_menus import BetList, BetMenu, Mask, Stakes, whole_numbers
from pitboss.envs.exact import regrets
from pitboss.envs.observation import HIDDEN, Numbers, SeatEyes, Seen, each_of
from pitboss.envs.seat_game import House, Rules, open_game
from pitboss.errors import Refusal
from pitboss.money import Cents
from pitboss.odds.geometry import values_of
from pitboss.round import judge
from pitboss.round.judge import DRAW, FOLD, PLAY, RAISE, WIDTH, End
from pitboss.round.table import Table
from pitboss.sim.deals import Cards
from pitboss.sim.line_tables import seat_lines

Cells = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BetNets:
    """What seats win by how they end, for every bet that a menu allows."""

    table: Table
    menu: BetMenu
    meter: Cents | None
    wagers: dict[tuple[str, Cents], Cells] = field(default_factory=dict)  # a row for each amount seen so far

    @cached_property
    def fixed(self) -> Cells:
        """The nets of the only bet by the number of the end: one look-up instead of one for each axis."""
        [stakes] = self.menu.first(1).tolist()
        bets = {name: cents for name, cents in zip(self.menu.names, stakes, strict=True) if cents}
        lines = seat_lines(self.table, bets, self.meter)
        return lines.net(np.arange(lines.classes))

    @cached_property
    def listed(self) -> Cells:
        """A row of cells for each bet of a list."""
        assert isinstance(self.menu, BetList)
        bets = [zip(self.menu.names, stakes, strict=True) for stakes in self.menu.bets.tolist()]
        return np.stack([sum(self._wager(*each) for each in bet) for bet in bets])

    def nets(self, stakes: Stakes, numbers: Stakes, end: End) -> Cells:
        """The nets of seats by their stakes, the number of their bet in the list, and how they end."""
        if not self.menu.places:
            return self.fixed[judge.number_of(end)]
        if isinstance(self.menu, BetList):
            return _sum(self.listed, numbers, end)
        found = np.zeros(len(stakes), np.int64)
        for name, column in zip(self.menu.names, stakes.T, strict=True):
            amounts, number = np.unique(column, return_inverse=True)
            found += _sum(np.stack([self._wager(name, cents) for cents in amounts.tolist()]), number, end)
        return found

    def _wager(self, name: str, cents: Cents) -> Cells:
        """The nets of one wager, by cell; its fold is that of the Ante beside it."""
        if not cents:
            return np.zeros(WIDTH, np.int64)
        if (name, cents) not in self.wagers:
            ante = {} if name == "ante" else {"ante": self.table.min}
            lines = seat_lines(self.table, {**ante, name: cents}, self.meter)
            ids = frozenset(("ante", "play", *self.table.sheet.bonuses) if name == "ante" else (name,))
            self.wagers[name, cents] = lines.nets(ids)
        return self.wagers[name, cents]


def _sum(rows: Cells, numbers: Stakes, end: End) -> Cells:
    main, pay, six, dealer, colours, winning = judge.cells(end)
    first = numbers * WIDTH
    at = (first + main, first + pay, first + six, first + dealer, first + colours, first + winning)
    return judge.total(rows.ravel(), at)


Rewards = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat at each of `num_envs` tables of a house; everything else is as in `SeatEnv`.

    A table whose round is over deals the next one in the same step (`autoreset_mode`, which may also be
    `AutoresetMode.NEXT_STEP`); the last observation is in `info["final_obs"]`. No round is ever cut short, so
    that nothing is learned from it: without (`final_obs=False`) everything is faster.

    >>> import numpy as np
    >>> envs = SeatVectorEnv(4, "rivers")
    >>> observations, info = envs.reset(seed=7)
    >>> observations.shape
    (4, 110)
    >>> _, rewards, over, _, _ = envs.step(np.array([0, 0, 1, 1]))
    >>> rewards[:2].tolist(), over.all().item()
    ([-1.0, -1.0], True)
    """

    def __init__(
        self,
        num_envs: int = 1,
        house: House = "rivers",
        *,
        observation: str = "array",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        final_obs: bool = True,
        render_mode: str | None = None,
        regret: bool = False,
        **rules: Unpack[Rules],
    ) -> None:
        self.game = open_game(house, **rules)
        if num_envs < 1:
            raise Refusal("num_envs", "There is at least one table")
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise Refusal("autoreset", "Tables deal the next round in the same step or in the next one")
        self.num_envs, self.render_mode, self._tells_regret = num_envs, None, regret
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._same_step, self._tells_final = mode is AutoresetMode.SAME_STEP, final_obs
        self.eyes = SeatEyes.of(self.game, observation)
        self.single_observation_space = self.eyes.space(self.game.actions)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._menu, self._decisions = self.game.menu, len(self.game.decisions)
        self._nets = BetNets(self.game.table, self._menu, self.game.meter)
        self._looks, self._may_be_low = self.game.looks, self.game.raised_from > 0
        self._shoe = self.game.shoe()
        self._ante = self._menu.names.index("ante")
        self._every = np.arange(num_envs)
        self._cards: Cards = np.zeros((self._shoe.layout.cards, num_envs), np.uint8)
        self._hand: Cards = np.zeros((3, num_envs), np.uint8)
        self._stakes: Stakes = self._menu.first(num_envs)
        self._number: Stakes = np.zeros(num_envs, np.int64)  # of the bet in a list
        self._asked = np.full(num_envs, self._menu.places + 1, np.intp)
        self._drew: Flags = np.zeros(num_envs, bool)
        self._over: Flags = np.ones(num_envs, bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New rounds at all tables; a seed decides all that comes."""
        super().reset(seed=seed)
        self._begin(self._every)
        masks = self._masks()
        return self.eyes.look(self._seen(self._every), masks), self._info(masks)

    def step(self, actions: Any) -> tuple[Any, Rewards, Flags, Flags, dict[str, Any]]:
        """One action at every table; an illegal one costs the penalty, and the seat folds or sits out."""
        numbers = whole_numbers(actions, self.num_envs)
        fresh = np.flatnonzero(self._over)
        nets, fined = np.zeros(self.num_envs, np.int64), np.zeros(self.num_envs, bool)
        betting = np.flatnonzero(~self._over & (self._asked < self._menu.places))
        deciding = np.flatnonzero(~self._over & (self._asked == self._menu.places))
        over = np.zeros(self.num_envs, bool)
        if len(betting):
            self._bet(betting, numbers[betting], nets, fined, over)
        given_up = np.zeros(self.num_envs)
        if len(deciding):
            if self._tells_regret:
                given_up[deciding] = self._regrets(deciding, numbers[deciding])
            self._decide(deciding, numbers[deciding], nets, fined)
            over[deciding] = True
        rewards = nets / self.game.unit - self.game.penalty * fined
        self._over = over.copy()
        if len(fresh):
            self._begin(fresh)
        told = {"net": nets, "illegal": fined} | ({"regret": given_up} if self._tells_regret else {})
        info = self._ended(np.flatnonzero(over), over, told)
        masks = self._masks()
        seen = self.eyes.look(self._seen(self._every), masks)
        return seen, rewards, over, np.zeros_like(over), info | self._info(masks)

    def _begin(self, rows: Rows) -> None:
        """Deals new rounds."""
        cards, at = self._shoe.deal_many(self.np_random, len(rows)), self._at(rows)
        self._cards[:, at] = cards
        self._hand[:, at] = _high_to_low(cards[0:6:2])
        self._asked[at], self._over[at], self._drew[at] = 0, False, False
        if self._menu.places:
            self._stakes[at], self._number[at] = 0, 0

    def _at(self, rows: Rows) -> Rows | slice:
        """Where some tables are in an array; all of them are taken as a slice, which copies nothing."""
        return slice(None) if len(rows) == self.num_envs else rows

    def _bet(self, rows: Rows, numbers: Stakes, nets: Stakes, fined: Flags, over: Flags) -> None:
        """Takes one step of betting; those without an Ante are settled when their bet is made."""
        asked = self._asked[rows]
        for place in np.unique(asked).tolist():
            here = asked == place
            mine, chosen = rows[here], numbers[here] - self._decisions
            legal = self._menu.masks(place, self._stakes[mine])
            known = (chosen >= 0) & (chosen < self._menu.size)
            sound = known & (legal[np.arange(len(mine)), np.where(known, chosen, 0)] == 1)
            good, bad = mine[sound], mine[~sound]
            self._stakes[good] = self._menu.take(place, self._stakes[good], chosen[sound])
            self._number[good] = chosen[sound]
            self._asked[good] = place + 1
            fined[bad], over[bad] = True, True
            self._stakes[bad], self._asked[bad] = 0, self._menu.places + 1
        done = rows[(self._asked[rows] == self._menu.places) & (self._stakes[rows, self._ante] == 0)]
        if len(done):
            nets[done] = self._settle(done, np.full(len(done), PLAY))
            over[done] = True

    def _decide(self, rows: Rows, numbers: Stakes, nets: Stakes, fined: Flags) -> None:
        """Takes the decisions."""
        known = (numbers >= 0) & (numbers < self._decisions)
        if self._may_be_low:
            known &= ~(self._too_low(rows) & (numbers >= self.game.raises.start))
        fined[rows] = ~known
        nets[rows] = self._settle(rows, self.game.planned[np.where(known, numbers, FOLD)])

    def _regrets(self, rows: Rows, numbers: Stakes) -> npt.NDArray[np.float64]:
        """What decisions give up, by what the seats see before them."""
        ups = self._cards[1:6:2][3 - self.game.dealing.shows :, rows].T
        return regrets(self.game, self._stakes[rows], self._hand[:, rows].T, ups, numbers)

    def _too_low(self, rows: Rows) -> Flags:
        """Which hands may not raise Play."""
        return values_of(*self._hand[:, rows].astype(np.int64)) < self.game.raised_from

    def _settle(self, rows: Rows, action: Stakes) -> Stakes:
        """Plays rounds to their end; actions have the numbers of a plan."""
        known, dealing, layout, at = judge.cards(), self.game.dealing, self._shoe.layout, self._at(rows)
        cards, hand = self._cards[:, at].astype(np.int64), self._hand[:, at].astype(np.int64)
        theirs, drawn = cards[1:6:2], cards[min(layout.replacements, len(cards) - 1)]
        decides = self._stakes[at, self._ante] > 0
        dealer = judge.judge_dealer(
            known, theirs, judge.hand_of(known, theirs), cards[-1], dealing.draws_below
        )
        mine, least = judge.hand_of(known, hand), dealing.qualifies_from
        end = judge.judge_hand(known, least, self._looks, dealer, hand, mine, drawn, action, decides)
        draws = np.flatnonzero((action >= DRAW) & (action < RAISE) & decides)
        if len(draws):
            hand[action[draws] - DRAW, draws] = drawn[draws]
            self._hand[:, at] = _high_to_low(hand)
        self._drew[at], self._asked[at] = dealer.drew, self._menu.places + 1
        return self._nets.nets(self._stakes[at], self._number[at], end)

    def _seen(self, rows: Rows) -> Seen:
        """What the seats of some tables see: no card before the deal, and of the dealer's what shows."""
        asked, places = self._asked[rows], self._menu.places
        dealer = np.full((len(rows), 4), HIDDEN, np.int8)
        shows, over = self.game.dealing.shows, self._over[rows]
        hand: Numbers = self._hand[:, rows].T.astype(np.int8)
        if places:
            hand[asked < places] = HIDDEN
            hand[over & ~self._stakes[rows].any(axis=1)] = HIDDEN
        if shows:
            dealer[:, 3 - shows : 3] = self._cards[1:6:2][3 - shows :, rows].T
            dealer[hand[:, 0] == HIDDEN] = HIDDEN
        ended = over & (hand[:, 0] != HIDDEN)
        if ended.any():
            at = rows[ended]
            dealer[ended, :3] = self._cards[1:6:2][:, at].T
            if self._shoe.layout.dealer_draws:
                fourth = self._cards[self._shoe.layout.fourth, at].astype(np.int8)
                dealer[ended, 3] = np.where(self._drew[at], fourth, HIDDEN)
        return Seen(hand, dealer, asked, self._stakes[rows])

    def _masks(self) -> Mask:
        """The legal actions at every table; none where the round is over."""
        masks = np.zeros((self.num_envs, self.game.actions), np.int8)
        deciding = np.flatnonzero(self._asked == self._menu.places)
        masks[deciding, : self._decisions] = 1
        if self._may_be_low and len(deciding):
            masks[deciding[self._too_low(deciding)], self.game.raises] = 0
        for place in range(self._menu.places):
            rows = np.flatnonzero(self._asked == place)
            if len(rows):
                masks[rows, self._decisions :] = self._menu.masks(place, self._stakes[rows])
        return masks

    def _info(self, masks: Mask) -> dict[str, Any]:
        return {"action_mask": masks.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def _ended(self, rows: Rows, over: Flags, info: dict[str, Any]) -> dict[str, Any]:
        """The info about rounds that are over, in the form of Gymnasium's own vector environments."""
        ended = {
            name: part for each, value in info.items() for name, part in ((each, value), (f"_{each}", over))
        }
        if not self._same_step or not len(rows):
            return ended if len(rows) else {}
        found: dict[str, Any] = {"final_info": ended, "_final_info": over}
        if self._tells_final:
            masks = np.zeros((len(rows), self.game.actions), np.int8)
            last, seen = np.full(self.num_envs, None, object), self.eyes.look(self._seen(rows), masks)
            for row, each in zip(rows.tolist(), each_of(seen), strict=True):
                last[row] = each
            found |= {"final_obs": last, "_final_obs": over}
        self._begin(rows)
        return found


def _high_to_low(hands: Any) -> Any:
    """Three rows of cards, each hand from its highest to its lowest."""
    a, b, c = hands
    high, low = np.maximum(a, b), np.minimum(a, b)
    middle = np.minimum(high, c)
    return np.stack([np.maximum(high, c), np.maximum(low, middle), np.minimum(low, middle)])
