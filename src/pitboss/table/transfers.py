"""What an event does to money: a pure function from events to transfers, nothing else moves any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pitboss.ledger.accounts import (
    MINT,
    Account,
    Transfer,
    bank_account,
    chips_account,
    chips_under,
    escrow_account,
    house_account,
    meter_account,
    parts_of,
    person_account,
    proposition_account,
    tray_account,
    whole_of,
)
from pitboss.ledger.journal import StoredTable
from pitboss.money import MICRO, Cents
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    Decided,
    Event,
    Round,
    RoundSettled,
    RoundVoided,
)
from pitboss.round.events import PaidLine, PaidSeat
from pitboss.round.state import Seat
from pitboss.round.table import Table, is_raise, more_for_raise
from pitboss.sheet.model import Sheet

PROPOSITION = "proposition"  # the house's own player, who takes a bank that nobody wants
SWEPT = "swept"
GATHERED = "gathered"  # what a part of a meter held when the meter was won
PROPOSITION_STAKES = 100  # times the table maximum: what the proposition player is fed with


@dataclass(frozen=True, slots=True)
class Till:
    """A table's side of the books: what its people play with, who pays them, and which meter is its.

    Where the purse is `chips`, everything comes from the table's own tray and goes back there in the end: no
    person, no house and no shared meter is richer or poorer for it. At a table of an evening tray and chips
    are the evening's: it gives them and takes them back, and no table does.
    """

    table_id: str
    chips: bool = False
    meter: str | None = None  # the key of the account where it feeds its meter
    evening: str | None = None

    @property
    def house(self) -> Account:
        """Who pays and collects, where no player is the bank."""
        return tray_account(self.chips_of) if self.chips else house_account(self.table_id)

    @property
    def chips_of(self) -> str:
        """Under whose id its chips and its tray are."""
        return self.evening or self.table_id

    @property
    def gives_chips(self) -> bool:
        """Whether the table itself gives chips to its people, and takes them back."""
        return self.chips and self.evening is None

    @property
    def feeder(self) -> Account:
        """Where the money of this table comes from."""
        return self.house if self.chips else MINT

    @property
    def meter_part(self) -> Account:
        """What it feeds: its own meter, or its part of one that many tables share."""
        if self.meter is None:
            raise AssertionError(f"the table {self.table_id} has no meter")
        return meter_account(self.meter)

    @property
    def meter_account(self) -> Account:
        """Where its meter is started, and won from."""
        part = self.meter_part
        return part if self.own_meter else meter_account(whole_of(part.key))

    @property
    def own_meter(self) -> bool:
        """Whether nobody else feeds or wins its meter."""
        return self.meter == self.table_id

    def purse(self, player: str) -> Account:
        """Whose money a player's is; the proposition player's is the table's own."""
        if player == PROPOSITION:
            return proposition_account(self.table_id)
        return chips_account(self.chips_of, player) if self.chips else person_account(player)


def till_of(stored: StoredTable) -> Till:
    """The side of the books that a stored table has."""
    return _till(stored.id, stored.purse == "chips", stored.meter, stored.evening)


@lru_cache(maxsize=4096)
def _till(table_id: str, chips: bool, meter: str | None, evening: str | None) -> Till:
    return Till(table_id, chips, meter, evening)


def postings(till: Till, state: Round, event: Event) -> tuple[Transfer, ...]:
    """The transfers of one event that happens in a state.

    Stakes and the reserve for Play wait in the round's escrow from the bet until the end.
    """
    return tuple(each for each in _moves(till, state, event) if each.amount)


def _moves(till: Till, state: Round, event: Event) -> Iterator[Transfer]:
    match event:
        case BetsPlaced(number, player, wagers):
            seat = state.seat(number)
            more = state.table.need(wagers) - (seat.reserved(state.table) if seat else 0)
            yield from _between(till.purse(player), escrow_account(state.id), more, "bets")
        case BankTaken(player, stake):
            more = stake - (state.bank.stake if state.bank else 0)
            yield from _between(till.purse(player), bank_account(state.id), more, "bank")
        case Decided(number, "fold"):
            seat = state.seat(number)
            if seat is not None:
                back = state.table.play_reserve(seat.wagers)
                yield Transfer(escrow_account(state.id), till.purse(seat.player), back * MICRO, "fold")
        case Decided(number, action) if is_raise(action):
            seat = state.seat(number)
            if seat is not None:
                more = more_for_raise(state.table, seat.wagers, action)
                yield Transfer(till.purse(seat.player), escrow_account(state.id), more * MICRO, "bets")
        case RoundSettled():
            yield from _settled(till, state, event)
        case RoundVoided():
            yield from _voided(till, state, event)
        case _:
            return


