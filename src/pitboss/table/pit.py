"""Tables on a store, without clock or socket: opened, taken over, played command by command, given up.

Each command is planned (`planning`) and written in one transaction: deeds, events with their links, rounds,
transfers, receipts. Play money comes from the mint here, and only the cashier gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from threading import RLock
from typing import Any, Final

from msgspec.structs import replace

from pitboss.canonical import START, link
from pitboss.errors import OutcomeUnknown
from pitboss.ledger import deeds, journal
from pitboss.ledger.accounts import (
    MINT,
    Account,
    Overdrawn,
    Transfer,
    account_ids,
    balance,
    owner_of_chips,
    part_of,
    person_account,
    read_balances,
    read_meter,
    table_of_chips,
    tray_account,
)
from pitboss.ledger.balances import chips_of_person, stakes_of_round
from pitboss.ledger.deeds import (
    HOUSE,
    SELF,
    Deed,
    Granted,
    Request,
    canonical,
    first_answer,
    record_deed,
    write_deed,
    write_once,
)
from pitboss.ledger.history import Result, write_receipt, write_results
from pitboss.ledger.journal import LeaseLost, Purse, StoredEvent, StoredRound, StoredTable
from pitboss.ledger.people import waiting
from pitboss.ledger.posting import do_deed, move, move_all
from pitboss.ledger.servers import take_lease
from pitboss.ledger.store import Conflict, Connection, Store, Unreachable, is_watched, reach, surely
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import Refusal, Round
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet, with_order
from pitboss.table.commands import CloseTable, PitCommand, command_text, opening
from pitboss.table.planning import (
    CLOSED,
    Entropy,
    Planned,
    Planner,
    Supply,
    Writing,
    chips_asked,
    grant_asked,
    grant_writing,
    left_at,
    plan_feed,
    plan_sweep,
    table_after,
    too_little,
)
from pitboss.table.table_state import Done, Standing, standing_of, table_of
from pitboss.table.till import SWEPT, Books, Till, check_exposure, first_meter, fit, meter_at, till_of

# Writing


def write_plans(
    connection: Connection, before: Standing, after: StoredTable, plans: Sequence[Writing], at: int
) -> str:
    """Writes some plans in their order; `before` is where the table stands. Gives the link of its last event.

    Locks are taken in one order for all: accounts by kind and key, the house's chain last.
    """
    deeds = [write_deed(connection, each.asked, each.answer, at) for each in plans]
    _reach_all(plans, "deed")
    if any(each.bodies for each in plans):
        journal.advance(connection, before.stored_table, after)
    for each in plans:
        if each.opened is not None:
            journal.open_round(connection, each.opened)
    sequence, written = before.stored_table.sequence, []
    for number, each in zip(deeds, plans, strict=True):
        for round_, body in each.bodies:
            sequence += 1
            cause = Deed(number, each.asked.actor, each.asked.command, each.asked.digest, at)
            written.append((cause, StoredEvent(sequence, round_, body)))
    link = journal.write_events(connection, before.stored_table.id, written, before.link)
    _reach_all(plans, "events")
    due = [(deed, moved) for deed, each in zip(deeds, plans, strict=True) for moved in each.moved]
    move_all(connection, due)
    _reach_all(plans, "moved")
    for each in plans:
        if each.ended is not None:
            journal.end_round(connection, *each.ended[:4], at)
            write_receipt(connection, each.ended.round, each.ended.receipt)
            write_results(connection, each.ended.round, each.ended.results, at)
    for deed, each in zip(deeds, plans, strict=True):
        if each.recorded:
            record_deed(connection, deed, each.asked, each.answer, at, each.moved)
    _reach_all(plans, "written")
    return link


def _reach_all(plans: Sequence[Writing], point: str) -> None:
    if is_watched():
        for each in plans:
            reach(f"{each.name}:{point}")


# One table


class PitTable:
    """A leased table. Commands are done one at a time; each is stored whole before it is answered."""

    def __init__(self, pit: Pit, table: Table, standing: Standing) -> None:
        self.pit = pit
        self.table = table
        self.standing = standing
        self._turn = RLock()
        self._unsure = False  # the answer to a commit was lost: the standing may be behind the database

    @property
    def id(self) -> str:
        return self.standing.stored_table.id

    @property
    def state(self) -> Round | None:
        """The open round."""
        return self.standing.state

    @property
    def till(self) -> Till:
        """Its side of the books."""
        return till_of(self.standing.stored_table)

    def funds(self, who: str) -> Cents:
        """The cents that a person can bet here, in money or in chips."""
        mine = self.till.purse(who)
        return self.pit.store.read(lambda connection: balance(connection, mine)) // MICRO

    def meter(self) -> int:
        """The meter that is won here, in micro-cents; 0 where there is none."""
        till = self.till
        return self.pit.store.read(lambda connection: meter_at(connection, till)) or 0

    def feed(self, who: str, cents: Cents, command: str) -> None:
        """Gives a person at this table something to bet with: chips, or play money from the mint."""
        self._beside(lambda books: plan_feed(self.standing, books, who, cents, command))

    def sweep(self, who: str, command: str) -> None:
        """Takes the chips of a person who gets up back to the tray; people's own money stays theirs."""
        self._beside(lambda books: plan_sweep(self.standing, books, who, command))

    def _beside(self, planner: Callable[[Books], Planned | None]) -> None:
        """Money that moves beside the table's rounds; the same command again moves nothing."""

        def work(connection: Connection) -> None:
            journal.check_held(connection, self.standing.stored_table)
            planned = fit(connection, self.till, planner)
            if planned is not None and first_answer(connection, planned.writing.asked) is None:
                write_plans(
                    connection, self.standing, self.standing.stored_table, [planned.writing], self.pit.now()
                )

        self.pit.store.write(work)

    def do(self, actor: str, command_id: str, command: PitCommand) -> Done:
        """Does a command once, however often it is repeated, or raises its refusal; nothing is half done."""
        asked = Request(actor, command_id, command_text(self.id, command))
        name = type(command).__name__
        with self._turn:
            if self._unsure:
                self._read_again()
            reach(f"{name}:asked")
            made: list[Done] = []

            def work(connection: Connection) -> tuple[Done, Standing]:
                done, after = self._do(connection, asked, command)
                made[:] = [done]
                return done, after

            try:
                done, after = self.pit.store.write(work)
            except Overdrawn:
                raise Refusal("funds", *too_little(self.standing, command)) from None
            except OutcomeUnknown:
                self._unsure = True
                self._read_again()
                if self._answer(asked) is None:
                    text = "The database was away for a moment, and nothing was stored: try again"
                    raise Unreachable(text) from None
                done, after = made[0], self.standing
            except Conflict:  # the same command came by another way at the same time
                answer = self._answer(asked)
                if answer is None:
                    raise LeaseLost(self.id) from None
                done, after = _answered(answer), self.standing
            reach(f"{name}:stored")
            self.standing = after
            self.table = table_after(self.table, after)
            return done

    def _answer(self, asked: Request) -> str | None:
        return self.pit.store.read(lambda connection: first_answer(connection, asked))

    def _read_again(self) -> None:
        """Takes the standing from the database, if the table is still this process's."""
        held = self.standing.stored_table

        def work(connection: Connection) -> Standing:
            journal.settle_lease(connection, held.id, held.epoch)
            return standing_of(connection, held.id)

        try:
            self.standing = self.pit.store.write(work)
        except Unreachable as fault:
            raise OutcomeUnknown(f"Whether the last command was stored is not known: {fault}") from None
        self._unsure = False

    def _do(self, connection: Connection, asked: Request, command: PitCommand) -> tuple[Done, Standing]:
        answer = first_answer(connection, asked)
        if answer is not None:
            return _answered(answer), self.standing
        before, supply = self.standing, Supply(self.pit.entropy)

        def planner(books: Books) -> Planned:
            supply.rewind()
            return Planner(self.table, before, books, asked, command, supply).plan()

        journal.check_held(connection, before.stored_table)  # the table's row before any account
        planned = fit(connection, self.till, planner)
        after = planned.after
        link = write_plans(connection, before, after.stored_table, [planned.writing], self.pit.now())
        return planned.done, replace(after, link=link)


