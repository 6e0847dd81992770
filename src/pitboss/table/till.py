"""A table's till: what each event moves, and what the table must know of the ledger to decide.

`postings` is a pure function from events to transfers; nothing else moves money. A plan asks the `Books` for
an account. One that was not read raises `Unread`: it is read, and the call is planned again. No round can
bring an account to where the ledger stops counting: a round is bounded when its table opens, and a table
whose accounts lack the room plays no further round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.ledger.accounts import (
    MAY_OWE,
    MINT,
    MOST_TEXT,
    Account,
    MicroCents,
    Overdrawn,
    TooMuch,
    Transfer,
    balance,
    bank_account,
    chips_account,
    chips_under,
    escrow_account,
    held_under,
    house_account,
    lock_meter,
    meter_account,
    parts_of,
    person_account,
    proposition_account,
    read_balances,
    read_meter,
    tray_account,
    whole_of,
)
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import MOST
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    Decided,
    Event,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
)
from pitboss.round.bank import Part, payouts
from pitboss.round.settlement import Line, PaidSeat
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


def _lost(line: Line) -> Cents:
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


# The meter


class StillMeter(NamedTuple):
    """A meter that stands still until the commit, and what brings it together from all its parts."""

    held: MicroCents
    gathering: tuple[Transfer, ...] = ()


def meter_at(connection: Connection, till: Till) -> MicroCents | None:
    """The meter of a table at this moment; None where there is none."""
    if till.meter is None:
        return None
    if till.own_meter:
        return balance(connection, till.meter_account)
    return read_meter(connection, till.meter_account.key)


def lock_meter_at(connection: Connection, till: Till) -> StillMeter:
    """The meter of a table that has one; nobody else feeds or wins it until the commit."""
    whole = till.meter_account
    if till.own_meter:
        return StillMeter(balance(connection, whole, lock=True))
    held = lock_meter(connection, whole.key)
    gathering = (
        Transfer(part, whole, amount, GATHERED) for part, amount in held.items() if amount and part != whole
    )
    return StillMeter(sum(held.values()), tuple(gathering))


# What was read

T = TypeVar("T")
OF_A_ROUND: Final = frozenset({"escrow", "bank"})  # what comes in goes out: nobody asks what they hold


class Unread(Exception):
    """What the books lack: accounts, the meter, the meter standing still, what is left at the end."""

    def __init__(
        self, accounts: Iterable[Account] = (), *, meter: bool = False, lock: bool = False, left: bool = False
    ) -> None:
        super().__init__()
        self.accounts = tuple(accounts)
        self.meter = meter
        self.lock = lock
        self.left = left


class Books(Struct, frozen=True):
    """The balances that were read, in micro-cents, as they are after what was planned."""

    balances: Mapping[Account, MicroCents] = field(default_factory=dict)
    meter: MicroCents | None = None  # None: not read
    gathering: tuple[Transfer, ...] | None = None  # what brings the meter together; None: it is not still
    left: tuple[Account, ...] | None = None  # the chips that lie at a table; None: not looked for

    def balance(self, account: Account) -> MicroCents:
        """What is in an account."""
        found = self.balances.get(account)
        if found is None:
            raise Unread([account])
        return found

    def check_read(self, accounts: Iterable[Account]) -> None:
        """Asks for all of these that were not read."""
        missing = [each for each in accounts if each not in self.balances]
        if missing:
            raise Unread(missing)

    @property
    def still(self) -> bool:
        """Whether the meter stands still until the commit."""
        return self.gathering is not None

    def meter_held(self) -> MicroCents:
        """What is in the meter that a table feeds."""
        if self.meter is None:
            raise Unread(meter=True)
        return self.meter

    def after(self, moved: Sequence[Transfer]) -> Books:
        """The books after some transfers; raises what the database would."""
        if not moved:
            return self
        changed: dict[Account, MicroCents] = {}
        fed = 0
        for giver, taker, amount, _ in moved:
            if amount > MOST:
                raise TooMuch(MOST_TEXT)
            for account, more in ((giver, -amount), (taker, amount)):
                if account.kind == "meter":
                    fed += more
                elif account.kind not in OF_A_ROUND:
                    changed[account] = changed.get(account, 0) + more
        self.check_read(changed)
        balances = {**self.balances}
        for account, more in changed.items():
            balances[account] = held = balances[account] + more
            if held < 0 and account.kind not in MAY_OWE:
                raise Overdrawn(f"There is not enough in the account to move this from: {account}")
            if abs(held) > MOST:
                raise TooMuch(MOST_TEXT)
        meter = None if self.meter is None else self.meter + fed
        return replace(self, balances=balances, meter=meter)


def fit(
    connection: Connection, till: Till, planner: Callable[[Books], T], accounts: Iterable[Account] = ()
) -> T:
    """What is planned with books that hold all that the plan asks for; these accounts are read at once."""
    books, wanted = Books(), Unread(accounts)
    while True:
        left = _left_at(connection, till) if wanted.left else books.left
        more = dict.fromkeys((*wanted.accounts, *(left if wanted.left and left else ())))
        balances = {**books.balances, **read_balances(connection, list(more))} if more else books.balances
        meter, gathering = books.meter, books.gathering
        if till.meter is not None and wanted.lock:
            meter, gathering = lock_meter_at(connection, till)
        elif wanted.meter and meter is None:
            meter = meter_at(connection, till)
        books = Books(balances, meter, gathering, left)
        try:
            return planner(books)
        except Unread as found:
            wanted = found


def _left_at(connection: Connection, till: Till) -> tuple[Account, ...]:
    """Where something of a table's own may lie when it closes: chips, and what its own player has."""
    if not till.chips:
        return ()
    chips = held_under(connection, "chips", chips_under(till.table_id)) if till.gives_chips else {}
    return (*chips, till.purse(PROPOSITION))


