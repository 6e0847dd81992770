"""A second, naive cage and pit: a dictionary of balances, and the sheets' rules as `tests.naive` reads them.

It knows which commands are accepted and what they do to money. It asks nothing of the product: cards come
from the seed that a round is stored with, payments from the naive settlement.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pitboss.round import Decide, EndDeal, RevealDealer, TakeBank, VoidRound
from pitboss.table import (
    PROPOSITION,
    Bet,
    ChangeTerms,
    CloseTable,
    OpenRound,
    PitCommand,
    Settle,
    StartDeal,
    WriteDown,
)
from tests.naive.settlement import settle
from tests.properties import law

CENT = 1_000_000
LOW, HIGH = 500, 10_000
RESET = 100_000  # RIV-12


@dataclass
class SeatOf:
    """A seat with a bet."""

    player: str
    wagers: dict[str, int]
    seed: str
    action: str | None = None
    discard: str | None = None

    @property
    def reserve(self) -> int:
        """Stakes, and the Play bet unless the seat has folded."""
        return sum(self.wagers.values()) + (0 if self.action == "fold" else self.wagers.get("ante", 0))


@dataclass
class TableOf:
    """A table and its open round; without one the phase is empty."""

    id: str
    house: str
    sheet: str
    phase: str = ""
    number: int = 0
    events: int = 0
    closed: bool = False
    seats: dict[int, SeatOf] = field(default_factory=dict)
    bank: tuple[str, int] | None = None
    cards: list[str] = field(default_factory=list)
    chips: bool = False
    alone: bool = False  # with its meter

    @property
    def teller(self) -> str:
        """Who pays and collects."""
        return f"{'tray' if self.chips else 'house'}:{self.id}"

    @property
    def meter(self) -> str:
        return f"meter:{self.id if self.chips or self.alone else self.sheet}"

    @property
    def order(self) -> list[int]:
        return sorted(self.seats)

    def hand(self, seat: int) -> law.Cards:
        return law.seat_cards(self.cards, len(self.seats), self.order.index(seat))

    @property
    def waiting(self) -> list[int]:
        return [n for n in self.order if "ante" in self.seats[n].wagers and self.seats[n].action is None]


class Books:
    """Balances in cents by account; meters take only whole cents in these games (25 % of $1)."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.deeds = 0

    def move(self, giver: str, taker: str, cents: int) -> None:
        self.held[giver] -= cents
        self.held[taker] += cents

    def purse(self, table: TableOf, player: str) -> str:
        if player == PROPOSITION:
            return f"proposition:{table.id}"
        return f"chips:{table.id}:{player}" if table.chips else f"person:{player}"

    def nonzero(self) -> dict[str, int]:
        return {name: cents * CENT for name, cents in self.held.items() if cents}

    # Which commands are refused

    def refuses(self, table: TableOf, actor: str, command: PitCommand) -> bool:
        """Whether a command must be refused."""
        if table.closed:
            return True
        match command:
            case OpenRound():
                return table.phase != ""
            case CloseTable() | ChangeTerms():
                return bool(table.seats or table.bank)
            case WriteDown():
                return False
            case Bet():
                return table.phase != "bets" or actor != command.player or self._bet_refused(table, command)
            case TakeBank():
                own = command.player == PROPOSITION
                wrong = actor != (f"table:{table.id}" if own else command.player)
                return table.phase != "bets" or wrong or self._bank_refused(table, command)
            case StartDeal():
                return table.phase != "bets" or not self._ready(table)
            case EndDeal():
                return table.phase != "deal"
            case Decide():
                return (
                    table.phase != "decisions"
                    or command.seat not in table.waiting
                    or table.seats[command.seat].player != command.player
                    or actor != command.player
                    or self._decision_refused(table, command)
                )
            case RevealDealer():
                return table.phase != "decisions" or bool(table.waiting)
            case Settle():
                return table.phase != "reveal"
            case VoidRound("exposed"):
                return table.house != "napa-valley" or table.phase != "deal"  # NAPA-12
            case VoidRound():
                return table.phase == ""

    def _bet_refused(self, table: TableOf, bet: Bet) -> bool:
        old = table.seats.get(bet.seat)
        if not 1 <= bet.seat <= law.SEATS or (old and old.player != bet.player):
            return True
        if not bet.wagers:
            return old is None
        banks = table.bank is not None and table.bank[0] == bet.player  # NAPA-16
        if banks or law.bet_faults(table.house, LOW, HIGH, bet.wagers):
            return True
        mine = {n for n, seat in table.seats.items() if seat.player == bet.player} | {bet.seat}
        if table.house == "napa-valley" and not law.consecutive(mine):
            return True
        more = SeatOf(bet.player, bet.wagers, "").reserve - (old.reserve if old else 0)
        return more > self.held[self.purse(table, bet.player)]

    def _bank_refused(self, table: TableOf, taken: TakeBank) -> bool:
        if table.house != "napa-valley" or taken.stake < 0 or (taken.stake == 0 and table.bank is None):
            return True
        if any(seat.player == taken.player for seat in table.seats.values()):
            return True
        if table.bank is not None and table.bank[0] != taken.player:
            return True
        more = taken.stake - (table.bank[1] if table.bank else 0)
        return taken.player != PROPOSITION and more > self.held[self.purse(table, taken.player)]

    def _ready(self, table: TableOf) -> bool:
        if not table.seats or (table.house == "napa-valley" and table.bank is None):
            return False
        people = {seat.player for seat in table.seats.values()}
        return table.house != "napa-valley" or all(  # NAPA-14
            law.consecutive(n for n, seat in table.seats.items() if seat.player == person)
            for person in people
        )

    def _decision_refused(self, table: TableOf, command: Decide) -> bool:
        if command.action != "draw":
            return command.discard is not None
        return table.house != "pechanga" or command.discard not in table.hand(command.seat)  # PEC-3

    # What an accepted command does

    def did(self, table: TableOf, command: PitCommand, cards: list[str]) -> None:
        """Follows an accepted command; `cards` is the deck of the round that is dealt."""
        self.deeds += 1
        table.events += 1
        match command:
            case OpenRound():
                table.number += 1
                table.phase = "bets"
            case CloseTable():
                table.events += table.phase != ""  # the unused round has an event of its own
                self._over(table)
                table.closed = True
                for name in list(self.held):
                    mine = name.startswith(f"chips:{table.id}:") or name == self.purse(table, PROPOSITION)
                    alone = table.chips or table.alone
                    if (table.chips and mine) or (alone and name == table.meter):
                        self.move(name, table.teller, self.held[name])
            case Bet(number, player, wagers, seed):
                old = table.seats.pop(number, None)
                if wagers:
                    table.seats[number] = SeatOf(player, dict(wagers), seed)
                now = table.seats[number].reserve if wagers else 0
                more = now - (old.reserve if old else 0)
                self.move(self.purse(table, player), self._escrow(table), more)
            case TakeBank(player, stake):
                purse = self.purse(table, player)
                if player == PROPOSITION and self.held[purse] < stake:
                    self.move(table.teller if table.chips else "mint", purse, max(100 * HIGH, stake))
                self.move(purse, self._bank(table), stake - (table.bank[1] if table.bank else 0))
                table.bank = (player, stake) if stake else None
            case StartDeal():
                table.phase, table.cards = "deal", cards
            case EndDeal():
                table.phase = "decisions"
            case Decide(number, player, action, discard):
                seat = table.seats[number]
                seat.action, seat.discard = action, discard
                if action == "fold":
                    self.move(self._escrow(table), self.purse(table, player), seat.wagers["ante"])
            case RevealDealer():
                table.phase = "reveal"
            case Settle():
                self._settle(table)
            case VoidRound():
                for seat in table.seats.values():
                    self.move(self._escrow(table), self.purse(table, seat.player), seat.reserve)
                if table.bank:
                    self.move(self._bank(table), self.purse(table, table.bank[0]), table.bank[1])
                self._over(table)

    def _escrow(self, table: TableOf) -> str:
        return f"escrow:{table.id}:{table.number}"

    def _bank(self, table: TableOf) -> str:
        return f"bank:{table.id}:{table.number}"

    def _over(self, table: TableOf) -> None:
        table.phase, table.seats, table.bank, table.cards = "", {}, None, []

    def _settle(self, table: TableOf) -> None:
        house, meter = table.teller, table.meter
        fed = 25 * sum("progressive" in seat.wagers for seat in table.seats.values())  # RIV-12
        data = self._finished(table, self.held[meter] + fed)
        paid = settle(data)
        for seat in paid["seats"]:
            mine = table.seats[seat["seat"]]
            self.move(self._escrow(table), self.purse(table, mine.player), mine.reserve)
            self.move(house, self.purse(table, mine.player), seat["net"])
        if table.bank:
            purse = self.purse(table, table.bank[0])
            self.move(self._bank(table), purse, table.bank[1])
            self.move(house, purse, paid["bank"]["net"])
        if paid["meter"]:
            self.move(house, meter, paid["meter"]["after"] - self.held[meter])
        self._over(table)

    def _finished(self, table: TableOf, meter: int) -> dict[str, Any]:
        """The round as `pitboss settle` takes it."""
        n = len(table.seats)
        dealer = law.dealer_cards(table.cards, n)
        if law.dealer_draws(table.house, dealer):
            dealer = (*dealer, law.fourth_card(table.cards, n))
        seats = []
        for index, number in enumerate(table.order):
            seat = table.seats[number]
            each: dict[str, Any] = {"seat": number, "player": seat.player, "wagers": seat.wagers}
            each["cards"] = list(table.hand(number))
            if seat.action:
                each["action"] = seat.action
            if seat.action == "draw":
                each |= {"discard": seat.discard, "drawn": law.replacement(table.cards, n, index)}
            seats.append(each)
        data: dict[str, Any] = {"house": table.house, "dealer": list(dealer), "seats": seats}
        if table.bank:
            data["bank"] = {"stake": table.bank[1]}
        return data | ({"meter": meter} if table.house == "rivers" else {})
