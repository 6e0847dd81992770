"""The pit as a whole: opens tables, takes over those that were left, grants play money."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.canonical import START
from pitboss.ledger import journal
from pitboss.ledger.deed_chain import HOUSE, SELF
from pitboss.ledger.deeds import Request, canonical, first_answer
from pitboss.ledger.errors import Conflict
from pitboss.ledger.ids import person_account
from pitboss.ledger.journal import Purse, StoredTable
from pitboss.ledger.leases import take_lease
from pitboss.ledger.ledger import MINT, Account, account_id, balance, read_balances
from pitboss.ledger.meters import part_of, read_meter
from pitboss.ledger.posting import do_deed
from pitboss.ledger.store import Connection, Store, surely
from pitboss.money import MICRO
from pitboss.pit.books import Books
from pitboss.pit.chips import grant_asked, grant_writing
from pitboss.pit.commands import opening
from pitboss.pit.event_postings import first_meter, till_of
from pitboss.pit.headroom import check_exposure
from pitboss.pit.supply import Entropy
from pitboss.pit.table import PitTable
from pitboss.pit.table_state import Done, Standing, standing_of, table_of
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet, with_order

Now = Callable[[], int]


class Pit:
    """Opens and takes over tables in one cage."""

    def __init__(self, store: Store, entropy: Entropy, now: Now) -> None:
        self.store = store
        self.entropy = entropy
        self.now = now

    def open(
        self,
        table_id: str,
        table: Table,
        actor: str,
        command: str,
        purse: Purse = "house",
        *,
        own_meter: bool = False,
        owner: str | None = None,
        evening: str | None = None,
        asked_with: str = "",
    ) -> PitTable:
        """A new table. Opening it again with the same command id finds it as it is; `asked_with` is a digest
        of what else was asked with it.

        Where people play with chips, the meter is always the table's own; the chips may be an evening's.
        A table of which one round could pay more than the books bear is refused, whoever opens it. It is
        leased to the server `owner`.
        """
        if table_id in (HOUSE, SELF):  # a head over all chains means others by these
            raise Refusal("table", f"No table is called {table_id!r}", None, "table")
        check_exposure(table)
        sheet = table.sheet
        mine = own_meter or purse == "chips"
        meter = None if sheet.meter is None else table_id if mine else part_of(sheet.hash, table_id)
        new = StoredTable(
            table_id, sheet.hash, table.min, table.max, 0, 0, 0, START, False, purse, meter, evening=evening
        )
        till = till_of(new)
        more = {"asked": asked_with} if asked_with else {}
        asked = Request(actor, command, canonical(opening(new) | more))

        def work(connection: Connection) -> None:
            if first_answer(connection, asked) is not None:
                return
            journal.keep_sheet(connection, sheet.hash, canonical(with_order(sheet.content)))
            journal.store_table(connection, new)
            starts = sheet.meter is not None and not _funded(connection, till.meter_account)
            moved = first_meter(till, sheet) if starts else ()
            do_deed(connection, asked, canonical({"table": table_id, **more}), self.now(), moved)

        try:
            surely(lambda: self.store.write(work))
        except Conflict:  # unless the same command came by another way at the same time
            if self.store.read(lambda connection: first_answer(connection, asked)) is None:
                raise Refusal("table", f"There is a table {table_id!r} already", None, "table") from None
        return self.take(table_id, owner=owner)

    def take(self, table_id: str, *, owner: str | None = None) -> PitTable:
        """A table as it was left, with its open round; whoever held it before can no longer write.

        The server `owner` gets it only if no other running server has it; without one anybody's is taken.
        """

        def work(connection: Connection) -> Standing:
            take_lease(connection, table_id, owner)
            return standing_of(connection, table_id)

        standing = surely(lambda: self.store.write(work))
        table = self.store.read(lambda connection: table_of(connection, standing.stored_table))
        return PitTable(self, table, standing)

    def read(self, table_id: str) -> PitTable:
        """A table as it stands, to look at only: whoever has it has it still."""

        def work(connection: Connection) -> PitTable:
            standing = standing_of(connection, table_id)
            return PitTable(self, table_of(connection, standing.stored_table), standing)

        return self.store.read(work)

    def grant(self, who: str, cents: int, actor: str, command: str, why: str = "") -> Done:
        """Play money from the mint; the same command id gives once. `why` is kept with the deed."""

        def work(connection: Connection) -> Done:
            asked = grant_asked(who, cents, actor, command, why)
            if first_answer(connection, asked) is not None:
                return Done(0, 0, repeated=True)
            books = Books(read_balances(connection, [person_account(who), MINT]))
            given = grant_writing(books, asked, who, cents, why)
            do_deed(connection, asked, given.answer, self.now(), given.moved)
            return Done(0, 0)

        try:
            return surely(lambda: self.store.write(work))
        except Conflict:  # the same command came by another way at the same time
            return surely(lambda: self.store.write(work))

    def meter(self, sheet: Sheet) -> int:
        """The meter that the house's tables of a sheet share, in micro-cents; 0 where there is none."""
        if sheet.meter is None:
            return 0
        return self.store.read(lambda connection: read_meter(connection, sheet.hash))

    def funds(self, who: str) -> int:
        """The cents a person has in hand, not counting what waits in escrow, nor chips at tables."""
        mine = person_account(who)
        return self.store.read(lambda connection: balance(connection, mine)) // MICRO


def _funded(connection: Connection, account: Account) -> bool:
    """Whether an account was ever fed; it is locked, so that two openings do not both feed it."""
    account_id(connection, account)
    return balance(connection, account, lock=True) > 0