LARGEST_ROUND: Final[Cents] = MOST // 400 // MICRO  # that one round may pay, all seats together
MINTED: Final = MOST // 2  # micro-cents that the mint gives out at most
FULL: Final = MOST // 8  # micro-cents that an account holds or owes at most when a round begins


def check_exposure(table: Table) -> None:
    """Refuses a table of which one round could pay more than any table may."""
    sheet = table.sheet
    parts = list(payouts(table))
    for part in parts:
        if part.cents is None:
            text = f"{sheet.label(part.line)} has no maximum, so a round could pay any amount: give it one"
            raise Refusal("exposure", text, sheet.limits.clause, f"wagers.{part.line}")
    if sheet.bank:
        parts.append(Part("bank", PROPOSITION_STAKES * table.max))
    if sheet.meter:
        parts.append(Part("meter", sheet.meter.reset))
    total = sum(part.cents or 0 for part in parts)
    if total <= LARGEST_ROUND:
        return
    worst = max(parts, key=lambda part: part.cents or 0)
    words = {"bank": "for the bank", "meter": "for the meter"}
    label = words.get(worst.line) or f"for {sheet.label(worst.line)}"
    text = (
        f"One round at this table could pay {dollars(total)}, {dollars(worst.cents or 0)} of it {label};"
        f" a table may pay up to {dollars(LARGEST_ROUND)} in one round:"
        f" lower the pays, or the table maximum ({dollars(table.max)})"
    )
    values: dict[str, int | str] = {"largest": total, "allowed": LARGEST_ROUND, "line": worst.line}
    raise Refusal("exposure", text, sheet.limits.clause, "limits.max", values)


def worn_out(books: Books, till: Till, table: Table) -> str | None:
    """Why a table can play no further round: an account of its own is too full, or owes too much."""
    mine = [till.house]
    if table.sheet.bank:
        mine += [till.purse(PROPOSITION), till.feeder]
    books.check_read(mine)
    full = next(
        (each.kind for each in mine if abs(books.balance(each)) > (MINTED if each == MINT else FULL)), None
    )
    if full is None and till.meter is not None and books.meter_held() > FULL:
        full = "meter"
    return f"The books of this table are full ({full}): no further round is played here" if full else None


def check_purse(books: Books, account: Account) -> None:
    """Refuses a bet from a purse that a win could make fuller than the ledger counts."""
    if books.balance(account) > FULL:
        text = (
            f"You have more than {dollars(FULL // MICRO)}, all that the books bear: no bet of yours is taken"
        )
        raise Refusal("full_books", text, None, "wagers", {"most": FULL // MICRO})


def check_mint(books: Books, micro_cents: int, taker: Account) -> None:
    """Refuses a grant when its taker would hold, or the mint has given out, as much as the books bear."""
    books.check_read([taker, MINT])
    if books.balance(taker) + micro_cents > FULL:
        text = f"Nobody is granted more than they may hold: {dollars(FULL // MICRO)} in all"
        raise Refusal("full_books", text, None, "cents", {"most": FULL // MICRO})
    if -books.balance(MINT) + micro_cents > MINTED:
        text = f"The mint has given out {dollars(MINTED // MICRO)}, all that the books bear"
        raise Refusal("full_books", text, None, "cents")