def _answered(answer: str) -> Done:
    found: dict[str, Any] = json.loads(answer)
    return Done(found["first"], found["last"], repeated=True)


# All tables of a store

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
        A table of which one round could pay more than the books bear is refused, even to an operator. It is
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
        """A table as it was left, with its open round; its last holder can no longer write.

        The server `owner` gets it only if no other running server has it; without one anybody's is taken.
        """

        def work(connection: Connection) -> Standing:
            take_lease(connection, table_id, owner)
            return standing_of(connection, table_id)

        standing = surely(lambda: self.store.write(work))
        table = self.store.read(lambda connection: table_of(connection, standing.stored_table))
        return PitTable(self, table, standing)

    def read(self, table_id: str) -> PitTable:
        """A table to look at only; its holder keeps it."""

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
    account_ids(connection, [account])
    return balance(connection, account, lock=True) > 0


# A table that cannot be read

GIVEN_UP = canonical({"k": "given_up"})


def give_up(pit: Pit, table: str, actor: str, command: str) -> None:
    """Closes a table without its rules; stakes of an open round go back to the purses they came from."""

    def work(connection: Connection) -> None:
        asked = Request(actor, command, command_text(table, CloseTable()))
        take_lease(connection, table)
        before = journal.read_table(connection, table)
        last = journal.last_round(connection, table)
        open_ = last if last is not None and last.ended is None else None
        bodies = [(open_.id, GIVEN_UP), (None, CLOSED)] if open_ else [(None, CLOSED)]
        after = before._replace(
            sequence=before.sequence + len(bodies), closed=True, head=_head(before, open_)
        )
        answer = canonical({"first": before.sequence + 1, "last": after.sequence})
        at = pit.now()
        deed = write_once(connection, asked, answer, at)
        if isinstance(deed, str):
            return
        till = till_of(before)
        journal.advance(connection, before, after)
        cause = Deed(deed, actor, command, asked.digest, at)
        written = [
            (cause, StoredEvent(place, *body)) for place, body in enumerate(bodies, before.sequence + 1)
        ]
        journal.write_events(connection, table, written, journal.last_link(connection, before))
        if open_ is not None:
            back = _stakes(connection, open_.id)
            move(connection, deed, back)
            journal.end_round(connection, open_.id, "void", before.head, after.head, at)
            write_results(connection, open_.id, _results(till, back), at)
        move(connection, deed, fit(connection, till, partial(left_at, till)))

    pit.store.write(work)


