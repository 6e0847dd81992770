"""What a table must know of the ledger to decide: balances, its meter, and how much more they may hold.

A plan asks these books for an account. One that was not read raises `Unread`: it is read, and the call is
planned again. No round can bring an account to where the ledger stops counting: a round is bounded when its
table opens, and a table whose accounts lack the room plays no further round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    chips_under,
    held_under,
    lock_meter,
    read_balances,
    read_meter,
)
from pitboss.ledger.schema import MOST
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import Refusal
from pitboss.round.bank import Part, payouts
from pitboss.round.table import Table
from pitboss.table.transfers import GATHERED, PROPOSITION, PROPOSITION_STAKES, Till

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


def fit(connection: Connection, till: Till, planner: Callable[[Books], T], books: Books | None = None) -> T:
    """What is planned with books that hold all that the plan asks for."""
    books = Books() if books is None else books
    while True:
        try:
            return planner(books)
        except Unread as wanted:
            books = read_more(connection, till, books, wanted)


def read_more(connection: Connection, till: Till, books: Books, wanted: Unread) -> Books:
    """The books before anything was planned, with what they lacked."""
    accounts = dict.fromkeys(wanted.accounts)
    left = books.left
    if wanted.left:
        left = _left_at(connection, till)
        accounts |= dict.fromkeys(left)
    balances = {**books.balances, **read_balances(connection, list(accounts))} if accounts else books.balances
    meter, gathering = books.meter, books.gathering
    if till.meter is not None and wanted.lock:
        meter, gathering = lock_meter_at(connection, till)
    elif wanted.meter and meter is None:
        meter = meter_at(connection, till)
    return Books(balances, meter, gathering, left)


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
