"""What a table must know of the ledger to decide: read once in a transaction, carried on by what is planned.

Whoever plans asks for an account. One that was not read is asked for by `Unread`: it is read, and planned
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.ledger.ids import chips_under
from pitboss.ledger.ledger import (
    MAY_OWE,
    MOST_TEXT,
    Account,
    MicroCents,
    Overdrawn,
    TooMuch,
    Transfer,
    held_under,
    read_balances,
)
from pitboss.ledger.schema import MOST
from pitboss.ledger.store import Connection
from pitboss.pit.event_postings import PROPOSITION, Till
from pitboss.pit.jackpots import lock_meter_at, meter_at

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