def _head(stored: StoredTable, open_: StoredRound | None) -> str:
    """A round that cannot be told has no receipt: its place in the chain is its id."""
    return link(stored.head, open_.id.encode()) if open_ is not None else stored.head


def _stakes(connection: Connection, round_: str) -> list[Transfer]:
    """What each purse has put into a round goes back to it."""
    found = stakes_of_round(connection, round_)
    return [Transfer(kept, purse, amount, "void") for kept, purse, amount in found]


def _results(till: Till, back: list[Transfer]) -> list[Result]:
    """Nobody has won or lost anything; the house's own player is nobody."""
    keys = {each.taker.key for each in back if each.taker.kind != "proposition"}
    people = {owner_of_chips(key, till.chips_of) if till.chips else key for key in keys}
    return [Result(person, 0, "", False) for person in sorted(people)]


_TOP_UP: Final = "top-up "  # and a number: the id of such a grant


def welcome(pit: Pit, person: str, money: Cents) -> None:
    """Gives a new guest their first play money."""
    pit.grant(person, money, _cashier(person), "welcome", "a guest's first")


def give_top_up(pit: Pit, person: str, number: int, money: Cents) -> None:
    """Gives a person their so-manieth top-up; the same number again gives nothing."""
    pit.grant(person, money, _cashier(person), f"{_TOP_UP}{number}", "top-up")


def top_ups(connection: Connection, person: str) -> Granted:
    """How many top-ups a person has had, and when the last was."""
    return deeds.granted(connection, _cashier(person), _TOP_UP)


def take_back(connection: Connection, person: str, now: int) -> None:
    """Takes all that a person has back: money to the mint, chips to their tables.

    Refused while some of it is in an open round; nobody bets from the account until the commit.
    """
    mine, cashier = Account("person", person), _cashier(person)
    account_ids(connection, [mine])
    if held := waiting(connection, person):
        amount = dollars(sum(held.values()) // MICRO)
        raise Refusal("in_play", f"You have {amount} in a round that is not over: finish it first", None)
    if left := balance(connection, mine):
        cents = left // MICRO
        what = canonical({"k": "Return", "person": person, "cents": cents})
        back = Transfer(mine, MINT, left, "returned")
        do_deed(connection, Request(cashier, "delete", what), canonical({"returned": cents}), now, [back])
    sweep_everywhere(connection, person, cashier, now)


def _cashier(person: str) -> str:
    return f"cashier:{person}"


def sweep_everywhere(connection: Connection, person: str, actor: str, now: int) -> None:
    """Takes a person's chips at every table back, each table's under a deed of its own."""
    for chips, held in chips_of_person(connection, person):
        table, cents = table_of_chips(chips.key, person), held // MICRO
        asked = Request(actor, f"sweep {table}", chips_asked("Sweep", table, person, cents))
        back = Transfer(chips, tray_account(table), held, SWEPT)
        do_deed(connection, asked, canonical({"swept": cents}), now, [back])