def _between(mine: Account, kept: Account, more: Cents, what: str) -> Iterator[Transfer]:
    if more > 0:
        yield Transfer(mine, kept, more * MICRO, what)
    else:
        yield Transfer(kept, mine, -more * MICRO, what)


def _settled(till: Till, state: Round, event: RoundSettled) -> Iterator[Transfer]:
    house = till.house
    other = bank_account(state.id) if state.bank else house  # who pays and collects
    jackpots = sum(line.profit + line.stake for paid in event.seats for line in paid.lines if line.wins_meter)
    if event.meter:
        meter = till.meter_account  # where all parts are gathered when it is won
        left = event.meter.before + event.meter.fed - jackpots * MICRO
        fed = meter if event.wins_meter else till.meter_part
        yield Transfer(house, fed, event.meter.fed, "contribution")
        # Before the jackpots: several in one round can be more than the meter held.
        yield Transfer(house, meter, event.meter.after - left, "reset")
    seats = [(paid, till.purse(_seat(state, paid).player)) for paid in event.seats]
    for paid, _ in seats:  # a bank collects before it pays
        lost = sum(_lost(line) for line in paid.lines)
        yield Transfer(escrow_account(state.id), other, lost * MICRO, "lost")
    for paid, mine in seats:
        back = sum(line.stake - _lost(line) for line in paid.lines)
        yield Transfer(escrow_account(state.id), mine, back * MICRO, "stakes")
        won = sum(max(line.profit, 0) for line in paid.lines if not line.wins_meter)
        yield Transfer(other, mine, won * MICRO, "won")
        jackpot = sum(line.profit + line.stake for line in paid.lines if line.wins_meter)
        if jackpot:
            yield Transfer(till.meter_account, mine, jackpot * MICRO, "jackpot")
    if event.bank and state.bank:
        whole = event.bank.stake + event.bank.net
        yield Transfer(bank_account(state.id), till.purse(state.bank.player), whole * MICRO, "bank")


def _voided(till: Till, state: Round, event: RoundVoided) -> Iterator[Transfer]:
    for paid in event.seats:
        seat = _seat(state, paid)
        reserve = state.table.play_reserve(seat.wagers) if seat.action is None else 0
        back = sum(line.returned for line in paid.lines) + reserve
        yield Transfer(escrow_account(state.id), till.purse(seat.player), back * MICRO, "void")
    if state.bank:
        yield Transfer(
            bank_account(state.id), till.purse(state.bank.player), state.bank.stake * MICRO, "bank"
        )


def _seat(state: Round, paid: PaidSeat) -> Seat:
    seat = state.seat(paid.seat)
    if seat is None:
        raise AssertionError(f"seat {paid.seat} is paid and did not bet")
    return seat


def _lost(line: PaidLine) -> Cents:
    """What of a stake does not come back: the stake that wins a share of the meter is its price."""
    return line.stake if line.wins_meter else max(-line.profit, 0)


def first_meter(till: Till, sheet: Sheet) -> tuple[Transfer, ...]:
    """What a new meter starts with (RIV-12)."""
    if sheet.meter is None:
        return ()
    giver = till.house if till.own_meter else MINT
    return (Transfer(giver, till.meter_account, sheet.meter.reset * MICRO, "meter"),)


def proposition_feed(till: Till, table: Table, stake: Cents, held: int) -> list[Transfer]:
    """What the proposition player is given that has less than it puts up (NAPA-16)."""
    if held >= stake * MICRO:
        return []
    feed = max(PROPOSITION_STAKES * table.max, stake)
    return [Transfer(till.feeder, till.purse(PROPOSITION), feed * MICRO, "proposition")]


def left_over(till: Till, held: Mapping[Account, int], meter: int) -> list[Transfer]:
    """What is left of a table's own money goes back to where it came from when the table closes."""
    found = {**held, till.meter_account: meter} if till.own_meter else held
    return [
        Transfer(account, till.house, amount, SWEPT) for account, amount in sorted(found.items()) if amount
    ]


def is_gathered(till: Till, transfer: Transfer) -> bool:
    """Whether a transfer brings a part of a shared meter to the account that its wins are paid from."""
    if till.meter is None or till.own_meter:
        return False
    whole = till.meter_account
    part = transfer.giver != whole and transfer.giver in parts_of(whole.key)
    return part and transfer.taker == whole and transfer.what == GATHERED


def is_swept(till: Till, transfer: Transfer) -> bool:
    """Whether a transfer takes what is left of a table's own money back."""
    kind, key = transfer.giver
    chips = kind == "chips" and till.gives_chips and key.startswith(chips_under(till.table_id))
    own = chips or (kind == "proposition" and key == till.table_id)
    mine = (till.chips and own) or (kind == "meter" and till.own_meter and key == till.meter)
    return mine and transfer.taker == till.house and transfer.what == SWEPT
