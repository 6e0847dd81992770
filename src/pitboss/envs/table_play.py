"""A whole table, for every environment: all seats, a bank where the house has one, a meter for all.

Every seat bets, the cards are dealt, every seat with an Ante decides, and settlement pays. A seat that bets
what is not legal sits the round out; one that decides so folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

import numpy as np

from pitboss.cards import Card
from pitboss.envs.bet_menus import Mask, Stakes
from pitboss.envs.seat_game import SeatGame, Shoe, dealt_to, final_dealer
from pitboss.errors import Refusal
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.decisions import FOLD
from pitboss.round.play import contributions
from pitboss.round.settlement import ActionId, Deal, Hand, pay_deal
from pitboss.round.state import Round, Seat
from pitboss.round.table import raises_of

BANK: Final = "bank_0"
BANK_TIMES: Final = (1, 2, 5, 10, 50)  # of the table maximum: what a bank may put up unless told otherwise


@dataclass(frozen=True, eq=False)
class TableGame:
    """What a table's environment is made of."""

    seat: SeatGame
    seats: int
    rounds: int  # of an episode
    bank_stakes: tuple[Cents, ...]  # empty where no player banks

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """The seats in their order and, where players bank, the bank."""
        seats = tuple(f"seat_{number}" for number in range(1, self.seats + 1))
        return (*seats, BANK) if self.bank_stakes else seats

    @cached_property
    def shown(self) -> tuple[ActionId, ...]:
        """What all see that a seat has decided: at every house three actions, and its raises after them."""
        return ("fold", "play", "draw", *raises_of(self.seat.table.sheet))

    @cached_property
    def actions(self) -> int:
        """How many actions there are, as many for all: a seat's, or the stakes that a bank may put up."""
        return max(self.seat.actions, len(self.bank_stakes))


def table_game(
    game: SeatGame, seats: int | None, rounds: int, bank_stakes: Sequence[Cents] | None
) -> TableGame:
    """The game of a table, or a `Refusal`."""
    sheet, table = game.table.sheet, game.table
    most = sheet.seats if seats is None else seats
    if not 1 <= most <= sheet.seats:
        raise Refusal("seats", f"A table has 1 to {sheet.seats} seats, not {most}", sheet.seats_clause)
    if rounds < 1:
        raise Refusal("rounds", "An episode has at least one round")
    if sheet.bank is None:
        if bank_stakes is not None:
            raise Refusal("no_bank", f"{sheet.name} is not player-banked", sheet.dealer.clause)
        return TableGame(game, most, rounds, ())
    stakes = tuple(times * table.max for times in BANK_TIMES) if bank_stakes is None else tuple(bank_stakes)
    least = table.max if sheet.bank.least_stake == "table max" else 1
    if not stakes or min(stakes) < least:
        text = f"A bank puts up at least {dollars(least)}"
        raise Refusal("bank", text, sheet.bank.rotation_clause)
    return TableGame(game, most, rounds, stakes)


@dataclass(eq=False)
class SeatPlay:
    """One seat in the round at hand."""

    stakes: Stakes  # one row
    asked: int = 0  # the step of betting, then the decision, then nothing
    sits_out: bool = False
    hand: tuple[Card, ...] = ()  # high to low, once dealt
    first: tuple[Card, ...] = ()  # before a draw
    action: ActionId | None = None
    discard: Card | None = None
    drawn: Card | None = None


