"""One seat against the house: Gymnasium's environment. A round is an episode; settlement itself pays it."""

from __future__ import annotations

from typing import Any, SupportsFloat, Unpack

import gymnasium
import numpy as np
from gymnasium import logger, spaces

from pitboss.cards import Card, parse_card
from pitboss.envs.bet_menus import Mask, whole_number
from pitboss.envs.exact import regrets
from pitboss.envs.observation import HIDDEN, OneSees, SeatEyes, shown_cards
from pitboss.envs.seat_game import NOT_RENDERED, House, Rules, dealt_to, final_dealer, open_game
from pitboss.errors import Refusal
from pitboss.money import Cents, dollars, minus
from pitboss.odds.decisions import FOLD
from pitboss.round.settlement import Deal, Hand, pay_deal


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat at a table of a house, whose id is given, or the path of a sheet file, or a sheet.

    The actions are numbers: first the decisions (fold, play and, where players draw, which card goes, high to
    low; where Play may be raised, each multiple), then the bets, where `betting` is `discrete` or `free`.
    Rewards are in Antes. `docs/environments.md` says where to find what in an observation.

    >>> env = SeatEnv("napa-valley", observation="dict")
    >>> seen, info = env.reset(options={"deck": "Qs Kd 6h 2c 4d Kh"})
    >>> seen["hand"].tolist(), seen["dealer"].tolist()  # Q♠ 6♥ 4♦, and the K♥ shows
    ([43, 18, 9], [-1, -1, 46, -1])
    >>> env.step(0)[1:3]
    (-1.0, True)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        house: House = "rivers",
        *,
        observation: str = "array",
        render_mode: str | None = None,
        regret: bool = False,
        **rules: Unpack[Rules],
    ) -> None:
        self.game = open_game(house, **rules)
        self.render_mode = render_mode if render_mode == "ansi" else None  # `make` warns of any other
        self._tells_regret = regret
        self.eyes = SeatEyes.of(self.game, observation)
        self.observation_space = self.eyes.space(self.game.actions)
        self.action_space = spaces.Discrete(self.game.actions)
        self._shoe = self.game.shoe()
        self._cards: tuple[Card, ...] = ()
        self._stakes = self.game.menu.first(1)
        self._asked = self.game.menu.places + 1
        self._hand: tuple[Card, ...] = ()  # what the seat holds, high to low; empty before it sees a card
        self._dealer: tuple[Card, ...] = ()  # all of the dealer's cards, once they show
        self._net: Cents = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new round. The option `deck` gives its first cards, as text or as numbers, in the order dealt."""
        super().reset(seed=seed)
        wished = (options or {}).get("deck")
        self._cards = self._shoe.deal_one(self.np_random) if wished is None else self._wished(wished)
        self._stakes, self._asked, self._net = self.game.menu.first(1), 0, 0
        self._hand, self._dealer = (), ()
        if not self.game.menu.places:
            self._hand = self._dealt
        return self._look()

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """One action; an illegal one costs the penalty, and the seat folds, or sits out without a bet."""
        number, places = whole_number(action), self.game.menu.places
        illegal, given_up = False, 0.0
        if self._asked < places:
            illegal = not self._bet(number)
        elif self._asked == places:
            given_up = self._regret(number) if self._tells_regret else 0.0
            illegal = not (0 <= number < len(self.game.decisions) and self.game.legal(self._hand)[number])
            self._settle(FOLD if illegal else number)
        seen, info = self._look()
        over = self._asked > places
        info["illegal"] = illegal
        if over:
            info |= {"net": self._net} | ({"regret": given_up} if self._tells_regret else {})
        return seen, self._net / self.game.unit * over - self.game.penalty * illegal, over, False, info

    def render(self) -> str | None:
        """The table as the seat sees it."""
        if self.render_mode is None:
            logger.warn(NOT_RENDERED)
            return None
        sheet, [stakes] = self.game.table.sheet, self._stakes.tolist()
        bets = [
            f"{sheet.label(name)} {dollars(cents)}"
            for name, cents in zip(self.game.menu.names, stakes, strict=True)
            if cents
        ]
        seen = self._sees
        lines = [
            f"{sheet.dealer.label}: {shown_cards(seen.dealer[:3])}",
            f"You: {shown_cards(seen.hand)}",
            f"Bets: {', '.join(bets) or 'none yet'}",
        ]
        if self._asked > self.game.menu.places:
            lines.append(f"Net: {minus(dollars(self._net))}")
        return "\n".join(lines)

    def _regret(self, number: int) -> float:
        """What a decision gives up, by what the seat sees before it."""
        shows = self.game.dealing.shows
        ups = np.array(self._sees.dealer[3 - shows : 3], np.int64).reshape(1, shows)
        return float(regrets(self.game, self._stakes, np.array([self._hand]), ups, np.array([number]))[0])

    @property
    def _dealt(self) -> tuple[Card, ...]:
        return tuple(sorted(dealt_to(self._cards, 1, 0), reverse=True))

    def _bet(self, number: int) -> bool:
        """Takes a step of betting, if it is legal; without an Ante nothing is left to decide."""
        menu, chosen = self.game.menu, number - len(self.game.decisions)
        if not 0 <= chosen < menu.size or not menu.masks(self._asked, self._stakes)[0, chosen]:
            self._stakes, self._asked = menu.first(1), menu.places + 1
            return False
        self._stakes = menu.take(self._asked, self._stakes, np.array([chosen]))
        self._asked += 1
        if self._asked == menu.places:
            self._hand = self._dealt
            if "ante" not in self._wagers:
                self._settle(None)
        return True

    @property
    def _wagers(self) -> dict[str, Cents]:
        [stakes] = self._stakes.tolist()
        return {name: cents for name, cents in zip(self.game.menu.names, stakes, strict=True) if cents}

    def _settle(self, number: int | None) -> None:
        """Plays the round to its end."""
        game, layout = self.game, self._shoe.layout
        a, b, c = self._hand
        does = None if number is None else game.decided(number)
        discard = drawn = None
        if does is not None and does.discard is not None:
            discard, drawn = self._hand[does.discard], self._cards[layout.replacements]
        hand = Hand(1, 1, self._wagers, (a, b, c), does and does.action, discard, drawn)
        self._dealer = final_dealer(game, layout, self._cards)
        [paid] = pay_deal(game.table, Deal(self._dealer, (hand,), None, game.meter)).seats
        self._hand = tuple(sorted(hand.final, reverse=True))
        self._net, self._asked = paid.net, game.menu.places + 1

    def _look(self) -> tuple[Any, dict[str, Any]]:
        mask = self._mask()
        return self.eyes.look_one(self._sees, mask), {"action_mask": mask.copy()}

    @property
    def _sees(self) -> OneSees:
        """What the seat sees: its cards once it has bet, and of the dealer's what shows."""
        shows, dealer = self.game.dealing.shows, self._dealer
        if self._hand and not dealer:
            dealer = (HIDDEN,) * (3 - shows) + dealt_to(self._cards, 1, 1)[3 - shows :]
        return OneSees(self._hand, dealer, self._asked, self._stakes)

    def _mask(self) -> Mask:
        """The legal actions; none once the round is over."""
        mask, decisions = np.zeros(self.game.actions, np.int8), len(self.game.decisions)
        if self._asked < self.game.menu.places:
            mask[decisions:] = self.game.menu.masks(self._asked, self._stakes)[0]
        elif self._asked == self.game.menu.places:
            mask[:decisions] = self.game.legal(self._hand)
        return mask

    def _wished(self, deck: Any) -> tuple[Card, ...]:
        """The first cards of a wished deck; the rest comes in order."""
        words = deck.split() if isinstance(deck, str) else list(deck)
        given = [parse_card(each) if isinstance(each, str) else int(each) for each in words]
        if len(set(given)) != len(given) or not all(0 <= card < 52 for card in given):
            raise Refusal("deck", "A deck has each card once", "STD-1", "deck")
        rest = [card for card in range(52) if card not in given]
        return tuple([*given, *rest][: self._shoe.layout.cards])