@dataclass(eq=False)
class TablePlay:
    """The table in the course of an episode."""

    game: TableGame
    meter: int  # in micro-cents; 0 where there is none
    seats: list[SeatPlay] = field(default_factory=list)
    bank: Cents | None = None  # what it has put up for this round
    cards: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()  # all of them, once they show
    round: int = 0
    over: bool = False

    @classmethod
    def begin(cls, game: TableGame) -> TablePlay:
        """A table before the first bets of an episode."""
        play = cls(game, (game.seat.meter or 0) * MICRO)
        play._open()
        return play

    def _open(self) -> None:
        menu = self.game.seat.menu
        self.seats = [SeatPlay(menu.first(1)) for _ in range(self.game.seats)]
        self.bank, self.cards, self.dealer = None, (), ()

    @property
    def asked(self) -> tuple[str, ...]:
        """Whom the table waits for, in the order of the seats; the bank comes after them."""
        return tuple(agent for agent in self.game.agents if self.asks(agent))

    def asks(self, agent: str) -> bool:
        """Whether the table waits for an agent."""
        if self.over:
            return False
        if agent == BANK:
            return not self.cards and self.bank is None
        asked, decision = self._seat(agent).asked, self.game.seat.menu.places
        return asked == decision if self.cards else asked < decision

    @property
    def up_cards(self) -> tuple[Card, ...]:
        """The dealer's cards that show before the end: the last ones dealt."""
        seats, shows = sum(self._playing), self.game.seat.dealing.shows
        return dealt_to(self.cards, seats, seats)[3 - shows :] if self.cards and shows else ()

    def mask(self, agent: str) -> Mask:
        """The legal actions of an agent; all of them, since none does anything, while it is not asked."""
        mask, one = np.zeros(self.game.actions, np.int8), self.game.seat
        decisions = len(one.decisions)
        if self.over:
            return mask
        if not self.asks(agent):
            mask[:] = 1
        elif agent == BANK:
            mask[: len(self.game.bank_stakes)] = 1
        elif self.cards:
            mask[:decisions] = one.legal(self._seat(agent).hand)
        else:
            seat = self._seat(agent)
            mask[decisions : one.actions] = one.menu.masks(seat.asked, seat.stakes)[0]
        return mask

    def act(self, agent: str, number: int) -> bool:
        """What an agent that is asked does; whether it was legal."""
        legal = 0 <= number < self.game.actions and bool(self.mask(agent)[number])
        if agent == BANK:
            # A bank that names no stake puts up the least.
            self.bank = self.game.bank_stakes[number] if legal else min(self.game.bank_stakes)
        elif self.cards:
            self._decide(self._seat(agent), number if legal else FOLD)
        else:
            self._bet(self._seat(agent), number - len(self.game.seat.decisions) if legal else None)
        return legal

    def go_on(self, source: np.random.Generator) -> dict[str, Cents] | None:
        """Deals, or pays the round and opens the next, once nobody is asked; the nets where it paid."""
        if self.asked or self.over:
            return None
        if not self.cards and any(self._playing):
            self._deal(source)
        if self.asked:
            return None
        nets = self._pay()
        self.round += 1
        self.over = self.round == self.game.rounds
        return nets

    def next_round(self, source: np.random.Generator) -> None:
        """Opens the next round of the episode, and deals it where nothing is to be bet."""
        self._open()
        self.go_on(source)

    @property
    def _playing(self) -> list[bool]:
        return [not seat.sits_out for seat in self.seats]

    def _seat(self, agent: str) -> SeatPlay:
        return self.seats[self.game.agents.index(agent)]

    def _bet(self, seat: SeatPlay, chosen: int | None) -> None:
        menu = self.game.seat.menu
        if chosen is None:
            seat.stakes, seat.asked, seat.sits_out = menu.first(1), menu.places + 1, True
            return
        seat.stakes = menu.take(seat.asked, seat.stakes, np.array([chosen]))
        seat.asked += 1
        if seat.asked == menu.places and "ante" not in self._wagers(seat):
            seat.asked += 1  # there is nothing to decide

    def _wagers(self, seat: SeatPlay) -> dict[str, Cents]:
        [stakes] = seat.stakes.tolist()
        return {name: cents for name, cents in zip(self.game.seat.menu.names, stakes, strict=True) if cents}

    def _deal(self, source: np.random.Generator) -> None:
        playing = [seat for seat in self.seats if not seat.sits_out]
        shoe = _shoe(self.game.seat, len(playing))
        self.cards = shoe.deal_one(source)
        for place, seat in enumerate(playing):
            seat.hand = seat.first = tuple(sorted(dealt_to(self.cards, len(playing), place), reverse=True))
            if self.game.seat.dealing.player_draws:
                seat.drawn = self.cards[shoe.layout.replacements + place]

    def _decide(self, seat: SeatPlay, number: int) -> None:
        seat.action, discard = self.game.seat.decided(number)
        seat.asked += 1
        if discard is not None:
            seat.discard = seat.first[discard]
            kept = [card for card in seat.first if card != seat.discard]
            seat.hand = tuple(sorted([*kept, seat.drawn or 0], reverse=True))

    def _pay(self) -> dict[str, Cents]:
        """Settles the round; nobody wins or loses in one that nobody plays."""
        nets = dict.fromkeys(self.game.agents, 0)
        playing = [(number, seat) for number, seat in enumerate(self.seats, start=1) if not seat.sits_out]
        if not playing:
            return nets
        table, layout = self.game.seat.table, _shoe(self.game.seat, len(playing)).layout
        self.dealer = final_dealer(self.game.seat, layout, self.cards)
        fed = Round(table, seats=tuple(Seat(n, str(n), tuple(self._wagers(s).items())) for n, s in playing))
        meter = self.meter + contributions(fed) if table.sheet.meter else None
        hands = [self._hand(number, seat) for number, seat in playing]
        cents, micro = (None, 0) if meter is None else divmod(meter, MICRO)
        paid = pay_deal(table, Deal(self.dealer, hands, self.bank, cents, micro=micro))
        for seat in paid.seats:
            nets[self.game.agents[seat.seat - 1]] = seat.net
        if paid.bank is not None:
            nets[BANK] = paid.bank.net
        if paid.meter is not None:
            self.meter = paid.meter.after * MICRO + paid.meter.micro
        return nets

    def _hand(self, number: int, seat: SeatPlay) -> Hand:
        a, b, c = seat.first
        drawn = seat.drawn if seat.action == "draw" else None
        return Hand(number, number, self._wagers(seat), (a, b, c), seat.action, seat.discard, drawn)


@lru_cache(maxsize=64)
def _shoe(game: SeatGame, seats: int) -> Shoe:
    return game.shoe(seats)
